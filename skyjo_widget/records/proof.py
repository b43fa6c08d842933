"""Verification of records.

A record is replayed by the rules; the results of its seed (the order of each shuffle, the moves
of built-in bots) are recomputed and compared.  Links alone prove little: an editor of the file can
recompute them.  A deal can't be chosen, since it follows from the seed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widget import bots
from skyjo_widget.bots.search import Strong
from skyjo_widget.engine.core import dealing
from skyjo_widget.engine.core.set_up import dealt_table
from skyjo_widget.engine.core.state import observe
from skyjo_widget.errors import RecordError, RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.records import places, read_limits, record_file
from skyjo_widget.records.history import History
from skyjo_widget.records.record_file import Event, Found
from skyjo_widget.records.replay import feed, new_history
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.i18n import words
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.version import __version__

if TYPE_CHECKING:
    import pandas as pd

    from skyjo_widget.records.places import Other

PROVED, REFUTED, UNPROVED = "proved", "refuted", "not proved"

PARTS = ("rules", "rows", "links", "deals", "bots")
"""The parts that are examined: each decision is legal, a line says of it what the rules make of it,
no line was edited, shuffles and bots' moves follow from the seed."""

NEEDED = PARTS[:4]
"""The parts that must be proved of a file that counts as proved; bots may be functions."""

_MOST = 20
"""Findings of a part that are listed; in a forged file each shuffle is one."""


class Finding(NamedTuple):
    """A problem of a record.

    Parameters
    ----------
    part : str
        One of ``PARTS``, or ``file`` if it can't be read.
    line : int or None
        Of the file, from 1.
    text : str
    """

    part: str
    line: int | None
    text: str


@dataclasses.dataclass(slots=True)
class Proof:
    """The result of examining one record.

    Parameters
    ----------
    path : Path
    header : dict
        Its first event; empty if the file can't be read.
    history : History or None
        Its game; None if it can't be replayed to its end.
    parts : dict of str to str
        ``proved``, ``refuted`` or ``not proved`` for each of ``PARTS``.
    findings : list of Finding
    """

    path: Path
    header: Event = dataclasses.field(default_factory=dict)
    history: History | None = None
    parts: dict[str, str] = dataclasses.field(
        default_factory=lambda: dict.fromkeys(PARTS, UNPROVED)
    )
    findings: list[Finding] = dataclasses.field(default_factory=list)

    @property
    def verdict(self) -> str:
        """Refuted if any part is, proved if all are that must be, else not proved."""
        if REFUTED in self.parts.values() or any(
            finding.part == "file" for finding in self.findings
        ):
            return REFUTED
        return PROVED if all(self.parts[part] == PROVED for part in NEEDED) else UNPROVED

    def first(self, part: str) -> Finding | None:
        """Return the first finding of a part."""
        return next((finding for finding in self.findings if finding.part == part), None)

    def add(self, part: str, line: int | None, text: str, verdict: str = REFUTED) -> None:
        """Add a finding, and set the verdict of its part."""
        self.parts[part] = verdict
        if sum(finding.part == part for finding in self.findings) < _MOST:
            self.findings.append(Finding(part, line, text))


