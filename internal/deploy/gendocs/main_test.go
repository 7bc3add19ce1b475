package main

import "testing"

func TestUpToDate(t *testing.T) {
	if err := generate(false); err != nil {
		t.Error(err)
	}
}

func TestFenced(t *testing.T) {
	got := fenced("Text.\n\n  - one\n    more\n\nBefore:\n\n\ta:\n\n\t  b\n\nAfter.\n")
	want := "Text.\n\n- one\n  more\n\nBefore:\n\n```\na:\n\n  b\n```\n\nAfter.\n"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestBetween(t *testing.T) {
	got, ok := between([]byte("a\n"+begin+"old\n"+end+"\nb\n"), []byte("new\n"))
	if want := "a\n" + begin + "new\n" + end + "\nb\n"; !ok || string(got) != want {
		t.Errorf("got %q", got)
	}
	if _, ok := between([]byte("a\n"+begin), nil); ok {
		t.Error("an open part was replaced")
	}
}
