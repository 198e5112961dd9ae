# All commands; `make help` lists them: `##` describes those of operators, `###` those of maintainers.

NODE_MAJOR := 24
NODE_VERSION := 24.21.0
NPM_VERSION := 11.19.1
TOOLS := $(CURDIR)/.tools/node_modules
OWN_PATH := $(PATH)

# Uses the installed Node if its major version is right, else installs Node and npm into .tools: a distribution's npm
# only runs on the distribution's Node.
ifneq ($(shell node -p 'process.versions.node.split(".")[0]' 2>/dev/null),$(NODE_MAJOR))
TOOLCHAIN := $(TOOLS)/npm/package.json
export PATH := $(TOOLS)/.bin:$(PATH)
endif
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
# Keeps compiled code, so that programs start faster the next time.
export NODE_COMPILE_CACHE := $(CURDIR)/node_modules/.cache/node

ENV_FILE := $(if $(wildcard .env),--env-file=.env)
INSTALLED := node_modules/.package-lock.json
# The packages of testing/packages/package.json, too.
EQUIPPED := node_modules/.equipped
CLIENT := dist/client/index.html
# In the languages that only tests speak.
GENERATED := dist/client/index.en-XA.html
API := dist/api/openapi.json
MESSAGE_TYPES := messages/types.ts
CLIENT_SOURCES := $(shell find frontend backend/contract messages -type f -not -name '*.test.*' 2>/dev/null) vite.config.ts package-lock.json

.DEFAULT_GOAL := help
.PHONY: help up reset migrate seed import backup restore doctor owner bench dev build check format test test-unit test-browser test-many browser chaos soak fuzz rolling-deploy lighthouse sbom messages openapi schema

help: ## List these commands
	@echo 'To run a shop:'
	@awk -F ':.* ## ' '/^[a-z-]+:.* ## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'To work on it:'
	@awk -F ':.* ### ' '/^[a-z-]+:.* ### / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: $(INSTALLED) ## Start the shop; Ctrl-C stops it
	@$(MAKE) --silent --jobs=2 build
	@exec node $(ENV_FILE) backend/local/up.ts

reset: $(INSTALLED) ## Delete all data: database, pictures, mails, payments
	@node $(ENV_FILE) backend/local/reset.ts

migrate: $(INSTALLED) ## Migrate the database
	@node $(ENV_FILE) backend/local/task.ts migrate

seed: $(INSTALLED) ## Seed an empty database
	@node $(ENV_FILE) backend/local/task.ts seed

import: $(INSTALLED) ## Import a catalogue file: make import FILE=parts.jsonl
	@node $(ENV_FILE) backend/local/import.ts "$(FILE)"

backup: $(INSTALLED) ## Back up the database and the files: make backup TO=folder
	@node $(ENV_FILE) backend/local/operations.ts backup "$(TO)"

restore: $(INSTALLED) ## Restore a backup: make restore FROM=backup.tar.zst (FORCE=1 replaces a shop)
	@node $(ENV_FILE) backend/local/operations.ts restore "$(FROM)" $(if $(FORCE),--force)

doctor: $(INSTALLED) ## Say what is wrong with the configuration and the services (MAIL=address: send an email)
	@node $(ENV_FILE) backend/local/operations.ts doctor "$(MAIL)"

owner: $(INSTALLED) ## Make a user an owner of the shop: make owner EMAIL=ana@example.com
	@node $(ENV_FILE) backend/local/operations.ts owner "$(EMAIL)"

dev: $(INSTALLED) ### Reload the client on every change, beside a shop on port 3000
	@exec vite

build: $(CLIENT) $(API) ### Build the client and the description of the API

check: $(CLIENT) $(EQUIPPED) $(MESSAGE_TYPES) ### Check types, lint, format, import rules, migrations, packages, the ASVS, messages and the size of the first load
	@tsc --project tsconfig.json
	@biome check --error-on-warnings
	@depcruise .
	@node testing/checks/migrations.ts
	@node testing/checks/packages.ts
	@node testing/checks/asvs.ts
	@node testing/checks/messages.ts
	@node e2e/first-load.ts

