package handles

import (
	"os"
	"testing"
)

// HANDLES_TEST_REDIS is the address of a server that the tests may use: redis://127.0.0.1:6379/0.
func init() {
	addresses["redis"] = func(*testing.T) string { return os.Getenv("HANDLES_TEST_REDIS") }
}
