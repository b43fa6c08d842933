"""What stands under the board, in plain ipywidgets.

Predictions, what-ifs, rulings, and the form about the whole session.
"""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

import ipywidgets

from skyjo_widget import bots
from skyjo_widget.board.referee_panel import referee_bar
from skyjo_widget.board.session import Session
from skyjo_widget.board.tables.common import clipped
from skyjo_widget.bots.registry import BOTS
from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.records.annotations import EXPERIENCE, RATINGS, Prediction
from skyjo_widget.records.predictions import MOST, parse_question
from skyjo_widget.util.i18n import languages, words
from skyjo_widget.util.numbers import format_number, percent
from skyjo_widget.util.parse_number import read_number

_WRAP = {"flex_flow": "row wrap", "align_items": "center"}
_LINE = {"width": "100%"}
_WIDE = {"width": "auto"}
"""An entry has margins: with 100 % it would be wider than its box."""
_NAME = {"width": "21em", "max_width": "100%"}
_NARROW = {"button_width": "2.6em"}

NOTHING = 0
"""What stands for no answer: a widget's None is no choice at all."""
MARKS = ("fun", "fairness", "clarity")
"""What a form asks for from 1 to 5."""
SHOWN, LONGEST = 20, 300
"""So many rulings are listed, and of each text so many letters."""


def makers(session: Session) -> dict[str, Callable[[Session], ipywidgets.Box]]:
    """What can stand under its board, in the order of the board's buttons."""
    searched = {"predict": predict_bar, "what_if": what_if_bar}
    every: dict[str, Callable[[Session], ipywidgets.Box]] = {
        **(searched if BOTS[session.game.name].search else {}),
        "ruling": ruling_bar,
        "form": form_bar,
    }
    return {"referee": referee_bar, **every} if session.history.paper else every


def bars(session: Session, box: ipywidgets.Box) -> None:
    """Add to a board's box what its buttons open, under the board.

    Parameters
    ----------
    session : Session
        Whose board it is.
    box : Box
        It holds the board.
    """
    parts, above = makers(session), box.children
    made: dict[str, ipywidgets.Box] = {}

    def show(_change: Any = None) -> None:
        """Show what the board's buttons have opened; most is never, so it is made only then."""
        opened = session.board.opened
        for name, part in made.items():
            part.layout.display = "" if name in opened else "none"
        if new := [name for name in parts if name in opened and name not in made]:
            made.update({name: parts[name](session) for name in new})
            for name in new:
                made[name].layout.margin = "8px 0 0"  # off the board's edge
            box.children = (*above, *(made[name] for name in parts if name in made))

    session.board.asides = list(parts)
    session.board.observe(show, "opened")
    show()


def form_bar(session: Session) -> ipywidgets.Box:
    """Where one player after the other says how the whole session was."""
    by, version = ipywidgets.Text(), ipywidgets.Text()
    experience = ipywidgets.Dropdown()
    marks = {name: ipywidgets.ToggleButtons(style=_NARROW) for name in MARKS}
    length = ipywidgets.Dropdown()
    text = ipywidgets.Textarea(rows=3, layout=_WIDE)
    save = ipywidgets.Button(icon="check", layout={"width": "auto"})
    answer = ipywidgets.HTML(layout=_LINE)
    chosen: dict[str, Any] = {"experience": experience, **marks, "length": length}
    written = {"by": by, "version": version, "text": text}
    labels = {name: ipywidgets.Label(layout=_NAME) for name in (*written, *chosen)}

    def label() -> None:
        texts = _said(session)["form"]
        for name, entry in (written | chosen).items():
            labels[name].value = entry.tooltip = texts[name]
        text.placeholder = texts["text_hint"]
        save.description = texts["save"]
        for name, entry in chosen.items():
            kept = entry.value
            entry.options = _choices(texts, name)
            entry.value = kept or NOTHING

    def empty() -> None:
        for entry in (by, text):
            entry.value = ""
        version.value = str(session.history.header["preset"])
        for choice in chosen.values():
            choice.value = NOTHING

    def add(_button: Any = None) -> None:
        texts = _said(session)["form"]
        said: dict[str, Any] = {name: entry.value or None for name, entry in chosen.items()}
        said |= {name: entry.value.strip() or None for name, entry in written.items()}
        if not any(said[name] for name in (*chosen, "text")):
            answer.value = html.escape(texts["empty"])
            return
        try:
            number = session.form(**said | {"text": text.value})
        except SkyjoWidgetError as error:
            answer.value = html.escape(str(error))
            return
        key = "saved_by" if said["by"] else "saved"
        told = texts[key].format(number=number, by=clipped(str(said["by"])))
        answer.value = html.escape(told)
        empty()

    rows = [
        ipywidgets.HBox([labels[name], entry], layout=_WRAP)
        for name, entry in {"by": by, "version": version, **chosen}.items()
    ]
    bar = ipywidgets.VBox([*rows, labels["text"], text, ipywidgets.HBox([save]), answer])
    _keep_labelled(session, label)
    empty()
    save.on_click(add)
    return bar


