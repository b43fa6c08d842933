"""List the parameters of all public calls, by name: ``python -m scripts.parameters``.

A name stands for one thing; ``tests/project/parameters.txt`` holds the list, so that a new
parameter, type or default is seen where others of its name stand.
"""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import skyjo_widget

LIST = Path(__file__).parents[1] / "tests" / "project" / "parameters.txt"


def calls() -> Iterator[tuple[str, Any]]:
    """Yield the public functions and methods, and the classes that are called, with names."""
    for name in sorted(skyjo_widget.__all__):
        thing = getattr(skyjo_widget, name)
        if inspect.isfunction(thing):
            yield name, thing
        elif inspect.isclass(thing):
            for key, member in sorted(vars(thing).items()):
                method = getattr(member, "__func__", member)
                if inspect.isfunction(method) and (key == "__init__" or key[0] != "_"):
                    yield f"{name}.{key}" if key != "__init__" else name, method


def text() -> str:
    """Return the list: a name, then a line for each type and default, with the calls."""
    uses: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for call, function in calls():
        for parameter in inspect.signature(function).parameters.values():
            if parameter.name == "self" or parameter.kind is parameter.VAR_KEYWORD:
                continue
            kind = str(parameter.annotation)
            if parameter.default is not parameter.empty:
                kind += f" = {re.sub(' at 0x[0-9a-f]+', '', repr(parameter.default))}"
            uses[parameter.name][kind].append(call)
    lines = []
    for name, kinds in sorted(uses.items()):
        lines.append(name)
        lines += [f"    {kind}: {', '.join(names)}" for kind, names in sorted(kinds.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    LIST.write_text(text(), encoding="utf-8")
