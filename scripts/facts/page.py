"""The page of facts, ``docs/facts.md`` and its French one, made of the package's file."""

from __future__ import annotations

import string
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from scripts.facts.advice import PIECES
from scripts.facts.cells import EFFECT, OPTIONS, UNEVEN, one_round
from scripts.facts.figures import Figure, figure
from scripts.facts.pictures import FOLDER, bars
from scripts.facts.play import AFTER_ROUNDS, AFTER_TURNS, LEFT
from skyjo_widget import NEWSKYJO_DECK, facts
from skyjo_widget.util.numbers import format_number

DOCS = Path(__file__).parents[2] / "docs"
CHANGED = {
    "skyjo": ("points_per_round", "ender_wins_round", "starter_wins_later_round"),
    "newskyjo": ("points_per_round", "ender_wins_round", "starter_wins_first_round"),
    "skip-bo": ("turns_per_round", "nobody_can_win", "starter_wins_first_round"),
}
"""The facts whose changes the tables of rules show, by game."""
ADVICE = tuple(name for name in PIECES if name != "plain")
"""The rows of the table of advice."""
STOCKS = ((2, 10), (2, 30), (3, 30), (4, 10), (4, 30), (6, 10), (6, 20))
"""Players and stock piles of the table of Skip-Bo."""
PLAYED = (
    "right-neighbour-swap", "lowest-to-discard", "next-plays-twice",
    "next-skips", "two-actions", "swap-with-another",
)  # fmt: skip
"""The effects of the picture of what an effect is worth."""
NO_WINNER = ((3, 30), (4, 10), (4, 30), (6, 20))
"""Players and stock piles of the picture of rounds that nobody can win."""


def stock(players: int, cards: int, fact: str) -> Figure:
    """Return a fact of rounds of Skip-Bo."""
    return figure(fact, players, "planner", one_round(cards), "skip-bo")


def effect(fact: str, strategy: str, rules: str = "newskyjo") -> Figure:
    """Return a fact of NewSkyjo, with three players."""
    return figure(fact, 3, strategy, rules, "newskyjo")


def without(name: str, fact: str, strategy: str) -> Figure:
    """Return the change of a fact without an effect."""
    return effect(fact, strategy, f"without {name}") - effect(fact, strategy)


def once(name: str, fact: str, strategy: str) -> Figure:
    """Return a fact of rounds of NewSkyjo in which an effect happens once more or not."""
    return effect(fact, strategy, EFFECT + name)


def option(rules: str, fact: str, strategy: str = "", game: str = "skyjo") -> Figure:
    """Return the change of a fact with other rules; by default the better of `UNEVEN` play."""
    players = 3 if game == "newskyjo" else 2
    strategy = strategy or UNEVEN[game].partition(",")[0]
    own = ""
    if game == "skip-bo":
        rules, own = one_round(change=rules), one_round()
    with_it = figure(fact, players, strategy, rules, game)
    return with_it - figure(fact, players, strategy, own, game)


def _rows(rows: Iterable[Iterable[str]]) -> str:
    """Return a table's rows."""
    return "\n".join(f"|{'|'.join(row)}|" for row in rows)


def _players(lang: str) -> str:
    names = (
        "starter_wins_first_round", "starter_wins_later_round", "first_leader_wins_game",
        "leads_since", "decided_at_end", "turns_per_round", "rounds_per_game",
    )  # fmt: skip
    return _rows(
        [str(n), *(figure(name, n, "careful").text(lang) for name in names)] for n in range(2, 9)
    )


def _options(game: str, lang: str) -> str:
    columns = [(fact, "") for fact in CHANGED[game]] + [("wins", UNEVEN[game])]
    return _rows(
        [
            f"`{rules}`",
            *(option(rules, *column, game=game).text(lang, signed=True) for column in columns),
        ]
        for rules in OPTIONS[game]
    )


def _advice(lang: str) -> str:
    rows = []
    for name, title in zip(ADVICE, _TEXTS[lang]["advice"], strict=True):
        strategy = f"{name}, plain"
        points = figure("own_points_per_round", 2, strategy)
        more = points - figure("own_points_per_round", 2, "plain, plain")
        wins = figure("wins", 2, strategy).text(lang)
        rows.append([title, f"`{name}`", wins, more.text(lang, signed=True)])
    return _rows(rows)


