# Two commands do everything on a fresh Debian or Ubuntu machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --quiet --disable-pip-version-check

.PHONY: demo test check lock clean system

demo: $(VENV)/ready
	@$(BIN)/saddle-tui demo $(ARGS)

test: $(VENV)/ready
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder $(ARGS)

# Lint, types, layers: what CI runs besides the tests.
check: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

$(VENV)/ready: $(VENV)/locked pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# Made anew when the lock changes. Debian keeps venv and git in packages of their own.
$(VENV)/locked: requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "saddle-tui needs Python 3.11 or newer, and $(PYTHON) is not; try: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@command -v git >/dev/null && $(PYTHON) -c 'import ensurepip' 2>/dev/null || $(MAKE) --no-print-directory system
	@echo "setting up $(VENV); this is done once and takes a few minutes"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --require-hashes -r $< || { \
	  echo "the packages of $< could not be installed; pip says why above. Without a network there is no set-up" >&2; exit 1; }
	@touch $@

system:
	@command -v apt-get >/dev/null || { \
	  echo "saddle-tui needs git and Python's venv, and there is no apt-get to install them; do it your way and try again" >&2; exit 1; }
	@[ "$$(id -u)" = 0 ] || command -v sudo >/dev/null || { \
	  echo "saddle-tui needs git and python3-venv; installing them takes root or sudo" >&2; exit 1; }
	@echo "installing git and python3-venv with apt-get"
	@if [ "$$(id -u)" = 0 ]; then as=""; else as="sudo"; fi; \
	  $$as apt-get update -qq && \
	  $$as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends git python3-venv >/dev/null

# New versions of everything; the files name no index.
lock: $(VENV)/ready
	$(PIP) install uv
	$(BIN)/uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 \
	  --quiet --upgrade pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 \
	  --quiet --upgrade --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock

clean:
	rm -rf $(VENV) dist build
