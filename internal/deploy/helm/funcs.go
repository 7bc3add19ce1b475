package helm

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"reflect"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/Masterminds/sprig/v3"
	yamlv3 "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"
)

// maxLoop bounds lists and repetitions that a template makes out of a number.
const maxLoop = 100_000

// Fixed are the functions of charts whose outcome is random, or depends on the time, the network or keys that were made, in a form that always says the same.
func Fixed() template.FuncMap {
	f := template.FuncMap{
		"randInt":        func(low, _ int) int { return low },
		"uuidv4":         func() string { return "00000000-0000-4000-8000-000000000000" },
		"getHostByName":  func(string) string { return "" },
		"now":            func() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) },
		"shuffle":        func(s string) string { return s },
		"bcrypt":         func(string) string { return "x" },
		"htpasswd":       func(...string) string { return "x" },
		"derivePassword": func(uint32, string, string, string, string) string { return "x" },
		"encryptAES":     func(string, string) string { return "x" },
		"genPrivateKey":  func(string) string { return "x" },
	}
	for _, name := range []string{"randAlphaNum", "randAlpha", "randAscii", "randNumeric", "randBytes"} {
		f[name] = func(n int) string { return strings.Repeat("x", min(max(n, 0), maxLoop)) }
	}
	for _, name := range []string{"genCA", "genCAWithKey", "genSelfSignedCert", "genSelfSignedCertWithKey", "genSignedCert", "genSignedCertWithKey", "buildCustomCert"} {
		f[name] = func(...any) certificate { return certificate{Cert: "x", Key: "x"} }
	}
	return f
}

type certificate struct{ Cert, Key string }

// functions are those of Helm: sprig's, without the environment, and Helm's own. Loops are bounded.
func functions() template.FuncMap {
	f := sprig.TxtFuncMap()
	delete(f, "env")
	delete(f, "expandenv")
	maps.Copy(f, Fixed())

	steps := errors.New("too many steps")
	until := f["untilStep"].(func(int, int, int) []int)
	f["untilStep"] = func(start, stop, step int) ([]int, error) {
		if step != 0 && (stop-start)/step > maxLoop {
			return nil, steps
		}
		return until(start, stop, step), nil
	}
	f["until"] = func(n int) ([]int, error) {
		if n > maxLoop || n < -maxLoop {
			return nil, steps
		}
		if n < 0 {
			return until(0, n, -1), nil
		}
		return until(0, n, 1), nil
	}
	seq := f["seq"].(func(...int) string)
	f["seq"] = func(n ...int) (string, error) {
		for _, v := range n {
			if v > maxLoop || v < -maxLoop {
				return "", steps
			}
		}
		return seq(n...), nil
	}
	f["repeat"] = func(n int, s string) (string, error) {
		if n > 0 && len(s) > 0 && n > maxLoop/len(s) {
			return "", errors.New("too many repetitions")
		}
		return strings.Repeat(s, max(n, 0)), nil
	}
	has := f["has"].(func(any, any) bool)
	f["has"] = func(needle, list any) bool {
		if apis, ok := list.(apiVersions); ok {
			name, _ := needle.(string)
			return apis.Has(name)
		}
		return has(needle, list)
	}

	f["toYaml"] = func(v any) string { return without(toYAML(v)) }
	f["mustToYaml"] = toYAML
	f["toYamlPretty"] = toYAMLPretty
	f["fromYaml"] = func(s string) table {
		out := table{}
		return or(out, yaml.Unmarshal([]byte(s), &out))
	}
	f["fromYamlArray"] = func(s string) []any {
		var out []any
		return orList(&out, yaml.Unmarshal([]byte(s), &out))
	}
	f["toJson"] = func(v any) string { return without(toJSON(v)) }
	f["mustToJson"] = toJSON
	f["fromJson"] = func(s string) table {
		out := table{}
		return or(out, json.Unmarshal([]byte(s), &out))
	}
	f["fromJsonArray"] = func(s string) []any {
		var out []any
		return orList(&out, json.Unmarshal([]byte(s), &out))
	}
	f["toToml"] = func(v any) string {
		text, err := toTOML(v)
		if err != nil {
			return err.Error()
		}
		return text
	}
	f["mustToToml"] = toTOML
	f["fromToml"] = func(s string) table {
		out := table{}
		return or(out, toml.Unmarshal([]byte(s), &out))
	}
	maps.Copy(f, durations())
	return f
}

