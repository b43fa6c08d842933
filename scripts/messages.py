"""Update the catalogues of messages, ``util/locales/*.po``, from the templates in the code.

A new template stands there without its translation; one that the code no longer has goes.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parents[1] / "skyjo_widget"
CATALOGUES = PACKAGE / "util" / "locales"
FIRST = (
    *("_", "warn", "announced", "_refusal"),
    *("SkyjoWidgetError", "RulesError", "NotationError", "RecordError", "SimulationError"),
    *("MalformedMessageError", "CallError", "ConformanceError", "NumbaMissingError"),
    "NoNumberError",
)
"""Functions and errors whose first argument is a template."""
SECOND = ("problem", "_wrong")
"""Functions whose second argument is one, after a place."""
KEYWORDS = {**dict.fromkeys(FIRST), **dict.fromkeys(SECOND, (2,))}


HEADER = b'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'


def templates() -> Catalog:
    """Return the templates in the code."""
    catalogue = Catalog()
    for path in sorted(PACKAGE.rglob("*.py")):
        for _line, template, *_about in extract_from_file("python", path, keywords=KEYWORDS):
            catalogue.add(template)
    return catalogue


def main() -> None:
    """Update each language, and name the templates that it lacks."""
    english = templates()
    for path in sorted(CATALOGUES.glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file)
        catalogue.update(english, no_fuzzy_matching=True)
        with path.open("wb") as file:
            file.write(HEADER)
            write_po(
                file, catalogue, omit_header=True, ignore_obsolete=True, sort_output=True, width=100
            )
        missing = [str(message.id) for message in catalogue if not message.string]
        print(f"{path.name}: {len(missing)} without a translation", *missing, sep="\n  ")


if __name__ == "__main__":
    main()
