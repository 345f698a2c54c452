# Python 3.11 or newer with pip, and Node.js for the pages, are all this needs; it lives in .venv and web/node_modules.
.DEFAULT_GOAL := help
.PHONY: help setup run test check prove browser fuzz bench contract web check-web lock clean setup-dev

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
BIN := .venv/bin
PACKAGES := agent analysis cli contracts guardrails language router server store tools workflows
CODE := $(PACKAGES) tests $(wildcard bench training)
FUZZ_MINUTES ?= 60
NPM := npm --silent
NODE_MODULES := web/node_modules/.package-lock.json
WEB_SOURCES := $(filter-out web/src/contract/api.ts,$(shell find web/src web/public -type f)) \
  $(addprefix web/,index.html package.json tsconfig.json vite.config.ts)
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | \
	  while IFS="$$(printf '\t')" read -r name text; do printf '  make %-10s %s\n' "$$name" "$$text"; done

setup: .venv/.setup ## install what the product needs into .venv (nothing to do when up to date)

setup-dev: .venv/.setup-dev

run: setup web ## start the product: database, migrations, server, pages
	@exec $(BIN)/batuta serve

test: check web ## everything a change must pass
	@$(BIN)/pytest -n auto --dist loadscope --no-loadscope-reorder

check: setup-dev check-web ## format, lint, types, import directions
	@$(BIN)/ruff format --check $(CODE)
	@$(BIN)/ruff check $(CODE)
	@$(BIN)/pyright
	@$(BIN)/lint-imports

prove: setup-dev web ## the long campaigns
	@$(BIN)/pytest -m prove --timeout 1800

browser: setup-dev web ## the pages, in a real Chromium (Debian: apt install chromium)
	@$(BIN)/pytest -m prove tests/dashboards/test_dashboard_browser.py tests/web

fuzz: setup-dev ## the fuzzers alone, for an hour or FUZZ_MINUTES
	@$(BIN)/pytest -m prove --fuzz-minutes $(FUZZ_MINUTES) tests/prove/test_fuzz_*.py

bench: setup-dev ## measure against a raw passthrough and ADK's own server
	@$(BIN)/python -m bench

contract: setup ## write what is generated from the code: events, errors, the API, reference pages
	@$(BIN)/batuta contract

web: web/dist/index.html ## build the pages into web/dist (nothing to do when up to date)

check-web: $(NODE_MODULES)
	@cd web && $(NPM) run check

$(NODE_MODULES): web/package-lock.json web/.npmrc
	@command -v npm >/dev/null || { echo "npm is needed to build the pages and was not found; install Node.js 20.19 or newer" >&2; exit 1; }
	@cd web && $(NPM) ci

web/dist/index.html: $(NODE_MODULES) $(WEB_SOURCES)
	@cd web && $(NPM) run build -- --logLevel warn && touch dist/index.html

lock: setup-dev ## resolve the dependencies again into the lock files
	@set -e; compile="$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --no-annotate $(LOCKFLAGS)"; \
	  $$compile --extra build -o requirements.lock; \
	  $$compile --extra build --extra dev -c requirements.lock -o requirements-dev.lock

clean: ## remove .venv
	rm -rf .venv

# Packages are installed without a resolver (the lock is complete) and compiled once, in parallel,
# whatever PYTHONDONTWRITEBYTECODE says: a start must not compile a hundred packages.
define install
	@test -e .venv/.new || echo "Installing into .venv; about a minute..." >&2; rm -f .venv/.new
	@$(PIP) install --require-hashes --no-deps --no-compile -r $(1)
	@mkdir -p web/dist # named by the wheel, and not built yet in a fresh checkout
	@$(PIP) install --no-deps --no-build-isolation --no-compile --editable .
	@$(BIN)/python -m compileall -qq -j 0 $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))') || true
	@$(BIN)/python -m compileall -qq -j 0 $(PACKAGES)
endef

.venv/.setup: requirements.lock pyproject.toml | .venv/bin/python
	$(call install,requirements.lock)
	@touch $@

.venv/.setup-dev: requirements-dev.lock pyproject.toml | .venv/bin/python
	$(call install,requirements-dev.lock)
	@touch .venv/.setup $@

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found; install it, or: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is older than Python 3.11; try: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) lacks its venv module; on Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "Installing into .venv; about a minute..." >&2
	@rm -rf .venv
	@$(PYTHON) -m venv .venv && touch .venv/.new
