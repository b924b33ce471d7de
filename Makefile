# `make run` opens the tables in the browser; `make test` runs all tests. Each installs what it needs, once, into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.play
READY := $(VENV)/.ready
SECONDS := 600
SEED := 1
# Python keeps what it has compiled, whatever the environment says: each tester and each command would compile it again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test check bench docs soak mutants coverage fix clean

run: $(PLAY)
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
	$(call install,docs)
	$(BIN)/sphinx-build -q -W -b html docs build/docs

clean:
	rm -rf $(VENV) build dist

# $(call install,EXTRA,OPTIONS): create the environment if there is none; install the pinned packages of an extra.
define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Chapter 47 needs Python 3.11 or newer")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing chapter47[$(1)] into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt $(2) -e ".[$(1)]"
endef

# What playing needs. Python compiles what the server imports at its first start.
$(PLAY): pyproject.toml constraints.txt
	$(call install,server,--no-compile)
	@touch $@

# What the tests and checks need, which includes what playing needs.
$(READY): pyproject.toml constraints.txt
	$(call install,dev)
	@$(BIN)/python -m compileall -q src
	@touch $(PLAY) $@
