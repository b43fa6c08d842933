"""Games that strategies have stopped: who, how many, and why, in words and in a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.i18n import present_language
from skyjo_widget.util.messages import warn
from skyjo_widget.util.notebook import notebook

LONGEST_TEXT = 120
"""The most characters of an error in a sentence."""


class Stops(NamedTuple):
    """The games that a strategy has stopped.

    Parameters
    ----------
    name : str
        The strategy.
    stopped, games : int
        How many it has stopped, of how many it has played.
    lost : bool
        Whether they count as lost; else they are left out.
    game, decision : int
        Where it failed first.
    text, traceback : str
        The first error.
    where : str
        Python code that opens its first game, after the name of the result.
    run : Simulation
        The run of that game.
    """

    name: str
    stopped: int
    games: int
    lost: bool
    game: int
    decision: int
    text: str
    traceback: str
    where: str
    run: Any


class StoppedView(CellView):
    """A result whose display in a notebook has a button for the position of each first failure."""

    @property
    def _stops(self) -> list[Stops]:
        """The stopped games, by strategy."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """Return the display with its buttons; nothing where the HTML alone is enough."""
        stops = self._stops if notebook() else []
        if not stops:
            return {}
        import ipywidgets  # noqa: PLC0415  (loaded only where there are buttons)

        say, board = CellTexts(self.lang), ipywidgets.Output()

        def button(stop: Stops) -> ipywidgets.Button:
            def opened(_: Any) -> None:
                board.clear_output()
                with board:
                    stop.run.open(stop.game, lang=self.lang)

            name = markup.short(stop.name, markup.LONGEST_NAME)
            opener = ipywidgets.Button(
                description=say("open_stopped", name=name), layout={"width": ""}
            )
            opener.on_click(opened)
            return opener

        page = ipywidgets.HTML(self.html())
        box = ipywidgets.VBox([page, *map(button, stops), board])
        bundle: dict[str, Any] = box._repr_mimebundle_()
        kind = "application/vnd.jupyter.widget-view+json"
        return {kind: bundle[kind]}


def of_run(run: Any, where: str = "") -> list[Stops]:
    """Return the stopped games of each player of a `Simulation`, in the order of the first ones."""
    if not run.stopped:
        return []
    stops = []
    for name, rows in run.faults.groupby("player", sort=False, observed=True):
        first = rows.iloc[0]
        game = int(first["game"])
        stops.append(
            Stops(
                str(name),
                len(rows),
                run.played,
                run.job.on_fault == "lose",
                game,
                int(first["decision"]),
                str(first["text"]),
                str(first["traceback"]),
                f"{where}.open({game})",
                run,
            )
        )
    return stops


def of_pairs(runs: Mapping[tuple[str, str], Any]) -> list[Stops]:
    """Return the stopped games of each strategy of a tournament, at all tables together."""
    stops: dict[str, Stops] = {}
    for (strategy, opponent), run in runs.items():
        for new in of_run(run, f".simulations[{strategy!r}, {opponent!r}]"):
            name = strategy if new.name == strategy else opponent  # it may have several seats
            games = sum(met.played for pair, met in runs.items() if name in pair)
            first = stops.get(name, new._replace(name=name, stopped=0, games=games))
            stops[name] = first._replace(stopped=first.stopped + new.stopped)
    return list(stops.values())


def sentences(say: CellTexts, stops: Sequence[Stops]) -> list[str]:
    """Return a sentence on each: how many games, what they count, and the first error."""
    return [
        say(
            "stopped_lost" if stop.lost else "stopped_left_out",
            name=markup.short(stop.name, markup.LONGEST_NAME),
            count=stop.stopped,
            games=stop.games,
            text=markup.short(say.message(stop.text), LONGEST_TEXT),
        )
        for stop in stops
    ]


def paragraphs(say: CellTexts, stops: Sequence[Stops]) -> list[str]:
    """Return the sentences as HTML, with the first traceback and what opens its position."""
    parts = []
    for stop, text in zip(stops, sentences(say, stops), strict=True):
        at = say("stopped_at", game=stop.game, decision=stop.decision)
        trace = f"<pre>{markup.escaped(stop.traceback)}</pre>" if stop.traceback else ""
        parts.append(
            f"<details><summary>{markup.escaped(text)}</summary>"
            f"<p>{markup.escaped(at)} {markup.code(stop.where)}</p>{trace}</details>"
        )
    return parts


def gaps(say: CellTexts, games: int, rounds: int) -> list[str]:
    """Return a paragraph each on the games and the rounds that figures leave out, if any."""
    counts = {"games_left_out": games, "rounds_left_out": rounds}
    return [markup.paragraph(say(key, count=count)) for key, count in counts.items() if count]


def warn_of(stops: Sequence[Stops]) -> None:
    """Warn, in the present language, if a strategy has stopped games."""
    if stops:
        text = "\n".join(dict.fromkeys(sentences(CellTexts(present_language()), stops)))
        warn(text)
