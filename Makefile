# The steps are those of .ci/run, so that a check here and a check there agree.

.PHONY: build check generate vet lint test readme scaffold fixtures bench

build:
	GOBIN="$(CURDIR)/bin" go install ./cmd/mcpaudit

check:
	.ci/run

generate:
	go generate ./...

vet lint test readme scaffold fixtures:
	.ci/run $@

# For example: make bench BENCH='-n 1 -servers mcp-go -caches warm'
bench:
	go run ./internal/bench $(BENCH)
