#!/usr/bin/env bash
# An observer's old value is one that the trait never had, if nobody has read its computed default.
#
# Versions    traitlets 5.16.1
# Expected    the old value of a first change is the default, whether it is computed, and whether
#             anybody has looked at it; to set a trait to its default is no change
# Behaviour   a computed default is not computed for an observer. The old value is that of the
#             trait's type, 0 or Undefined, unless the trait was read before; so reading it changes
#             what observers get, and a value equal to the default is announced as new
# Output      Int(100): 100 to 105; read before: 100 to 105; set to its default: nothing
#             Int, computed 100: 0 to 105; read before: 100 to 105; set to its default: 0 to 100
#             List([1]): Undefined to [2]; read before: [1] to [2]; set to its default: Undefined to [1]
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet traitlets==5.16.1
cat > look.py <<'PYTHON'
import traitlets


class Game(traitlets.HasTraits):
    points = traitlets.Int(100)
    computed = traitlets.Int()
    cards = traitlets.List([1])

    @traitlets.default("computed")
    def _computed(self):
        return 100


def name(value):
    return "Undefined" if value is traitlets.Undefined else value


def heard(trait, value, read=False):
    game = Game()
    changes = []
    game.observe(lambda change: changes.append(f"{name(change.old)} to {change.new}"), trait)
    if read:
        getattr(game, trait)
    setattr(game, trait, value)
    return ", ".join(changes) or "nothing"


for label, trait, value, default in (
    ("Int(100)", "points", 105, 100),
    ("Int, computed 100", "computed", 105, 100),
    ("List([1])", "cards", [2], [1]),
):
    print(f"{label}: {heard(trait, value)}; read before: {heard(trait, value, read=True)};",
          f"set to its default: {heard(trait, default)}")
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
Int(100): 100 to 105; read before: 100 to 105; set to its default: nothing
Int, computed 100: 0 to 105; read before: 100 to 105; set to its default: 0 to 100
List([1]): Undefined to [2]; read before: [1] to [2]; set to its default: Undefined to [1]
TEXT
