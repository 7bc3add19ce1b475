// Package handles is provided by the test.
package handles
