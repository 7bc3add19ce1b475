/*
Package routingheaders defines the rule routingheaders.

# Rule routingheaders

routingheaders: what stands before the server does not let requests of 2026-07-28 through

Every request names its protocol version, its method and, where there is one, the tool or resource in headers, and the server refuses requests
whose headers and body differ. There is no GET on the MCP path any more, and no initialize or ping. Lists, filters, timeouts and health checks
that were written for sessions turn such clients away.

## Flagged

  - lists of allowed headers for browsers without MCP-Protocol-Version, Mcp-Method and Mcp-Name: ingress-nginx, nginx, HAProxy, Caddy, Traefik,
    Envoy, Istio, the Gateway API, API Gateway;
  - filters that remove Mcp-* headers from requests (high);
  - health checks that GET the MCP path, or that call initialize or ping, of Kubernetes, Docker, Compose, load balancers and hosting platforms;
  - buffering that is switched on, a limit of the whole response, or an idle timeout below a minute (low) before the MCP server: they cut or
    hold back subscriptions/listen.

## Not flagged

  - lists with a star;
  - removing Mcp-Session-Id;
  - defaults that a file does not mention;
  - checks of a path below the endpoint, such as /mcp/health, and checks that take 405 or 401 for healthy.

## Rewrite

Before:

	nginx.ingress.kubernetes.io/cors-allow-headers: "Content-Type, Authorization, Mcp-Session-Id"

After:

	nginx.ingress.kubernetes.io/cors-allow-headers: "Content-Type, Authorization, MCP-Protocol-Version, Mcp-Method, Mcp-Name"

## Limits

  - The MCP path is taken for one that ends in /mcp, or /sse.
  - A tool's own Mcp-Param-* headers are not known.
*/
package routingheaders
