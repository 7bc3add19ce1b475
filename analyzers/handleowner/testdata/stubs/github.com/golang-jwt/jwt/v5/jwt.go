// Package jwt declares what tests use of golang-jwt.
package jwt

type (
	Claims    interface{ GetSubject() (string, error) }
	MapClaims map[string]any
	Token     struct{ Claims Claims }
	Keyfunc   func(*Token) (any, error)
	Parser    struct{ strict bool }
)

func (m MapClaims) GetSubject() (string, error) { return "", nil }

func NewParser() *Parser { return nil }

func (p *Parser) ParseUnverified(token string, claims Claims) (*Token, []string, error) {
	return nil, nil, nil
}

func ParseWithClaims(token string, claims Claims, key Keyfunc) (*Token, error) { return nil, nil }
