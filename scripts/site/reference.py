"""Sources of the site's reference: the public names from their docstrings, a page for each."""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import skyjo_widget
from scripts.site.sources import also_called

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
        "plain",
        "scores",
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
        *(
            "facts",
            "insights",
            "lessons.questions.insights.Insights",
            "lessons.questions.insight.Insight",
        ),
    ),
    "Replays": ("replay", "replays.widget.Replay", "rulings_page"),
    "Charts": ("running_mean", "RunningMean", "distributions", "calibration", "charts.Calibration"),
    "Strategies": (
        *("Observation", "SkyjoObservation", "NewSkyjoObservation", "SkipBoObservation"),
        *("strategies.card.Card", "RuleTable", "RuleEditor"),
    ),
    "On phones": ("classroom", "serving.hall.Hall", "ClassPredictions", "Serving"),
    "In class": (
        "lesson",
        "Lesson",
        "hand_in",
        "hand_out",
        "class_page",
        "lessons.report.report.ClassReport",
        "regret",
        "Worksheet",
        "TextWorksheet",
        "answers",
        "lessons.lesson.answers.Answers",
        "sheets",
        "records.proof.Verification",
    ),
    "Rules, decks, effects": (
        *("SkyjoRules", "NewSkyjoRules", "SkipBoRules", "SKYJO_DECK", "NEWSKYJO_DECK"),
        *(
            "Deck",
            "engine.cards.kind.Kind",
            "deck_history",
            "engine.cards.deck_history.DeckHistory",
        ),
        *("Effect", "Pick", "Reveal", "effects", "register_effect", "check_effect"),
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

MODULES = {
    "`skyjo_widget.environments`": "[Environments](environments.md) of PettingZoo and Gymnasium.",
    "`skyjo_widget.conformance.check_bot(game, bot)`, `check_game(game, seats=4)`": "Play a bot, "
    "or a game, everywhere; `ConformanceError` names the moment and what is wrong.",
    "`skyjo_widget.measures.DECISIONS`": "The columns of decisions that measures need: "
    "`simulate(…, decisions=DECISIONS)`.",
    "`skyjo_widget.engine.core.invariants.status`": "The broken invariants of a state, by name.",
    "`skyjo_widget.engine.core.perft.perft`": "The number of paths of decisions.",
}


def resolve(name: str) -> Any:
    """Return the object of a name of `GROUPS`."""
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(f"skyjo_widget.{module}".rstrip(".")), last)


def write(folder: Path) -> None:
    """Write ``reference.rst``, and below ``reference/`` a page for each group and each name."""
    sources = {"reference": contents()}
    for title, names in GROUPS.items():
        listed = [place(name) for name in names]
        sources[_group(title)] = f"{_title(title, '=')}{_list(names)}{_toctree(*listed)}"
        for name in names:
            path = place(name)
            sources[path] = also_called(path.removeprefix("/"), "en") + page(name)
    (folder / "reference").mkdir(parents=True, exist_ok=True)
    for name, text in sources.items():
        (folder / f"{name.removeprefix('/')}.rst").write_text(text, "utf-8")


def place(name: str) -> str:
    """Return the place of a name's page; no two differ only by capital letters."""
    kind = "class-" if inspect.isclass(resolve(name)) else ""
    return f"/reference/{kind}{name}"


def contents() -> str:
    """Make the list of all names, by what they are for."""
    parts = [
        _title("Reference", "="),
        "The public names of ``skyjo_widget``; a dotted one is imported from there. ``help(play)`` "
        "says the same in a notebook.\n"
        "How games are written: :doc:`notation`, :doc:`the record <internals/record>`, "
        ":doc:`the view <internals/view>`.\n",
    ]
    for title, names in GROUPS.items():
        parts.append(f"\n{_title(title, '-')}{_list(names)}")
    parts.append(f"\n{_title('Modules', '-')}")
    parts += [f"- {_rst(name)}: {_rst(text)}\n" for name, text in MODULES.items()]
    return "".join(parts) + _toctree(*map(_group, GROUPS))


def _list(names: Iterable[str]) -> str:
    """A table of names, each with its first paragraph."""
    rows = "".join(
        f"   * - :doc:`{name} <{place(name)}>`\n     - {first(name)}\n" for name in names
    )
    return f".. list-table::\n   :class: names\n\n{rows}"


def _toctree(*names: str) -> str:
    return "\n.. toctree::\n   :hidden:\n\n" + "".join(f"   {name}\n" for name in names)


def _group(title: str) -> str:
    return f"/reference/in-{'-'.join(re.findall(r'[a-z]+', title.lower()))}"


def page(name: str) -> str:
    """Make the page of a name."""
    thing = inspect.unwrap(resolve(name))
    title = _title(name, "=")
    if inspect.isclass(thing):
        names = ", ".join(members(thing))
        listed = f"   :members: {names}\n" if names else ""
        return f"{title}\n.. autoclass:: skyjo_widget.{name}\n{listed}"
    if callable(thing):
        return f"{title}\n.. autofunction:: skyjo_widget.{name}\n"
    return f"{title}\n.. py:data:: skyjo_widget.{name}\n\n   {_rst(beside(name))}\n"


def first(name: str) -> str:
    """Return the first paragraph of a name's docstring."""
    thing: Any = inspect.unwrap(resolve(name))
    return _rst(summary(thing) if callable(thing) else beside(name))


def members(cls: type) -> dict[str, Any]:
    """The methods and properties of a public class, but those in its docstring's attributes."""
    if issubclass(cls, Exception):
        return {}
    listed = {part.strip() for each, _ in attributes(cls) for part in each.split(",")}
    return {name: member for name, member in sorted(_members(cls).items()) if name not in listed}


def _members(cls: type) -> dict[str, Any]:
    """The public methods and properties that a class and its bases in the package define."""
    public: dict[str, Any] = {}
    for base in cls.__mro__:
        if base.__module__.startswith("skyjo_widget"):
            for name, member in vars(base).items():
                inner = getattr(member, "__func__", member)
                documented = inspect.isfunction(inner) or isinstance(member, property)
                if documented and name[0] != "_" and inspect.getdoc(inner):
                    public.setdefault(name, member)
    return public


def summary(thing: Any) -> str:
    """The first paragraph of a docstring, as one line of Markdown."""
    return _line((inspect.getdoc(thing) or "").split("\n\n")[0])


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
    return re.sub(r"\s+", " ", text).strip().replace("``", "`")


def _rst(text: str) -> str:
    """Turn a line of Markdown into reStructuredText."""
    text = re.sub(r"\[([^\]]*)\]\((\w+)\.md\)", r":doc:`\1 <\2>`", text)
    return re.sub(r"(?<![:`])`([^`<>]+)`", r"``\1``", text)


def _title(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}\n\n"
