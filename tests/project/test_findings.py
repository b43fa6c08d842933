"""The findings about other projects' tools, and the command that runs it."""

from __future__ import annotations

import re

import pytest

from scripts import findings
from tests.fixtures.paths import ROOT

FOLDER = ROOT / "findings"
SCRIPTS = sorted(FOLDER.glob("*.sh"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_finding_says_what_was_expected_and_seen(script):
    """In its head; and it leaves nothing behind, needs none of our code, and pins its packages."""
    text = script.read_text("utf-8")
    head, _, body = text.partition("\nset -eu -o pipefail\n")
    labels = re.findall(r"^# (\w+)  +\S", head, re.MULTILINE)
    assert labels == ["Versions", "Expected", "Behaviour", "Output"]
    assert 'folder=$(mktemp -d)\ntrap \'rm -rf "$folder"\' EXIT\ncd "$folder"\n' in body
    assert "skyjo" not in text
    for line in re.findall(r"(?:pip|npm) install ((?:[^\n\\>]|\\\n)*)", body):
        packages = [word for word in line.split() if word != "\\" and not word.startswith("-")]
        assert packages
        assert not [name for name in packages if not re.search(r"\w(==|@)\d", name)]


def test_the_page_lists_each_finding():
    """With its sentence, which begins the script."""
    page = " ".join((FOLDER / "README.md").read_text("utf-8").split())
    listed = re.findall(r"\]\((\w+\.sh)\)", page)
    assert sorted(listed) == [script.name for script in SCRIPTS]
    for script in SCRIPTS:
        sentence = script.read_text("utf-8").splitlines()[1].removeprefix("# ")
        assert f"[{sentence}]({script.name})" in page


def test_the_command_names_what_has_changed(tmp_path, capsys):
    """With what the script printed, and fails then; `--only` leaves out the others."""
    (tmp_path / "a_tool_stays.sh").write_text("echo fine\n")
    (tmp_path / "a_tool_moves.sh").write_text("echo seen: 3\nexit 1\n")
    assert findings.main([], tmp_path) == 1
    lines = capsys.readouterr().out.splitlines()
    ends = [line.split()[-1] for line in lines]
    assert ends == ["a_tool_moves", "3", "a_tool_stays", "a_tool_moves"]
    assert lines[0].startswith("CHANGED")
    assert lines[2].startswith("as it was")
    assert findings.main(["--only", "stays"], tmp_path) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "changed: none"
