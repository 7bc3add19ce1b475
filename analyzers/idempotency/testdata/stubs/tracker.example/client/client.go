// Package client stands for a service's client that no table knows.
package client

import "context"

type Ticket struct{ ID, Title string }

type Client struct{}

func New(url string) *Client { return nil }

func (c *Client) CreateTicket(ctx context.Context, title string) (*Ticket, error)   { return nil, nil }
func (c *Client) FindTicket(ctx context.Context, title string) (*Ticket, error)     { return nil, nil }
func (c *Client) CloseTicket(ctx context.Context, id string) error                  { return nil }
func (c *Client) CreateLabel(ctx context.Context, name string) error                { return nil }
func (c *Client) Reopen(ctx context.Context, id string) error                       { return nil }
func (c *Client) EscalateEverything(ctx context.Context, id string) (string, error) { return "", nil }

func (c *Client) PauseWorker(ctx context.Context, id string) error   { return nil }
func (c *Client) RestartWorker(ctx context.Context, id string) error { return nil }
func (c *Client) CreateQueue(ctx context.Context, name string) error { return nil }

func (c *Client) Run(ctx context.Context, f func(context.Context) error) error { return f(ctx) }
func (c *Client) SaveDraft(ctx context.Context, id, text string) error         { return nil }
