package handles

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// addresses holds, for each store, how to get the address of one for a test. "" skips the test.
var addresses = map[string]func(t *testing.T) string{
	"memory": func(*testing.T) string { return "memory:" },
}

// everyStore runs a test on all stores.
func everyStore(t *testing.T, test func(t *testing.T, s Store)) {
	for name, address := range addresses {
		t.Run(name, func(t *testing.T) {
			s, err := Open(t.Context(), need(t, address))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
			test(t, s)
		})
	}
}

func need(t *testing.T, address func(t *testing.T) string) string {
	a := address(t)
	if a == "" {
		t.Skip("no server to test with: see the test of this store for the variable that names one")
	}
	return a
}

type draft struct {
	Title string
	Lines []string
}

// someone is a principal of its own for each test, since stores outlive tests.
func someone(t *testing.T) string { return fmt.Sprintf("user:%s:%d", t.Name(), time.Now().UnixNano()) }

func TestHandles(t *testing.T) {
	everyStore(t, func(t *testing.T, s Store) {
		ctx, alice := t.Context(), someone(t)
		k := &Kind[draft]{Name: "draft", TTL: time.Hour, MintedBy: "start_draft", Store: s}
		id, err := k.Create(ctx, alice, draft{Title: "a"})
		if err != nil {
			t.Fatal(err)
		}
		if rest, ok := strings.CutPrefix(id, "draft_"); !ok || len(rest) < 26 {
			t.Errorf("handle %q: want the kind and at least 26 letters of 5 bits", id)
		}
		if d, err := k.Get(ctx, alice, id); err != nil || d.Title != "a" {
			t.Errorf("got %+v, %v", d, err)
		}
		if err := k.Put(ctx, alice, id, draft{}); !errors.Is(err, ErrExists) {
			t.Errorf("a second record under one handle: %v", err)
		}
		if err := k.Update(ctx, alice, id, func(d *draft) error { d.Title = "b"; return nil }); err != nil {
			t.Fatal(err)
		}
		if err := k.Update(ctx, alice, id, func(d *draft) error { d.Title = "c"; return errors.New("no") }); err == nil {
			t.Error("a change that fails is no error")
		}
		if d, err := k.Get(ctx, alice, id); err != nil || d.Title != "b" {
			t.Errorf("got %+v, %v", d, err)
		}
		other, err := k.Create(ctx, alice, draft{Title: "z"})
		if err != nil {
			t.Fatal(err)
		}
		if l, err := k.List(ctx, alice); err != nil || len(l) != 2 {
			t.Errorf("list: %+v, %v", l, err)
		}
		if err := k.Revoke(ctx, alice, other); err != nil {
			t.Fatal(err)
		}
		if l, err := k.List(ctx, alice); err != nil || len(l) != 1 || l[0].Handle != id || l[0].Value.Title != "b" {
			t.Errorf("list: %+v, %v", l, err)
		}
		if d, err := k.Take(ctx, alice, id); err != nil || d.Title != "b" {
			t.Errorf("take: %+v, %v", d, err)
		}
		if _, err := k.Take(ctx, alice, id); !errors.Is(err, ErrUnknown) {
			t.Errorf("taken twice: %v", err)
		}
		if err := k.Revoke(ctx, alice, id); err != nil {
			t.Errorf("ended twice: %v", err)
		}
		for _, title := range []string{"first", "second"} {
			if err := k.Set(ctx, alice, "mine", draft{Title: title}); err != nil {
				t.Fatal(err)
			}
			if d, err := k.Get(ctx, alice, "mine"); err != nil || d.Title != title {
				t.Errorf("set: %+v, %v", d, err)
			}
			if title == "first" {
				continue
			}
			if err := k.Revoke(ctx, alice, "mine"); err != nil {
				t.Fatal(err)
			}
			if err := k.Set(ctx, alice, "mine", draft{Title: "again"}); err != nil {
				t.Errorf("set after the end: %v", err)
			}
		}
		if _, err := k.Get(ctx, alice+"x", "mine"); !errors.Is(err, ErrUnknown) {
			t.Errorf("another principal's name: %v", err)
		}
		plan := &Kind[draft]{Name: "plan", TTL: time.Hour, Store: s}
		if err := plan.Set(ctx, alice, "mine", draft{}); err == nil {
			t.Error("the name of another kind was taken over")
		}
	})
}