format: $(EQUIPPED) ### Format the code
	@biome check --write

test: check test-unit test-browser ### Run all tests

test-unit: $(GENERATED) $(MESSAGE_TYPES) browser ### Test rules, API, workers and failures on a real PostgreSQL and Redis
	@vitest run

test-browser: $(GENERATED) browser ### Test every screen in a real browser
	@playwright test

test-many: $(GENERATED) $(MESSAGE_TYPES) ### Test the API as on many machines: three APIs and workers on Redis and S3
	@TEST_TOPOLOGY=many vitest run backend

chaos: $(EQUIPPED) ### Break parts of a busy shop and check that nothing is lost (SEED=, MINUTES=3, QUEUES=)
	@node e2e/failure/chaos/chaos.ts

soak: $(CLIENT) $(EQUIPPED) ### Keep a shop busy and check that nothing grows (MINUTES=20, SEED=, QUEUES=)
	@node e2e/load/soak/soak.ts

fuzz: $(EQUIPPED) ### Send the API whatever breaks programs (CASES=100000, SEED=; CALL= and CASE= repeat one)
	@node e2e/fuzz/fuzz.ts

rolling-deploy: $(CLIENT) $(EQUIPPED) ### Replace every API and worker of a busy shop behind HAProxy (ROUNDS=5)
	@ROUNDS=$(or $(ROUNDS),5) vitest run e2e/failure/rolling-deploy.test.ts

bench: $(CLIENT) browser ### Measure calls, several APIs, overload, a slow browser, imports, events and orders (BENCH_PART=)
	@node e2e/load/bench.ts

browser: $(EQUIPPED) ### Install a browser for the tests if none is installed
	@node testing/install-browser.ts

lighthouse: $(CLIENT) browser ### Run Lighthouse on the main pages, as a phone
	@node e2e/lighthouse.ts

sbom: $(INSTALLED) ### List all packages with their licenses and hashes in dist/sbom.json (CycloneDX)
	@mkdir -p dist
	@npm sbom --sbom-format cyclonedx --sbom-type application --package-lock-only --loglevel=error >dist/sbom.json \
	  || { rm dist/sbom.json; exit 1; }

messages: $(EQUIPPED) ### Sort the messages and write their types
	@node testing/messages.ts

$(MESSAGE_TYPES): messages/en.json | $(EQUIPPED)
	@node testing/messages.ts

openapi: $(MESSAGE_TYPES) ### Write the description of the API for changed calls
	@node testing/openapi.ts

schema: $(INSTALLED) ### Write a migration for changed entities
	@node $(ENV_FILE) backend/local/task.ts schema

$(INSTALLED): package.json package-lock.json | $(TOOLCHAIN)
	@echo "Installing packages"
	@npm ci --workspaces=false --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

# Adds to what is installed, because a shop may be running from it.
$(EQUIPPED): package-lock.json testing/packages/package.json | $(INSTALLED)
	@echo "Installing the packages of checks and tests"
	@npm install --no-save --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

$(CLIENT): $(CLIENT_SOURCES) | $(INSTALLED)
	@echo "Building the client"
	@vite build --logLevel=warn
	@touch $@

$(GENERATED): $(CLIENT)
	@vite build --mode generated --logLevel=warn
	@touch $@

$(API): backend/openapi/openapi.json backend/openapi/page.html package-lock.json | $(INSTALLED)
	@node backend/openapi/site.ts
	@touch $@

# Node first: its install script calls the machine's npm.
$(TOOLS)/npm/package.json:
	@echo "Installing Node $(NODE_MAJOR) into .tools"
	@mkdir -p .tools && echo '{ "private": true, "allowScripts": { "node": true } }' > .tools/package.json
	@export PATH="$(OWN_PATH)"; for tool in node@$(NODE_VERSION) npm@$(NPM_VERSION); do \
	  npm install --prefix .tools --save-exact --no-audit --no-fund --loglevel=error $$tool >/dev/null || exit 1; \
	done
