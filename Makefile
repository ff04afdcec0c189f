# Two commands do everything on a fresh Debian or Ubuntu machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test check lock clean

demo: $(READY)
	$(BIN)/saddle-tui demo $(ARGS)

test: $(READY)
	$(BIN)/pytest -n 2 $(ARGS)

# Lint, types, layers: what CI runs besides the tests.
check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Made anew when the lock changes. Debian keeps venv and git in packages of their own.
$(READY): requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "saddle-tui needs Python 3.11 or newer; set PYTHON=/path/to/python3" >&2; exit 1; }
	@command -v git >/dev/null && $(PYTHON) -c 'import ensurepip' 2>/dev/null || $(MAKE) --no-print-directory system
	@rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

.PHONY: system
system:
	@echo "installing python3-venv and git with apt-get"
	@if [ "$$(id -u)" = 0 ]; then as=""; else as="sudo"; fi; \
	  $$as apt-get update -qq && $$as apt-get install -y -qq python3-venv git >/dev/null

# New versions of everything; the files name no index.
lock:
	$(PYTHON) -m pip install --quiet uv
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 \
	  --quiet pyproject.toml -o requirements.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 \
	  --quiet --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock

clean:
	rm -rf $(VENV) dist build
