package handles

import "errors"

// Principals that no token names.
const (
	// LocalPrincipal is who calls over stdio: the user that started the server.
	LocalPrincipal = "local"
	// AnonymousPrincipal is who calls a server without authentication. All callers share it, so that a handle is worth as much to
	// whoever gets to know it as to its owner.
	AnonymousPrincipal = "anonymous"
)

// userPrefix keeps the names in tokens apart from the principals above.
const userPrefix = "user:"

// ErrNoPrincipal means that a call over HTTP came without a verified token.
var ErrNoPrincipal = errors.New("this needs an authenticated caller: no verified token came with the call")
