# Everything that people do with the shop. `make help` lists it.

NODE_MAJOR := 24
NODE_VERSION := 24.21.0
NPM_VERSION := 11.19.1
TOOLS := $(CURDIR)/.tools/node_modules
OWN_PATH := $(PATH)

# The machine's own Node if it is of the right major, else one that its npm brings into .tools, with an npm beside it:
# a distribution's npm runs on that distribution's Node alone.
ifneq ($(shell node -p 'process.versions.node.split(".")[0]' 2>/dev/null),$(NODE_MAJOR))
TOOLCHAIN := $(TOOLS)/npm/package.json
export PATH := $(TOOLS)/.bin:$(PATH)
endif
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

ENV_FILE := $(if $(wildcard .env),--env-file=.env)
INSTALLED := node_modules/.package-lock.json
CLIENT := dist/client/index.html
CLIENT_SOURCES := $(shell find frontend backend/contract -type f -not -name '*.test.*' 2>/dev/null) vite.config.ts package.json

.DEFAULT_GOAL := help
.PHONY: help up reset migrate seed import bench dev build check format test test-unit test-browser browser chaos lighthouse schema

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: $(CLIENT) ## Start the whole shop; Ctrl-C stops it
	@exec node $(ENV_FILE) backend/local/up.ts

reset: $(INSTALLED) ## Empty the data: database, pictures, mails, payments
	@node $(ENV_FILE) backend/local/reset.ts

migrate: $(INSTALLED) ## Bring the database's schema up to date
	@node $(ENV_FILE) backend/local/task.ts migrate

seed: $(INSTALLED) ## Fill an empty database
	@node $(ENV_FILE) backend/local/task.ts seed

import: $(INSTALLED) ## Import a catalogue file: make import FILE=parts.jsonl
	@node $(ENV_FILE) backend/local/import.ts "$(FILE)"

dev: $(INSTALLED) ## Show each change of the client at once, beside a shop on port 3000
	@exec vite

build: $(CLIENT) ## Build the client

check: $(CLIENT) ## Types, lint, format, import rules, size of the first load
	@tsc --project tsconfig.json
	@biome check --error-on-warnings
	@depcruise .
	@node e2e/first-load.ts

format: $(INSTALLED) ## Put the code into the one format
	@biome check --write

test: check test-unit test-browser ## Everything that must pass

test-unit: $(CLIENT) browser ## Rules, API, workers and failures, on a real PostgreSQL and Redis
	@vitest run

test-browser: $(CLIENT) browser ## Buying, in a real browser
	@playwright test

chaos: $(INSTALLED) ## Kill and cut off parts of a busy shop (SEED=, MINUTES=3, QUEUES=); nothing may be lost
	@node e2e/failure/chaos/chaos.ts

bench: $(CLIENT) ## Measure calls, imports and events on a full shop
	@node e2e/load/bench.ts

browser: $(INSTALLED) ## Bring a browser for the tests, unless there is one
	@node testing/install-browser.ts

lighthouse: $(CLIENT) browser ## What Lighthouse says of the main pages, on a phone
	@node e2e/lighthouse.ts

schema: $(INSTALLED) ## Write the migration that the entities lack
	@node $(ENV_FILE) backend/local/task.ts schema

$(INSTALLED): package.json package-lock.json | $(TOOLCHAIN)
	@echo "Installing the packages of package-lock.json"
	@npm ci --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

$(CLIENT): $(INSTALLED) $(CLIENT_SOURCES)
	@echo "Building the client"
	@vite build --logLevel=warn
	@touch $@

# Node first: while it is brought, its own scripts call npm, which has to be the machine's.
$(TOOLS)/npm/package.json:
	@echo "Node $(NODE_MAJOR) is missing here: npm brings it into .tools"
	@mkdir -p .tools && echo '{ "private": true, "allowScripts": { "node": true } }' > .tools/package.json
	@export PATH="$(OWN_PATH)"; for tool in node@$(NODE_VERSION) npm@$(NPM_VERSION); do \
	  npm install --prefix .tools --save-exact --no-audit --no-fund --loglevel=error $$tool >/dev/null || exit 1; \
	done
