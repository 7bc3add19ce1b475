/*
Package debugenv defines the rule debugenv.

# Rule debugenv

debugenv: MCPGODEBUG brings sessions or old behaviour back

The Go SDK reads switches from MCPGODEBUG that restore what it did before. They are meant for the time of a migration and are taken out
with a later release: whatever depends on one breaks then, and until then replicas with and without it answer differently.

## Flagged

  - allowsessionsinstateless (high), plaintextstatefulrejection and customresnotfounderrcode (medium), the other switches of go-sdk 1.8 (low),
    set to 1 in manifests, ConfigMaps, charts, Compose files, Dockerfiles, .env files, unit files, Procfiles, task definitions, Terraform and in
    os.Setenv;
  - switches that the SDK no longer knows (low).

## Not flagged

  - switches that are set to 0;
  - GODEBUG, which belongs to Go.

## Rewrite

Remove it. Before:

	ENV MCPGODEBUG=allowsessionsinstateless=1
	ENTRYPOINT ["/server"]

After:

	ENTRYPOINT ["/server"]

## Limits

  - A value that is put together when the server starts is not seen.
*/
package debugenv
