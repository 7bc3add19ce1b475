// Package jwt declares what the tests use of the library.
package jwt

type (
	Claims           interface{ GetSubject() (string, error) }
	RegisteredClaims struct{ Subject string }
	SigningMethod    interface{ Alg() string }
	Keyfunc          func(*Token) (any, error)
	ParserOption     func(*Parser)
	Parser           struct{}
	Token            struct {
		Claims Claims
		Valid  bool
	}
)

var SigningMethodHS256 SigningMethod

func (c RegisteredClaims) GetSubject() (string, error) { return c.Subject, nil }

func NewWithClaims(method SigningMethod, claims Claims) *Token { return nil }

func (t *Token) SignedString(key any) (string, error) { return "", nil }

func ParseWithClaims(tokenString string, claims Claims, keyFunc Keyfunc, options ...ParserOption) (*Token, error) {
	return nil, nil
}
