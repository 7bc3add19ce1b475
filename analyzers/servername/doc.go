/*
Package servername defines the rule servername.

# Analyzer servername

servername: a server name that differs per instance

The implementation name, an audience or a key prefix contains the host's name, the process id or something random. Sealed state
and caches that are bound to it are refused by every other replica.

## Flagged

- names from the host, the pod, the process or a random source that reach the server's implementation record.

## Not flagged

- constants and configured names;
- instance identity in logs and metrics.

## Rewrite

A constant name; identify the instance in logs and metrics only.

## Limits

A configured name that differs per instance is seen only in the deployment files.
*/
package servername
