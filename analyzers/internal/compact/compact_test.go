package compact

import (
	"bytes"
	"math"
	"reflect"
	"testing"
)

type inner struct {
	Name string
	N    int32
	On   bool
}

type sample struct {
	Version int
	Big     int64
	U       uint8
	Text    string
	On, Off bool
	List    []string
	Nested  [][]int
	Structs []inner
	Points  []*inner
	Map     map[string]string
	Inner   inner
}

func full() *sample {
	return &sample{
		Version: -3, Big: math.MinInt64, U: 255, Text: "a\x00b", On: true, List: []string{"", "x", "x", "long enough to be shared"},
		Nested: [][]int{{1, -1}, nil, {math.MaxInt}}, Structs: []inner{{}, {"x", math.MaxInt32, true}, {N: math.MinInt32}},
		Points: []*inner{{Name: "p"}, {}}, Map: map[string]string{"b": "2", "a": "1", "": ""}, Inner: inner{Name: "in"},
	}
}

func TestRoundTrip(t *testing.T) {
	many := &sample{}
	for i := range 10000 {
		many.Structs = append(many.Structs, inner{N: int32(i)})
	}
	for _, want := range []*sample{{}, full(), many} {
		got := full() // what was there before must not show through
		if err := Unmarshal(Marshal(want), got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v\nwant %+v", got, want)
		}
	}
}

func TestDeterministic(t *testing.T) {
	want := Marshal(full())
	for range 20 {
		if !bytes.Equal(Marshal(full()), want) {
			t.Fatal("the same data has different encodings")
		}
	}
}

func TestOtherType(t *testing.T) {
	type renamed struct{ Versio int }
	data := Marshal(&struct{ Version int }{1})
	if err := Unmarshal(data, &renamed{}); err == nil {
		t.Error("a struct with another field is read")
	}
	if err := Unmarshal(data, &sample{}); err == nil {
		t.Error("a larger struct is read")
	}
}

func TestUnsupported(t *testing.T) {
	for _, v := range []any{&struct{ F float64 }{}, &struct{ M map[string]int }{}, &struct{ f int }{}, &struct{ A any }{}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T: no panic", v)
				}
			}()
			Marshal(v)
		}()
	}
}

func TestDamage(t *testing.T) {
	data := Marshal(full())
	for i := range data {
		if err := Unmarshal(data[:i], &sample{}); err == nil {
			t.Errorf("the first %d of %d bytes are accepted", i, len(data))
		}
	}
}

// What is not an encoding must give an error or some value, never a panic.
func FuzzUnmarshal(f *testing.F) {
	f.Add(Marshal(full()))
	f.Add(Marshal(&sample{}))
	f.Fuzz(func(t *testing.T, data []byte) {
		var v sample
		if Unmarshal(data, &v) != nil {
			return
		}
		var again sample
		if err := Unmarshal(Marshal(&v), &again); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzBody does the same beneath the compression.
func FuzzBody(f *testing.F) {
	f.Add([]byte{1, 1, 'x', 1, 2})
	f.Fuzz(func(t *testing.T, body []byte) {
		d := &decoder{body: body}
		if d.table() != nil {
			return
		}
		var v sample
		codecOf(reflect.TypeFor[sample]()).decode(d, reflect.ValueOf(&v).Elem())
	})
}

func BenchmarkMarshal(b *testing.B) {
	v := full()
	for b.Loop() {
		Marshal(v)
	}
}

func BenchmarkUnmarshal(b *testing.B) {
	data := Marshal(full())
	for b.Loop() {
		if err := Unmarshal(data, &sample{}); err != nil {
			b.Fatal(err)
		}
	}
}
