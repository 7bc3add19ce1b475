package writes

import (
	"slices"
	"testing"
)

func TestSplit(t *testing.T) {
	for in, want := range map[string][]string{
		"create_note":      {"create", "note"},
		"createNote":       {"create", "note"},
		"HTTPRequestByURL": {"http", "request", "by", "url"},
		"kebab-case.name":  {"kebab", "case", "name"},
		"":                 nil,
	} {
		if got := Split(in); !slices.Equal(got, want) {
			t.Errorf("Split(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNameWord(t *testing.T) {
	for name, want := range map[string]Word{
		"get_note":                    ReadWord,
		"list_orders":                 ReadWord,
		"issue_read":                  ReadWord, // issue is a thing here
		"search_runs":                 ReadWord,
		"create_note":                 AgainWord,
		"chatSend":                    AgainWord,
		"environment_run_cmd":         AgainWord,
		"code_execution":              AgainWord,
		"order_pizza":                 AgainWord, // and the verb here
		"comment_on_issue":            AgainWord,
		"request_review":              AgainWord,
		"update_note":                 SetWord,
		"mark_all_notifications_read": SetWord,
		"delete_note":                 DeleteWord,
		"label_write":                 WriteWord,
		"sequentialthinking":          NoWord,
		"execute_query":               NoWord, // open until the description says more
		"execute_sql":                 AgainWord,
		"pod_log":                     NoWord, // a thing, unlike in
		"log_event":                   AgainWord,
		"find_merge_base":             ReadWord,
		"repository_merge_base":       ReadWord,
	} {
		if got := NameWord(name); got != want {
			t.Errorf("NameWord(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestDescWord(t *testing.T) {
	for desc, want := range map[string]Word{
		"Creates a note.":                                          AgainWord,
		"Returns the note. Creates nothing.":                       NoWord,
		"Get a note":                                               ReadWord,
		"Runs a vulnerability check on the workspace":              ReadWord,
		"Executes a search over all notes":                         ReadWord,
		"Execute a command in the container":                       AgainWord,
		"Updating the title of a note":                             SetWord,
		"Copies a file":                                            SetWord,
		"Executes a write query (INSERT, UPDATE)":                  AgainWord,
		"Make an authenticated request":                            NoWord,
		"Diagnose issues of a machine":                             ReadWord,
		"Use this to create a note":                                AgainWord,
		"Use this when the user wants to see a note":               NoWord,
		"A tool for notes of which it can be said that it creates": NoWord, // too late in the sentence
	} {
		if got := DescWord(desc); got != want {
			t.Errorf("DescWord(%q) = %v, want %v", desc, got, want)
		}
	}
}
