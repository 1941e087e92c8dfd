# reproduce and test need nothing but Go; the module's own tools are pinned in
# go.mod.

.DEFAULT_GOAL := help
.PHONY: help reproduce test build install bench fuzz soak lint

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

reproduce: ## repeat the paper's figures and tables into out/ and compare them with the published numbers
	@go run ./cmd/settle reproduce --out out

test: ## run every test
	go test ./...

build: ## put the program into bin
	go build -o bin/ ./cmd/settle

install: ## put the program where Go puts programs
	go install ./cmd/settle

bench: ## time every hot function (for benchstat) and compare with Python where it is at hand; about five minutes
	@mkdir -p out/bench
	go test -run '^$$' -bench . -benchmem ./... | tee out/bench/benchmarks.txt
	go run ./cmd/internal/speed --out out/bench

# Seconds for all fuzz targets together. Without a bound, minimising an input that
# merely reaches new code may take a minute.
FUZZ_SECONDS ?= 600

fuzz: ## fuzz every reader and the grammar of flags, ten minutes in all
	@targets=$$(go test ./... -list '^Fuzz' | awk '/^Fuzz/ { name[++n] = $$1 } /^ok/ { for (i = 1; i <= n; i++) print $$2, name[i]; n = 0 }'); \
	seconds=$$(( $(FUZZ_SECONDS) / $$(echo "$$targets" | wc -l) )); \
	echo "$$targets" | while read package target; do \
		echo "$$package $$target, $$seconds s"; \
		go test $$package -run '^$$' -fuzz "^$$target\$$" -fuzztime $${seconds}s -fuzzminimizetime 1x || exit 1; \
	done

soak: ## try a thousand times each what must not hurt: kills, no room, damaged files, evil names; about half an hour
	go run ./cmd/internal/soak

lint: ## gofmt, go vet, staticcheck
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "gofmt would change:"; echo "$$unformatted"; exit 1; }
	go vet ./...
	go tool staticcheck ./...
