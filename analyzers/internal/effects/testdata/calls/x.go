package app

import (
	"context"
	"fmt"
	"sync"
)

type handler func(ctx context.Context, s string) error

func wrap(h handler) handler {
	n := 0
	return func(ctx context.Context, s string) error {
		n++
		defer fmt.Println(n)
		return h(ctx, s)
	}
}

func start(mu *sync.Mutex, hs []handler, done <-chan struct{}) error {
	mu.Lock()
	defer mu.Unlock()
	errs := make(chan error, len(hs))
	for _, h := range hs {
		go func() { errs <- h(context.Background(), "go") }()
	}
	select {
	case err := <-errs:
		return err
	case <-done:
		return nil
	}
}
