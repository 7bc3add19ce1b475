package scenario

import (
	"bytes"

	"github.com/goccy/go-yaml"
)

// SchemaURL is where the JSON schema of scenario files is published.
const SchemaURL = "https://raw.githubusercontent.com/mcpaudit/mcpaudit/main/docs/schema/scenario-v1.schema.json"

// Marshal writes a scenario as a file, with comment lines at its head.
func Marshal(s *Scenario, comment ...string) ([]byte, error) {
	body, err := yaml.MarshalWithOptions(s, yaml.UseLiteralStyleIfMultiline(true), yaml.IndentSequence(true))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("# yaml-language-server: $schema=" + SchemaURL + "\n")
	for _, line := range comment {
		out.WriteString("# " + line + "\n")
	}
	out.Write(body)
	return out.Bytes(), nil
}
