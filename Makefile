# graphmem: `make demo` shows it, `make test` checks it. Needs Python 3.11 or newer and make, nothing else.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
READY   = $(VENV)/.ready

.PHONY: demo quick test test-long growth cluster chaos serve check format encoder heads bench bench-smoke evals chromium schema typescript notebooks pictures wheel clean help

help:            ## list the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*## */\t/' | expand -t 14

demo: $(READY)   ## remember a bilingual sample of conversations and answer questions from it
	@$(BIN)/graphmem demo

PYTEST  = $(BIN)/python -m pytest -n 2 --dist loadscope --no-loadscope-reorder --durations=30 --durations-min=4

quick: $(READY)  ## run the tests that need no server (less than a minute)
	@$(PYTEST) -m "quick and not long"

test: $(READY)   ## run the tests on a real Neo4j (browser tests when Chromium is there)
	@$(PYTEST) -m "not long"

test-long: $(READY) ## run those that start several servers or fill stores, and `cluster` (as long again)
	@$(PYTEST) -m long
	@$(MAKE) cluster

growth: $(READY) ## db hits of each query for an owner with 20,000 memories of one speaker (ten minutes)
	@GROWTH="1500 20000" $(BIN)/python -m pytest -m long tests/store/test_growth.py

cluster: $(READY) ## run the tests of the store, of services and of the API through a cluster of three members
	@$(PYTEST) --cluster -m "not long" tests/store tests/services tests/api

chaos: $(READY)  ## kill, stop and race the processes, and look at what is left (about half an hour)
	@$(BIN)/python -m tests.chaos $(CHAOS)

serve: $(READY)  ## serve GraphQL on 127.0.0.1:8000 until Ctrl-C
	@$(BIN)/graphmem serve

check: $(READY)  ## lint, formatting and strict types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(READY) ## mend what can be mended
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

encoder: $(READY)  ## tune the encoder on the labelled lines, writers left out in turn, and write it (two hours of two cores)
	@$(BIN)/python -m pip install -q -e '.[encoder]'
	@$(BIN)/python -m tests.evals.encoder all

heads: $(READY)  ## learn both judges and the axes of token states anew from the labelled lines (half an hour)
	@$(BIN)/python -m tests.evals.heads
	@$(BIN)/python -m tests.evals.token_basis
	@$(BIN)/python -m pip install -q -e '.[encoder]'
	@$(BIN)/python -m tests.evals.change_judge

bench: $(READY)  ## recall among 100,000 turns, beside exact search
	@$(BIN)/graphmem bench recall --memories 100000

EVALS ?= gate language dates privacy relations changes talks formation sessions coding router situations poison forgetting contradictions
evals: $(READY)  ## judge reading, rules and recall on all our labelled lines (an hour; EVALS="gate dates" for some)
	@for one in $(EVALS); do $(BIN)/python -m tests.evals $$one || exit 1; done

bench-smoke: $(READY) ## run every evaluation on a few lines of our own
	@$(BIN)/python -m tests.evals smoke

chromium:        ## install Debian's Chromium for the browser tests (asks for root)
	@command -v chromium >/dev/null || { \
	  sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$sudo apt-get update -qq && $$sudo apt-get install -y -qq --no-install-recommends chromium >/dev/null; }
	@chromium --version

schema: $(READY) ## write the GraphQL schema to api/schema.graphql
	@$(BIN)/python -m graphmem_api.export > .schema.new && mv .schema.new api/schema.graphql

typescript: $(READY) ## write what the TypeScript client asks and its types, check and build it (needs npm)
	@$(BIN)/python -m tests.support.typescript
	@cd api/typescript && npm install --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel=error && npm run -s build

notebooks: $(READY) ## run the notebooks that are kept with what they show, and store it
	@$(BIN)/python -m tests.support.notebooks

pictures: $(READY) ## take the guides' pictures of the page anew, of the demo in Chromium
	@$(BIN)/python -m tests.support.pictures

wheel: $(READY)  ## build the wheel and its checksum in dist/
	@rm -rf dist && $(BIN)/python -m pip wheel --disable-pip-version-check -q --no-deps -w dist .
	@cd dist && sha256sum *.whl > SHA256SUMS && cat SHA256SUMS

clean:           ## remove the environment and caches; what graphmem remembers stays
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "graphmem needs Python 3.11 or newer; say which: make PYTHON=python3.12 …"; exit 1; }
	@echo "Installing into $(VENV) …"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --disable-pip-version-check --progress-bar on -q -c constraints.txt -e '.[dev]'
	@touch $@