def prove(content: Found, path: Path) -> Proof:
    """Examine the events of a record.

    Parameters
    ----------
    content : Found
        As `skyjo_widget.records.record_file.read` gives them.
    path : Path
        Their file.

    Returns
    -------
    Proof
        With its history, if the rules allow all of it.
    """
    proof = Proof(path)
    if content.edited:
        proof.add("links", content.edited, record_file.EDITED)
    elif content.chain:
        proof.parts["links"] = PROVED
    if content.torn:
        proof.add("rows", len(content.events) + 1, _("the last line was cut off"), UNPROVED)
    try:
        history = new_history(content.events[0])
    except RecordError as error:
        proof.add("rules", 1, error.message)
        return proof
    proof.header = history.header
    other = content.events[0].get("software") != __version__
    seeded = not history.paper and "run" not in history.header
    deals = PROVED if seeded and "start" not in history.header else UNPROVED
    _check_chosen(proof, history, other=other)
    unasked = not seeded
    for line, event in enumerate(content.events[1:], start=2):
        expected = _Expected(history, event) if seeded else None
        try:
            feed(history, event, line=line)
        except RecordError as error:
            part = "rows" if error.reason == "rows" else "rules"
            proof.add(part, line, error.message)
            break
        if event["event"] == "act" and expected:
            unasked |= expected.bot and expected.action is None
            if expected.action not in (None, event["action"]):
                name, played = history.decisions[-1].player, event["action"]
                text = _(
                    "{name} played {played!r}; by the seed it plays {action!r}",
                    name=name,
                    played=played,
                    action=expected.action,
                )
                proof.add("bots", line, text, UNPROVED if other else REFUTED)
        if (
            expected
            and event["event"] == "shuffle"
            and (wrong := _wrong_order(history, event, expected.number))
        ):
            proof.add("deals", line, wrong, UNPROVED if other else REFUTED)
    else:
        proof.history = history
        proof.parts["rules"] = PROVED
        if not content.torn:
            proof.parts["rows"] = PROVED
    if not proof.first("deals"):
        proof.parts["deals"] = deals if proof.history else UNPROVED
    if not proof.first("bots") and proof.history and not unasked:
        proof.parts["bots"] = PROVED
    return proof


def _check_chosen(proof: Proof, history: History, *, other: bool) -> None:
    """Examine what was chosen instead of dealt: a position, or the order of the deck.

    The seed gives the cards that weren't named; `other`: by another version of the software.
    """
    if "order" in history.header:
        named = len(history.header["order"])
        proof.add(
            "deals",
            1,
            _("{named} cards of the first deal were chosen, not dealt", named=named),
            UNPROVED,
        )
    position = history.header.get("position")
    if position is None or "branch" in history.header:
        return
    game, codes, deck = history.game, history.codes, history.deck
    try:
        table = game.parse_state(position, codes, deck)
        world = dealt_table(game, table, codes, history.header["seed"])
        follows = game.state_text(world, codes, deck) == history.header["start"]
    except RulesError:
        follows = False
    if follows:
        text = _("it begins at a position: the open cards were chosen, the others are the seed's")
        proof.add("deals", 1, text, UNPROVED)
    else:
        text = _("the unseen cards of the position that it begins at aren't the seed's")
        proof.add("deals", 1, text, UNPROVED if other else REFUTED)


class _Expected:
    """The shuffle's number and the bot's action that follow from the seed at an event."""

    def __init__(self, h: History, event: Event) -> None:
        self.number = h.shuffles
        self.action: str | None = None
        self.bot = False
        seat = h.actor
        if event["event"] != "act" or seat is None or h.players[seat].kind != "bot":
            return
        self.bot = True
        name = str(h.players[seat].policy)
        if name.endswith("()") or "rollouts" in event:
            return
        try:
            bot = bots.find(h.game.name, name)
        except RulesError:  # one that this version doesn't have
            return
        if not isinstance(bot, Strong):  # those that search take too long to ask again
            rng = dealing.generator(h.header["seed"], dealing.BOTS, len(h.decisions))
            action = bot.act(observe(h.state, seat), h.codes, rng)
            self.action = h.game.action_text(action, h.codes)


def _wrong_order(h: History, event: Event, number: int) -> str:
    """Describe a shuffle that isn't the seed's; empty if it is."""
    cards = h.order_of(event) or []
    first = h.given_order(event["for"], event["round"])
    wanted = dealing.put_on_top(first, dealing.dealt(cards, h.header["seed"], number))
    if wanted == cards:
        return ""
    place = next(i for i, (is_, due) in enumerate(zip(cards, wanted, strict=True)) if is_ != due)
    due = h.deck.kinds[wanted[place]].card
    what = {"deal": _("the deal"), "draw": _("the draw pile made of discarded cards")}
    return _(
        "round {round}: {what} isn't the seed's: card {place} from the top is {card}, "
        "by the seed it is {due}",
        round=event["round"],
        what=what.get(event["for"], event["for"]),
        place=place + 1,
        card=event["order"][place],
        due=due,
    )


