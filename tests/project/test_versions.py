"""The environments of other versions, in which the core tests run now and then."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import sys
import tomllib

from scripts.versions import CORE, OLDEST, TOOLS, lowest
from tests.fixtures.paths import ROOT


def key(name):
    """A distribution's name, as all ways to write it have in common."""
    return re.sub(r"[-_.]+", "-", name).lower()


def installed_with(requirements):
    """Distributions, by their names, that come with requirements: those of each one too."""
    names, rest = set(), list(requirements)
    while rest:
        name = key(re.match(r"[\w.-]+", rest.pop())[0])
        if name not in names:
            names.add(name)
            try:
                required = importlib.metadata.requires(name) or []
            except importlib.metadata.PackageNotFoundError:
                continue  # for another system
            rest += [each for each in required if "extra ==" not in each]
    return names


def imported_at_once(path):
    """The packages that a module imports at its top."""
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=module):
                yield module.partition(".")[0]


def test_the_lowest_versions_have_what_the_core_tests_import():
    """Else none of a module's tests would run there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    distributions = installed_with([*lowest(project), *OLDEST, *TOOLS])
    by_package = importlib.metadata.packages_distributions()
    modules = [
        path
        for name in CORE.split()
        for path in [ROOT / "tests" / name, *(ROOT / "tests" / name).rglob("*.py")]
        if path.is_file()
    ]
    own = {"skyjo_widget", "skyjo_widget_server", "tests", "scripts", "benchmarks"}
    missing = {
        (path.name, package)
        for path in modules
        for package in imported_at_once(path)
        if package not in sys.stdlib_module_names | own
        and not distributions & set(map(key, by_package[package]))
    }
    assert all((ROOT / "tests" / name).exists() for name in CORE.split())
    assert missing == set()
