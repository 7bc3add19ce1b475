package main

import "testing"

func TestUpToDate(t *testing.T) {
	if err := generate(false); err != nil {
		t.Error(err)
	}
}
