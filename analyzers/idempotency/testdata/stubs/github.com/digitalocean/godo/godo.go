// Package godo declares what the cases use.
package godo

import "context"

type Action struct{ ID int }

type DropletActionsService interface {
	Snapshot(ctx context.Context, id int, name string) (*Action, error)
	PowerOff(ctx context.Context, id int) (*Action, error)
	Resize(ctx context.Context, id int, size string) (*Action, error)
}

type FirewallsService interface {
	Create(ctx context.Context, name string) error
}

type StorageService interface {
	CreateSnapshot(ctx context.Context, name string) error
	DeleteSnapshot(ctx context.Context, name string) error
}

type Client struct {
	Volumes        StorageService
	DropletActions DropletActionsService
	Firewalls      FirewallsService
}
