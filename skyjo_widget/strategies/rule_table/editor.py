"""An editor of rule tables ("when … then …"): strategies without code.

It is made of ipywidgets.  The rows' widgets are kept: when rules are moved, the contents of
the rows change, so that the keyboard focus is never lost.
"""

from __future__ import annotations

import html
import math
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import ipywidgets

from skyjo_widget.errors import RulesError
from skyjo_widget.front.own_keys import OWN_KEYS, Keys
from skyjo_widget.front.typed_widgets import VBox
from skyjo_widget.strategies.rule_table.codegen import write_python
from skyjo_widget.strategies.rule_table.grammar import (
    ACTIONS,
    FARTHEST,
    MOMENTS,
    MOST_CONDITIONS,
    MOST_RULES,
    NUMBERS,
    Condition,
    Rule,
    action_words,
    conditions_of,
    read_rules,
    table_name,
    write_rules,
)
from skyjo_widget.strategies.rule_table.lint import Problem, find_problems
from skyjo_widget.strategies.rule_table.table import RuleTable, in_order, read_file, write_file
from skyjo_widget.util.files import given_path
from skyjo_widget.util.i18n import words
from skyjo_widget.util.messages import in_its_language, rendered

_UNDOS = 100
OVERTAKEN = 1.0
"""Seconds in which a changed text may arrive after a later click: a browser sends it delayed."""

_STYLE = """<style>
.sjr { --sjr-line: var(--jp-border-color2, #d0d0d0); --sjr-bad: var(--jp-error-color0, #b3261e);
  container-type: inline-size; width: 100%; max-width: 62rem; overflow: visible; }
.sjr .widget-box, .sjr .jupyter-widgets { overflow: visible; }
.sjr .sjr-title { margin: 14px 0 2px; }
.sjr .sjr-title b { font-size: 1.1em; }
.sjr .sjr-title span, .sjr .sjr-none { color: var(--jp-ui-font-color2, #666); }
.sjr .widget-html, .sjr .widget-html-content { height: auto; line-height: 1.45; }
.sjr .sjr-row { display: grid; grid-template-columns: 2em minmax(0, 1fr) auto; align-items: start;
  border-top: 1px solid var(--sjr-line); padding: 6px 0; margin: 0; }
.sjr .sjr-row > * { margin: 0; }
.sjr .sjr-number { grid-column: 1; text-align: center; font-variant-numeric: tabular-nums; }
.sjr .sjr-number .widget-html-content { line-height: 32px; font-weight: 600; }
.sjr .sjr-parts { grid-column: 2; min-width: 0; }
.sjr .sjr-moves { grid-column: 3; justify-content: flex-end; flex-wrap: wrap; }
.sjr .sjr-problem { grid-column: 2 / -1; }
.sjr .sjr-wrong { color: var(--sjr-bad); font-weight: 600; margin: 2px 4px 4px; }
.sjr .sjr-well { margin: 2px 4px 4px; }
.sjr .sjr-row.sjr-bad { box-shadow: inset 4px 0 0 var(--sjr-bad); }
.sjr .sjr-condition { display: flex; flex-flow: row wrap; }
.sjr .sjr-condition .widget-dropdown, .sjr .sjr-action { flex: 1 1 16em; width: auto; min-width: 0;
  max-width: 34em; }
.sjr .sjr-action { max-width: 40em; }
.sjr .sjr-condition .widget-text { flex: 0 0 4.5em; width: 4.5em; }
.sjr .widget-dropdown > .widget-label { width: auto; min-width: 5.4em; text-align: right; }
.sjr .widget-dropdown > select { min-width: 0; text-overflow: ellipsis; }
.sjr .sjr-quiet > .widget-label { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
.sjr button.jupyter-button { min-width: 32px; width: auto; padding: 0 8px; }
.sjr button.sjr-icon { font-size: 0; display: inline-flex; align-items: center;
  justify-content: center; }
.sjr button.sjr-icon i { font-size: var(--jp-widgets-font-size, 13px); margin: 0; }
.sjr :is(button, select, input, textarea, pre):focus-visible {
  outline: 2px solid var(--jp-brand-color1, #1976d2); outline-offset: 1px; }
.sjr .sjr-python { margin: 0; padding: 8px; overflow: auto; max-height: 32em; user-select: all;
  font-family: var(--jp-code-font-family, monospace); font-size: 13px; line-height: 1.4;
  background: var(--jp-layout-color2, #f5f5f5); color: var(--jp-content-font-color1, inherit); }
.sjr textarea { font-family: var(--jp-code-font-family, monospace); }
.sjr .sjr-line { display: flex; flex-flow: row wrap; align-items: center; }
@container (max-width: 30rem) {
  .sjr .sjr-row { grid-template-columns: 2em minmax(0, 1fr); }
  .sjr .sjr-moves, .sjr .sjr-problem { grid-column: 2; }
  .sjr .widget-dropdown > .widget-label { min-width: 3em; }
  .sjr .sjr-condition .widget-dropdown { flex-basis: calc(100% - 48px); }
  .sjr .sjr-action { flex-basis: 100%; }
  .sjr .sjr-condition .widget-text { order: 1; margin-left: 3.7em; }
}
</style>"""


