package facts

import (
	"github.com/mcpaudit/mcpaudit/analyzers/internal/gate"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// extended is what the program around the analyzers adds to the embedded
// tables; nil if it adds nothing.
var extended *sdk.Tables

// Extend adds lines to the tables. It must come before any package is analysed.
func Extend(extra []sdk.Source) error {
	t, err := sdk.Builtin().Extend(extra)
	if err != nil {
		return err
	}
	extended = nil
	if t != sdk.Builtin() {
		extended = t
	}
	return nil
}

// known are the tables in force.
func known() *sdk.Tables {
	if extended != nil {
		return extended
	}
	return sdk.Builtin()
}

func isSDK(path string) bool { return gate.IsSDK(extended, path) }

func versioned(path string) bool {
	if extended != nil {
		return extended.Versioned(path)
	}
	return sdk.HasVersions(path)
}
