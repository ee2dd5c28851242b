# Prerequisites: make, and Python 3.11 or newer. Everything else arrives in .venv, pinned and hashed.
# Playing needs little of it, testing all. On Windows use WSL, or pip: README.md has the lines.
# Another interpreter: make test PYTHON=python3.12. More words for the command: make test ARGS="-k uno".

PYTHON ?= python3
ARGS ?=
# The tests start many processes: each would compile everything for itself.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Python compiles a module when it is first imported; most of them never are.
AS_IS := --quiet --no-compile

# Stamps live inside .venv and go with it. The first one names its interpreter, so that another
# PYTHON means another environment and never silently the old one.
LOCKED := .venv/locked-$(subst /,-,$(PYTHON))
READY := .venv/ready
PLAYABLE := .venv/playable-$(subst /,-,$(PYTHON))
# An environment for development can play, too: where there is one, or another goal of this command
# makes one, playing needs no other.
PLAYING := play party terminal serve web archive pages
PLAYER := $(if $(wildcard $(LOCKED))$(filter-out $(PLAYING) help clean,$(MAKECMDGOALS)),$(READY),$(PLAYABLE))
NODE := .venv/node
PEERS := .venv/peers
FUZZER := .venv/fuzzer
TORCH := .venv/torch

# Rules, games, tables and records: no server, no browser, nothing to compile.
QUICK := $(addprefix tests/,bots engine event game properties record room rulebook rules test_golden.py test_perft.py)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play party terminal serve web archive pages venv screens test thorough quick browser coverage soak check check-code check-pages fmt docs bench learn mutants fuzz lock lowest adapters clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: pages ## Open a table in the browser, until Ctrl-C
	@$(BIN)/uno serve --open $(ARGS)

terminal: $(PLAYER) ## Play a game in the terminal
	@$(BIN)/uno play $(ARGS)

party: pages ## Make this screen the table and phones the hands, until Ctrl-C
	@$(BIN)/uno serve --party $(ARGS)

serve: pages ## Serve tables to others, until Ctrl-C
	@$(BIN)/uno serve $(ARGS)

web: $(NODE) ## Build the pages, if something has changed
	@$(BIN)/python hatch_build.py

archive: $(NODE) ## Keep the pages for people without Node, before a release
	@$(BIN)/python hatch_build.py pack

# Without Node: the pages kept in web/pages.tar.xz, if they fit this server.
pages: $(PLAYER)
	@$(BIN)/python hatch_build.py unpack || $(MAKE) --no-print-directory web

venv: $(READY) ## Bring the environment for development up to date

screens: $(READY) web ## Take pictures of every screen
	$(BIN)/python -m tests.web.screens build/screens $(ARGS)

# Nothing of a run is left to chance but the machine's pace, so that it can be run again.
test thorough quick coverage: export PYTHONHASHSEED = 0

# Three processes for two cores: a test with a browser or a server waits half of its time, and
# tests/conftest.py keeps one process computing meanwhile.
test: check browser ## Run the gate: everything in check, then the tests
	$(BIN)/pytest -n 3 $(ARGS)

# What only a release needs: each sample of the gate in full, and eight times the examples.
thorough: export UNO_THOROUGH = 1
thorough: export HYPOTHESIS_PROFILE = thorough
thorough: check browser ## Run the gate with everything it only samples, before a release
	$(BIN)/pytest -n 3 $(ARGS)

browser: $(READY) ## Find or install a Chromium for the tests
	@$(BIN)/python -m tests.install_browser

quick coverage: export HYPOTHESIS_PROFILE = quick
quick: check ## Run everything in check, then the quick tests: about two minutes
	$(BIN)/pytest -n 2 $(QUICK) $(ARGS)

