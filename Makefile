# Needs Python >= 3.11, git and make; all else goes into .venv and node_modules.

PYTHON ?= python3
PIP := .venv/bin/python -m pip --disable-pip-version-check
# What develops and tests: with these versions, until `make lock` renews them.
LOCKED := --constraint constraints.txt --build-constraint constraints.txt
# Bytecode is made of what is imported, when it is: installing takes 40 % less time.
export PIP_COMPILE := 0
# Where it isn't kept, each process compiles anew all that it imports, pytest each test as well.
unexport PYTHONDONTWRITEBYTECODE
export PATH := $(CURDIR)/.venv/bin:$(PATH)

# The environment variable BROWSER belongs to Python's webbrowser; "none" is only ours.
ifeq ($(BROWSER),none)
unexport BROWSER
endif

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

.PHONY: help
help:
	@echo "make TARGET, where TARGET is one of"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

.PHONY: play
play: .venv/.play-installed ## Open a copy of the first lesson in JupyterLab, in play/ [LESSONS=fr] [PORT=8888] [BROWSER=none] [ROOT=yes]
	@mkdir -p play && cd play && ../.venv/bin/skyjo-widget $(if $(filter fr,$(LESSONS)),--lang fr) \
		$(if $(PORT),--port "$(PORT)") $(if $(filter none,$(BROWSER)),--no-browser) \
		$(if $(filter yes,$(ROOT)),--allow-root)

.PHONY: check
check: dev ## Everyday checks, three minutes: linters, types, the quick tests of Python
	@.venv/bin/python scripts/run_stages.py check

.PHONY: test
test: dev ## What must hold before a change is merged, ten minutes: all quick tests, and a sample of the others
	@.venv/bin/python scripts/run_stages.py test

.PHONY: test-all
test-all: dev .venv/.site-installed ## Everything: the long sweeps, JupyterLab in a browser, the lowest and the newest versions, over two hours
	@.venv/bin/python scripts/run_stages.py test-all

.PHONY: bench
bench: dev ## Measure the speed
	$(PIP) install --quiet $(LOCKED) --group bench
	@.venv/bin/python -m benchmarks

.PHONY: pictures
pictures: dev ## Take a picture of every screen into build/screens, and remake those of the README
	.venv/bin/python -m scripts.contact_sheet build/screens
	.venv/bin/python -m scripts.board_pictures
	.venv/bin/python -m scripts.phone_pictures

.PHONY: notebooks
notebooks: dev ## Run the notebooks, store what their cells show, and write those without widgets
	.venv/bin/python -m scripts.notebooks
	.venv/bin/python -m scripts.text_lessons

.PHONY: messages
messages: dev ## Bring the catalogues of messages up to date with the code
	@.venv/bin/python -m scripts.messages

.PHONY: site
site: dev .venv/.site-installed ## Build the documentation's site into build/site
	@.venv/bin/python -m scripts.site

.PHONY: league
league: dev ## Let the bots play for their ratings, three hours; continues where it stopped [GAMES=24] [ONLY=word]
	@.venv/bin/python -m benchmarks.league $(if $(GAMES),--games $(GAMES)) $(if $(ONLY),--only "$(ONLY)")

.PHONY: findings
findings: dev ## Run what was seen of other projects' tools, and name what has changed; needs the network [ONLY=word]
	@.venv/bin/python scripts/findings.py $(if $(ONLY),--only "$(ONLY)")

.PHONY: format
format: dev ## Format Python and JavaScript, and fix what can be fixed safely
	.venv/bin/ruff check --fix --quiet . || true
	.venv/bin/ruff format .
	.venv/bin/npm run --silent format

.PHONY: wheel
wheel: dev ## Build the wheel and the source distribution into dist/
	.venv/bin/python -m build --outdir dist

.PHONY: lite
lite: dev ## Build the lessons as a site that runs in the browser alone, into build/lite
	@.venv/bin/python -m scripts.lite

.PHONY: wheelhouse
wheelhouse: .venv/.pip-installed ## Gather all wheels for a machine without network [PLATFORM=windows] [VERSION=3.13] [EXTRAS=parquet]
	$(PIP) install --quiet $(LOCKED) --group wheelhouse
	@.venv/bin/python scripts/wheelhouse.py $(if $(PLATFORM),--platform "$(PLATFORM)") \
		$(if $(VERSION),--python "$(VERSION)") $(if $(EXTRAS),--extras "$(EXTRAS)")

.PHONY: release-check
release-check: .venv/.pip-installed ## Build into dist/ what would be published, and name what isn't ready
	$(PIP) install --quiet $(LOCKED) --group release
	@.venv/bin/python scripts/release.py

.PHONY: dev
dev: .venv/.dev-installed node_modules/.package-lock.json ## Install all that development and tests need

# For every Python from the lowest on, and every system.
COMPILE := .venv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--no-annotate --custom-compile-command "make lock"
.PHONY: lock
lock: .venv/.pip-installed ## Renew constraints.txt, the versions that development and tests install
	$(PIP) install --quiet --upgrade uv
	echo pip | $(COMPILE) --output-file constraints.txt pyproject.toml - \
		--all-extras $(addprefix --group ,test lint bench release site)
	$(COMPILE) --output-file lite/constraints.txt --group lite

.PHONY: clean
clean: ## Remove all that was installed, built or cached here (never play/ or games/)
	rm -rf .venv node_modules build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find skyjo_widget tests scripts benchmarks -name __pycache__ -prune -exec rm -rf {} +

# What is installed, each with a file that tells when. A new pip, since the one that
# comes with Python may not know dependency groups.

.venv/.pip-installed:
	@if test -x .venv/bin/python; then python=.venv/bin/python; else python="$(PYTHON)"; fi; \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=python3.12 … names another one ($$python isn't)."; exit 1; }
	@.venv/bin/python -m pip --version >/dev/null 2>&1 || "$(PYTHON)" -m venv .venv
	$(PIP) install --quiet --constraint constraints.txt --upgrade pip
	@touch $@

.venv/.play-installed: .venv/.pip-installed pyproject.toml
	$(PIP) install --quiet --editable '.[lab,fast,serve]'
	@touch $@

.venv/.dev-installed: .venv/.pip-installed pyproject.toml constraints.txt
	$(PIP) install --quiet $(LOCKED) --editable '.[lab,fast,parquet,large,rl,serve]' --group test --group lint
	@touch $@ .venv/.play-installed

.venv/.site-installed: .venv/.dev-installed
	$(PIP) install --quiet $(LOCKED) --group site
	@touch $@

node_modules/.package-lock.json: package.json package-lock.json | .venv/.dev-installed
	.venv/bin/npm ci --loglevel=error
	@touch $@