class RuleEditor(VBox):
    """Rules as rows that are changed, moved and checked; see `RuleTable`.

    Parameters
    ----------
    table : RuleTable, optional
        The initial rules; an example by default.
    lang : str
        ``"en"`` or ``"fr"``.

    Raises
    ------
    RulesError
        If there is no such language, or `table` is no `RuleTable`.

    Attributes
    ----------
    lang : str

    Examples
    --------
    >>> RuleEditor().table.name
    'example'
    """

    @in_its_language
    def __init__(self, table: RuleTable | None = None, *, lang: str = "en") -> None:
        if table is not None and not isinstance(table, RuleTable):
            raise RulesError("{kind} is no RuleTable to begin with", kind=type(table).__name__)
        table = table or RuleTable.example()
        self.lang = lang
        self._words = words(lang)["rule_editor"]
        self._texts = self._words["editor"]
        self._lock = threading.RLock()  # widgets' callbacks may run beside a cell
        self._filling = False
        self._name = table.name
        self._rules = {moment: [r for r in table.rules if r.moment == moment] for moment in MOMENTS}
        self._past: list[tuple[str, tuple[Rule, ...]]] = []
        self._shown_text = ""  # the text field's content, as long as nobody writes there
        self._file = ("", "")  # where it was read or written last, and what
        self._sections = {moment: _Section(self, moment) for moment in MOMENTS}
        self._name_field = ipywidgets.Text(
            description=self._texts["name"], layout={"width": "22em", "max_width": "98%"}
        )
        self._undo = _button(self._texts["undo"], icon="undo")
        self._summary = _text()
        self._make_texts()
        super().__init__(
            [
                ipywidgets.HTML(_STYLE),
                _line(self._name_field, self._undo),
                *(section.box for section in self._sections.values()),
                self._summary,
                self._more,
                Keys(),
            ]
        )
        self.add_class("sjr").add_class(OWN_KEYS)
        self._asked = -math.inf
        self._name_field.observe(self._on(self._rename), "value")
        self._undo.on_click(self._on(self._take_back))
        self._refresh()

    @classmethod
    @in_its_language
    def load(cls, path: str | Path, *, lang: str = "en") -> RuleEditor:
        """Make an editor with the rules of a file; it shows their problems, if any.

        Raises
        ------
        RulesError
            If it can't be read; the message says which lines.
        """
        editor = cls(lang=lang)
        editor._open(path)
        editor._past.clear()
        editor._refresh()
        return editor

    def save(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write the rules to a file, with their problems if they have any; returns the path.

        Parameters
        ----------
        path : path
        overwrite : bool
            Whether a file with another content is replaced; the file that was loaded or saved
            last always is, unless somebody else has changed it.

        Raises
        ------
        RulesError
            If it can't be written, or has another content.
        """
        with self._lock:
            text = self.text
            name, was = self._file
            if name == str(path) and not overwrite:
                overwrite = given_path(path).exists() and read_file(path) == was
            written = write_file(text, path, overwrite=overwrite)
            self._file = str(path), text
            return written

    @property
    def table(self) -> RuleTable:
        """The rules of the rows as a table.

        Raises
        ------
        RulesError
            While there are problems; the message names them all.
        """
        with self._lock:
            return RuleTable(self.rules, self._name, self.lang)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the rows, with or without problems."""
        return tuple(rule for moment in MOMENTS for rule in self._rules[moment])

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the rules."""
        return find_problems(self.rules)

    @property
    def text(self) -> str:
        """The rules as text, with or without problems."""
        return write_rules(self._name, self.rules)

    # Changes that the rows request

    def _change(self, moment: str, rules: list[Rule]) -> None:
        """Replace the rules of a moment."""
        self._remember()
        self._rules[moment] = rules
        self._refresh()

    def _remember(self) -> None:
        self._past = [*self._past, (self._name, self.rules)][-_UNDOS:]

    def _take_back(self) -> None:
        if self._past:
            self._set(*self._past.pop())

    def _set(self, name: str, rules: Sequence[Rule]) -> None:
        self._name = name
        for moment in MOMENTS:
            self._rules[moment] = [rule for rule in rules if rule.moment == moment]
        self._refresh()

    def _rename(self) -> None:
        try:
            name = table_name(self._name_field.value)
        except RulesError:
            name = self._name  # an empty name isn't valid: keep the old one
        self._remember()
        self._name = name
        self._refresh()

    def _on(self, do: Callable[[], None]) -> Callable[..., None]:
        """Make a handler that ignores the editor's own changes of a widget."""

        def handle(*_: Any) -> None:
            with self._lock:
                if not self._filling:
                    do()

        return handle

    # Display

    def _refresh(self) -> None:
        problems = self.problems
        self._filling = True
        try:
            self._name_field.value = self._name
            self._undo.disabled = not self._past
            first = 1
            for moment, section in self._sections.items():
                section.show(self._rules[moment], first, problems)
                first += len(self._rules[moment])
            key = {0: "good", 1: "one"}.get(len(problems), "many")
            count = len(problems) or len(self.rules)
            message = self._texts[key].format(count=count)
            sign = "" if problems else "✓ "
            self._summary.value = _paragraph(sign + message, bad=problems)
            python = "" if problems else write_python(self.rules)
            self._python.value = (
                f'<pre class="sjr-python" tabindex="0" aria-label="Python">'
                f"{html.escape(python)}</pre>"
                if python
                else _paragraph(self._texts["no_python"], bad=True)
            )
            if self._text_field.value == self._shown_text:  # else it is being edited
                self._text_field.value = self.text
            self._shown_text = self.text if self._text_field.value == self.text else ""
        finally:
            self._filling = False

    def _make_texts(self) -> None:
        """Make the panels with the rules as text, as Python, and as a file."""
        texts = self._texts
        self._text_field: Any = ipywidgets.Textarea(
            description=texts["text"],
            rows=14,
            continuous_update=False,
            layout={"width": "98%"},
        ).add_class("sjr-quiet")
        use = _button(texts["read"])
        self._text_answer, self._file_answer = _text(), _text()
        self._python: Any = ipywidgets.HTML()
        self._path = ipywidgets.Text(
            description=texts["file"], value="rules.txt", layout={"width": "22em"}
        )
        save, load = _button(texts["save"]), _button(texts["load"])
        self._over = _button(texts["overwrite"])
        self._over.layout.display = "none"
        use.on_click(self._on(self._use_text))
        self._text_field.observe(self._on(self._catch_up), "value")
        save.on_click(self._on(self._save))
        load.on_click(self._on(self._load))
        self._over.on_click(self._on(lambda: self._save(overwrite=True)))
        panels = {
            "text": ipywidgets.VBox([self._text_field, _line(use), self._text_answer]),
            "python": self._python,
            "file": ipywidgets.VBox([_line(self._path, save, load, self._over), self._file_answer]),
        }
        # Not an accordion: its titles can't be reached by keys.
        # None as a tooltip shows as "null".
        keys = [ipywidgets.ToggleButton(description=texts[name], tooltip="") for name in panels]
        for key, panel in zip(keys, panels.values(), strict=True):
            panel.layout.display = "none"
            key.observe(partial(_open_or_close, panel), "value")
        self._more: Any = ipywidgets.VBox([_line(*keys), *panels.values()])

    def _catch_up(self) -> None:
        """Use a text whose change has arrived after the click on its button."""
        if time.monotonic() - self._asked < OVERTAKEN:
            self._use_text()

    def _use_text(self) -> None:
        self._asked = time.monotonic()
        try:
            name, rules = read_rules(self._text_field.value)
            rules = in_order(rules)
        except RulesError as error:
            self._text_answer.value = _paragraph(rendered(error, self.lang), bad=True)
            return
        self._remember()
        self._shown_text = self._text_field.value
        self._set(name or self._name, rules)
        self._text_answer.value = _paragraph(self._texts["used"])

    def _save(self, *, overwrite: bool = False) -> None:
        self._over.layout.display = "none"
        path = self._path.value.strip()
        try:
            self.save(path, overwrite=overwrite)
        except RulesError as error:
            message, bad = rendered(error, self.lang), True
            if given_path(path).is_file() and not overwrite:
                message = self._texts["exists"]
                self._over.layout.display = None
        else:
            message, bad = self._texts["saved"].format(path=path), False
        self._file_answer.value = _paragraph(message, bad=bad)

    def _load(self) -> None:
        self._over.layout.display = "none"
        path = self._path.value.strip()
        try:
            self._open(path)
        except RulesError as error:
            self._file_answer.value = _paragraph(rendered(error, self.lang), bad=True)
        else:
            self._file_answer.value = _paragraph(self._texts["loaded"].format(path=path))

    def _open(self, path: str | Path) -> None:
        text = read_file(path)
        try:
            name, rules = read_rules(text)
            rules = in_order(rules)
        except RulesError as error:
            raise RulesError("{path}: {error}", path=path, error=error) from None
        self._remember()
        self._set(name or self._name, rules)
        self._file = str(path), text
        self._path.value = str(path)


class _Section:
    """The rows of a moment."""

    def __init__(self, editor: RuleEditor, moment: str) -> None:
        self._editor, self._moment = editor, moment
        texts = editor._words["moments"][moment]
        title = ipywidgets.HTML(
            f'<div class="sjr-title" role="heading" aria-level="3"><b>'
            f"{html.escape(texts['title'])}</b> <span>{html.escape(texts['hint'])}</span></div>"
        )
        self._rows: list[_Row] = []
        self._list = ipywidgets.VBox(layout={"overflow": "visible"})
        self._problem = _text()
        self._add = _button(editor._texts["add_rule"], icon="plus")
        self._add.on_click(editor._on(self._append))
        self.box = ipywidgets.VBox([title, self._list, self._problem, _line(self._add)])

    def show(self, rules: list[Rule], first: int, problems: Sequence[Problem]) -> None:
        """Show rules, numbered from `first`."""
        while len(self._rows) < len(rules):
            self._rows.append(_Row(self._editor, self, len(self._rows)))
        boxes = tuple(row.box for row in self._rows[: len(rules)])
        if self._list.children != boxes:
            self._list.children = boxes
        lang = self._editor.lang
        for i, rule in enumerate(rules):
            own = [p.text(lang) for p in problems if p.rule == first + i]
            self._rows[i].show(rule, first + i, last=i == len(rules) - 1, problems=own)
        lacking = [p for p in problems if p.rule is None and p.moment == self._moment]
        self._problem.value = _paragraph(" ".join(p.text(lang) for p in lacking), bad=True)
        self._add.disabled = len(self._editor.rules) >= MOST_RULES

    @property
    def rules(self) -> list[Rule]:
        """A copy of the moment's rules."""
        return list(self._editor._rules[self._moment])

    def replace(self, i: int, conditions: Sequence[Condition], action: str) -> None:
        """Replace a rule."""
        rules = self.rules
        rules[i] = Rule(self._moment, conditions, action)
        self._editor._change(self._moment, rules)

    def move(self, i: int, by: int) -> None:
        """Move a rule up or down; the focus follows it."""
        rules = self.rules
        rules[i], rules[i + by] = rules[i + by], rules[i]
        self._editor._change(self._moment, rules)
        row = self._rows[i + by]
        wanted, other = (row.up, row.down) if by < 0 else (row.down, row.up)
        (other if wanted.disabled else wanted).focus()

    def delete(self, i: int) -> None:
        """Delete a rule; the focus moves to the next one."""
        rules = self.rules
        del rules[i]
        self._editor._change(self._moment, rules)
        (self._rows[min(i, len(rules) - 1)].delete if rules else self._add).focus()

    def _append(self) -> None:
        """Add a rule before one without conditions, after which it could never apply."""
        rules = self.rules
        at = len(rules)
        if rules and not rules[-1].conditions:
            at -= 1
        subject = "card" if self._moment != "turn" else "hidden"
        action = ACTIONS[self._moment][-1 if self._moment == "turn" else 5]
        # A number that no other rule begins with: a new rule should be able to act.
        taken = {rule.conditions[0].number for rule in rules if rule.conditions}
        number = next((n for n in (4, 5, 6, 3, 2, 7, 8, 9, 10, 11) if n not in taken), 4)
        rules.insert(at, Rule(self._moment, [Condition(subject, "<=", number)], action))
        self._editor._change(self._moment, rules)


class _Slot(NamedTuple):
    """The widgets of a condition."""

    box: Any
    kind: Any
    number: Any
    remove: Any


class _Row:
    """The widgets of one rule; they stay, whichever rule they show."""

    def __init__(self, editor: RuleEditor, section: _Section, i: int) -> None:
        self._editor, self._section, self._i = editor, section, i
        moment = section._moment
        texts = editor._texts
        conditions = editor._words["conditions"]
        kinds = [f"{subject} {sense}" for subject, sense in conditions_of(moment)]
        self._kinds = [(conditions[kind].format(number="…"), kind) for kind in kinds]
        self._slots: list[_Slot] = []
        self._conditions = ipywidgets.VBox()
        self._action = ipywidgets.Dropdown(
            options=[(action_words(a, editor.lang), a) for a in ACTIONS[moment]],
            style={"description_width": "initial"},
        ).add_class("sjr-action")
        self._more = _button("", icon="plus")
        self.up, self.down = _icon("arrow-up"), _icon("arrow-down")
        self.delete = _icon("trash")
        self._number = ipywidgets.HTML().add_class("sjr-number")
        self._problem = _text().add_class("sjr-problem")
        parts = ipywidgets.VBox([self._conditions, _line(self._action)])
        self.box = ipywidgets.Box(
            [
                self._number,
                parts.add_class("sjr-parts"),
                ipywidgets.HBox([self._more, self.up, self.down, self.delete]).add_class(
                    "sjr-moves"
                ),
                self._problem,
            ]
        ).add_class("sjr-row")
        self._texts = texts
        self._action.observe(editor._on(self._changed), "value")
        self._more.on_click(editor._on(self._add))
        self.up.on_click(editor._on(lambda: section.move(i, -1)))
        self.down.on_click(editor._on(lambda: section.move(i, 1)))
        self.delete.on_click(editor._on(lambda: section.delete(i)))

    def show(self, rule: Rule, number: int, *, last: bool, problems: list[str]) -> None:
        """Show a rule."""
        texts = self._texts
        while len(self._slots) < len(rule.conditions):
            self._slots.append(self._make_slot(len(self._slots)))
        boxes = tuple(slot.box for slot in self._slots[: len(rule.conditions)])
        if self._conditions.children != boxes:
            self._conditions.children = boxes
        for n, condition in enumerate(rule.conditions):
            slot = self._slots[n]
            slot.kind.value = f"{condition.subject} {condition.sense}"
            slot.number.value = condition.number
            slot.number.layout.display = None if condition.subject in NUMBERS else "none"
            _name(slot.remove, texts["remove_condition"].format(condition=n + 1, rule=number))
        self._action.value = rule.action
        self._action.description = texts["then" if rule.conditions else "otherwise"]
        self._more.description = texts["and" if rule.conditions else "when"]
        self._more.tooltip = texts["condition_of"].format(rule=number)
        self._more.disabled = len(rule.conditions) >= MOST_CONDITIONS
        for name in ("up", "down", "delete"):
            _name(getattr(self, name), texts[name].format(rule=number))
        self.up.disabled, self.down.disabled = self._i == 0, last
        self._number.value = str(number)
        self._problem.value = _paragraph(" ".join(problems), bad=True)
        (self.box.add_class if problems else self.box.remove_class)("sjr-bad")

    def _make_slot(self, n: int) -> _Slot:
        texts, on = self._texts, self._editor._on
        kind = ipywidgets.Dropdown(
            options=self._kinds,
            description=texts["and" if n else "when"],
            style={"description_width": "initial"},
        )
        number = ipywidgets.BoundedIntText(
            min=-FARTHEST, max=FARTHEST, description=texts["number"], tooltip=""
        ).add_class("sjr-quiet")
        remove = _icon("times")
        box = ipywidgets.Box([kind, number, remove]).add_class("sjr-condition")
        kind.observe(on(self._changed), "value")
        number.observe(on(self._changed), "value")
        remove.on_click(on(lambda: self._remove(n)))
        return _Slot(box, kind, number, remove)

    def _read(self) -> list[Condition]:
        """Read the conditions from the widgets."""
        conditions = []
        for slot in self._slots[: len(self._conditions.children)]:
            subject, _, sense = slot.kind.value.rpartition(" ")
            conditions.append(
                Condition(subject, sense, slot.number.value if subject in NUMBERS else 0)
            )
        return conditions

    def _changed(self) -> None:
        self._section.replace(self._i, self._read(), self._action.value)

    def _add(self) -> None:
        """Add a condition of a kind that the rule doesn't have yet."""
        conditions = self._read()
        taken = {condition.subject for condition in conditions}
        kinds = conditions_of(self._section._moment)
        subject, sense = next((k for k in kinds if k[0] not in taken), kinds[0])
        number = {"saves": 3, "others hidden": 2}.get(subject, 4) if subject in NUMBERS else 0
        conditions.append(Condition(subject, sense, number))
        self._section.replace(self._i, conditions, self._action.value)

    def _remove(self, n: int) -> None:
        conditions = self._read()
        del conditions[n]
        self._section.replace(self._i, conditions, self._action.value)
        (self._slots[min(n, len(conditions) - 1)].remove if conditions else self._more).focus()


def _button(description: str, *, icon: str = "") -> Any:
    return ipywidgets.Button(description=description, icon=icon, layout={"width": "auto"})


def _icon(icon: str) -> Any:
    """Make a button with only an icon; its name is for screen readers."""
    return _button("", icon=icon).add_class("sjr-icon")


def _name(button: Any, name: str) -> None:
    button.description = button.tooltip = name


def _open_or_close(panel: Any, change: Any) -> None:
    panel.layout.display = None if change["new"] else "none"


def _line(*widgets: Any) -> Any:
    return ipywidgets.Box(widgets).add_class("sjr-line")


def _text() -> Any:
    """Make a widget for a sentence."""
    return ipywidgets.HTML()


def _paragraph(text: str, *, bad: Any = False) -> str:
    """Format a sentence as HTML, announced by screen readers; empty if there is none."""
    if not text:
        return ""
    kind = "sjr-wrong" if bad else "sjr-well"
    lines = "<br>".join(map(html.escape, text.split("\n")))
    return f'<div class="{kind}" role="status">{"⚠ " if bad else ""}{lines}</div>'
