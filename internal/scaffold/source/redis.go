package handles

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

func init() {
	openers["redis"] = OpenRedis
	openers["rediss"] = OpenRedis
}

// Redis is a store in Redis, version 6.2 or later, or in what speaks its protocol. Redis forgets by itself what has expired. What it
// loses when it is restarted (see its settings appendonly and appendfsync) the store loses too.
type Redis struct{ rdb redis.UniversalClient }

var _ Store = (*Redis)(nil)

// OpenRedis opens a store in Redis. The address is "redis://user:password@host:6379/0", or "rediss:" for TLS.
func OpenRedis(ctx context.Context, address string) (Store, error) {
	options, err := redis.ParseURL(address)
	if err != nil {
		return nil, fmt.Errorf("the address of Redis: %w", err)
	}
	rdb := redis.NewClient(options)
	if err := rdb.Ping(ctx).Err(); err != nil {
		rdb.Close()
		return nil, fmt.Errorf("redis on %s: %w", options.Addr, err)
	}
	return &Redis{rdb: rdb}, nil
}

// NewRedis is a store on a client that the program has already. In a cluster all keys of one principal are on one node.
func NewRedis(rdb redis.UniversalClient) *Redis { return &Redis{rdb: rdb} }

func part(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }

// key joins parts that hold no colon. The braces tell a cluster to keep a principal's keys together.
func key(what, principal string, parts ...string) string {
	k := "handle:{" + part(principal) + "}:" + what
	for _, p := range parts {
		k += ":" + part(p)
	}
	return k
}

func recordKey(principal, handle string) string   { return key("record", principal, handle) }
func resultKey(principal, scope, k string) string { return key("result", principal, scope, k) }
func kindKey(principal, kind string) string       { return key("kind", principal, kind) }

// must is for values that JSON can always write.
func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// insert: KEYS record, kind; ARGV data, expires, handle. The record is a hash of version (v) and data (d).
var insert = redis.NewScript(`
local old = redis.call('HGET', KEYS[1], 'd')
if old and not cjson.decode(old).Revoked then return 0 end
redis.call('HINCRBY', KEYS[1], 'v', 1)
redis.call('HSET', KEYS[1], 'd', ARGV[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[3])
local last = redis.call('ZREVRANGE', KEYS[2], 0, 0, 'WITHSCORES')
redis.call('PEXPIREAT', KEYS[2], last[2])
return 1`)

// save: KEYS record, kind, result; ARGV version, data, expires, handle, revoked, result's data, result's expires.
var save = redis.NewScript(`
if redis.call('HGET', KEYS[1], 'v') ~= ARGV[1] then return 0 end
if ARGV[6] ~= '' then
  if redis.call('EXISTS', KEYS[3]) == 1 then return 0 end
  redis.call('SET', KEYS[3], ARGV[6], 'PXAT', ARGV[7])
end
redis.call('HSET', KEYS[1], 'v', ARGV[1] + 1, 'd', ARGV[2])
redis.call('PEXPIREAT', KEYS[1], ARGV[3])
if ARGV[5] == '1' then
  redis.call('ZREM', KEYS[2], ARGV[4])
else
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[4])
  local last = redis.call('ZREVRANGE', KEYS[2], 0, 0, 'WITHSCORES')
  redis.call('PEXPIREAT', KEYS[2], last[2])
end
return 1`)

// claim: KEYS result; ARGV data, expires, token. It returns the data that is in its way, or nothing.
var claim = redis.NewScript(`
local old = redis.call('GET', KEYS[1])
if old then
  local r = cjson.decode(old)
  if not r.Running or r.Token ~= ARGV[3] then return old end
end
redis.call('SET', KEYS[1], ARGV[1], 'PXAT', ARGV[2])
return false`)

// finish: KEYS result; ARGV token, data, expires. Without data it gives the claim up.
var finish = redis.NewScript(`
local old = redis.call('GET', KEYS[1])
if not old then return 0 end
local r = cjson.decode(old)
if not r.Running or r.Token ~= ARGV[1] then return 0 end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[2], 'PXAT', ARGV[3])
end
return 1`)

// changed runs a script that says whether it has changed anything.
func (s *Redis) changed(ctx context.Context, script *redis.Script, otherwise error, keys []string, args ...any) error {
	n, err := script.Run(ctx, s.rdb, keys, args...).Int()
	if err == nil && n == 0 {
		return otherwise
	}
	return err
}

// Insert implements Store.
func (s *Redis) Insert(ctx context.Context, r Record, _ time.Time) error {
	return s.changed(ctx, insert, ErrExists, []string{recordKey(r.Principal, r.Handle), kindKey(r.Principal, r.Kind)},
		must(json.Marshal(r)), r.Expires.UnixMilli(), r.Handle)
}

