"""A JupyterHub with its proxy on this machine, for the tests, with folders of its own."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.environments import ROOT, environment
from tests.browser.lab import Server, free_port, own_folders

PROXY = "configurable-http-proxy@5.3.0"
_CONFIG = """
c = get_config()
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{hub}"
c.ConfigurableHTTPProxy.command = {proxy}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api}"
c.ConfigurableHTTPProxy.pid_file = "{folder}/proxy.pid"
c.JupyterHub.db_url = "sqlite:///{folder}/hub.sqlite"
c.JupyterHub.cookie_secret_file = "{folder}/cookie-secret"
c.JupyterHub.authenticator_class = "dummy"
c.JupyterHub.spawner_class = "simple"
c.Authenticator.allow_all = True
c.SimpleLocalProcessSpawner.home_dir_template = "{folder}/home/{{username}}"
c.Spawner.cmd = [{python!r}, "-m", "jupyterhub.singleuser"]
c.Spawner.args = {arguments}
c.Spawner.environment = {environment}
"""


def proxy() -> list[str]:
    """Return the command of the hub's proxy, which is installed when a test first asks."""
    place = ROOT / "build" / "environments" / "together" / "node"
    script = place / "node_modules" / "configurable-http-proxy" / "bin" / "configurable-http-proxy"
    here = Path(sys.executable).parent
    if not script.exists():
        npm = [here / "npm", "install", "--silent", "--prefix", place, PROXY]
        subprocess.run(npm, check=True)
    return [str(here / "node"), str(script)]


class Hub(Server):
    """A JupyterHub where whoever names themselves is let in.

    Parameters
    ----------
    folder : Path
        Everything it reads and writes lies below it.
    config : str
        Further lines of its configuration.
    """

    def __init__(self, folder: Path, config: str = "") -> None:
        python = environment("together")
        work = folder / "work"
        work.mkdir(parents=True)
        own = own_folders(folder) | {"PYTHONPATH": str(ROOT)}
        # A user's server has folders of its own; what Jupyter keeps is in the user's home.
        users = {"PYTHONPATH": str(ROOT), "JUPYTER_PREFER_ENV_PATH": "1"}
        arguments = ["--LabApp.expose_app_in_browser=True", "--LabApp.news_url=None"]
        if os.geteuid() == 0:
            arguments.append("--allow-root")
        port, hub, api = free_port(), free_port(), free_port()
        lines = _CONFIG.format(
            port=port,
            hub=hub,
            api=api,
            folder=folder,
            proxy=proxy(),
            python=str(python),
            arguments=arguments,
            environment=users,
        )
        (work / "jupyterhub_config.py").write_text(lines + config)
        super().__init__(
            [str(python), "-m", "jupyterhub", "--config", "jupyterhub_config.py"],
            folder=work,
            port=port,
            environment=own,
            ready="/hub/api/",
        )
        self.homes = folder / "home"

    def address_of(self, notebook: Path) -> str:
        """The address at which a notebook in somebody's home opens, in a fresh workspace."""
        workspace = secrets.token_hex(4)
        user = notebook.parent.name
        return f"{self.address}/user/{user}/lab/workspaces/{workspace}/tree/{notebook.name}?reset"

    def log_in(self, page: Page, name: str) -> None:
        """Fill the form of the login that a page shows."""
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password").fill("anything")
        page.get_by_role("button", name="Sign in").click()

    def start_server(self, page: Page, name: str) -> Path:
        """Log in, and start a server of one's own; return the home."""
        page.goto(f"{self.address}/hub/spawn")
        self.log_in(page, name)
        page.wait_for_url(f"**/user/{name}/lab**")
        return self.homes / name
