/*
Package upload defines the rule upload.

# Analyzer upload

upload: content that several calls put together in memory

One call brings a piece, the next brings another, and a last one uses the whole. The pieces are in the memory of one process: a piece
that lands on another replica is missing, a restart loses them all, and a piece that a client sends again after a broken stream is in the
content twice.

The specification (2026-07-28, basic, statelessness) says that a server should not need one process for related operations.

## Flagged

  - bytes, text or numbered pieces from the arguments of a call, or from the body of an HTTP request, that are added to what earlier calls
    brought: slices of bytes that are appended to, buffers that are written to, maps of pieces, strings that grow.

## Not flagged

  - content that one call puts together: the chunks of a body, the pages of a list;
  - journals, notes and histories that grow by whole entries (see workflow and ambient);
  - output that a process writes (see task and liveresource).

## Rewrite

Write each piece where every replica reaches it, at the offset that the caller names: then a piece that is sent again changes nothing.
Before:

	up := s.uploads[in.UploadID]
	up.data = append(up.data, in.Chunk...)

After:

	err := s.objects.WriteAt(ctx, principal(req)+":"+in.UploadID, in.Offset, in.Chunk)

## Limits

  - Pieces that are appended to a file of this host are not seen.
  - Text that grows is only taken for an upload where a name speaks of chunks, parts or uploads.
*/
package upload
