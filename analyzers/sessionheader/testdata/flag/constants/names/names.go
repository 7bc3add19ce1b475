// Package names holds names of headers.
package names

// Session is the header of the session.
const Session = "Mcp-Session-Id"

// Allowed is another one.
var Allowed = "X-Upstream-Status"
