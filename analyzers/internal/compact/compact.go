// Package compact writes plain data as few bytes, always the same ones for the
// same data: what facts and caches need of summaries, and what gob, whose maps
// and type numbers vary, does not give.
//
// Data is made of booleans, integers, strings, slices, maps of strings to
// strings, structs with exported fields, and pointers to structs that are not
// nil. Every string is written once. A struct is a bit set of its non-zero
// fields and those fields. The encoding begins with a digest of the type, so
// that data of another version is refused, not misread.
package compact

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// maxSize bounds what is unpacked from data that is damaged.
const maxSize = 1 << 30

var errDamaged = errors.New("compact: damaged data")

// Marshal encodes the data that v, a pointer to a struct, points to. It panics
// if the type is not made of what the package can write.
func Marshal(v any) []byte {
	rv := reflect.ValueOf(v).Elem()
	e := &encoder{index: map[string]uint64{}}
	codecOf(rv.Type()).encode(e, rv)

	raw := binary.AppendUvarint(nil, uint64(len(e.strings)))
	for _, s := range e.strings {
		raw = binary.AppendUvarint(raw, uint64(len(s)))
	}
	for _, s := range e.strings {
		raw = append(raw, s...)
	}
	raw = append(raw, e.body...)

	var out bytes.Buffer
	out.Write(digest(rv.Type()))
	out.Write(binary.AppendUvarint(nil, uint64(len(raw))))
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err == nil {
		_, err = w.Write(raw)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // neither the level nor writing to memory can fail
	}
	return out.Bytes()
}

// Unmarshal decodes what Marshal made of a value of the same type into v.
// Where a slice or map was empty it leaves nil.
func Unmarshal(data []byte, v any) error {
	rv := reflect.ValueOf(v).Elem()
	want := digest(rv.Type())
	rest, ok := bytes.CutPrefix(data, want)
	if !ok {
		return errors.New("compact: data of another version")
	}
	size, n := binary.Uvarint(rest)
	if n <= 0 || size > maxSize {
		return errDamaged
	}
	var buf bytes.Buffer
	if _, err := buf.ReadFrom(io.LimitReader(flate.NewReader(bytes.NewReader(rest[n:])), int64(size))); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	if uint64(buf.Len()) != size {
		return errDamaged
	}
	d := &decoder{body: buf.Bytes()}
	if err := d.table(); err != nil {
		return err
	}
	if err := codecOf(rv.Type()).decode(d, rv); err != nil {
		return err
	}
	if len(d.body) > 0 {
		return errDamaged
	}
	return nil
}

type encoder struct {
	index   map[string]uint64
	strings []string
	body    []byte
}

func (e *encoder) uint(n uint64) { e.body = binary.AppendUvarint(e.body, n) }

func (e *encoder) string(s string) {
	i, ok := e.index[s]
	if !ok {
		i = uint64(len(e.strings))
		e.index[s] = i
		e.strings = append(e.strings, s)
	}
	e.uint(i)
}

type decoder struct {
	strings []string
	body    []byte
}

func (d *decoder) uint() (uint64, error) {
	n, k := binary.Uvarint(d.body)
	if k <= 0 {
		return 0, errDamaged
	}
	d.body = d.body[k:]
	return n, nil
}

// length reads a count of things that take at least one byte each.
func (d *decoder) length() (int, error) {
	n, err := d.uint()
	if err != nil || n > uint64(len(d.body)) {
		return 0, errDamaged
	}
	return int(n), nil
}

func (d *decoder) string() (string, error) {
	i, err := d.uint()
	if err != nil || i >= uint64(len(d.strings)) {
		return "", errDamaged
	}
	return d.strings[i], nil
}

// table reads the strings. They share one allocation.
func (d *decoder) table() error {
	n, err := d.length()
	if err != nil {
		return err
	}
	lengths := make([]int, n)
	total := uint64(0)
	for i := range lengths {
		l, err := d.uint()
		if err != nil || l > maxSize {
			return errDamaged
		}
		lengths[i] = int(l)
		total += l
	}
	if total > uint64(len(d.body)) {
		return errDamaged
	}
	all := string(d.body[:total])
	d.body = d.body[total:]
	d.strings = make([]string, n)
	for i, l := range lengths {
		d.strings[i], all = all[:l], all[l:]
	}
	return nil
}

// codec writes and reads values of one type.
type codec struct {
	encode func(*encoder, reflect.Value)
	decode func(*decoder, reflect.Value) error
}

var codecs sync.Map // reflect.Type -> *codec

func codecOf(t reflect.Type) *codec {
	if c, ok := codecs.Load(t); ok {
		return c.(*codec)
	}
	c := newCodec(t)
	codecs.Store(t, c)
	return c
}

