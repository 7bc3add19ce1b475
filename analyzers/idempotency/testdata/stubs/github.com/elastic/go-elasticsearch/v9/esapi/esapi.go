// Package esapi declares what the cases use.
package esapi

import "io"

type Response struct{ StatusCode int }

type IndexRequest struct{ DocumentID string }

type (
	Index  func(index string, body io.Reader, o ...func(*IndexRequest)) (*Response, error)
	Create func(index, id string, body io.Reader) (*Response, error)
	Search func(o ...func()) (*Response, error)
)

// API holds its methods as fields.
type API struct {
	Index  Index
	Create Create
	Search Search
}

func New() *API { return nil }
