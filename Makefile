# chupai: `make run` shows it, `make test` proves it. `make help` lists the rest.
# Needs Python >= 3.11 with venv, a Rust toolchain, a C linker and make; everything else is
# installed into .venv from the hash-locked requirements/.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
PYTEST := $(PY) -m pytest -n auto

# One interpreter for every cargo call, so that no call invalidates another's build.
export PYO3_PYTHON := $(abspath $(PY))
CARGO_SOURCES := Cargo.toml Cargo.lock $(shell find rust -name '*.rs' -o -name Cargo.toml 2>/dev/null)

# Tests that never reach the core need no second pass with the portable code path.
CORELESS := test_cards.py test_cli.py test_conftest.py test_layers.py test_packaging.py

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run build test lint format test-rust test-doc test-python test-portable bench \
	bench-check golden soak lock clean need-cargo need-lints

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## answer the example positions, then simulate a million deals
	$(BIN)/chupai moves --file examples/positions.txt
	$(BIN)/chupai simulate doudizhu/standard --games 1000000

build: $(VENV)/.built ## compile the core and install the package, editable, into .venv

test: lint test-rust test-doc test-python test-portable ## everything that must pass before a commit lands

lint: need-lints $(VENV)/.built $(VENV)/.dev ## formatters, linters, types and stubs, changing nothing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(PY) -m mypy.stubtest chupai._native --mypy-config-file pyproject.toml
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings

format: need-lints $(VENV)/.dev ## rewrite sources in the project's format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	cargo fmt --all

test-rust: need-cargo $(VENV)/.python ## the Rust tests, with run-time CPU dispatch and forced portable
	cargo test --workspace --locked
	CHUPAI_CPU=portable cargo test --workspace --locked

test-doc: need-cargo $(VENV)/.python ## build the Rust documentation, warnings denied
	RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --locked --document-private-items

test-python: $(VENV)/.built $(VENV)/.dev ## the whole Python suite; every rule id must pass
	$(PYTEST)

test-portable: $(VENV)/.built $(VENV)/.dev ## the Python tests that reach the core, forced portable
	CHUPAI_CPU=portable $(PYTEST) $(CORELESS:%=--ignore=tests/%)

bench: $(VENV)/.built $(VENV)/.dev ## the core beside the reference, then the table of docs/benchmarks.md
	$(PY) -m pytest benches --quiet --benchmark-columns=min,median,ops --benchmark-sort=min
	$(PY) benches/table.py $(BENCH)

bench-check: $(VENV)/.built $(VENV)/.dev ## instruction counts against the committed baseline (needs valgrind)
	$(PY) benches/instructions.py --check

golden: $(VENV)/.built $(VENV)/.dev ## rewrite golden files and examples; say why in the commit message
	$(PY) -m pytest tests/test_golden.py $(wildcard tests/test_records*.py) \
		-k 'test_golden or test_the_examples_are_what_they_should_be' --update-golden

soak: $(VENV)/.built $(VENV)/.dev ## the suite with many times the random cases: CHUPAI_SOAK=20 or as given
	CHUPAI_SOAK=$${CHUPAI_SOAK:-20} $(PYTEST)

# --- the environment ---------------------------------------------------------------------------

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "chupai needs Python 3.11 or newer; name one with: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.run: requirements/run.txt $(VENV)/.python
	$(PIP) install --require-hashes --only-binary :all: -r $<
	touch $@

# A peer comes as source only: it is built with the locked setuptools that .run installed.
$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	$(PIP) install --require-hashes --no-build-isolation --use-pep517 -r $<
	touch $@

$(VENV)/.built: $(CARGO_SOURCES) pyproject.toml $(VENV)/.run | need-cargo
	env -u CONDA_PREFIX VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin develop --release --locked
	touch $@

need-cargo:
	@command -v cargo >/dev/null || \
		{ echo "chupai needs a Rust toolchain: cargo is not on the PATH" >&2; exit 1; }

need-lints: need-cargo
	@for tool in fmt:rustfmt clippy:clippy; do \
		cargo $${tool%:*} --version >/dev/null 2>&1 || rustup component add $${tool#*:} || \
		{ echo "make lint needs the Rust component $${tool#*:}, which is missing and cannot be installed" >&2; exit 1; }; \
	done

# The locks name no index: they install from whichever one the machine is set up to use.
LOCK := uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header

lock: ## renew requirements/*.txt from pyproject.toml (needs uv; UPGRADE=--upgrade for newer versions)
	$(LOCK) $(UPGRADE) pyproject.toml --extra cli --group build -o requirements/run.txt
	$(LOCK) $(UPGRADE) pyproject.toml --all-extras --group build --group tools \
		-c requirements/run.txt -o requirements/dev.txt

clean: ## remove what the build made; .venv and target with it
	rm -rf $(VENV) target .hypothesis .mypy_cache .pytest_cache .ruff_cache .benchmarks bench-results
	rm -f python/chupai/_native*.so python/chupai/_native*.pyd
	find python tests benches -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
