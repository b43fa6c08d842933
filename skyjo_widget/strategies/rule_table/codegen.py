"""A code generator: from a rule table to a Python function, with the helpers that it needs.

Only words of `grammar` and integers get into the source, so that it is safe to execute.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from skyjo_widget.strategies.rule_table.grammar import HIDDEN, Condition, Rule

_WIDTH = 88


class _Helper(NamedTuple):
    """The source of a helper function, and the helpers that it calls."""

    source: str
    calls: tuple[str, ...] = ()


_HELPERS = {
    "worth": _Helper('''\
def worth(obs, place):
    """Return the number on my card at a place; a hidden one counts HIDDEN."""
    number = obs.mine[place]
    return HIDDEN if number is None else number
'''),
    "twins": _Helper('''\
def twins(cards, place, card):
    """Count the other cards in the column of a place that equal a card."""
    found = 0
    for other, number in cards:
        if number == card and other != place and other[0] == place[0]:
            found += 1
    return found
'''),
    "paired": _Helper(
        '''\
def paired(cards, place):
    """Return True if there is a pair in the column of a place."""
    for other, number in cards:
        beside = number is not None and other[0] == place[0]
        if beside and twins(cards, other, number) > 0:
            return True
    return False
''',
        ("twins",),
    ),
    "started": _Helper('''\
def started(cards, place):
    """Return True if a card is open in the column of a place."""
    for other, number in cards:
        if number is not None and other[0] == place[0]:
            return True
    return False
'''),
    "column_place": _Helper(
        '''\
def column_place(cards, card):
    """Find the place of my highest card where a card completes a column; "" if none."""
    best = ""
    most = -100
    for place, number in cards:
        value = HIDDEN if number is None else number
        fits = value > most and (number is None or number != card)
        if fits and twins(cards, place, card) >= 2:
            best = place
            most = value
    return best
''',
        ("twins",),
    ),
    "pair_place": _Helper(
        '''\
def pair_place(cards, card):
    """Find the place of my highest card where a card makes a pair and breaks none, or ""."""
    best = ""
    most = -100
    for place, number in cards:
        value = HIDDEN if number is None else number
        fits = value > most and twins(cards, place, card) == 1
        free = number is None or (number != card and twins(cards, place, number) == 0)
        if fits and free:
            best = place
            most = value
    return best
''',
        ("twins",),
    ),
    "highest_place": _Helper('''\
def highest_place(cards):
    """Find the place of my highest open card; "" if none is open."""
    best = ""
    most = -100
    for place, number in cards:
        if number is not None and number > most:
            best = place
            most = number
    return best
'''),
    "loose_place": _Helper(
        '''\
def loose_place(cards):
    """Find the place of my highest open card that is in no pair; "" if there is none."""
    best = ""
    most = -100
    for place, number in cards:
        if number is not None and number > most and twins(cards, place, number) == 0:
            best = place
            most = number
    return best
''',
        ("twins",),
    ),
    "hidden_place": _Helper(
        '''\
def hidden_place(cards):
    """Find a hidden card of mine, in a column without a pair if possible."""
    first = ""
    for place, number in cards:
        if number is None and not paired(cards, place):
            return place
        if number is None and first == "":
            first = place
    return first
''',
        ("paired",),
    ),
    "worst_place": _Helper('''\
def worst_place(cards):
    """Find the place of my highest card, a hidden one counting HIDDEN."""
    best = ""
    most = -100
    for place, number in cards:
        value = HIDDEN if number is None else number
        if value > most:
            best = place
            most = value
    return best
'''),
    "turn_pair": _Helper(
        '''\
def turn_pair(cards):
    """Find a hidden card in a column with a pair; "" if there is none."""
    for place, number in cards:
        if number is None and paired(cards, place):
            return place
    return ""
''',
        ("paired",),
    ),
    "turn_started": _Helper(
        '''\
def turn_started(cards):
    """Find a hidden card in a column with an open card; "" if there is none."""
    for place, number in cards:
        if number is None and started(cards, place):
            return place
    return ""
''',
        ("started",),
    ),
    "turn_fresh": _Helper(
        '''\
def turn_fresh(cards):
    """Find a hidden card in a column without an open card; "" if there is none."""
    for place, number in cards:
        if number is None and not started(cards, place):
            return place
    return ""
''',
        ("started",),
    ),
    "highest_open": _Helper('''\
def highest_open(cards):
    """Return my highest open card; -3, less than any card, if none is open."""
    most = -3
    for _, number in cards:
        if number is not None and number > most:
            most = number
    return most
'''),
    "fewest_hidden": _Helper('''\
def fewest_hidden(obs):
    """Return the fewest hidden cards that another player has."""
    fewest = 100
    for seat, hidden in enumerate(obs.hidden):
        if seat != obs.me and hidden < fewest:
            fewest = hidden
    return fewest
'''),
    "ahead": _Helper('''\
def ahead(obs):
    """Return how far my sum is below the lowest other one; a hidden card counts HIDDEN."""
    mine = 0
    lowest = 1000
    for seat in range(obs.players):
        total = 0
        for number in obs.grid[seat].values():
            total += HIDDEN if number is None else number
        if seat == obs.me:
            mine = total
        elif total < lowest:
            lowest = total
    return lowest - mine
'''),
    "take": _Helper('''\
def take(obs, place):
    """Take the offered card; once it is taken, place it."""
    return "take" if obs.phase == "choose" else f"place {place}"
'''),
}
_VALUES = {
    "card": "card",
    "highest": "highest_open(cards)",
    "hidden": "obs.hidden[obs.me]",
    "others hidden": "fewest_hidden(obs)",
    "ahead": "ahead(obs)",
    "saves": "worth(obs, place) - card",
}
_FACTS = {
    "completes column": ('column_place(cards, card) != ""', 'column_place(cards, card) == ""'),
    "makes pair": ('pair_place(cards, card) != ""', 'pair_place(cards, card) == ""'),
    "last turn": ("obs.last_turns > 0", "obs.last_turns == 0"),
}
_WITH_CARD = ("column", "pair")  # places that depend on it
_ALWAYS = ("hidden", "worst", "first")  # places that exist at every decision
_MOMENTS = {
    "offer": ("offered(obs, card)", "Apply the rules to the offered card."),
    "drawn": ("drawn(obs, card)", "Apply the rules to the card that I have drawn."),
    "turn": ("turning(obs)", "Choose the hidden card to turn."),
}
_LAST = {
    "offer": ("return take(obs, worst_place(cards))", "if nothing can be drawn, it must be taken"),
    "drawn": ('return "discard"', "the rules leave nothing else"),
    "turn": ('return f"flip {obs.hidden_positions[0]}"', "the rules leave nothing else"),
}
_MINE = '''\
def mine(obs):
    """Play Skyjo by rules: the first rule that can act does."""
    if obs.phase == "choose" or obs.phase == "place taken":
        return offered(obs, obs.discard_top)
    if obs.phase == "place drawn":
        return drawn(obs, obs.hand)
    return turning(obs)
'''


def write_python(rules: Sequence[Rule]) -> str:
    """Return the Python source of a valid table; its function is called ``mine``.

    Parameters
    ----------
    rules : sequence of Rule
        All rules, by moment; comments give their numbers.
    """
    parts = [_moment(moment, rules) for moment in _MOMENTS] + [_MINE]
    parts = [*_helpers("\n".join(parts)), *parts]
    if any("HIDDEN" in part for part in parts):
        parts = [f"HIDDEN = {HIDDEN}  # what a hidden card counts\n", *parts]
    return "\n\n".join(parts)


def _helpers(text: str) -> list[str]:
    """Return the helpers that a source needs, directly or not, in the order of `_HELPERS`."""
    needed = {name for name in _HELPERS if f"{name}(" in text}
    for name in reversed(_HELPERS):  # a helper only calls earlier ones
        if name in needed:
            needed.update(_HELPERS[name].calls)
    return [_HELPERS[name].source for name in _HELPERS if name in needed]


def _moment(moment: str, rules: Sequence[Rule]) -> str:
    """Return the source of the function of a moment."""
    head, about = _MOMENTS[moment]
    lines = [f"def {head}:", f'    """{about}"""']
    sure = False
    for number, rule in enumerate(rules, start=1):
        if rule.moment == moment:
            sure, body = _rule(rule)
            lines += [f"    # {number}. {rule}".replace(f"{moment}: ", "", 1), *body]
    if not sure:
        end, why = _LAST[moment]
        lines += [f"    # {why}", f"    {end}"]
    if any("cards" in line for line in lines[2:]):
        lines.insert(2, "    cards = list(obs.mine.items())")
    return "\n".join(lines) + "\n"


def _rule(rule: Rule) -> tuple[bool, list[str]]:
    """Return True if a rule always acts, and its lines of source."""
    lines = []
    tests = []
    place = rule.action.rpartition(" ")[2]
    if rule.action == "draw":
        tests.append('"draw" in obs.legal')
        answer = 'return "draw"'
    elif rule.action == "discard":
        answer = 'return "discard"'
    elif rule.action == "turn first":
        answer = 'return f"flip {obs.hidden_positions[0]}"'
    else:
        name = f"turn_{place}" if rule.moment == "turn" else f"{place}_place"
        arguments = "cards, card" if rule.moment != "turn" and place in _WITH_CARD else "cards"
        lines.append(f"    place = {name}({arguments})")
        if place not in _ALWAYS:
            tests.append('place != ""')
        answer = {
            "offer": "return take(obs, place)",
            "drawn": 'return f"place {place}"',
            "turn": 'return f"flip {place}"',
        }[rule.moment]
    sure = rule.place and {"column": "completes column", "pair": "makes pair"}.get(place)
    tests += [_test(c) for c in rule.conditions if c.subject != sure]
    if not tests:
        return True, [*lines, f"    {answer}"]
    head = f"    if {' and '.join(tests)}:"
    if len(head) <= _WIDTH:
        lines.append(head)
    else:
        lines += ["    if (", f"        {tests[0]}"]
        lines += [f"        and {test}" for test in tests[1:]]
        lines.append("    ):")
    return False, [*lines, f"        {answer}"]


def _test(condition: Condition) -> str:
    if condition.subject in _FACTS:
        return _FACTS[condition.subject][condition.sense == "not"]
    return f"{_VALUES[condition.subject]} {condition.sense} {condition.number}"
