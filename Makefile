# reproduce and test need nothing but Go; the module's own tools are pinned in
# go.mod.
#
# Tests are of two tiers. `make test` is what a change needs; `make check` runs every
# test in full. SHORT=-short asks test-web, test-restarts and test-arch for the part that
# .ci/run takes.
SHORT ?=

.DEFAULT_GOAL := help
.PHONY: site help reproduce measure savings arena scale test check test-full test-web test-restarts test-cluster test-arch test-python test-release wheels build web install licences release release-files bench fuzz soak lint lint-web

# What `settle version` says of a release: the tag of the commit without its v, the commit and
# its time. Other builds find the commit themselves.
COMMIT = $(shell git rev-parse HEAD)
TAG = $(shell git describe --tags --exact-match --match 'v[0-9]*' 2>/dev/null)
VERSION = $(or $(TAG:v%=%),0.0.0-dev+$(shell git rev-parse --short=12 HEAD))
DATE = $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd)
CLI = settle/cmd/internal/cli
STAMP = -X $(CLI).version=$(VERSION) -X $(CLI).commit=$(COMMIT) -X $(CLI).date=$(DATE)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

reproduce: ## repeat the paper's figures and tables into out/ and compare them with the published numbers
	@go run ./cmd/settle reproduce --out out

measure: ## measure the tables of the pages again (STUDY=name: of one study), and write them there; about 45 minutes of processor time
	go run ./cmd/internal/measure $(STUDY)

savings: ## measure what saves trials again, and write docs/savings.md and its figure; hours of processor time
	go run ./cmd/internal/measure allocation questions nearest neyman

arena: ## let all ranking methods compete on all families of models again, and write docs/arena.md
	go run ./cmd/internal/measure arena

scale: ## measure what boards of growing size cost, and write docs/scale.md; ten minutes, and 1.6 GB in the folder for temporary files
	go run ./cmd/internal/measure scale

test: ## test what a change needs; four minutes on two cores
	BROWSER_TESTS=skip go test -short -timeout 15m ./...

check: ## test everything in full, two parts at a time; about an hour on two cores
	@$(MAKE) --jobs=2 --output-sync=target SOAK_TIMES=100 \
		test-full test-arch soak fuzz lint lint-web test-cluster test-web test-restarts test-python

test-full: ## run every test in full that needs no more than Go; of those in a browser the quick ones, where there is one, unless BROWSER_TESTS=skip
	go test -timeout 60m ./...

test-web: ## run the tests in a browser, and fail without one (chromium on the PATH, or CHROMIUM=FILE)
	BROWSER_TESTS=demand go test $(SHORT) -count=1 -timeout 30m ./web/browsertest

test-restarts: ## end every command that can go on from a checkpoint twenty times, by kills, in a write, on a full disk (as root on Linux); five minutes
	RESTART_TESTS=demand go test $(SHORT) -count=1 -v -timeout 30m -run '^TestRestarts$$' ./cmd/internal/command

# Programs of the recipes, and the packages of Debian that have them.
RECIPES = slurmctld munged parallel snakemake buildah busybox
RECIPES_DEBIAN = slurm-wlm munge parallel snakemake buildah busybox-static

test-cluster: ## run the recipes of docs/cluster.md, in a Slurm of their own; as root on Debian what is missing is installed first
	@PATH="$$PATH:/usr/sbin"; missing=; for program in $(RECIPES); do \
		command -v $$program >/dev/null || missing="$$missing $$program"; done; \
	if test -n "$$missing"; then echo "missing:$$missing"; \
		if command -v apt-get >/dev/null && test "$$(id -u)" = 0; then \
		echo "apt-get install $(RECIPES_DEBIAN)"; \
		{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $(RECIPES_DEBIAN); } >/dev/null; \
		else echo "not root on Debian: nothing can be installed"; fi; fi
	go test -C internal/clustertest/schemas -count=1 -v ./...
	CLUSTER_TESTS=$${CLUSTER_TESTS:-demand} go test -count=1 -v -timeout 30m ./internal/clustertest

