// Package tools declares what the tests use of the framework's package.
package tools

import "github.com/FreePeak/cortex/pkg/types"

type (
	ToolOption      func(*types.Tool)
	ParameterOption func(*types.Tool)
)

func NewTool(name string, options ...ToolOption) *types.Tool
func WithDescription(description string) ToolOption
func WithString(name string, options ...ParameterOption) ToolOption
func Required() ParameterOption
