package app

type namer interface{ name() string }

type base struct{ label string }

func (b *base) name() string { return b.label }

func (b base) twice() string { return b.label + b.label }

type outer struct {
	*base
	n int
}

func use(n namer) string { return n.name() }

func bound(o *outer) (func() string, func() string) {
	return o.name, o.twice
}

func expr() func(*base) string { return (*base).name }

func run() string { return use(&outer{base: &base{"a"}}) }
