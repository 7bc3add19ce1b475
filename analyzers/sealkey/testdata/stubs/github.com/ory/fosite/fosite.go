// Package fosite declares what tests use of ory/fosite.
package fosite

type Config struct {
	TokenURL     string
	GlobalSecret []byte
}
