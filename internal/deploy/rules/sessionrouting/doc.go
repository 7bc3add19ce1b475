/*
Package sessionrouting defines the rule sessionrouting.

# Rule sessionrouting

sessionrouting: requests are routed by the protocol session or by their body

A proxy that hashes Mcp-Session-Id, matches it, or reads the body to find out where a request belongs stops working with clients of
2026-07-28: they send no session, and the first request of a session never had one. The headers Mcp-Method and Mcp-Name say what a request
is about without a look into the body.

## Flagged

  - hashing by Mcp-Session-Id in nginx, ingress-nginx, HAProxy, Caddy, Envoy, Istio, Envoy Gateway, Contour, Kong, Cloudflare and Google's load
    balancers;
  - routes that match on the header: nginx map and if, HAProxy access lists, Traefik rules, HTTPRoute, VirtualService, listener rules of AWS;
  - the session id in the query, of the older transport;
  - nginx and HAProxy rules over the request's body in front of the MCP server.

## Not flagged

  - Mcp-Session-Id in logs, in allow-lists and in forwarded headers;
  - access lists that choose no server.

## Rewrite

Plain balancing. Before:

	upstream mcp {
	    hash $http_mcp_session_id consistent;
	    server mcp-1:8080;
	    server mcp-2:8080;
	}

After, once the state is out of the process:

	upstream mcp {
	    server mcp-1:8080;
	    server mcp-2:8080;
	}

## Limits

  - Scripts (Lua, njs, Wasm) that look into a request are not read.
*/
package sessionrouting