def _choices(texts: Any, name: str) -> list[tuple[str, Any]]:
    """What a form offers to choose from, nothing first."""
    values = EXPERIENCE if name == "experience" else RATINGS
    told = {str(n): str(n) for n in RATINGS} if name in MARKS else texts[f"{name}s"]
    return [("–", NOTHING), *((told[str(value)], value) for value in values)]


def ruling_bar(session: Session) -> ipywidgets.Box:
    """Where it is written down how something was decided on which the rules are silent."""
    question, text = ipywidgets.Text(layout=_WIDE), ipywidgets.Text(layout=_WIDE)
    decision = ipywidgets.BoundedIntText(0, 0, 0, layout={"width": "6em"})
    which = ipywidgets.Label()
    save = ipywidgets.Button(icon="gavel", layout={"width": "auto"})
    answer = ipywidgets.HTML(layout=_LINE)
    listed = ipywidgets.HTML(layout=_LINE)
    shown = [0]  # the newest decision, as long as no other is chosen

    def label() -> None:
        texts = _said(session)["ruling"]
        question.placeholder = question.tooltip = texts["question"]
        text.placeholder = text.tooltip = texts["text"]
        which.value = decision.tooltip = texts["decision"]
        save.description = texts["save"]
        follow()

    def follow(_change: Any = None) -> None:
        if bar.layout.display == "none":
            return  # each change is a message, and a click would wait for it
        h = session.history
        newest = h.newest()
        chosen = decision.value != shown[0]
        decision.max = max(len(h.decisions) - 1, 0)
        shown[0] = 0 if newest is None else newest.decision
        if not chosen:
            decision.value = shown[0]
        listed.value = _rulings(session)

    def add(_button: Any = None) -> None:
        texts = _said(session)["ruling"]
        if not text.value.strip():
            answer.value = html.escape(texts["empty"])
            return
        about = decision.value if session.history.decisions else None
        try:
            number = session.ruling(text.value, question=question.value, decision=about)
        except SkyjoWidgetError as error:
            answer.value = html.escape(str(error))
            return
        saved = session.history.rulings[number].decision
        places = _said(session)["replay"]
        where = places["before"] if saved is None else places["at"].format(decision=saved)
        answer.value = html.escape(texts["saved"].format(where=where))
        question.value = text.value = ""
        follow()

    line = ipywidgets.HBox([which, decision, save, answer], layout=_WRAP)
    bar = ipywidgets.VBox([question, text, line, listed])
    _keep_labelled(session, label)
    _keep_up(session, bar, follow)
    session.board.while_open(follow)  # a ruling changes nothing on the board
    save.on_click(add)
    for entry in (question, text):
        _on_enter(entry, add)
    return bar


def _rulings(session: Session) -> str:
    """The rulings so far as a list, the newest first."""
    texts, h = _said(session)["ruling"], session.history
    items = []
    for one in h.rulings[: -SHOWN - 1 : -1]:
        where = texts["before"]
        if one.decision is not None:
            row = h.decisions[one.decision]
            told = f"{clipped(row.player)} · {h.notation(row, None)}"
            where = texts["at"].format(decision=one.decision, about=told)
        silent = f"<i>{html.escape(_short(one.question))}</i><br>" if one.question else ""
        items.append(f"<li>{html.escape(where)}<br>{silent}{html.escape(_short(one.text))}</li>")
    return f"<ul>{''.join(items)}</ul>" if items else ""