@in_its_language
def verify(
    *paths: Any, lang: str | None = None, seconds: float | None = read_limits.SECONDS
) -> Verification:
    """Prove records: rules kept, rows as a replay makes them, links whole, deals from the seed.

    Parameters
    ----------
    *paths : path or Session
        Records, folders or ZIP files of them, globs, and tables.
    lang : str, optional
        The language in which a cell shows the result; English unless given.
    seconds : float or None
        The time limit for a file; one that takes longer is refuted, and the next one follows.

    Returns
    -------
    Verification
        It shows itself as a table.

    Raises
    ------
    RecordError
        If there is no such file or folder.

    Notes
    -----
    Deals and the moves of built-in bots are recomputed from the seed, except those of bots that
    search and of functions; ``docs/internals/security.md`` lists what no file can prove.

    Examples
    --------
    >>> table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record="a.jsonl", display=False)
    >>> table.run()
    >>> table.close()
    >>> verify("a.jsonl").code
    0
    """
    if lang is not None:
        words(lang)
    looked = _places(paths)
    proofs = [_prove_file(path, seconds) for place in looked for path in place.records]
    verification = Verification(proofs, [other for place in looked for other in place.unread])
    verification.lang = lang or "en"
    return verification


def _places(paths: Sequence[Any]) -> list[places.Place]:
    if not paths:
        raise RecordError("verify(): the path of a record or of a folder is needed")
    looked = []
    for source in paths:
        there = getattr(source, "path", source)  # a table's record
        if not isinstance(there, (str, Path)):
            raise RecordError(
                "verify({given!r}): the path of a record or of a folder is needed", given=source
            )
        looked += places.look(there)
    return looked


def _prove_file(path: Path, seconds: float | None) -> Proof:
    try:
        return read_limits.in_time(
            lambda: prove(read_limits.read_events(path), path), seconds=seconds, path=path
        )
    except RecordError as error:
        proof = Proof(path)
        proof.findings.append(Finding("file", error.line, error.message))
        return proof


