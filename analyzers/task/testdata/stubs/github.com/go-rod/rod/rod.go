// Package rod declares what the tests use of the library.
package rod

type Browser struct{}

type Page struct{}

func New() *Browser                             { return nil }
func (b *Browser) Connect() error               { return nil }
func (b *Browser) MustPage(url ...string) *Page { return nil }
func (p *Page) MustNavigate(url string) *Page   { return nil }
func (p *Page) HTML() (string, error)           { return "", nil }
func (p *Page) Close() error                    { return nil }