// Load implements Store.
func (s *Redis) Load(ctx context.Context, principal, handle string, at time.Time) (Record, error) {
	fields, err := s.rdb.HMGet(ctx, recordKey(principal, handle), "v", "d").Result()
	if err != nil {
		return Record{}, err
	}
	return read(fields, at)
}

// read makes a record of the fields v and d.
func read(fields []any, at time.Time) (r Record, err error) {
	version, _ := fields[0].(string)
	data, ok := fields[1].(string)
	if !ok {
		return Record{}, ErrUnknown
	}
	if err := json.Unmarshal([]byte(data), &r); err != nil {
		return Record{}, fmt.Errorf("handles: a stored record cannot be read: %w", err)
	}
	if _, err := fmt.Sscan(version, &r.Version); err != nil {
		return Record{}, fmt.Errorf("handles: a stored record cannot be read: %w", err)
	}
	if !r.live(at) {
		return Record{}, ErrUnknown
	}
	return r, nil
}

// Save implements Store.
func (s *Redis) Save(ctx context.Context, r Record, done *Result, _ time.Time) error {
	keys := []string{recordKey(r.Principal, r.Handle), kindKey(r.Principal, r.Kind), recordKey(r.Principal, r.Handle)}
	args := []any{r.Version, must(json.Marshal(r)), r.Expires.UnixMilli(), r.Handle, 0, "", ""}
	if r.Revoked {
		args[4] = 1
	}
	if done != nil {
		keys[2] = resultKey(done.Principal, done.Scope, done.Key)
		args[5], args[6] = must(json.Marshal(done)), done.Expires.UnixMilli()
	}
	return s.changed(ctx, save, ErrConflict, keys, args...)
}

// List implements Store.
func (s *Redis) List(ctx context.Context, principal, kind string, at time.Time) ([]Record, error) {
	handles, err := s.rdb.ZRangeByScore(ctx, kindKey(principal, kind), &redis.ZRangeBy{Min: fmt.Sprintf("(%d", at.UnixMilli()), Max: "+inf"}).Result()
	if err != nil || len(handles) == 0 {
		return nil, err
	}
	cmds, err := s.rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, h := range handles {
			p.HMGet(ctx, recordKey(principal, h), "v", "d")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out []Record
	for _, c := range cmds {
		r, err := read(c.(*redis.SliceCmd).Val(), at)
		if errors.Is(err, ErrUnknown) {
			continue // gone since the first question
		}
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// Sweep implements Store. Redis sweeps by itself.
func (s *Redis) Sweep(context.Context, time.Time) (int, error) { return 0, nil }

// Claim implements Store.
func (s *Redis) Claim(ctx context.Context, r Result, _ time.Time) (Result, bool, error) {
	old, err := claim.Run(ctx, s.rdb, []string{resultKey(r.Principal, r.Scope, r.Key)}, must(json.Marshal(r)), r.Expires.UnixMilli(), r.Token).Text()
	switch {
	case errors.Is(err, redis.Nil):
		return Result{}, true, nil
	case err != nil:
		return Result{}, false, err
	}
	first, err := readResult(old)
	return first, false, err
}

func readResult(data string) (r Result, err error) {
	if err := json.Unmarshal([]byte(data), &r); err != nil {
		return Result{}, fmt.Errorf("handles: a stored result cannot be read: %w", err)
	}
	return r, nil
}

// Recorded implements Store.
func (s *Redis) Recorded(ctx context.Context, principal, scope, key string, at time.Time) (Result, error) {
	data, err := s.rdb.Get(ctx, resultKey(principal, scope, key)).Result()
	if errors.Is(err, redis.Nil) {
		return Result{}, ErrUnknown
	}
	if err != nil {
		return Result{}, err
	}
	r, err := readResult(data)
	if err == nil && !at.Before(r.Expires) {
		err = ErrUnknown
	}
	return r, err
}

// Finish implements Store.
func (s *Redis) Finish(ctx context.Context, r Result) error {
	return s.changed(ctx, finish, ErrConflict, []string{resultKey(r.Principal, r.Scope, r.Key)}, r.Token, must(json.Marshal(r)), r.Expires.UnixMilli())
}

// Release implements Store.
func (s *Redis) Release(ctx context.Context, r Result) error {
	return s.changed(ctx, finish, nil, []string{resultKey(r.Principal, r.Scope, r.Key)}, r.Token, "", "")
}

// Spend implements Store.
func (s *Redis) Spend(ctx context.Context, id string, expires, at time.Time) (bool, error) {
	ttl := expires.Sub(at)
	if ttl < time.Millisecond {
		ttl = time.Millisecond
	}
	return s.rdb.SetNX(ctx, "handle:spent:"+part(id), 1, ttl).Result()
}

// Close implements Store.
func (s *Redis) Close() error { return s.rdb.Close() }
