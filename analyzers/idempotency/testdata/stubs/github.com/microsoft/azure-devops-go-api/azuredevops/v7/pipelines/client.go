// Package pipelines declares what the cases use.
package pipelines

import "context"

type Client interface {
	RunPipeline(ctx context.Context, id int) error
}