@speaks
class Verification(CellView):
    """The result of examining records; made by `verify`.

    Parameters
    ----------
    proofs : sequence of Proof
    others : sequence of places.Other

    Attributes
    ----------
    proofs : tuple of Proof
        A file each, with its findings and its game.
    others : tuple of places.Other
        The files there that aren't records.
    """

    proofs: tuple[Proof, ...]
    others: tuple[Other, ...]

    def __init__(self, proofs: Iterable[Proof], others: Iterable[places.Other] = ()) -> None:
        self.proofs, self.others = tuple(proofs), tuple(others)

    @property
    def code(self) -> int:
        """The exit code: 0 if each file is proved, 1 if one is refuted, else 3."""
        verdicts = {proof.verdict for proof in self.proofs}
        return 1 if REFUTED in verdicts else 0 if verdicts == {PROVED} else 3

    @property
    def proved(self) -> tuple[Path, ...]:
        """The files that are proved."""
        return tuple(proof.path for proof in self.proofs if proof.verdict == PROVED)

    @property
    def refuted(self) -> tuple[Path, ...]:
        """The files that are refuted, or aren't readable."""
        return tuple(proof.path for proof in self.proofs if proof.verdict == REFUTED)

    @property
    def frame(self) -> pd.DataFrame:
        """A row a file: file, game_id, preset, seed, software, verdict, and the five parts.

        ``verdict``, ``rules``, ``rows``, ``links``, ``deals`` and ``bots`` are categories:
        ``proved``, ``refuted``, ``not proved``.
        """
        import pandas as pd  # noqa: PLC0415  (it loads when it is asked for)

        kinds = pd.CategoricalDtype([PROVED, REFUTED, UNPROVED])
        columns: dict[str, Any] = {"file": [str(proof.path) for proof in self.proofs]}
        for name, kind in (("game_id", str), ("preset", str), ("seed", int), ("software", str)):
            values = [proof.header.get(name) for proof in self.proofs]
            kept = [value if type(value) is kind else None for value in values]
            dtype: Any = "string" if kind is str else "Int64"
            columns[name] = pd.array(kept, dtype=dtype)
        for name in ("verdict", *PARTS):
            verdicts = [
                proof.verdict if name == "verdict" else proof.parts[name] for proof in self.proofs
            ]
            columns[name] = pd.Categorical(verdicts, dtype=kinds)
        return pd.DataFrame(columns).astype({"file": "string"})

    @property
    def findings(self) -> pd.DataFrame:
        """A row for each problem: file, part, line, text.

        Of a part of a file at most 20.
        """
        import pandas as pd  # noqa: PLC0415  (as above)

        rows = [(str(proof.path), *finding) for proof in self.proofs for finding in proof.findings]
        frame = pd.DataFrame(rows, columns=["file", "part", "line", "text"])
        kinds: dict[str, Any] = {"line": "Int64"}
        return frame.astype(kinds | dict.fromkeys(["file", "part", "text"], "string"))

    def __repr__(self) -> str:
        say = CellTexts(self.lang)
        lines = [f"<Verification: {self._count(say)}>"]
        lines += [f"{proof.path}: {say(_KEYS[proof.verdict])}" for proof in self.proofs]
        return markup.clipped_lines(lines)

    def text(self) -> str:
        """Format the result for a terminal: each file's verdict and findings, and the limits."""
        say = CellTexts(self.lang)
        lines = []
        for proof in self.proofs:
            of = {
                key: ", ".join(say.head(p) for p in PARTS if proof.parts[p] == verdict)
                for verdict, key in _KEYS.items()
            }
            parts = say("joint").join(
                say("item", name=say(key), text=those) for key, those in of.items() if those
            )
            verdict = f"{say(_KEYS[proof.verdict])} ({parts})"
            lines.append(f"{proof.path}: {verdict}")
            for finding in proof.findings:
                where = [say.head(finding.part)] + [say("line", line=str(finding.line))] * bool(
                    finding.line
                )
                lines.append(
                    f"  {say('item', name=', '.join(where), text=say.message(finding.text))}"
                )
        lines += [say("item", name=name, text=why) for name, why in self._left_out(say)]
        return "\n".join([*lines, self._count(say), say("never_proved")])

    def _left_out(self, say: CellTexts) -> list[tuple[str, str]]:
        return [(str(other.path), say.message(other.message)) for other in self.others]

    def _count(self, say: CellTexts) -> str:
        verdicts = [proof.verdict for proof in self.proofs]
        counts = {key: verdicts.count(verdict) for verdict, key in _KEYS.items()}
        return say("verified", count=len(verdicts), **{k + "_count": n for k, n in counts.items()})

    def _face(self, say: CellTexts) -> markup.Html:
        lines = [
            (str(proof.path), *(say(_KEYS[v]) for v in (proof.verdict, *proof.parts.values())))
            for proof in self.proofs
        ]
        findings = [
            (
                str(proof.path),
                "" if finding.line is None else str(finding.line),
                say.message(finding.text),
            )
            for proof in self.proofs
            for finding in proof.findings
        ]
        parts = [say.rows(("file", "verdict", *PARTS), lines)]
        if findings:
            parts.append(say.rows(("file", "line", "finding"), findings))
        if self.others:
            parts.append(say.rows(("file", "finding"), self._left_out(say)))
        return say.face(self._count(say), *parts, markup.paragraph(say("never_proved")))


_KEYS = {PROVED: "proved", REFUTED: "refuted", UNPROVED: "unproved"}
"""The key of each verdict's word."""
