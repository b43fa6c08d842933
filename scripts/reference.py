"""Write ``docs/reference.md`` from the docstrings: ``python -m scripts.reference``."""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import skyjo_widget

PAGE = Path(__file__).parents[1] / "docs" / "reference.md"

GROUPS = {
    "Opening a table": (
        "play",
        "position",
        "Position",
        "paper",
        "load",
        "load_all",
        "verify",
        "column_dictionary",
    ),
    "Session": ("Session",),
    "Log": ("Log", "States", "state_fields"),
    "Simulation and tournaments": (
        *("simulate", "load_simulation", "Simulation", "tournament", "Tournament"),
        *("compare", "Comparison"),
    ),
    "Measures": (
        *(
            "measure",
            "Measures",
            "win_probabilities",
            "WinProbabilities",
            "decision_values",
            "DecisionValues",
        ),
        *(
            "opinions",
            "measures.playtest.opinions.Opinions",
            "plan",
            "measures.playtest.plan.Plan",
            "ask",
            "measures.versus.question.DesignAnswer",
            "measure_steps",
            "measures.versus.steps.MeasuredSteps",
            "versus",
            "Version",
            "measures.versus.experiment.Versus",
        ),
    ),
    "Replays": ("replay", "replays.widget.Replay", "rulings_page"),
    "Charts": ("running_mean", "RunningMean", "distributions", "calibration", "charts.Calibration"),
    "Strategies": ("Observation", "strategies.observation.Card", "RuleTable", "RuleEditor"),
    "On phones": ("classroom", "board.serving.hall.Hall", "Serving"),
    "In class": (
        "lesson",
        "Lesson",
        "hand_in",
        "hand_out",
        "class_page",
        "classroom.report.ClassReport",
        "regret",
        "Worksheet",
        "TextWorksheet",
        "answers",
        "classroom.answers.Answers",
        "sheets",
        "records.proof.Verification",
    ),
    "Rules, decks, effects": (
        *("SkyjoRules", "NewSkyjoRules", "SkipBoRules"),
        *("SKYJO_DECK", "NEWSKYJO_DECK", "Deck", "engine.cards.kind.Kind"),
        *("deck_history", "engine.cards.deck_history.DeckHistory"),
        *("Effect", "Pick", "Reveal", "effects", "register_effect"),
    ),
    "Games": ("GAMES", "register_game"),
    "Errors": (
        *("SkyjoWidgetError", "RulesError", "errors.NotationError", "IllegalActionError"),
        *(
            "errors.StaleStateError",
            "errors.DeckError",
            "errors.RecordError",
            "errors.PolicyError",
            "SimulationError",
        ),
        *("errors.ConformanceError", "full_traceback", "doctor"),
    ),
}
"""The public names, by what they are for; with their module where the package doesn't list them."""


def resolve(name: str) -> Any:
    """Return what a name in `GROUPS` stands for."""
    module, _, last = f"skyjo_widget.{name}".rpartition(".")
    return getattr(importlib.import_module(module), last)


HEAD = """\
# Reference

The public names of `skyjo_widget`, from their docstrings; `help(play)` says more, with an
example. A dotted name is imported from there: `from skyjo_widget.errors import RecordError`.
Every object shows itself in a cell; `print` gives all of it as text. This page is
written by `python -m scripts.reference`.
"""

MODULES = {
    "`skyjo_widget.environments`": "The games as [PettingZoo environments](environments.md).",
    "`skyjo_widget.conformance.check_bot(game, bot)`, `check_game(game, players=4)`": "Play a bot, "
    "or a game, everywhere; `ConformanceError` names the moment and what is wrong.",
    "`skyjo_widget.measures.DECISIONS`": "The columns of decisions that measures need: "
    "`simulate(…, decisions=DECISIONS)`.",
    "`skyjo_widget.engine.core.invariants.status`": "The broken invariants of a state, by name.",
    "`skyjo_widget.engine.core.perft.perft`": "The number of paths of decisions.",
}

TAIL = """
## Command line

`skyjo-widget [tutorial|samples|strategy|analysis|compile|verify] [--here NOTEBOOK] [--lang en|fr]
[--port PORT] [--no-browser] [--version]` copies the lessons, or the analysis with its records,
into the current folder and opens the named one in JupyterLab on this machine; `--here` opens a
notebook where it is.
"""

