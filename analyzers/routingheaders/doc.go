/*
Package routingheaders defines the rule routingheaders.

# Analyzer routingheaders

routingheaders: headers for routing that are kept out or no longer match

Every request of 2026-07-28 repeats its protocol version, its method and, where there is one, the name of the tool, prompt or resource in
headers, so that what stands before the server can route without reading the body. A list of allowed headers that was written for sessions
stops browsers at the preflight request. A gateway that renames a tool in the body and sends on the old header is refused by the server
behind it.

The specification (2026-07-28, basic/transports, streamable HTTP) makes the headers mandatory, and wants requests refused whose headers and
body differ.

## Flagged

  - lists of headers that browsers may send to the MCP server, in code, without MCP-Protocol-Version, Mcp-Method or Mcp-Name: options of
    CORS libraries and of SDKs, the default list of an SDK, the header Access-Control-Allow-Headers written by hand;
  - gateways that change the name in the parameters of a request and send on the Mcp-Name that came in, by name or with all headers;
  - clients that make POST requests by hand, with headers of MCP but without Mcp-Method (low: old servers do not ask for it).

## Not flagged

  - lists with a star, and lists that mention no header of MCP, or only its protocol version: they belong to another part of the program,
    or to the documents of authorization;
  - programs that set Mcp-Name anew;
  - the old HTTP transport with server-sent events.

## Rewrite

Before:

	w.Header().Set("Access-Control-Allow-Headers", "Content-Type, Authorization, Mcp-Session-Id")

After:

	w.Header().Set("Access-Control-Allow-Headers", "Content-Type, Authorization, MCP-Protocol-Version, Mcp-Method, Mcp-Name")

In a gateway, from the body that is sent:

	out.Header.Set("Mcp-Name", params.Name)

## Limits

  - A list that comes from configuration is not seen.
  - Headers that a reverse proxy of a library sends on by itself are not followed.
*/
package routingheaders
