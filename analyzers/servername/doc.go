/*
Package servername defines the rule servername.

# Analyzer servername

servername: a server name that differs per instance

The implementation name contains the host's name, the process id, a time or something random. Sealed state and caches that are bound
to the name are refused by every other replica, and a client sees a different server on every request.

## Flagged

  - names from the host, the process, the clock or a random source that reach the server's implementation record.

## Not flagged

  - constants and configured names;
  - instance identity in logs and metrics;
  - modules that serve stdio only (info).

## Rewrite

A constant name; the instance goes into logs and metrics. Before:

	host, _ := os.Hostname()
	srv := mcp.NewServer(&mcp.Implementation{Name: "files-" + host, Version: version}, nil)

After:

	host, _ := os.Hostname()
	log := slog.With("instance", host)
	srv := mcp.NewServer(&mcp.Implementation{Name: "files", Version: version}, nil)

## Limits

  - A configured name that differs per instance (`POD_NAME`) is seen only in the deployment files.
*/
package servername
