#!/usr/bin/env bash
# Two linked widgets keep different values if one of them clamps.
#
# Versions    ipywidgets 8.1.9, traitlets 5.16.1
# Expected    after a = link((slider, "value"), (number, "value")) both have one value: a number
#             beyond the slider's end goes back to it, or is refused
# Behaviour   the slider stops at its end, the number keeps what was set, and no change or error
#             tells; the next change of either brings both together
# Output      slider 10, number 80
#             after the slider moved: slider 4, number 4
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ipywidgets==8.1.9 traitlets==5.16.1
cat > look.py <<'PYTHON'
from ipywidgets import IntSlider, IntText, link

slider, number = IntSlider(max=10), IntText()
link((slider, "value"), (number, "value"))
number.value = 80
print(f"slider {slider.value}, number {number.value}")
slider.value = 4
print(f"after the slider moved: slider {slider.value}, number {number.value}")
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
slider 10, number 80
after the slider moved: slider 4, number 4
TEXT
