package helm

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"path"
	"strings"
	"text/template"
	"time"

	"github.com/Masterminds/sprig/v3"
	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"
)

// maxLoop bounds lists and repetitions that a template makes out of a number.
const maxLoop = 100_000

// functions are those of Helm: sprig's, without the environment, and Helm's own. What is random, or depends on the time or the network, is
// fixed, so that a chart renders the same text every time.
func functions() template.FuncMap {
	f := sprig.TxtFuncMap()
	delete(f, "env")
	delete(f, "expandenv")
	fixed := func(n int) string { return strings.Repeat("x", min(max(n, 0), maxLoop)) }
	for _, name := range []string{"randAlphaNum", "randAlpha", "randAscii", "randNumeric", "randBytes"} {
		f[name] = fixed
	}
	f["randInt"] = func(low, _ int) int { return low }
	f["uuidv4"] = func() string { return "00000000-0000-4000-8000-000000000000" }
	f["getHostByName"] = func(string) string { return "" }
	f["now"] = func() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }
	f["shuffle"] = func(s string) string { return s }
	f["bcrypt"] = func(string) string { return "x" }
	f["htpasswd"] = func(string, string) string { return "x" }
	f["derivePassword"] = func(uint32, string, string, string, string) string { return "x" }
	f["encryptAES"] = func(string, string) string { return "x" }
	cert := func(...any) certificate { return certificate{Cert: "x", Key: "x"} }
	for _, name := range []string{"genCA", "genCAWithKey", "genSelfSignedCert", "genSelfSignedCertWithKey", "genSignedCert", "genSignedCertWithKey", "buildCustomCert"} {
		f[name] = cert
	}
	f["genPrivateKey"] = func(string) string { return "x" }

	until := f["untilStep"].(func(int, int, int) []int)
	f["untilStep"] = func(start, stop, step int) ([]int, error) {
		if step == 0 || (stop-start)/step > maxLoop {
			return nil, errors.New("too many steps")
		}
		return until(start, stop, step), nil
	}
	f["until"] = func(n int) ([]int, error) {
		if n > maxLoop || n < -maxLoop {
			return nil, errors.New("too many steps")
		}
		if n < 0 {
			return until(0, n, -1), nil
		}
		return until(0, n, 1), nil
	}
	f["seq"] = func(...int) (string, error) { return "", errors.New("seq is not supported") }
	f["repeat"] = func(n int, s string) (string, error) {
		if n < 0 || n*len(s) > maxLoop {
			return "", errors.New("too many repetitions")
		}
		return strings.Repeat(s, n), nil
	}

	f["toYaml"], f["mustToYaml"], f["toYamlPretty"] = toYAML, toYAML, toYAML
	f["fromYaml"], f["fromYamlArray"] = fromYAML, fromYAMLArray
	f["toJson"], f["mustToJson"] = toJSON, toJSON
	f["fromJson"], f["fromJsonArray"] = fromYAML, fromYAMLArray // JSON is YAML
	f["toToml"], f["mustToToml"] = toTOML, toTOML
	f["fromToml"] = func(s string) table {
		out := table{}
		if err := toml.Unmarshal([]byte(s), &out); err != nil {
			return table{"Error": "no valid TOML"}
		}
		return out
	}
	return f
}

type certificate struct{ Cert, Key string }

func toYAML(v any) string {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	e.CompactSeqIndent()
	if e.Encode(whole(v)) != nil || e.Close() != nil {
		return ""
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// whole turns floats without a fraction into integers, so that they are written as such.
func whole(v any) any {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1e15 {
			return int64(v)
		}
	case table:
		out := make(table, len(v))
		for k, e := range v {
			out[k] = whole(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = whole(e)
		}
		return out
	}
	return v
}

func fromYAML(s string) table {
	var v any
	if err := yaml.Unmarshal([]byte(s), &v); err != nil {
		return table{"Error": "no valid YAML"}
	}
	if m, ok := normal(v).(table); ok {
		return m
	}
	return table{}
}

func fromYAMLArray(s string) []any {
	var v []any
	if err := yaml.Unmarshal([]byte(s), &v); err != nil {
		return []any{"no valid YAML"}
	}
	list, _ := normal(v).([]any)
	return list
}

func toJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

func toTOML(v any) string {
	b, err := toml.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

// files are the chart's own files as templates see them.
type files map[string][]byte

// GetBytes is a file's content, empty if there is no such file.
func (f files) GetBytes(name string) []byte { return f[path.Clean(name)] }

// Get is a file's content as text.
func (f files) Get(name string) string { return string(f.GetBytes(name)) }

// Glob picks files by a pattern, in which ** stands for any folders.
func (f files) Glob(pattern string) files {
	out := files{}
	for name, src := range f {
		ok, err := path.Match(pattern, name)
		if before, after, deep := strings.Cut(pattern, "**"); deep {
			tail, e := path.Match(strings.TrimPrefix(after, "/"), path.Base(name))
			ok, err = strings.HasPrefix(name, before) && tail, e
		}
		if err == nil && ok {
			out[name] = src
		}
	}
	return out
}

// AsConfig makes the data of a ConfigMap of files.
func (f files) AsConfig() string {
	out := map[string]string{}
	for name, src := range f {
		out[path.Base(name)] = string(src)
	}
	return toYAML(out)
}

// AsSecrets makes the data of a Secret of files.
func (f files) AsSecrets() string {
	out := map[string]string{}
	for name, src := range f {
		out[path.Base(name)] = base64.StdEncoding.EncodeToString(src)
	}
	return toYAML(out)
}

// Lines are the lines of a file.
func (f files) Lines(name string) []string {
	src := strings.TrimSuffix(f.Get(name), "\n")
	if src == "" {
		return nil
	}
	return strings.Split(src, "\n")
}
