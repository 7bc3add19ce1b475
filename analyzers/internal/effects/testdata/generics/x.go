package app

type list[T any] struct{ items []T }

func (l *list[T]) add(x T) { l.items = append(l.items, x) }

func mapped[T, U any](in []T, f func(T) U) []U {
	var out []U
	for _, x := range in {
		out = append(out, f(x))
	}
	return out
}

func use(words []string) []int {
	l := &list[int]{}
	l.add(1)
	return append(l.items, mapped(words, func(s string) int { return len(s) })...)
}
