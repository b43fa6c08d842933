"""What stands under the board: a line for notes, predictions, and what-ifs; plain ipywidgets."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

import ipywidgets

from skyjo_widget.engine import speed
from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.history import Prediction
from skyjo_widget.pictures import percent, told
from skyjo_widget.questions import MOST, parse_question
from skyjo_widget.session import Session
from skyjo_widget.words import languages, words

_WRAP = {"flex_flow": "row wrap", "align_items": "center"}
_LINE = {"width": "100%"}


def bars(session: Session) -> ipywidgets.Box:
    """All that stands under a board.

    Parameters
    ----------
    session : Session
        Whose board it is; it must have been made.
    """
    predict, what_if = predict_bar(session), what_if_bar(session)
    # No accordion: its titles can't be reached by keys.
    opens_predict, opens_what_if = _opens(predict), _opens(what_if)

    def label() -> None:
        said = _said(session)
        opens_predict.description = said["predict"]["title"]
        opens_what_if.description = said["what_if"]["title"]

    _keep_labelled(session, label)
    asides = ipywidgets.HBox([opens_predict, opens_what_if], layout=_WRAP)
    return ipywidgets.VBox([note_bar(session), asides, predict, what_if])


def _opens(aside: ipywidgets.Box) -> ipywidgets.ToggleButton:
    """A button that shows a part, and hides it again."""
    button = ipywidgets.ToggleButton(layout={"width": "auto"})

    def show(_change: Any = None) -> None:
        button.icon = "caret-down" if button.value else "caret-right"
        aside.layout.display = "" if button.value else "none"

    button.observe(show, "value")
    show()
    return button


def note_bar(session: Session) -> ipywidgets.Box:
    """A line in which a remark about the last decision is written into the record."""
    text = ipywidgets.Text(layout={"flex": "1 1 12em", "min_width": "8em"})
    tags = ipywidgets.Text(layout={"flex": "1 1 8em", "min_width": "8em"})
    button = ipywidgets.Button(icon="pencil", layout={"width": "auto"})
    answer = ipywidgets.Label()

    def label() -> None:
        said = _said(session)["notes"]
        text.placeholder, tags.placeholder = said["placeholder"], said["tags"]
        button.description = said["add"]

    def add(_button: Any = None) -> None:
        said = _said(session)["notes"]
        if not text.value.strip():
            answer.value = said["empty"]
            return
        names = [tag.strip() for tag in tags.value.split(",") if tag.strip()]
        session.note(text.value, tags=names)
        answer.value = said["added"].format(number=len(session.history.notes))
        text.value = ""

    _keep_labelled(session, label)
    button.on_click(add)
    for entry in (text, tags):
        _on_enter(entry, add)
    return ipywidgets.HBox([text, tags, button, answer], layout={"flex_flow": "row wrap"})


def predict_bar(session: Session) -> ipywidgets.Box:
    """Where a player commits to a prediction before the coach shows its own."""
    grid = session.game.name != "skip-bo"
    kinds = ["draw at most", "score at most", "win", "mean", "best"]
    kinds = kinds if grid else ["win round", "win", "best"]
    question = ipywidgets.Dropdown(layout={"width": "auto", "max_width": "100%"})
    bound = ipywidgets.IntText(4, layout={"width": "5em"})
    value = ipywidgets.FloatText(50, layout={"width": "6em"})
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
        unit.value = texts["points"] if kind == "mean" else "%"

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
        if kind not in ("best", "mean"):
            given = given / 100
        texts = _said(session)["predict"]
        if session.waiting != "person" or session.board.view["covered"]:
            answer.value = html.escape(texts["nobody"])
            return
        if kind not in ("best", "mean") and not 0 <= given <= 1:
            answer.value = html.escape(texts["no_chance"])
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
                value=told(made.value, lang), coach=told(float(made.coach), lang)
            )
        )
    says = texts["says"].format(
        value=percent(made.value, lang), coach=percent(float(made.coach), lang)
    )
    asked = parse_question(made.question, session.game.name)
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
        often.description = texts["often"].format(rounds=_rounds())

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
        outlook = session.what_if(decision=decision.value, games=_rounds())
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


def _rounds() -> int:
    """How often an action is played on: without numba a round takes a hundred times as long."""
    return 1000 if speed.has_numba() else 10


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
    session.board.observe(lambda _change: label(), "spoken")
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
