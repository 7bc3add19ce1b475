package app

import "errors"

const greeting = "hello"

var (
	count   int
	current = &item{name: greeting}
	failed  = errors.New("failed")
)

type item struct {
	name string
	tags []string
	next *item
}

func grow(k string, ch chan<- *item) *item {
	count++
	m := map[string]*item{k: current}
	it := item{name: k, tags: make([]string, 1)}
	it.tags[0] = greeting
	copied := it
	m["copy"] = &copied
	delete(m, k)
	for _, x := range m {
		ch <- x
	}
	return m["copy"]
}