// Whoever tries handles out learns nothing from the answer.
func TestConstantAnswer(t *testing.T) {
	everyStore(t, func(t *testing.T, s Store) {
		ctx, alice, bob := t.Context(), someone(t), someone(t)+"b"
		k := &Kind[draft]{Name: "draft", TTL: time.Hour, MintedBy: "start_draft", Store: s}
		short := &Kind[draft]{Name: "draft", TTL: time.Millisecond, MintedBy: "start_draft", Store: s}
		plan := &Kind[draft]{Name: "plan", TTL: time.Hour, Store: s}
		create := func(k *Kind[draft], who string) string {
			id, err := k.Create(ctx, who, draft{})
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		gone, expired := create(k, alice), create(short, alice)
		if err := k.Revoke(ctx, alice, gone); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
		var first string
		for what, id := range map[string]string{
			"unknown": k.Mint(), "malformed": "x'; DROP TABLE handle_records", "empty": "", "foreign": create(k, bob), "revoked": gone, "expired": expired, "of another kind": create(plan, alice),
		} {
			_, err := k.Get(ctx, alice, id)
			var unknown *UnknownError
			if !errors.As(err, &unknown) {
				t.Errorf("%s: %v", what, err)
				continue
			}
			if first == "" {
				first = err.Error()
			}
			if err.Error() != first {
				t.Errorf("%s: %q, not %q", what, err, first)
			}
			if err := k.Update(ctx, alice, id, func(*draft) error { return nil }); err == nil || err.Error() != first {
				t.Errorf("change of %s: %v", what, err)
			}
			if id != "" && strings.Contains(err.Error(), id) {
				t.Errorf("%s: the answer repeats the handle", what)
			}
		}
		for _, want := range []string{"1 hour", "start_draft"} {
			if !strings.Contains(first, want) {
				t.Errorf("%q does not say %q", first, want)
			}
		}
	})
}

func TestLifetime(t *testing.T) {
	everyStore(t, func(t *testing.T, s Store) {
		ctx, alice := t.Context(), someone(t)
		fixed := &Kind[draft]{Name: "fixed", TTL: 2 * time.Second, Store: s}
		sliding := &Kind[draft]{Name: "sliding", TTL: 2 * time.Second, Sliding: true, Store: s}
		a, err := fixed.Create(ctx, alice, draft{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := sliding.Create(ctx, alice, draft{})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			time.Sleep(750 * time.Millisecond) // far from the end, also on a busy machine
			if _, err := sliding.Get(ctx, alice, b); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := fixed.Get(ctx, alice, a); !errors.Is(err, ErrUnknown) {
			t.Errorf("after its time: %v", err)
		}
		if l, err := fixed.List(ctx, alice); err != nil || len(l) > 0 {
			t.Errorf("list: %v, %v", l, err)
		}
		if _, err := s.Sweep(ctx, time.Now()); err != nil {
			t.Error(err)
		}
		if _, err := sliding.Get(ctx, alice, b); err != nil {
			t.Errorf("swept while alive: %v", err)
		}
	})
}

func TestConcurrentChanges(t *testing.T) {
	everyStore(t, func(t *testing.T, s Store) {
		ctx, alice := t.Context(), someone(t)
		k := &Kind[draft]{Name: "draft", TTL: time.Hour, Store: s}
		id, err := k.Create(ctx, alice, draft{})
		if err != nil {
			t.Fatal(err)
		}
		const workers, each = 8, 6
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				for i := range each {
					if err := k.Update(ctx, alice, id, func(d *draft) error {
						d.Lines = append(d.Lines, fmt.Sprint(w, i))
						return nil
					}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if d, err := k.Get(ctx, alice, id); err != nil || len(d.Lines) != workers*each {
			t.Errorf("%d of %d changes are there, %v", len(d.Lines), workers*each, err)
		}
		var winners atomic.Int32
		for range workers {
			wg.Go(func() {
				switch _, err := k.Take(ctx, alice, id); {
				case err == nil:
					winners.Add(1)
				case !errors.Is(err, ErrUnknown):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if winners.Load() != 1 {
			t.Errorf("%d calls took one handle", winners.Load())
		}
	})
}

func TestApply(t *testing.T) {
	everyStore(t, func(t *testing.T, s Store) {
		ctx, alice := t.Context(), someone(t)
		k := &Kind[draft]{Name: "draft", TTL: time.Hour, Store: s}
		ids := make([]string, 2)
		for i := range ids {
			var err error
			if ids[i], err = k.Create(ctx, alice, draft{}); err != nil {
				t.Fatal(err)
			}
		}
		add := func(id, key string) (int, bool, error) {
			return Apply(ctx, k, alice, id, key, func(d *draft) (int, error) {
				d.Lines = append(d.Lines, key)
				return len(d.Lines), nil
			})
		}
		var wg sync.WaitGroup
		var ran atomic.Int32
		for range 8 {
			wg.Go(func() {
				n, repeated, err := add(ids[0], "k1")
				if err != nil || n != 1 {
					t.Errorf("got %d, %v", n, err)
				}
				if !repeated {
					ran.Add(1)
				}
			})
		}
		wg.Wait()
		if ran.Load() != 1 {
			t.Errorf("ran %d times under one key", ran.Load())
		}
		if n, repeated, err := add(ids[0], "k2"); err != nil || repeated || n != 2 {
			t.Errorf("another key: %d, %t, %v", n, repeated, err)
		}
		if n, repeated, err := add(ids[1], "k1"); err != nil || repeated || n != 1 {
			t.Errorf("another handle: %d, %t, %v", n, repeated, err)
		}
		if n, repeated, err := add(ids[0], "k1"); err != nil || !repeated || n != 1 {
			t.Errorf("a repetition: %d, %t, %v", n, repeated, err)
		}
		if _, _, err := add(ids[0], ""); !errors.Is(err, ErrNoKey) {
			t.Errorf("no key: %v", err)
		}
	})
}

func TestOnce(t *testing.T) {
	everyStore(t, func(t *testing.T, s Store) {
		ctx, alice, bob := t.Context(), someone(t), someone(t)+"b"
		var ran atomic.Int32
		pay := func(who, scope, key string) (string, bool, error) {
			return Once(ctx, s, who, scope, key, func(context.Context) (string, error) {
				time.Sleep(50 * time.Millisecond)
				return "receipt " + strconv.Itoa(int(ran.Add(1))), nil
			})
		}
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if got, _, err := pay(alice, "pay", "k"); err != nil || got != "receipt 1" {
					t.Errorf("got %q, %v", got, err)
				}
			})
		}
		wg.Wait()
		if n := ran.Load(); n != 1 {
			t.Fatalf("ran %d times under one key", n)
		}
		for what, call := range map[string][3]string{"another key": {alice, "pay", "k2"}, "another scope": {alice, "refund", "k"}, "another caller": {bob, "pay", "k"}} {
			if got, repeated, err := pay(call[0], call[1], call[2]); err != nil || repeated || got == "receipt 1" {
				t.Errorf("%s: %q, %t, %v", what, got, repeated, err)
			}
		}
		fail := errors.New("refused")
		once := func(f func(context.Context) (int, error)) (int, bool, error) {
			return Once(ctx, s, alice, "charge", "k", f)
		}
		if _, _, err := once(func(context.Context) (int, error) { return 0, fail }); !errors.Is(err, fail) {
			t.Errorf("got %v", err)
		}
		if n, repeated, err := once(func(context.Context) (int, error) { return 7, nil }); err != nil || repeated || n != 7 {
			t.Errorf("after a failure: %d, %t, %v", n, repeated, err)
		}
	})
}

// A write that panics leaves what a process does that ends: nobody goes on saying that it runs.
func TestPanic(t *testing.T) {
	everyStore(t, func(t *testing.T, s Store) {
		ctx, alice := t.Context(), someone(t)
		defer func(lease, wait time.Duration) { ClaimLease, ClaimWait = lease, wait }(ClaimLease, ClaimWait)
		ClaimLease, ClaimWait = 300*time.Millisecond, 10*time.Second
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic is lost")
				}
			}()
			_, _, _ = Once(ctx, s, alice, "pay", "k", func(context.Context) (int, error) { panic("half-way") })
		}()
		run := func(context.Context) (int, error) {
			t.Error("ran again although the first call may have had its effect")
			return 0, nil
		}
		if _, _, err := Once(ctx, s, alice, "pay", "k", run); !errors.Is(err, ErrUncertain) {
			t.Errorf("got %v", err)
		}
	})
}

// What a process leaves when it ends in the middle of a write.
func TestHalfway(t *testing.T) {
	everyStore(t, func(t *testing.T, s Store) {
		ctx, alice := t.Context(), someone(t)
		at := time.Now()
		dead := Result{Principal: alice, Scope: "pay", Key: "k", Token: "dead", Running: true, Lease: at.Add(-time.Second), Expires: at.Add(time.Hour)}
		if _, ok, err := s.Claim(ctx, dead, at); err != nil || !ok {
			t.Fatal(ok, err)
		}
		run := func(context.Context) (int, error) {
			t.Error("ran again although the first call may have had its effect")
			return 0, nil
		}
		if _, _, err := Once(ctx, s, alice, "pay", "k", run); !errors.Is(err, ErrUncertain) {
			t.Errorf("got %v", err)
		}
		busy := dead
		busy.Key, busy.Token, busy.Lease = "k2", "busy", at.Add(time.Hour)
		if _, ok, err := s.Claim(ctx, busy, at); err != nil || !ok {
			t.Fatal(ok, err)
		}
		defer func(d time.Duration) { ClaimWait = d }(ClaimWait)
		ClaimWait = 50 * time.Millisecond
		if _, _, err := Once(ctx, s, alice, "pay", "k2", run); !errors.Is(err, ErrRunning) {
			t.Errorf("got %v", err)
		}
		if err := s.Finish(ctx, Result{Principal: alice, Scope: "pay", Key: "k2", Token: "other"}); !errors.Is(err, ErrConflict) {
			t.Errorf("a result of a call without the claim: %v", err)
		}
	})
}

func TestSingleUse(t *testing.T) {
	everyStore(t, func(t *testing.T, s Store) {
		ctx, alice := t.Context(), someone(t)
		states := States{Keys: testKeys(t, "a"), Single: true, Store: s}
		text, err := states.Seal(alice, "pay", nil, "approved")
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		var opened atomic.Int32
		for range 8 {
			wg.Go(func() {
				var v string
				switch err := states.Open(ctx, alice, "pay", nil, text, &v); {
				case err == nil && v == "approved":
					opened.Add(1)
				case !errors.Is(err, ErrUnknown):
					t.Errorf("got %q, %v", v, err)
				}
			})
		}
		wg.Wait()
		if opened.Load() != 1 {
			t.Errorf("opened %d times", opened.Load())
		}
	})
}

// Several processes share one store.
func TestProcesses(t *testing.T) {
	if spec := os.Getenv("HANDLES_TEST_PROCESS"); spec != "" {
		worker(t, strings.Fields(spec))
		return
	}
	for name, get := range addresses {
		if name == "memory" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			ctx, alice, address := t.Context(), "user:"+strconv.FormatInt(time.Now().UnixNano(), 36), need(t, get)
			s, err := Open(ctx, address)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			k := &Kind[draft]{Name: "draft", TTL: time.Hour, Store: s}
			id, err := k.Create(ctx, alice, draft{})
			if err != nil {
				t.Fatal(err)
			}
			var wg sync.WaitGroup
			for range 2 {
				wg.Go(func() {
					cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestProcesses$")
					cmd.Env = append(os.Environ(), "HANDLES_TEST_PROCESS="+address+" "+alice+" "+id)
					if out, err := cmd.CombinedOutput(); err != nil {
						t.Errorf("%v\n%s", err, out)
					}
				})
			}
			wg.Wait()
			d, err := k.Get(ctx, alice, id)
			if err != nil || len(d.Lines) != 2*changes+1 {
				t.Errorf("want %d changes of each process and one of both, got %d, %v", changes, len(d.Lines), err)
			}
		})
	}
}

// changes is how many changes each process makes.
const changes = 10

func worker(t *testing.T, spec []string) {
	s, err := Open(t.Context(), spec[0])
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	k := &Kind[draft]{Name: "draft", TTL: time.Hour, Store: s}
	for i := range changes {
		if err := k.Update(t.Context(), spec[1], spec[2], func(d *draft) error {
			d.Lines = append(d.Lines, strconv.Itoa(i))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err = Apply(t.Context(), k, spec[1], spec[2], "one key for both", func(d *draft) (int, error) {
		d.Lines = append(d.Lines, "once")
		return len(d.Lines), nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
