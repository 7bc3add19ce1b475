package app

type box struct {
	items map[string]int
	open  bool
}

func (b *box) lookup(k string, strict bool) int {
	if !b.open {
		return -1
	}
	v, ok := b.items[k]
	if ok {
		return v
	}
	if strict && k != "" {
		return -2
	}
	for i := range 3 {
		v += i
	}
	return v
}