// without is a text, or none if it could not be made: that is how a template sees an error.
func without(text string, err error) string {
	if err != nil {
		return ""
	}
	return text
}

// or is a table that was read, or with an entry that says why it was not.
func or(out table, err error) table {
	if err != nil {
		if out == nil {
			out = table{}
		}
		out["Error"] = err.Error()
	}
	return out
}

func orList(out *[]any, err error) []any {
	if err != nil {
		return []any{err.Error()}
	}
	if *out == nil {
		return []any{}
	}
	return *out
}

func toYAML(v any) (string, error) {
	out, err := yaml.Marshal(v)
	return strings.TrimSuffix(string(out), "\n"), err
}

func toYAMLPretty(v any) string {
	var b bytes.Buffer
	e := yamlv3.NewEncoder(&b)
	e.SetIndent(2)
	if e.Encode(v) != nil {
		return ""
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func toJSON(v any) (string, error) {
	out, err := json.Marshal(v)
	return string(out), err
}

func toTOML(v any) (string, error) {
	var b bytes.Buffer
	err := toml.NewEncoder(&b).Encode(v)
	return b.String(), err
}

// durations are Helm's functions that calculate with spans of time. What is no duration counts as none.
func durations() template.FuncMap {
	f := template.FuncMap{
		"mustToDuration": duration,
		"durationRoundTo": func(v, to any) time.Duration {
			d, _ := duration(v)
			m, _ := duration(to)
			return d.Round(m)
		},
		"durationTruncateTo": func(v, to any) time.Duration {
			d, _ := duration(v)
			m, _ := duration(to)
			return d.Truncate(m)
		},
		"durationMilliseconds": func(v any) int64 { d, _ := duration(v); return d.Milliseconds() },
		"durationMicroseconds": func(v any) int64 { d, _ := duration(v); return d.Microseconds() },
		"durationNanoseconds":  func(v any) int64 { d, _ := duration(v); return d.Nanoseconds() },
	}
	for name, unit := range map[string]time.Duration{"Seconds": time.Second, "Minutes": time.Minute, "Hours": time.Hour, "Days": 24 * time.Hour, "Weeks": 7 * 24 * time.Hour} {
		f["duration"+name] = func(v any) float64 {
			d, _ := duration(v)
			switch unit {
			case time.Second:
				return d.Seconds()
			case time.Minute:
				return d.Minutes()
			}
			return d.Hours() / unit.Hours()
		}
	}
	return f
}

// duration reads a span of time: a text such as 1h30m, or a number of seconds.
func duration(v any) (time.Duration, error) {
	wrong := errors.New("is no duration")
	if d, ok := v.(time.Duration); ok {
		return d, nil
	}
	var seconds float64
	switch rv := reflect.ValueOf(v); {
	case rv.Kind() == reflect.String:
		s := strings.TrimSpace(rv.String())
		d, err := time.ParseDuration(s)
		if err == nil {
			return d, nil
		}
		if seconds, err = strconv.ParseFloat(s, 64); err != nil {
			return 0, wrong
		}
	case rv.CanInt():
		seconds = float64(rv.Int())
	case rv.CanUint():
		seconds = float64(rv.Uint())
	case rv.CanFloat():
		seconds = rv.Float()
	default:
		return 0, wrong
	}
	if nanos := seconds * float64(time.Second); math.Abs(nanos) < math.MaxInt64 {
		return time.Duration(nanos), nil
	}
	return 0, wrong
}