func newCodec(t reflect.Type) *codec {
	switch t.Kind() {
	case reflect.Bool:
		return &codec{
			func(e *encoder, v reflect.Value) {
				if v.Bool() {
					e.uint(1)
				} else {
					e.uint(0)
				}
			},
			func(d *decoder, v reflect.Value) error {
				n, err := d.uint()
				v.SetBool(n == 1)
				return err
			},
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &codec{
			func(e *encoder, v reflect.Value) { n := v.Int(); e.uint(uint64(n<<1) ^ uint64(n>>63)) },
			func(d *decoder, v reflect.Value) error {
				u, err := d.uint()
				n := int64(u>>1) ^ -int64(u&1)
				if err != nil || v.OverflowInt(n) {
					return errDamaged
				}
				v.SetInt(n)
				return nil
			},
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &codec{
			func(e *encoder, v reflect.Value) { e.uint(v.Uint()) },
			func(d *decoder, v reflect.Value) error {
				n, err := d.uint()
				if err != nil || v.OverflowUint(n) {
					return errDamaged
				}
				v.SetUint(n)
				return nil
			},
		}
	case reflect.String:
		return &codec{
			func(e *encoder, v reflect.Value) { e.string(v.String()) },
			func(d *decoder, v reflect.Value) error {
				s, err := d.string()
				v.SetString(s)
				return err
			},
		}
	case reflect.Slice:
		return sliceCodec(t)
	case reflect.Map:
		return mapCodec(t)
	case reflect.Pointer:
		elem := codecOf(t.Elem())
		return &codec{
			func(e *encoder, v reflect.Value) { elem.encode(e, v.Elem()) },
			func(d *decoder, v reflect.Value) error {
				v.Set(reflect.New(t.Elem()))
				return elem.decode(d, v.Elem())
			},
		}
	case reflect.Struct:
		return structCodec(t)
	}
	panic(fmt.Sprintf("compact: cannot write %s", t))
}

func sliceCodec(t reflect.Type) *codec {
	elem := codecOf(t.Elem())
	return &codec{
		func(e *encoder, v reflect.Value) {
			n := v.Len()
			e.uint(uint64(n))
			for i := range n {
				elem.encode(e, v.Index(i))
			}
		},
		func(d *decoder, v reflect.Value) error {
			n, err := d.length()
			if err != nil || n == 0 {
				return err
			}
			// An element may need many bytes in memory for one here: grow as they
			// come, from a capacity that damage cannot inflate.
			v.Set(reflect.MakeSlice(t, 0, min(n, 4096)))
			for i := range n {
				if i == v.Cap() {
					v.Grow(1)
				}
				v.SetLen(i + 1)
				if err := elem.decode(d, v.Index(i)); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func mapCodec(t reflect.Type) *codec {
	if t != reflect.TypeFor[map[string]string]() {
		panic(fmt.Sprintf("compact: cannot write %s", t))
	}
	return &codec{
		func(e *encoder, v reflect.Value) {
			m := v.Interface().(map[string]string)
			e.uint(uint64(len(m)))
			for _, k := range slices.Sorted(maps.Keys(m)) {
				e.string(k)
				e.string(m[k])
			}
		},
		func(d *decoder, v reflect.Value) error {
			n, err := d.length()
			if err != nil || n == 0 {
				return err
			}
			m := make(map[string]string, min(n, 4096))
			for range n {
				k, err := d.string()
				if err != nil {
					return err
				}
				if m[k], err = d.string(); err != nil {
					return err
				}
			}
			v.Set(reflect.ValueOf(m))
			return nil
		},
	}
}

func structCodec(t reflect.Type) *codec {
	if t.NumField() > 64 {
		panic(fmt.Sprintf("compact: %s has too many fields", t))
	}
	fields := make([]*codec, t.NumField())
	bools := make([]bool, t.NumField())
	for i := range fields {
		f := t.Field(i)
		if !f.IsExported() {
			panic(fmt.Sprintf("compact: %s.%s is not exported", t, f.Name))
		}
		fields[i], bools[i] = codecOf(f.Type), f.Type.Kind() == reflect.Bool
	}
	return &codec{
		func(e *encoder, v reflect.Value) {
			var set uint64
			for i := range fields {
				if !empty(v.Field(i)) {
					set |= 1 << i
				}
			}
			e.uint(set)
			for i, c := range fields {
				if set&(1<<i) != 0 && !bools[i] { // the bit says that a bool is true
					c.encode(e, v.Field(i))
				}
			}
		},
		func(d *decoder, v reflect.Value) error {
			set, err := d.uint()
			if err != nil {
				return err
			}
			if len(fields) < 64 && set>>len(fields) != 0 {
				return errDamaged
			}
			for i, c := range fields {
				switch {
				case set&(1<<i) == 0:
					v.Field(i).SetZero()
				case bools[i]:
					v.Field(i).SetBool(true)
				default:
					if err := c.decode(d, v.Field(i)); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}

// empty reports whether a value reads back as its zero value.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	}
	return v.IsZero()
}

// digest identifies a type by its structure.
func digest(t reflect.Type) []byte {
	if d, ok := digests.Load(t); ok {
		return d.([]byte)
	}
	var b strings.Builder
	describe(&b, t, map[reflect.Type]bool{})
	h := fnv.New64a()
	_, _ = io.WriteString(h, b.String()) // a hash never fails
	d := h.Sum(nil)
	digests.Store(t, d)
	return d
}

var digests sync.Map // reflect.Type -> []byte

func describe(b *strings.Builder, t reflect.Type, seen map[reflect.Type]bool) {
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer:
		fmt.Fprintf(b, "%s of ", t.Kind())
		describe(b, t.Elem(), seen)
	case reflect.Struct:
		fmt.Fprintf(b, "struct %s", t.Name())
		if seen[t] {
			return
		}
		seen[t] = true
		for i := range t.NumField() {
			fmt.Fprintf(b, " %s:", t.Field(i).Name)
			describe(b, t.Field(i).Type, seen)
		}
		b.WriteByte(';')
	default:
		b.WriteString(t.Kind().String())
	}
}
