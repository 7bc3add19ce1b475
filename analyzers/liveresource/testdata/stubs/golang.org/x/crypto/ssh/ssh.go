// Package ssh declares what the tests use of the library.
package ssh

type Client struct{}

type Session struct{}

type ClientConfig struct{ User string }

func Dial(network, addr string, config *ClientConfig) (*Client, error) { return nil, nil }
func (c *Client) NewSession() (*Session, error)                        { return nil, nil }
func (c *Client) Close() error                                         { return nil }
func (s *Session) Output(cmd string) ([]byte, error)                   { return nil, nil }
func (s *Session) Close() error                                        { return nil }
