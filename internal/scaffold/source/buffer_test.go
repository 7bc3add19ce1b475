package handles

import (
	"encoding/json"
	"testing"
)

func TestBuffers(t *testing.T) {
	type file struct {
		Parts Buffer
		Notes *Builder
	}
	f := &file{Notes: &Builder{}}
	f.Parts.WriteString("read \xff rest")
	f.Parts.Next(5)
	f.Notes.WriteString("a note")
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	var again file
	again.Parts.WriteString("what was there")
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	again.Parts.WriteString("!")
	again.Notes.WriteString("!")
	if got := again.Parts.String(); got != "\xff rest!" {
		t.Errorf("%q", got)
	}
	if got := again.Notes.String(); got != "a note!" {
		t.Errorf("%q", got)
	}
	for _, bad := range []string{`{"Parts":"*"}`, `{"Parts":1}`, `{"Notes":1}`} {
		if json.Unmarshal([]byte(bad), &again) == nil {
			t.Errorf("%s is read", bad)
		}
	}
}