_STARS: dict[Any, str] = {
    inspect.Parameter.VAR_POSITIONAL: "*",
    inspect.Parameter.VAR_KEYWORD: "**",
}

_INNER = {"begin", "resume", "settle", "served", "set_served", "undo_seat"}
"""Names of a session that only opening and serving a table use."""


def page() -> str:
    """Make the page."""
    parts = [HEAD]
    for title, names in GROUPS.items():
        parts.append(f"\n## {title}\n\n| name | |\n|---|---|\n")
        parts += [row for name in names for row in rows(name)]
    parts.append("\n## Modules\n\n| name | |\n|---|---|\n")
    parts += [_row(name, text) for name, text in MODULES.items()]
    return "".join(parts) + TAIL


def rows(name: str) -> Iterator[str]:
    """Make the rows of a public name; of a class also those of its attributes and methods."""
    one = inspect.unwrap(resolve(name))
    if not inspect.isclass(one):
        call = signature(name, one) if callable(one) else name
        yield _row(f"`{call}`", summary(one) if callable(one) else beside(name))
        return
    yield _row(f"**`{name}`**", summary(one))
    if issubclass(one, Exception):
        return
    listed = dict(attributes(one))
    for each, text in listed.items():
        yield _row(f"`{each}`", text)
    for each, member in members(one).items():
        inner = getattr(member, "__func__", member)
        call = signature(each, inner) if inspect.isfunction(inner) else each
        yield _row(f"`{call}`", summary(member))


def members(cls: type) -> dict[str, Any]:
    """The methods and properties of a public class, but those in its docstring's attributes."""
    if issubclass(cls, Exception):
        return {}
    shown = {part.strip() for each, _ in attributes(cls) for part in each.split(",")}
    return {name: one for name, one in sorted(_members(cls).items()) if name not in shown}


def _members(cls: type) -> dict[str, Any]:
    """The public methods and properties that a class and its bases in the package define."""
    found: dict[str, Any] = {}
    for base in cls.__mro__:
        if base.__module__.startswith("skyjo_widget"):
            for name, member in vars(base).items():
                inner = getattr(member, "__func__", member)
                shown = inspect.isfunction(inner) or isinstance(member, property)
                if shown and name[0] != "_" and name not in _INNER and inspect.getdoc(inner):
                    found.setdefault(name, member)
    return found


def signature(name: str, function: Any) -> str:
    """Write a call: the parameters in order, with the defaults that say something."""
    texts, starred = [], False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name in ("self", "cls"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            texts.append("*")
        starred = starred or parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        text = _STARS.get(parameter.kind, "") + parameter.name
        if isinstance(parameter.default, (bool, int, float, str, tuple)):
            text += f"={parameter.default!r}"
        texts.append(text)
    return f"{name}({', '.join(texts)})"


def summary(one: Any) -> str:
    """The first paragraph of a docstring, as one line of Markdown."""
    return _line((inspect.getdoc(one) or "").split("\n\n")[0])


def attributes(cls: type) -> Iterator[tuple[str, str]]:
    """The attributes that a class's docstring lists: names, and what they hold."""
    section = re.search(
        r"^Attributes\n-+\n(.*?)(?=\n\w[^\n]*\n-+\n|\Z)", inspect.getdoc(cls) or "", re.M | re.S
    )
    if section:
        for entry in re.split(r"\n(?=\S)", section[1].strip("\n")):
            head, _, text = entry.partition("\n")
            names, _, kind = head.partition(" : ")
            yield names, _line(text) or kind


def beside(name: str) -> str:
    """The docstring of a constant: the text below its assignment, where it is defined."""
    root = Path(skyjo_widget.__file__).parent / "engine"
    for path in (root / "games.py", *root.glob("*/deck.py"), *root.glob("*/options.py")):
        body = ast.parse(path.read_text("utf-8")).body
        for node, after in itertools.pairwise(body):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", 0)]
            if any(isinstance(each, ast.Name) and each.id == name for each in targets):
                assert isinstance(after, ast.Expr)
                return _line(ast.literal_eval(after.value))
    raise LookupError(name)


def _line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().replace("``", "`").replace("|", r"\|")


def _row(name: str, text: str) -> str:
    return f"| {name} | {text} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(PAGE)
