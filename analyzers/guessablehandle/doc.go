/*
Package guessablehandle defines the rule guessablehandle.

# Analyzer guessablehandle

guessablehandle: ids for clients that can be guessed

An id that a client gets and brings back is made from a counter, the time, a short or weak random source. Whoever counts along
reaches what belongs to another caller, and two replicas hand out the same id.

## Flagged

- keys of state that are minted from a counter, a length, the clock or `math/rand`, and looked up by an argument.

## Not flagged

- ids from `crypto/rand` of at least 128 bits, UUIDs of version 4;
- ids that never leave the process.

## Rewrite

At least 128 random bits, opaque.

## Limits

Ids that are stored outside the process are not seen.
*/
package guessablehandle