def _text_if_noted(lang: str, *which: Any) -> str:
    """Return a figure's text; a dash if there were too few cases."""
    try:
        return figure(*which).text(lang)
    except KeyError:
        return "–"


def _leads_of_rounds(lang: str) -> str:
    tables = (("Skyjo", "skyjo", (2, 4, 8)), ("NewSkyjo", "newskyjo", (3, 6)))
    return _rows(
        [
            title,
            str(n),
            *(
                _text_if_noted(lang, f"leader_after_{k}_turns_wins_round", n, "careful", "", game)
                for k in AFTER_TURNS
            ),
        ]
        for title, game, seats in tables
        for n in seats
    )


def _leads_of_games(lang: str) -> str:
    names = [f"leader_after_{k}_rounds_wins_game" for k in AFTER_ROUNDS]
    return _rows(
        [str(n), *(figure(name, n, "careful").text(lang) for name in names)] for n in (2, 4, 6)
    )


def _leads_of_stocks(lang: str) -> str:
    names = [f"first_with_{k}_left_wins_round" for k in LEFT]
    return _rows([str(n), *(stock(n, 30, name).text(lang) for name in names)] for n in (2, 3, 4))


def _effects(lang: str) -> str:
    return _rows(
        [
            f"`{name}`",
            once(name, "effect_points", "greedy").text(lang, signed=True),
            once(name, "effect_points", "careful").text(lang, signed=True),
            once(name, "effect_wins", "careful").text(lang, signed=True),
            without(name, "points_per_round", "greedy").text(lang, signed=True),
            without(name, "points_per_round", "careful").text(lang, signed=True),
            without(name, "wins", UNEVEN["newskyjo"]).text(lang, signed=True),
        ]
        for name in NEWSKYJO_DECK.effects
    )


def _stocks(lang: str) -> str:
    names = ("nobody_can_win", "pile_runs_out", "starter_wins_first_round", "turns_per_round")
    return _rows(
        [str(n), str(cards), *(stock(n, cards, name).text(lang) for name in names)]
        for n, cards in STOCKS
    )


class Surprise(NamedTuple):
    """A surprise: the rows of its picture, by language, and figures of its sentence."""

    rows: dict[str, list[tuple[str, Figure]]]
    figures: dict[str, Figure]


def _each(labels: dict[str, list[str]], figures: list[Figure]) -> dict[str, Any]:
    return {lang: list(zip(texts, figures, strict=True)) for lang, texts in labels.items()}


