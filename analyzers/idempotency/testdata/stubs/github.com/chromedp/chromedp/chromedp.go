// Package chromedp declares what the tests use of the package.
package chromedp

import "context"

type (
	Action      interface{ Do(context.Context) error }
	QueryOption func(*int)
)

func NewContext(parent context.Context) (context.Context, context.CancelFunc)
func Run(ctx context.Context, actions ...Action) error
func Navigate(url string) Action
func Click(sel any, opts ...QueryOption) Action
func SendKeys(sel any, v string, opts ...QueryOption) Action
func SetValue(sel any, value string, opts ...QueryOption) Action
func Evaluate(expression string, res any) Action