def _short(text: str) -> str:
    """A text as long as it is shown under the board; the log has the whole of it."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def predict_bar(session: Session) -> ipywidgets.Box:
    """Where a player commits to a prediction before the coach shows its own."""
    kinds = session.game.questions
    question = ipywidgets.Dropdown(layout={"width": "auto", "max_width": "100%"})
    bound = ipywidgets.IntText(4, layout={"width": "5em"})
    value = ipywidgets.Text("50 %", continuous_update=False, layout={"width": "7em"})
    unit = ipywidgets.Label()
    choice = ipywidgets.Dropdown(layout={"width": "auto", "min_width": "8em"})
    button = ipywidgets.Button(icon="lock", layout={"width": "auto"})
    answer = ipywidgets.HTML(layout=_LINE)

    def label() -> None:
        texts = _said(session)["predict"]
        kept = question.value
        question.options = [(texts["questions"][kind], kind) for kind in kinds]
        question.value = kept or kinds[0]
        for entry, key in (
            (question, "question"),
            (bound, "bound"),
            (value, "value"),
            (choice, "choice"),
        ):
            entry.tooltip = texts[key]
        button.description = texts["commit"]
        show()

    def show(_change: Any = None) -> None:
        kind = question.value
        for entry, needed in (
            (bound, str(kind).endswith("at most")),
            (value, kind != "best"),
            (unit, kind != "best"),
            (choice, kind == "best"),
        ):
            entry.layout.display = "" if needed else "none"
        texts = _said(session)["predict"]
        unit.value = texts["points"] if kind == "mean" else ""

    looks: list[Any] = [None]

    def follow(_change: Any = None) -> None:
        if bar.layout.display == "none":
            return  # each change is a message, and a click would wait for it
        actions = _open_actions(session)
        if tuple(choice.options) != actions:
            choice.options = actions
            choice.index = 0 if actions else None
        view = session.board.view
        if looks[0] != (view["viewer"], view["covered"]):  # what is said is for one person's eyes
            looks[0], answer.value = (view["viewer"], view["covered"]), ""

    def commit(_button: Any = None) -> None:
        kind = str(question.value)
        asked = f"{kind} {bound.value}" if kind.endswith("at most") else kind
        given: Any = choice.value if kind == "best" else value.value
        texts = _said(session)["predict"]
        if session.waiting != "person" or session.board.view["covered"]:
            answer.value = html.escape(texts["nobody"])
            return
        if kind != "best" and (wrong := _wrong_number(given, texts, chance=kind != "mean")):
            answer.value = html.escape(wrong)
            return
        if kind.endswith("at most") and abs(bound.value) > MOST:
            answer.value = html.escape(texts["no_bound"].format(most=MOST))
            return
        try:
            made = session.predict(asked, given)
        except SkyjoWidgetError as error:
            answer.value = html.escape(str(error))
            return
        answer.value = html.escape(_told(session, made))

    question.observe(show, "value")
    line = ipywidgets.HBox([question, bound, value, unit, choice, button], layout=_WRAP)
    bar = ipywidgets.VBox([line, answer])
    _keep_labelled(session, label)
    _keep_up(session, bar, follow)
    button.on_click(commit)
    return bar


def _wrong_number(given: str, texts: dict[str, Any], *, chance: bool) -> str:
    """What is wrong with a number as it was typed; empty if it is one."""
    try:
        number = read_number(given, decimal_comma=True)
    except SkyjoWidgetError:
        return str(texts["no_number"]).format(answer=_short(given))
    if chance and not 0 <= number <= 1:
        return str(texts["no_chance"]).format(answer=_short(given))
    return ""


def _told(session: Session, made: Prediction) -> str:
    """What was predicted, and what the coach says."""
    texts, lang = _said(session)["predict"], _language(session)
    if made.coach is None:
        return str(texts["kept"])
    if isinstance(made.value, str):
        key = "agrees" if made.value == made.coach else "chooses"
        return str(texts[key].format(coach=made.coach))
    if made.question == "mean":
        return str(
            texts["says_points"].format(
                value=made.written or format_number(made.value, lang),
                coach=format_number(float(made.coach), lang),
            )
        )
    says = texts["says"].format(
        value=made.written or percent(made.value, lang), coach=percent(float(made.coach), lang)
    )
    asked = parse_question(made.question, session.game)
    if asked.kind == "draw at most":
        odds: Any = session.odds(made.seat)
        low = sum(n for card, n in odds.next_draw.counts.items() if card <= (asked.bound or 0))
        says += f" ({low}/{odds.next_draw.total})"
    return str(says)


def what_if_bar(session: Session) -> ipywidgets.Box:
    """Where a branch is opened at any decision, or its actions are played on many times."""
    decision = ipywidgets.BoundedIntText(0, 0, 0, layout={"width": "6em"})
    which = ipywidgets.Label()
    now = ipywidgets.Button(icon="step-forward", layout={"width": "auto"})
    branch = ipywidgets.Button(icon="code-fork", layout={"width": "auto"})
    often = ipywidgets.Button(icon="repeat", layout={"width": "auto"})
    answer = ipywidgets.HTML(layout=_LINE)
    output = ipywidgets.Output()

    def label() -> None:
        texts = _said(session)["what_if"]
        which.value, decision.tooltip = texts["decision"], texts["decision"]
        now.description, branch.description = texts["now"], texts["branch"]
        often.description = texts["often"].format(rounds=_rounds(session))

    def follow(_change: Any = None) -> None:
        if bar.layout.display == "none":
            return  # as above
        last = len(session.history.decisions)
        at_end = decision.value == decision.max
        decision.max = max(last - (session.seat is None), 0)
        if at_end:
            decision.value = decision.max

    def go_to_end(_button: Any) -> None:
        decision.value = decision.max

    def tried(does: Callable[[], None]) -> Callable[[Any], None]:
        def click(_button: Any) -> None:
            answer.value = ""
            if not _may_look(session, decision.value):
                answer.value = html.escape(_said(session)["what_if"]["others"])
                return
            output.clear_output(wait=True)
            with output:
                try:  # an output shows what is raised in it, and lets nothing out
                    does()
                except SkyjoWidgetError as error:
                    answer.value = html.escape(str(error))

        return click

    def open_branch() -> None:
        other = session.branch(decision.value, display=False)
        going_on = other.history.state.round > session.history.rounds_over
        key = "opened" if going_on else "opened_over"
        text = _said(session)["what_if"][key].format(decision=decision.value)
        _display(ipywidgets.VBox([ipywidgets.Label(text), other.board]))

    def play_on() -> None:
        outlook = session.what_if(decision=decision.value, games=_rounds(session))
        if len(outlook.actions) > 1:
            _display(outlook.picture(lang=_language(session)))
        _display(outlook)

    line = ipywidgets.HBox([which, decision, now, branch, often], layout=_WRAP)
    bar = ipywidgets.VBox([line, answer, output])
    _keep_labelled(session, label)
    _keep_up(session, bar, follow)
    now.on_click(go_to_end)
    branch.on_click(tried(open_branch))
    often.on_click(tried(play_on))
    return bar


def _rounds(session: Session) -> int:
    """How often an action is played on: interpreted a round takes a hundred times as long."""
    return 1000 if bots.round_estimator(session.game.name, "points").is_fast() else 10


def _open_actions(session: Session) -> tuple[str, ...]:
    """The actions that the board lets the person who looks choose from; a hand may be covered."""
    view = session.board.view
    moves = [action for places in view.get("moves", {}).values() for action in places.values()]
    return tuple(dict.fromkeys([*view["targets"].values(), *moves]))


def _may_look(session: Session, decision: int) -> bool:
    """Whether a moment may be looked at on the screen: one's own, or of a round that is over."""
    h, view = session.history, session.board.view
    if decision < len(h.decisions):
        row = h.decisions[decision]
        own = row.seat == view["viewer"] or row.kind == "bot"  # of bots the session says more
        return row.round <= h.rounds_over or (own and not view["covered"])
    return session.waiting == "bot" or not view["covered"]


def _language(session: Session) -> str:
    """The language of the board: as asked for, or as the browser speaks."""
    lang = session.lang or session.board.spoken
    return lang if lang in languages() else "en"


def _said(session: Session) -> Any:
    """The words of the board's language."""
    return words(_language(session))


def _keep_labelled(session: Session, label: Callable[[], None]) -> None:
    """Label now, and again when the browser says that it speaks another language."""
    session.board.observe(lambda _change: label(), ["lang", "spoken"])
    label()


def _display(thing: Any) -> None:
    from IPython.display import display  # noqa: PLC0415  (only a notebook has it)

    display(thing)  # type: ignore[no-untyped-call]  # IPython gives it no types


def _keep_up(session: Session, bar: ipywidgets.Box, follow: Callable[..., None]) -> None:
    """Follow the game, now and whenever it changes or the bar is opened."""
    session.board.observe(follow, "view")
    bar.layout.observe(follow, "display")
    follow()


def _on_enter(entry: ipywidgets.Text, does: Callable[[], None]) -> None:
    def hear(_text: Any, content: Any, _buffers: Any) -> None:
        if content.get("event") == "submit":
            does()

    entry.on_msg(hear)
