# Every target sets itself up: it makes .venv and installs what it needs.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help demo test coverage test-core fuzz check dist bench docs tables figures evidence experiments clean

help:  ## List the targets.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

demo: .venv/core  ## See the point in under a minute, on embedded data.
	@$(BIN)/python examples/demo.py

test: .venv/test  ## Run every test, on every core.
	$(BIN)/pytest --numprocesses auto --dist worksteal

coverage: .venv/test  ## The same, and fail if less than 95 % of the lines and branches were run; it takes a fifth longer.
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest --numprocesses auto --dist worksteal
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# An environment of its own for each Python: nothing but the core and what runs its tests.
CORE := .venv-core-$(notdir $(PYTHON))
ROOMS ?= tests

test-core: $(CORE)/ready  ## Run the tests of the core in an environment without any optional package.
	$(CORE)/bin/python -m pytest --core -m "not slow" --quiet --numprocesses auto --dist worksteal $(ROOMS)

fuzz: .venv/test  ## Read 10,000 messy files whose meaning is known.
	PYTHONPATH=tests $(BIN)/python tests/fuzzing/fuzz.py --cases 10000

check: .venv/check  ## Lint, types, import contracts, doctests, links of the docs, the evidence page.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest --quiet --doctest-modules --doctest-continue-on-failure src papers/minge/src README.md docs --doctest-glob='*.md'
	$(BIN)/minge-paper evidence --check
	$(BIN)/mkdocs build --site-dir .venv/site

# Not --quiet: warnings that are not told are not counted either, and a broken link would pass.
docs: .venv/docs  ## Build the docs site into site/, links checked; open site/index.html.
	$(BIN)/python docs/generate_cli.py
	$(BIN)/mkdocs build

bench: .venv/bench  ## Measure speed and memory, as ratios in one run.
	$(BIN)/python benchmarks/scale.py
	$(BIN)/python benchmarks/linalg.py
	$(BIN)/python benchmarks/start.py
	$(BIN)/python benchmarks/training.py
	$(BIN)/python benchmarks/spark.py

tables: .venv/test  ## Print the paper's tables from the ledger, next to the printed ones.
	$(BIN)/minge-paper tables

figures: .venv/test  ## Draw the paper's figures from the ledger into figures/.
	$(BIN)/minge-paper figures --out figures

evidence: .venv/test  ## Write docs/evidence.md and its figures from the ledger.
	$(BIN)/minge-paper evidence

experiments: .venv/test  ## Train everything that docs/evidence.md rests on; it takes hours, and it resumes.
	$(BIN)/minge-paper experiments

dist: .venv/dist  ## Build wheel and sdist, and try the wheel in empty environments, extra by extra; it takes minutes.
	.ci/dist $(abspath $(BIN))/python

clean:  ## Remove what the other targets made.
	rm -rf .venv .venv-core-* dist site figures .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .hypothesis

.venv:
	$(PYTHON) -m venv .venv

# An editable install is not compiled by pip, and a command should start quickly all the same.
.venv/core: pyproject.toml constraints.txt | .venv
	$(PIP) --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/test: pyproject.toml papers/minge/pyproject.toml constraints.txt | .venv
	$(PIP) --editable '.[test]' --editable papers/minge
	@$(BIN)/python -m compileall -q src papers/minge/src
	@touch $@ .venv/core

.venv/docs: pyproject.toml constraints.txt | .venv
	$(PIP) --editable '.[docs]'
	@touch $@

.venv/dist: | .venv
	$(PIP) build
	@touch $@

$(CORE)/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(CORE)
	$(CORE)/bin/pip install --quiet --disable-pip-version-check --editable '.[test-core]'
	@touch $@

.venv/bench: .venv/test
	$(PIP) --editable '.[test,rivals]'
	@touch $@

.venv/check: .venv/test
	$(PIP) --editable '.[test,check]'
	@touch $@
