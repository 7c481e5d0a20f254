# `make` alone lists what there is. Everything lives in .venv; nothing else on the machine changes.
SHELL := bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint typecheck tests fix soak lock clean

help: ## List the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(INSTALLED) ## Install everything into .venv

$(BIN)/uv: requirements/uv.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

$(INSTALLED): $(BIN)/uv pyproject.toml requirements/dev.txt requirements/build.txt
	@echo "Installing redraft into $(VENV). The first time, llama.cpp is compiled: 10 to 15 minutes on two cores, with nothing shown meanwhile."
	$(BIN)/uv pip install --quiet --python $(BIN)/python --build-constraints requirements/build.txt --require-hashes -r requirements/dev.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --build-constraints requirements/build.txt --no-deps -e .
	@touch $@
