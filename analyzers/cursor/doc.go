/*
Package cursor defines the rule cursor.

# Analyzer cursor

cursor: a position that the server keeps between calls

The server remembers how far a client has read and goes on from there. The next call on another replica begins anew or skips, and
two clients advance each other.

The specification has the client carry the position: an opaque cursor goes out with one page and comes back with the request
for the next.

## Flagged

  - a number that outlives the call, is called a cursor, an offset, a position, a page or the like, advances in a request and
    reaches an answer.

## Not flagged

  - cursors that the client carries;
  - positions of a loop, or of a reader that one call makes;
  - marks of background work that no request reads.

## Rewrite

Put the position into the result and take it back as an argument; seal it if a caller must not choose it freely. Before:

	page := s.rows[s.offset:min(s.offset+size, len(s.rows))]
	s.offset += len(page)
	return nil, ListResult{Rows: page}, nil

After:

	at, err := s.cursors.Open(in.Cursor) // "" is the start
	if err != nil {
		return nil, ListResult{}, errors.New("unknown cursor: list again without one")
	}
	page := s.rows[at:min(at+size, len(s.rows))]
	return nil, ListResult{Rows: page, NextCursor: s.cursors.Seal(at + len(page))}, nil

## Limits

  - Recognised by its name: a position that is called something else is reported as ambient.
  - A position inside an entry of a map belongs to the map, which workflow reports.
*/
package cursor
