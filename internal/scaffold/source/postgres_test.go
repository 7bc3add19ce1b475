package handles

import (
	"os"
	"testing"
)

// HANDLES_TEST_POSTGRES is the address of a database that the tests may use: postgres://user@127.0.0.1:5432/test.
func init() {
	addresses["postgres"] = func(*testing.T) string { return os.Getenv("HANDLES_TEST_POSTGRES") }
}