# The packages that decide or draw and their tests; programs that estimate, in
# metrics/external, cannot be started by an emulated test.
DECIDE = ./internal/archtest ./internal/pmf ./internal/unfused ./rubric/... ./replicate ./sim \
	./metrics ./kendall ./ranking/... ./bootstrap ./montecarlo ./study/...
QEMU = $(shell command -v qemu-aarch64 || command -v qemu-aarch64-static)
# Emulated are all packages but those that start programs of their own. With SHORT,
# archtest alone is run on each processor.
STARTS = cmd|docs|internal/archtest|internal/clustertest|metrics/external|web
EMULATED = $$(go list ./... | grep -Ev '^settle/($(STARTS))(/|$$)')

test-arch: ## test what decides as other processors run it, arm64 by qemu-user if it is there, and build for more; fifteen minutes
	$(if $(SHORT),,GOAMD64=v3 go test ./internal/archtest)
	$(if $(SHORT),,GOAMD64=v3 go test -short $(DECIDE))
	GODEBUG=cpu.fma=off go test $(SHORT) -count=1 ./internal/archtest
	$(if $(SHORT),,GODEBUG=cpu.fma=off go test -short -count=1 ./rubric ./sim)
	GODEBUG=cpu.avx2=off go test $(SHORT) -count=1 ./internal/archtest ./internal/lanes ./replicate
	go test -C internal/vectors -count=1 ./...
	$(if $(SHORT),,go test -tags purego ./internal/archtest)
	$(if $(SHORT),,go test -short -tags purego ./internal/lanes ./replicate ./bootstrap ./montecarlo)
	$(if $(SHORT),,@if GOARCH=386 go test -run '^$$' ./internal/unfused >/dev/null 2>&1; then \
		set -x; GOARCH=386 go test -timeout 60m ./internal/archtest; \
		else echo "no 386: it does not run here"; fi)
	@if test -n "$(QEMU)"; then \
		set -ex; GOARCH=arm64 go test $(SHORT) -timeout 60m -exec $(QEMU) ./internal/archtest; \
		$(if $(SHORT),,GOARCH=arm64 go test -short -timeout 60m -exec $(QEMU) $(EMULATED);) \
		else echo "no arm64: qemu-user is not installed"; fi
	@for target in $(if $(SHORT),windows/amd64,linux/386 windows/amd64 darwin/arm64); do \
		echo "go build ./... for $$target"; \
		GOOS=$${target%/*} GOARCH=$${target#*/} go build ./... || exit 1; done
	$(if $(SHORT),,GOOS=wasip1 GOARCH=wasm go build -o /dev/null ./cmd/settle)
	$(if $(SHORT),,ARCH_TESTS=demand go test -v ./docs -run BuildsEverywhere)

# Python and its packages are for these two targets alone. The folder holds packages of the
# pinned versions.
PYTHON ?= python3
VENV = out/python/venv

$(VENV)/pinned: python/requirements.txt
	mkdir -p out/python && echo "module python" >out/python/go.mod # so that Go looks at nothing in it
	$(PYTHON) -m venv --clear $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --requirement $<
	touch $@

wheels: $(VENV)/pinned ## build wheels of settle-evals for five platforms into out/wheels, and check them (needs Python 3.11 or later)
	$(VENV)/bin/python python/wheels.py out/wheels