def surprises() -> dict[str, Surprise]:
    """Return the surprises by the names of their pictures."""
    first = [figure("starter_wins_first_round", n, "greedy") for n in (2, 3, 4)]
    later = [figure("starter_wins_later_round", n, "greedy") for n in (2, 3, 4)]
    mixed = [share for pair in zip(first, later, strict=True) for share in pair]
    leader = [figure("first_leader_wins_game", n, "careful") for n in (2, 4, 8)]
    reveal = [figure("decided_at_end", n, "careful") for n in (2, 4, 8)]
    factor = [figure("points_per_round", 2, "careful", rules) for rules in ("", "penalty_factor=1")]
    length = [figure("rounds_per_game", 2, "careful", rules) for rules in ("", "without -2")]
    ends = [figure("wins", 2, f"{name}, plain") for name in ADVICE[:2]]
    cards = [figure("wins", 2, f"{name}, plain") for name in ADVICE[3:6]]
    hurt = [once(name, "effect_wins", "careful") for name in PLAYED]
    pile = [figure("pile_runs_out", n, "careful") for n in (5, 6, 7, 8)]
    nobody = [stock(n, size, "nobody_can_win") for n, size in NO_WINNER]
    by = {"en": "{} players", "fr": "{} joueurs"}

    def players(numbers: Iterable[int]) -> dict[str, list[str]]:
        return {lang: [text.format(n) for n in numbers] for lang, text in by.items()}

    turns = {"en": ("first round", "later"), "fr": ("1re manche", "suivantes")}
    starts = {
        lang: [f"{by[lang].format(n)}, {when}" for n in (2, 3, 4) for when in turns[lang]]
        for lang in by
    }
    piles = {lang: [f"{n} × {size}" for n, size in NO_WINNER] for lang in by}
    return {
        "start": Surprise(_each(starts, mixed), {"first": first[0], "later": later[0]}),
        "leader": Surprise(
            _each(players((2, 4, 8)), leader), {"two": leader[0], "eight": leader[2]}
        ),
        "reveal": Surprise(
            _each(players((2, 4, 8)), reveal), {"two": reveal[0], "eight": reveal[2]}
        ),
        "doubling": Surprise(
            _each({"en": ["doubled", "not doubled"], "fr": ["doublé", "non doublé"]}, factor),
            {"more": factor[1] - factor[0]},
        ),
        "minus-two": Surprise(
            _each({"en": ["with −2", "without"], "fr": ["avec −2", "sans"]}, length),
            {"with": length[0], "without": length[1]},
        ),
        "end": Surprise(
            _each({"en": ["at once", "10 ahead"], "fr": ["aussitôt", "10 d’avance"]}, ends),
            {"at_once": ends[0], "ahead": ends[1]},
        ),
        "take": Surprise(
            _each({lang: ["≤ 6", "≤ 4", "≤ 2"] for lang in by}, cards),
            {"six": cards[0], "four": cards[1], "two": cards[2]},
        ),
        "effects": Surprise(
            _each({lang: list(PLAYED) for lang in by}, hurt),
            {"worst": hurt[0]._replace(value=-hurt[0].value), "best": hurt[-1]},
        ),
        "pile": Surprise(
            _each(players((5, 6, 7, 8)), pile), {"five": pile[0], "six": pile[1], "seven": pile[2]}
        ),
        "nobody": Surprise(_each(piles, nobody), {"short": nobody[1], "long": nobody[2]}),
    }


_TEXTS: dict[str, dict[str, Any]] = {
    "en": {
        "advice": (
            "end as soon as possible", "end only when 10 ahead", "first turn seven cards",
            "take every card ≤ 6", "take every card ≤ 4", "take every card ≤ 2",
            "replace hidden cards only for columns", "two start cards in one column",
        ),
    },
    "fr": {
        "advice": (
            "finir dès que possible", "finir seulement avec 10 d’avance",
            "d’abord retourner sept cartes", "prendre toute carte ≤ 6", "prendre toute carte ≤ 4",
            "prendre toute carte ≤ 2", "ne remplacer une carte cachée que pour une colonne",
            "deux cartes de départ dans une colonne",
        ),
    },
}  # fmt: skip


def page(lang: str) -> str:
    """Return the page in a language."""
    template = (Path(__file__).parent / f"page.{lang}.md").read_text("utf-8")
    values: dict[str, str] = {
        "players": _players(lang),
        **{f"options_{game}".replace("-", "_"): _options(game, lang) for game in OPTIONS},
        "advice": _advice(lang),
        "effects": _effects(lang),
        "leads_of_rounds": _leads_of_rounds(lang),
        "leads_of_games": _leads_of_games(lang),
        "leads_of_stocks": _leads_of_stocks(lang),
        "stocks": _stocks(lang),
    }
    large = facts("skyjo").query("rules == 'skyjo' and players == 2 and strategy == 'greedy'")
    values["rounds"] = format_number(float(large["rounds"].max()), lang)
    for name, surprise in surprises().items():
        for part, number in surprise.figures.items():
            values[f"{name}_{part}".replace("-", "_")] = number.text(lang)
    return string.Template(template).substitute(values)


def pictures(lang: str) -> dict[str, str]:
    """Return the pictures in a language, by their files' names."""
    end = "" if lang == "en" else f".{lang}"
    return {
        f"{name}{end}.svg": bars(surprise.rows[lang], lang)
        for name, surprise in surprises().items()
    }


def write() -> None:
    """Write the pages and their pictures."""
    FOLDER.mkdir(exist_ok=True)
    for lang, name in (("en", "facts.md"), ("fr", "facts.fr.md")):
        (DOCS / name).write_text(page(lang), "utf-8")
        for file, picture in pictures(lang).items():
            (FOLDER / file).write_text(picture, "utf-8")
