# `make` alone lists what there is. Everything lives in .venv; nothing else on the machine changes.
SHELL := bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
DEFAULT := .venv-default

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint typecheck tests fix soak default-build lock clean

help: ## List the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(INSTALLED) ## Install everything into .venv

$(BIN)/uv: requirements/uv.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

$(INSTALLED): $(BIN)/uv pyproject.toml requirements/dev.txt requirements/build.txt
	@echo "Installing redraft into $(VENV). The first time, llama.cpp is compiled: 5 to 15 minutes on two cores, with nothing shown meanwhile."
	$(BIN)/uv pip install --quiet --python $(BIN)/python --build-constraints requirements/build.txt --require-hashes -r requirements/dev.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --build-constraints requirements/build.txt --no-deps -e .
	@touch $@

demo: setup ## Rewrite a file with the tiny model and show the difference; writes nothing
	$(BIN)/redraft rewrite "Replace every print call with logging.info" tests/data/inventory.py

test: setup lint typecheck tests ## Prove everything

lint: setup ## Style and order of the code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

typecheck: setup ## mypy, strict
	$(BIN)/mypy

tests: setup ## pytest, with the real model
	$(BIN)/pytest

fix: setup ## Mend what lint can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

soak: setup ## The long runs, which `make test` leaves out
	$(BIN)/pytest -m soak

# --no-config: without what pyproject.toml says of the kernels to compile.
$(DEFAULT)/.installed: $(INSTALLED)
	@echo "Installing redraft into $(DEFAULT) too, with llama.cpp as llama-cpp-python compiles it. It takes as long again."
	$(BIN)/uv venv --quiet --allow-existing --python $(BIN)/python $(DEFAULT)
	$(BIN)/uv pip install --quiet --no-config --python $(DEFAULT)/bin/python --build-constraints requirements/build.txt --no-deps --require-hashes -r requirements/dev.txt
	$(BIN)/uv pip install --quiet --no-config --python $(DEFAULT)/bin/python --build-constraints requirements/build.txt --no-deps -e .
	@touch $@

default-build: setup $(DEFAULT)/.installed ## Identity and rollback, on llama-cpp-python's default build
	$(DEFAULT)/bin/pytest tests/identity/test_models.py tests/kernels/test_rollback.py::test_what_is_measured_is_true

lock: $(BIN)/uv ## Pin every version anew, with hashes and without naming a host
	for name in uv build; do \
	  UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	    --generate-hashes --no-emit-index-url requirements/$$name.in -o requirements/$$name.txt; done
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --extra tiny --extra gemma --group dev pyproject.toml -o requirements/dev.txt

clean: ## Remove .venv and caches
	rm -rf $(VENV) $(DEFAULT) .mypy_cache .ruff_cache .pytest_cache .hypothesis
