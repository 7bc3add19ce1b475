package handles

import (
	"bytes"
	"encoding/json"
	"strings"
)

// A Buffer is a bytes.Buffer in what a Map or a Kind stores: JSON brings back what has not been read of it.
type Buffer struct{ bytes.Buffer }

// MarshalJSON writes the unread bytes as base64.
func (b Buffer) MarshalJSON() ([]byte, error) { return json.Marshal(b.Bytes()) }

// UnmarshalJSON reads them.
func (b *Buffer) UnmarshalJSON(data []byte) error {
	var unread []byte
	if err := json.Unmarshal(data, &unread); err != nil {
		return err
	}
	b.Reset()
	b.Write(unread)
	return nil
}

// A Builder is a strings.Builder in what a Map or a Kind stores.
type Builder struct{ strings.Builder }

// MarshalJSON writes the text.
func (b Builder) MarshalJSON() ([]byte, error) { return json.Marshal(b.String()) }

// UnmarshalJSON reads it.
func (b *Builder) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	b.Reset()
	b.WriteString(text)
	return nil
}
