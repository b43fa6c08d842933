"""The command `skyjo-widget`, seen from the browser that it opens."""

from __future__ import annotations

import html
import subprocess
import sys
import threading
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.lab import end, own_folders


@pytest.mark.slow
def test_the_command_opens_its_notebook_in_the_users_browser(chromium, tmp_path: Path):
    """The page that a reader sees first is the notebook, with nothing else to click."""
    cells = [nbformat.v4.new_markdown_cell("# A first cell")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "my notes.ipynb")
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\ncat "${{1#file://}}" > "{opened}"\n')
    browser.chmod(0o755)
    process = subprocess.Popen(
        [sys.executable, "-m", "skyjo_widget.cli", "--here", "my notes.ipynb", "--allow-root"],
        cwd=tmp_path,
        env=own_folders(tmp_path / "jupyter") | {"BROWSER": str(browser)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    timer = threading.Timer(600, process.kill)
    timer.start()
    assert process.stdout
    try:
        printed = next(line for line in process.stdout if "http://" in line).split()[-1]
        page = chromium.open()
        page.goto(printed)
        expect(page.locator(".jp-NotebookPanel h1")).to_contain_text("A first cell")
        assert page.url.endswith("/lab/tree/my%20notes.ipynb")
        # It asks nothing about news.
        place = "/lab/api/settings/@jupyterlab/apputils-extension:notification"
        settings = page.request.get(printed.split("/lab/")[0] + place).json()
        assert settings["schema"]["properties"]["fetchNews"]["default"] == "false"
        expect(page.locator(".Toastify__toast")).to_have_count(0)
        # The address in the user's browser leads to the same page.
        assert printed in html.unescape(opened.read_text())
    finally:
        timer.cancel()
        end(process)
        process.stdout.close()
