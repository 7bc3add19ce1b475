/*
Package notifybus defines the rule notifybus.

# Analyzer notifybus

notifybus: subscribers and broadcasts in process memory

Subscribers are kept in a list of this process and messages are sent to those in it. A change that arrives on one replica does
not reach the listeners of another.

## Flagged

- containers of channels, response writers or sessions that are walked to send to each;
- notifications to all or to specific clients, and resource updates, sent outside the request's own stream.

## Not flagged

- progress and log notifications on the stream of the running request;
- channels that join goroutines of one call.

## Rewrite

Publish through a bus that all replicas share (Redis, NATS) and let each replica serve its own `subscriptions/listen` streams.

## Limits

Whether a background sender runs on every replica with the same data cannot be seen.
*/
package notifybus
