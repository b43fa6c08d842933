"""A page about this installation, to be mailed to whoever helps: `doctor`."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import locale
import os
import platform
import re
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from skyjo_widget.engine.core import jit
from skyjo_widget.errors import RecordError
from skyjo_widget.records.lock import RecordLock
from skyjo_widget.records.record_file import timestamp
from skyjo_widget.util.browser_python import keeps_files
from skyjo_widget.util.i18n import words
from skyjo_widget.util.messages import in_its_language, rendered
from skyjo_widget.util.notebook import notebook
from skyjo_widget.util.shadowed import shadowing_files, system_languages
from skyjo_widget.util.version import __version__

PORT = 8888
_BESIDE = ("ipykernel", "IPython", "jupyter_server", "jupyterlab_widgets", "notebook", "voila")
"""Distributions that no requirement names, of which the version matters."""
_LEAST_SPACE = 100_000_000


class Finding(NamedTuple):
    """A line of the page.

    Parameters
    ----------
    key : str
        Of its label in the locales.
    value : str
        What was found.
    wrong : str
        The key of what is wrong and what to do; empty if nothing is.
    """

    key: str
    value: str
    wrong: str = ""


@in_its_language
def doctor(lang: str | None = None) -> None:
    """Print a page about this installation: versions, kernel, files, and what is wrong.

    It names no person, no game and no machine; the home folder is written ``~``.

    Parameters
    ----------
    lang : str, optional
        ``"en"`` or ``"fr"``; by default the system's language.

    Raises
    ------
    RulesError
        If there is no such language.

    Examples
    --------
    >>> import skyjo_widget
    >>> skyjo_widget.doctor()  # doctest: +SKIP
    """
    print(page(findings(), lang))  # noqa: T201  (printing is its purpose)


def findings() -> list[Finding]:
    """Examine the installation, and the present folder."""
    return [
        Finding("package", f"{__version__}, {Path(__file__).parents[1]}"),
        Finding("python", f"{platform.python_version()}, {sys.executable or sys.platform}"),
        Finding("system", f"{platform.system()} {platform.release()}, {platform.machine()}"),
        Finding("language", f"{_locale()}, {sys.getfilesystemencoding()}"),
        Finding("host", _host()),
        *_kernel(),
        *_versions(),
        Finding("numba", "") if jit.has_numba() else Finding("numba", jit.why_slow(), "slow"),
        *_files(),
        *_network(),
    ]


def page(lines: list[Finding], lang: str | None = None) -> str:
    """Write findings as text, what is wrong first."""
    lang = lang or system_languages()[0]
    texts, item = words(lang)["doctor"], words(lang)["faces"]["texts"]["item"]
    wrong, all_lines = [], []
    for line in lines:
        name, value = texts[line.key], rendered(line.value, lang)
        sign = "✗" if line.wrong else "✓"
        all_lines.append(f"{sign} {item.format(name=name, text=value or texts['good'])}")
        if line.wrong:
            what = texts[line.wrong].format(value=value)
            wrong.append(f"{sign} {item.format(name=name, text=what)}")
    top = [texts["title"], texts["about"], "", *(wrong or [texts["none"]]), ""]
    return _without_home("\n".join([*top, *all_lines, "", texts["browser"]]))


def _without_home(text: str) -> str:
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


def _locale() -> str:
    with contextlib.suppress(ValueError):
        return ".".join(part or "" for part in locale.getlocale())
    return "?"


def _host() -> str:
    shell = notebook()
    return type(shell).__name__ if shell else "Python"


def _kernel() -> Iterator[Finding]:
    """Yield whether notebooks' kernels run this Python."""
    if importlib.util.find_spec("jupyter_client") is None:
        if not notebook():
            yield Finding("kernel", "", "no_kernel")
        return
    from jupyter_client.kernelspec import KernelSpecManager  # noqa: PLC0415  (an extra)

    specs: dict[str, Any] = KernelSpecManager().get_all_specs()
    starts = specs.get("python3", {}).get("spec", {}).get("argv", [""])[0]
    if not starts:
        yield Finding("kernel", "", "no_kernel")
        return
    if re.fullmatch(r"python[\d.]*", starts):  # jupyter_client takes that for its own
        starts = sys.executable
    same = Path(starts).parent.resolve() == Path(sys.executable).parent.resolve()
    yield Finding("kernel", starts, "" if same else "other_kernel")


def _versions() -> Iterator[Finding]:
    """Yield the libraries with their versions; what is missing or too old for itself."""
    good, absent = [], []
    for name, needed, fits in _requirements():
        version = _version(name)
        if version is None:
            absent += [] if not needed else [name]
        elif fits and not fits.contains(version, prereleases=True):
            yield Finding("library", f"{name} {version} ({fits})", "other_version")
        else:
            good.append(f"{name} {version}")
    good += [f"{name} {version}" for name in _BESIDE if (version := _version(name))]
    if absent:
        yield Finding("library", ", ".join(absent), "absent")
    yield Finding("libraries", ", ".join(good))


def _requirements() -> Iterator[tuple[str, bool, Any]]:
    """Yield each library that the package names: whether it is needed, and its versions."""
    try:
        lines = importlib.metadata.requires("skyjo_widget") or []
    except importlib.metadata.PackageNotFoundError:  # an unpacked folder
        lines = []
    try:
        from packaging.requirements import Requirement  # noqa: PLC0415  (JupyterLab brings it)
    except ImportError:
        for line in lines:
            yield re.split(r"[^\w.-]", line)[0], "extra ==" not in line, None
        return
    names = set()
    for line in lines:
        requirement = Requirement(line)
        extra = "extra" in str(requirement.marker)
        if (
            extra or requirement.marker is None or requirement.marker.evaluate()
        ) and requirement.name not in names:
            names.add(requirement.name)
            yield requirement.name, not extra, requirement.specifier


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _files() -> Iterator[Finding]:
    """Yield what hides a module here, and whether files can be written, kept and locked."""
    here = Path.cwd()
    for file in shadowing_files(str(here)):
        yield Finding("hiding", Path(file).relative_to(here).as_posix(), "hides")
    folder = here / "games" if (here / "games").is_dir() else here
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".skyjo_widget-") as probe:
            RecordLock(Path(probe.name), timestamp()).release()
    except (OSError, RecordError) as error:
        yield Finding("folder", f"{folder}: {error}", "no_writing")
        return
    if not keeps_files(folder):
        yield Finding("folder", str(folder), "fleeting")
        return
    free = shutil.disk_usage(folder).free
    value = f"{folder}, {free // 1_000_000:,} MB"
    yield Finding("folder", value, "" if free > _LEAST_SPACE else "full")


def _network() -> Iterator[Finding]:
    """Yield whether a server can listen on this machine, which a browser's Python can't."""
    if sys.platform == "emscripten":
        return
    for port in (PORT, 0):
        with socket.socket() as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError as error:
                why = str(error.strerror)
                continue
        yield Finding("port", f"127.0.0.1:{port}") if port else Finding("port", str(PORT), "taken")
        return
    yield Finding("port", why, "no_port")
