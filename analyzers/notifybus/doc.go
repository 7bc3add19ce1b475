/*
Package notifybus defines the rule notifybus.

# Analyzer notifybus

notifybus: subscribers and broadcasts in process memory

Subscribers are kept in a list of this process and messages are sent to those in it. A change that arrives on one replica does
not reach the listeners of another, and nothing survives a reconnect.

## Flagged

  - containers of channels, response writers or sessions that are walked to send to each;
  - listeners of start-up that a request over HTTP tells what it brought, as new settings;
  - queues from which another request's stream is fed, in a transport written by hand, where they drop what does not fit;
  - notifications to all or to specific clients, and resource updates, sent outside the request's own stream.

## Not flagged

  - progress and log notifications on the stream of the running request;
  - channels that join goroutines of one call, queues of the process;
  - what a function that was handed to a bus passes on to the clients of its replica (info).

## Rewrite

Publish through a bus that all replicas share, and let each replica tell the `subscriptions/listen` streams that it holds. Before:

	func (s *Server) webhook(w http.ResponseWriter, r *http.Request) {
		s.mcp.ResourceUpdated(r.Context(), &mcp.ResourceUpdatedNotificationParams{URI: uri(r)})
	}

After:

	func (s *Server) webhook(w http.ResponseWriter, r *http.Request) {
		s.bus.Publish(r.Context(), "resource", uri(r))
	}

	s.bus.Subscribe("resource", func(uri string) { // on every replica
		s.mcp.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: uri})
	})

## Limits

  - That the bus of such a function is one that all replicas share, and that every replica listens, is not checked.
  - A loop of start-up that sends to all clients is reported also where every replica runs it with the same news.
*/
package notifybus
