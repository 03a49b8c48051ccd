PYTHON ?= python3
BIN := .venv/bin
CONSTRAINTS := .ci/constraints.txt
CATALOGUE := --domain=tablee --locale=fr
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint $(CONSTRAINTS)

.PHONY: play test lint format check bench bench-server screenshots messages clean

play: .venv/played  ## Make .venv, install, open the program.
	@$(BIN)/tablee

test: .venv/ready  ## Run every test.
	@$(BIN)/pytest -n auto

lint: .venv/ready  ## Formatting, lint, types, import contracts.
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

format: .venv/ready  ## Let ruff format and mend what it can.
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

check: lint test  ## The whole gate.

bench: .venv/ready  ## Speed, as ratios measured in one run.
	@$(BIN)/python -m tests.bench

bench-server: .venv/ready  ## People typing over SSH, beside a raw echo.
	@$(BIN)/python -m tests.bench.server

screenshots: .venv/ready  ## Draw the pictures of the README.
	@$(BIN)/python -m tests.tui.screenshots

messages: .venv/ready  ## Bring the French catalogue in step with the sources; new messages are left empty.
	@mkdir -p build
	@$(BIN)/pybabel --quiet extract --add-location=file --sort-output --no-wrap --project=tablee \
		--output-file=build/tablee.pot engines bots net tui
	@$(BIN)/pybabel --quiet update $(CATALOGUE) --input-file=build/tablee.pot --output-dir=tui/locale --no-wrap \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	@$(BIN)/pybabel compile $(CATALOGUE) --directory=tui/locale --statistics

clean:  ## Remove what was built.
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

.venv/bin/python:
	@$(PYTHON) -m venv .venv

.venv/played: .venv/bin/python pyproject.toml $(CONSTRAINTS)
	@echo "Installing Tablée into .venv ..."
	@$(INSTALL) --editable .
	@touch $@

.venv/ready: .venv/bin/python pyproject.toml $(CONSTRAINTS)
	@echo "Installing Tablée and its tools into .venv ..."
	@$(INSTALL) --editable '.[dev]'
	@touch $@ .venv/played
