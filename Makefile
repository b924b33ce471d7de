# `make run` opens the best front door there is; `make test` runs all tests. Both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SECONDS := 600
SEED := 1

.PHONY: run test check bench docs soak mutants coverage fix clean

run: $(READY)
	@$(BIN)/python -m chapter47.web

test: $(READY)
	$(BIN)/python -m pytest -n 3 --dist=worksteal

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fix: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

coverage: $(READY)
	CHAPTER47_WRITE_COVERAGE=1 $(BIN)/python -m pytest -n 3 --dist=worksteal

soak: $(READY)
	$(BIN)/python -m pytest -n 2 -m soak --run-soak

mutants: $(READY)
	$(BIN)/python tests/mutants.py --seconds $(SECONDS) --seed $(SEED)

bench: $(READY)
	$(BIN)/python -m benchmarks

docs: $(READY)
	$(BIN)/pip install -q -c constraints.txt -e ".[dev,docs]"
	$(BIN)/sphinx-build -q -W -b html docs build/docs

clean:
	rm -rf $(VENV) build dist

# The environment is made anew when the pinned versions or the project's metadata change.
$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Chapter 47 needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	$(BIN)/python -m compileall -q src
	touch $(READY)
