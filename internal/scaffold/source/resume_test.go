package handles

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestResume(t *testing.T) {
	t.Setenv(StoreEnv, "memory:") // calls use their store
	everyStore(t, func(t *testing.T, s Store) {
		ada, bob := someone(t), someone(t)+"b"
		name := strings.ReplaceAll(t.Name(), "/", ".") + ".basket"
		m := NewMap[string, *game](name, time.Hour)
		var handle string
		noError(t, during(t, s, ada, func(ctx context.Context) {
			h, err := ResumeOrNew(ctx, name, "", "fill")
			if err != nil || !strings.HasPrefix(h, "basket_") || len(h) < len("basket_")+26 || h == NewHandle(name) {
				t.Fatalf("%q, %v", h, err)
			}
			if _, err := Resume(ctx, name, h, "fill"); !errors.Is(err, ErrUnknown) {
				t.Errorf("before there is an entry: %v", err)
			}
			if got := IfThere(ctx, name, h); got != "" {
				t.Errorf("before there is an entry: %q is there", got)
			}
			m.In(ctx).Set(h, &game{})
			if got := IfThere(ctx, name, h); got != h {
				t.Errorf("in the call that made it: %q is there", got)
			}
			if again, err := Resume(ctx, name, h, "fill"); again != h || err != nil {
				t.Errorf("in the call that made it: %q, %v", again, err)
			}
			handle = h
		}))
		for _, resume := range []func(ctx context.Context, name, handle, mintedBy string) (string, error){Resume, ResumeOrNew, ResumeIfAny} {
			noError(t, during(t, s, ada, func(ctx context.Context) {
				if h, err := resume(ctx, name, handle, "fill"); h != handle || err != nil || IfThere(ctx, name, h) != h {
					t.Errorf("%q, %v", h, err)
				}
			}))
			noError(t, during(t, s, bob, func(ctx context.Context) {
				_, err := resume(ctx, name, handle, "fill")
				if want := "no such basket: it was never made, has expired (one is kept for 1 hour), was ended, or is not yours; call fill for a new one"; err == nil || err.Error() != want {
					t.Errorf("somebody else's: %v", err)
				}
			}))
		}
		noError(t, during(t, s, ada, func(ctx context.Context) {
			if h, err := ResumeIfAny(ctx, name, "", "fill"); h != "" || err != nil {
				t.Errorf("without one: %q, %v", h, err)
			}
			if _, err := Resume(ctx, name, "", "fill"); !errors.Is(err, ErrUnknown) {
				t.Errorf("without one that is needed: %v", err)
			}
			m.In(ctx).Delete(handle)
			if _, err := Resume(ctx, name, handle, "fill"); !errors.Is(err, ErrUnknown) {
				t.Errorf("in the call that ended it: %v", err)
			}
		}))
	})
}
