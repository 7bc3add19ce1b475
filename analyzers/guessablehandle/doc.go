/*
Package guessablehandle defines the rule guessablehandle.

# Analyzer guessablehandle

guessablehandle: ids for clients that can be guessed

An id that a client gets and brings back is made from a counter, the time, a short or weak random source. Whoever counts along
reaches what belongs to another caller, and two replicas hand out the same id for different things.

The specification (2026-07-28, server/tools, stateful tools) wants handles that cannot be guessed.

## Flagged

  - keys of state that are minted from a counter, a length, the clock or math/rand, and looked up by an argument of a later call;
  - keys of the same kind under which something beside the requests keeps what an address or a form field of an HTTP request finds;
  - ids of the same kind that an SDK gives to clients, as those of elicitations.

## Not flagged

  - ids with at least 128 bits from crypto/rand, or UUIDs of version 4, also behind a prefix or a time;
  - names that the caller chooses;
  - numbers that never leave the process.

## Rewrite

At least 128 random bits, and nothing in them that means something. Before:

	s.next++
	id := fmt.Sprintf("draft-%d", s.next)

After:

	id := "draft-" + rand.Text() // crypto/rand

## Limits

  - Ids that are stored outside the process are not seen.
  - Whether enough of a strong source is kept (`uuid[:8]`) is not checked.
*/
package guessablehandle