test-python: $(VENV)/pinned ## build the wheel of this platform, install it and test it with the packages it works with, and check the spelling of the pages (needs Python 3.11 or later)
	$(VENV)/bin/python python/wheels.py out/python/wheel host
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps out/python/wheel/*.whl
	$(VENV)/bin/codespell --ignore-words-list regraded README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs/*.md docs/how-to python/README.md
	$(VENV)/bin/mypy --config-file python/pyproject.toml --python-executable $(VENV)/bin/python python/settle_evals
	$(VENV)/bin/pytest -c python/pyproject.toml python/tests $(if $(SHORT),-m "not slow")

# VitePress needs the pages below its own folder.
site: ## write the documentation as a static site with search to out/site (needs Node.js 20 or later; BASE=/path/ where it will be found)
	mkdir -p out && echo "module out" >out/go.mod # so that Go looks at nothing in it
	rm -rf site/_pages out/site && cp -r docs site/_pages
	cd site && npm ci --no-audit --no-fund --silent && BASE=$(BASE) npm run --silent build

build: ## put the program into bin, with the app that settle serve offers
	go run ./web/build web/files
	go build -tags web -trimpath -ldflags "-s -w" -o bin/ ./cmd/settle

web: ## write the app to out/web, for any static server (URL=https://… where it will be found, for the picture of links)
	go run ./web/build $(if $(URL),-url $(URL)) out/web

install: ## put the program where Go puts programs
	go install ./cmd/settle

licences: ## write LICENSES.md: name, version and licence of everything in the program and the app
	go run -C release . licences

test-release: ## test the tools that make a release
	go test -C release -count=1 ./...
	go vet -C release ./...

# A release is built twice, from two clones of the commit in folders of other names, and must be
# the same. COLD=1 builds the second one with an empty build cache.
release: $(VENV)/pinned ## build archives, packages, wheels, SBOM and checksums of this commit into out/release (COLD=1: twice from nothing)
	@test -z "$$(git status --porcelain)" || { echo "cannot release: the folder differs from the commit; see git status"; exit 1; }
	@set -e; work=$$(mktemp -d); trap 'chmod -R u+w "$$work"; rm -rf "$$work"' EXIT; \
	for one in first second/again; do \
		git clone --quiet . $$work/$$one/clone; mkdir $$work/$$one/files; \
		$(MAKE) -C $$work/$$one/clone release-files VENV=$(abspath $(VENV)) TO=$$work/$$one/files; \
		$(if $(COLD),export GOCACHE=$$work/cache;) \
	done; \
	diff -r $$work/first/files $$work/second/again/files; \
	rm -rf out/release; mkdir -p out; cp -R $$work/first/files out/release; \
	echo "out/release: two builds are equal"; cat out/release/SHA256SUMS

release-files: export GOFLAGS = -buildvcs=false
release-files:
	STAMP="$(STAMP)" go run ./web/build web/files
	STAMP="$(STAMP)" $(VENV)/bin/python python/wheels.py out/wheels
	cp out/wheels/*.whl $(TO)
	go run -C release . pack '$(VERSION)' $(DATE) '$(STAMP)' $(TO)

bench: ## time every hot function (for benchstat) and compare with Python where it is at hand; about five minutes
	@mkdir -p out/bench
	go test -run '^$$' -bench . -benchmem ./... | tee out/bench/benchmarks.txt
	go run ./cmd/internal/measure speed

# Seconds for all fuzz targets together. Without a bound, minimising an input that
# merely reaches new code may take a minute. The end of the time may itself be called a
# failure (context deadline exceeded); a real one leaves an input that fails again.
FUZZ_SECONDS ?= 600

fuzz: ## fuzz every reader and the grammar of flags, ten minutes in all
	@targets=$$(go test ./... -list '^Fuzz' | awk '/^Fuzz/ { name[++n] = $$1 } /^ok/ { for (i = 1; i <= n; i++) print $$2, name[i]; n = 0 }'); \
	seconds=$$(( $(FUZZ_SECONDS) / $$(echo "$$targets" | wc -l) )); \
	echo "$$targets" | while read package target; do \
		echo "$$package $$target, $$seconds s"; \
		go test $$package -run '^$$' -fuzz "^$$target\$$" -fuzztime $${seconds}s -fuzzminimizetime 1x || \
			go test $$package -run "^$$target\$$" || exit 1; \
	done

SOAK_TIMES ?= 1000

soak: ## try a thousand times each (SOAK_TIMES) what must not hurt: kills, no room, damaged files, evil names, restarts; about two hours
	go test -count=1 -v -timeout 0 -run '^TestSoak$$' ./cmd/internal/command -soak $(SOAK_TIMES)

lint: ## gofmt, go vet, staticcheck
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "gofmt would change:"; echo "$$unformatted"; exit 1; }
	go vet ./...
	go tool staticcheck ./...

# TypeScript's compiler in Go has a go.mod of its own, so that nobody else fetches it.
lint-web: ## check the types of the app's scripts; the first time takes minutes
	go tool -modfile=web/check.mod tsgo -p web