coverage: $(READY) ## Show how much of each package the quick tests run; details in build/coverage/html
	rm -rf build/coverage
	$(BIN)/coverage run -m pytest -n 2 $(QUICK) $(ARGS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage html --quiet
	$(BIN)/coverage json --quiet
	@$(BIN)/python -m tests.package_coverage build/coverage/coverage.json

soak: $(READY) ## Try the properties with new examples until one fails, for ten minutes
	$(BIN)/python -m tests.soak $(ARGS)

check: $(READY) ## Check format, lint, types and import arrows, of the pages, too
	@$(MAKE) --no-print-directory --jobs 2 check-code check-pages

# Side by side, since each uses one core.
check-code: $(READY)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

check-pages: $(READY)
	$(BIN)/python hatch_build.py check

fmt: $(READY) ## Fix what can be fixed, then format
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/python hatch_build.py format

docs: $(READY) ## Write the generated pages, and build the documentation site
	$(BIN)/python -m openuno.rulebook.page > docs/rules.md
	$(BIN)/python -m openuno.cli.man_page > docs/uno.1
	$(BIN)/python -m openuno.terminal.languages.build web/src/i18n
	$(BIN)/python -m tests.package_picture > docs/pictures/packages.svg
	$(BIN)/python -m docsite.badges > docs/pictures/badges.svg
	$(BIN)/python -m openuno.room.protocol.schema > web/protocol/messages.schema.json
	$(BIN)/python -m openuno.room.protocol.typescript > web/protocol/messages.ts
	$(BIN)/python -m openuno.room.protocol.values > web/protocol/values.ts
	$(BIN)/python -m openuno.server.http.typescript > web/protocol/http.ts
	$(BIN)/python -m release.bill_of_materials > requirements/pages.cdx.json
	$(BIN)/python -m docsite.build

bench: $(PEERS) ## Measure speed and memory side by side with a peer
	$(BIN)/python -m bench $(ARGS)

learn: $(TORCH) ## Install PyTorch, Stable Baselines3 and TorchRL too, for the examples that learn

mutants: $(READY) ## Plant rule faults one at a time; the tests must catch each
	$(BIN)/python tests/mutants.py $(ARGS)

fuzz: $(FUZZER) ## Feed the reader of records what nobody would write, for a minute
	$(BIN)/python -m fuzz.record_reader -max_total_time=60 $(ARGS)

# Keeps the present pins where they still fit; ARGS=--upgrade moves them all. The other locks
# are installed over the dev lock, so they may not disagree with it.
COMPILE = $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--custom-compile-command "make lock" $(ARGS) pyproject.toml

lock: $(READY) ## Pin the dependencies again, with hashes
	$(COMPILE) --group dev $(EXTRAS) -o requirements/dev.txt
	$(COMPILE) --group play --extra server -c requirements/dev.txt -o requirements/play.txt
	$(COMPILE) --group pages -c requirements/dev.txt -o requirements/pages.txt
	$(COMPILE) --group bench -c requirements/dev.txt -o requirements/bench.txt
	$(COMPILE) --group fuzz -c requirements/dev.txt -o requirements/fuzz.txt

# The oldest versions of what we depend on, the newest of what we test with. The generated documents
# are those of the newest msgspec: an older one writes the parts of a union in another order.
LOWEST := build/lowest
EXTRAS := $(addprefix --extra ,cluster dataset lab learn mcp server)
lowest: $(READY) ## Test with the oldest dependencies that pyproject.toml allows
	rm -rf $(LOWEST)
	$(BIN)/uv venv --quiet --python $(PYTHON) $(LOWEST)
	$(BIN)/uv pip compile --quiet --only-binary :all: --resolution lowest-direct $(EXTRAS) \
		--python-version 3.11 pyproject.toml -o $(LOWEST)/requirements.txt
	$(BIN)/uv pip install --quiet --only-binary :all: --python $(LOWEST) \
		-r $(LOWEST)/requirements.txt --group test
	$(BIN)/uv pip install --quiet --no-deps --no-build-isolation --python $(LOWEST) -e .
	$(LOWEST)/bin/python -m pytest -n 2 $(QUICK) $(addprefix tests/,cli env lab server terminal) $(ARGS) \
		--deselect tests/room/test_schema.py::test_the_committed_documents_are_what_the_types_say

# The packages that examples/adapters is for; an import that fails would only skip their tests.
ADAPTERS := build/adapters-venv
ADAPTED := textarena==0.7.4 openenv-core==0.3.0 open_spiel==2.0.2
adapters: $(READY) ## Test the adapters with TextArena, OpenEnv and OpenSpiel
	rm -rf $(ADAPTERS)
	$(BIN)/uv venv --quiet --python $(PYTHON) $(ADAPTERS)
	$(BIN)/uv pip install --quiet --only-binary :all: --python $(ADAPTERS) $(ADAPTED) \
		-r pyproject.toml --extra lab --group test
	$(BIN)/uv pip install --quiet --no-deps --no-build-isolation --python $(ADAPTERS) -e .
	$(ADAPTERS)/bin/python -c 'import openenv, pyspiel, textarena'
	$(ADAPTERS)/bin/python -m pytest -n 0 tests/examples/test_adapters.py $(ARGS)

release: $(READY) ## Check version, changelog, tag and pages, and build what is published
	$(BIN)/python -m release

clean: ## Remove the environment and every cache
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	rm -rf web/node_modules src/openuno/server/pages src/openuno/server/pages.json
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Wheels only: a source build would fetch build tools that nobody pinned.
define NEW_ENVIRONMENT
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "openuno needs Python 3.11 or newer; name one with: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make virtual environments; install its venv package" \
			"(on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(PIP) install $(AS_IS) --require-hashes --only-binary :all: -r $<
endef
INSTALL := $(PIP) install --quiet --no-deps --no-build-isolation -e .

$(PLAYABLE): requirements/play.txt pyproject.toml
	$(NEW_ENVIRONMENT)
	$(INSTALL)
	@touch $@

$(LOCKED): requirements/dev.txt
	$(NEW_ENVIRONMENT)
	@touch $@

$(READY): $(LOCKED) pyproject.toml
	$(INSTALL)
	@touch $@

$(NODE): requirements/pages.txt $(PLAYER)
	$(PIP) install --quiet --require-hashes --only-binary :all: -r $<
	@touch $@

# rlcard is source only: the lock's own setuptools goes in first, and builds it here.
$(PEERS): requirements/bench.txt $(READY)
	sed -n '/^setuptools==/,/# via/p' $< | $(PIP) install --quiet --require-hashes -r /dev/stdin
	$(PIP) install --quiet --require-hashes --no-build-isolation -r $<
	@touch $@

$(FUZZER): requirements/fuzz.txt $(READY)
	$(PIP) install --quiet --require-hashes --only-binary :all: -r $<
	@touch $@

# Not in the lock: there is a small build for processors and a huge one for GPUs, and the
# person who installs it picks.
$(TORCH): $(READY)
	$(PIP) install $(AS_IS) torch==2.13.0 sb3-contrib==2.9.2 torchrl==0.14.1
	@touch $@
