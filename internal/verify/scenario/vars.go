package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// variable is a use of a variable in a text of the scenario.
var variable = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// The variables that every run has.
const (
	VarCaller = "caller" // the name of the caller
	VarUnique = "unique" // a text that no other run and no other caller has
	VarServer = "server" // the address of the server, without a path
)

// BuiltIn reports whether every run has the variable.
func BuiltIn(name string) bool {
	return name == VarCaller || name == VarUnique || name == VarServer
}

// Expand puts the values of variables into every text below v. A text that is nothing but one variable becomes its value with its type.
func Expand(v any, vars map[string]any) (any, error) {
	switch v := v.(type) {
	case string:
		return expandText(v, vars)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			x, err := Expand(v[i], vars)
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		return out, nil
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			x, err := Expand(v[k], vars)
			if err != nil {
				return nil, err
			}
			out[k] = x
		}
		return out, nil
	}
	return v, nil
}

// ExpandString puts the values of variables into a text.
func ExpandString(s string, vars map[string]any) (string, error) {
	v, err := expandText(s, vars)
	if err != nil {
		return "", err
	}
	return Text(v), nil
}

func expandText(s string, vars map[string]any) (any, error) {
	if m := variable.FindStringSubmatch(s); m != nil && m[0] == s {
		if v, ok := vars[m[1]]; ok {
			return v, nil
		}
		return nil, fmt.Errorf("there is no value for ${%s}", m[1])
	}
	var missing error
	out := variable.ReplaceAllStringFunc(s, func(use string) string {
		name := use[2 : len(use)-1]
		v, ok := vars[name]
		if !ok {
			missing = fmt.Errorf("there is no value for ${%s}", name)
		}
		return Text(v)
	})
	return out, missing
}

// Text is a value as it stands in a text: strings as they are, anything else as JSON.
func Text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}

func walkStrings(v any, visit func(string)) {
	switch v := v.(type) {
	case string:
		visit(v)
	case []any:
		for _, x := range v {
			walkStrings(x, visit)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			walkStrings(v[k], visit)
		}
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Fill replaces {name} by the value of a placeholder. Unknown braces stay, since commands may hold JSON.
func Fill(s string, placeholders map[string]string) string {
	var pairs []string
	for _, k := range sortedKeys(placeholders) {
		pairs = append(pairs, "{"+k+"}", placeholders[k])
	}
	return strings.NewReplacer(pairs...).Replace(s)
}
