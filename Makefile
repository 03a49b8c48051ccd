PYTHON ?= python3
# Two environments: .venv runs these sources as they are, with the tools; build/play holds what a player installs.
BIN := .venv/bin
PLAY := build/play
CONSTRAINTS := .ci/constraints.txt
CATALOGUE := --domain=tablee --locale=fr
# For pip, and for the pip that it starts to fetch what builds a wheel.
PINNED := PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_CONSTRAINT=$(CONSTRAINTS) PIP_BUILD_CONSTRAINT=$(CONSTRAINTS)
PROGRAM := $(sort $(shell find engines bots net tui -type f -not -name '*.py[co]'))

.PHONY: play test lint format check fuzz test-cluster bench bench-server bench-web bench-cluster screenshots messages dist clean FORCE

play: $(PLAY)/ready  ## Compile, install into build/play, open the program; again only after a change.
	@$(PLAY)/bin/tablee

test: .venv/ready  ## Run every test.
	@$(BIN)/pytest -n auto --dist loadgroup

lint: .venv/ready  ## Formatting, lint, types, import contracts.
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

format: .venv/ready  ## Let ruff format and mend what it can.
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

check: lint test  ## The whole gate.

fuzz: .venv/ready  ## Feed everything that reads with anything; SECONDS=600 for each target, seeded anew each time.
	@TABLEE_FUZZ_SECONDS=$(or $(SECONDS),60) TABLEE_FUZZ_SEED=$$(date +%s) $(BIN)/pytest tests/fuzz -n auto --timeout 0

test-cluster: .venv/ready  ## Kill nodes and servers for a quarter of an hour while people play, and miss nothing.
	@$(BIN)/python -m tests.cluster

bench: .venv/ready  ## Speed, as ratios measured in one run.
	@$(BIN)/python -m tests.bench

bench-cluster: .venv/ready  ## The same people at one process, and at one, two and four that are one house.
	@$(BIN)/python -m tests.bench.cluster

bench-server: .venv/ready  ## People typing over SSH, beside a raw echo, and beside one address that does all it may.
	@$(BIN)/python -m tests.bench.server
	@$(BIN)/python -m tests.bench.one_address

bench-web: .venv/ready  ## People typing in pages, beside the same people over SSH.
	@$(BIN)/python -m tests.bench.web

screenshots: .venv/ready  ## Draw the pictures of the README.
	@$(BIN)/python -m tests.tui.screenshots

messages: .venv/ready  ## Bring the French catalogue in step with the sources; new messages are left empty.
	@mkdir -p build
	@$(BIN)/pybabel --quiet extract --add-location=file --sort-output --no-wrap --project=tablee \
		--output-file=build/tablee.pot engines bots net tui
	@$(BIN)/pybabel --quiet update $(CATALOGUE) --input-file=build/tablee.pot --output-dir=tui/locale --no-wrap \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	@$(BIN)/pybabel compile $(CATALOGUE) --directory=tui/locale --statistics

dist: .venv/ready  ## An sdist, and the wheel that is built from it, in dist/.
	@rm -rf dist && mkdir -p build
	@echo "Building dist/; compiling the engines takes about 40 s of processor time ..."
	@$(PINNED) $(BIN)/python -m build --outdir dist . >build/dist.log 2>&1 || { cat build/dist.log; false; }
	@ls dist/*

clean:  ## Remove what was built.
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

.venv/bin/python:
	@$(PYTHON) -m venv .venv

.venv/ready: .venv/bin/python pyproject.toml $(CONSTRAINTS)
	@echo "Installing Tablée and its tools into .venv ..."
	@$(PINNED) $(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

# Any file that comes, goes or changes makes the player's build again.
$(PLAY)/ready: build/program $(PROGRAM) setup.py pyproject.toml $(CONSTRAINTS)
	@echo "Building Tablée. Where there is a C compiler, that takes about 40 s of processor time, once ..."
	@$(PYTHON) -m venv $(PLAY)
	@rm -rf build/wheel build/play.log
	@$(PINNED) $(PLAY)/bin/python -m pip wheel --quiet --log build/play.log --no-deps --wheel-dir build/wheel .
	@grep -o -m 1 'tablee: installing plain Python.*' build/play.log || true
	@echo "Installing it into $(PLAY) ..."
	@$(PINNED) $(PLAY)/bin/python -m pip install --quiet --force-reinstall build/wheel/*.whl
	@touch $@

build/program: FORCE
	@mkdir -p build
	@echo '$(PROGRAM)' | cmp -s - $@ || echo '$(PROGRAM)' >$@
