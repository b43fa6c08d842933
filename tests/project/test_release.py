"""The package page, the workflows, and the list of what isn't ready to be published."""

from __future__ import annotations

import re
import tomllib

import pytest
import yaml
from readme_renderer import markdown

import hatch_build
from scripts import release
from tests.fixtures.paths import ROOT

HOME = "https://example.org/owner/name"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
README = (ROOT / "README.md").read_text("utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_links_and_pictures_of_the_package_page_have_addresses():
    """The page that an index shows has the README's, each at the tag of the version."""
    page = markdown.render(hatch_build.absolute(README, HOME, "1.2.3"))
    assert page
    links = re.findall(r'href="([^#"][^"]*)"', page)  # headings link to themselves
    pictures = re.findall(r'src="([^"]+)"', page)
    assert len(links) == len(re.findall(r"\]\(", README))
    assert len(pictures) == README.count("<img ")
    assert [link for link in links if not link.startswith("https://")] == []
    files = [path.removeprefix(f"{HOME}/raw/v1.2.3/") for path in pictures] + [
        link.removeprefix(f"{HOME}/blob/v1.2.3/").partition("#")[0]
        for link in links
        if link.startswith(HOME)
    ]
    assert len(files) > 25
    assert [file for file in files if not (ROOT / file).exists()] == []


def test_links_that_are_addresses_or_in_the_page_stay():
    """Only what is relative changes."""
    text = "[a](https://example.com) [b](#part) [c](mailto:a@example.com)"
    assert hatch_build.absolute(text, HOME, "1") == text


@pytest.mark.parametrize("home", ["", HOME])
def test_the_metadata_follow_the_home(home):
    """Without one there are no addresses, and the README is as it stands."""
    metadata = {"version": "1.2.3"}
    hatch_build.Addresses(str(ROOT), {"home": home}).update(metadata)
    assert (metadata["readme"]["text"] == README) == (not home)
    assert metadata.get("urls", {}).get("Source", "") == home


FILES = {
    "pyproject.toml": f"""
        project.version = "1.2.3"
        tool.hatch.metadata.hooks.custom.home = "{HOME}"
    """,
    "docs/installing.md": "# Installing\n",
    "docs/installing.fr.md": "# Installer\n",
    "CHANGELOG.md": "# Changelog\n\n## 1.2.3 (2026-12-01)\n",
    "CITATION.cff": f"version: 1.2.3\nrepository-code: {HOME}\n",
}


@pytest.mark.parametrize(
    ("file", "text", "tag", "said"),
    [
        ("docs/installing.md", "# Installing\n", "v1.2.3", []),
        (
            "docs/installing.md",
            "# Installing\n",
            "v1.2.4",
            ["the version 1.2.3 needs the tag v1.2.3"],
        ),
        ("docs/installing.md", "It isn't on an index yet.", "", ["installing.md: it says"]),
        ("docs/installing.fr.md", "Encore sur aucun index.", "", ["installing.fr.md: it says"]),
        ("CHANGELOG.md", "## Unreleased", "", ["CHANGELOG.md: no heading '## 1.2.3'"]),
        ("CITATION.cff", "version: 1.2.3", "", [f"no line 'repository-code: {HOME}'"]),
        ("pyproject.toml", FILES["pyproject.toml"].replace(HOME, ""), "", ["home is ''"]),
        ("pyproject.toml", FILES["pyproject.toml"].replace("owner", "else"), "", ["home", "CITA"]),
    ],
)
def test_what_is_not_ready_is_named(tmp_path, file, text, tag, said):
    """Each thing with its file; nothing if all is."""
    for name, content in (FILES | {file: text}).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, "utf-8")
    found = list(release.unready(tmp_path, address=HOME, tag=tag))
    assert len(found) == len(said)
    assert all(part in sentence for part, sentence in zip(said, found, strict=True))


def test_the_citation_names_this_version():
    """And the home, once it is known."""
    assert not [line for line in release.unready(ROOT) if line.startswith("CITATION.cff")]


def steps(workflow):
    """Yield each step of a workflow."""
    for job in yaml.safe_load(workflow.read_text("utf-8"))["jobs"].values():
        yield from job.get("steps", [])


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_to_commits(workflow):
    """A tag can be moved by whoever owns the action; its name stands in a comment."""
    used = re.findall(r"uses: (?!\./)(.*)", workflow.read_text("utf-8"))
    assert used
    for action in used:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_only_the_job_that_publishes_may_prove_who_it_is():
    """Jobs that run the project's code can neither write to the repository nor publish."""
    for workflow in WORKFLOWS:
        for name, job in yaml.safe_load(workflow.read_text("utf-8"))["jobs"].items():
            writes = "write" in (job.get("permissions") or {}).values()
            runs = any("run" in step for step in job.get("steps", []))
            assert not (writes and runs), (workflow.name, name)


def test_the_tested_versions_are_those_that_are_promised():
    """From the oldest Python on, on each system."""
    jobs = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text("utf-8"))["jobs"]
    oldest = PYPROJECT["project"]["requires-python"].removeprefix(">=")
    begin = "Programming Language :: Python :: 3."
    classified = {
        f"3.{line.removeprefix(begin)}"
        for line in PYPROJECT["project"]["classifiers"]
        if line.startswith(begin)
    }
    for job in jobs.values():
        tested = job["strategy"]["matrix"]["python"]
        assert tested[0] == oldest
        assert classified <= set(tested)


def test_what_the_workflows_install_exists():
    """Each extra and each group of `pyproject.toml`."""
    lines = [step["run"] for path in WORKFLOWS for step in steps(path) if "run" in step]
    extras = ",".join(re.findall(r"\.\[([\w,]+)\]", "\n".join(lines))).split(",")
    groups = re.findall(r"--group (\w+)", "\n".join(lines))
    assert groups
    assert set(extras) <= set(PYPROJECT["project"]["optional-dependencies"])
    assert set(groups) <= set(PYPROJECT["dependency-groups"])
