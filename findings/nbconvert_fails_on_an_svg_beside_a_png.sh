#!/usr/bin/env bash
# An SVG stops nbconvert's LaTeX and PDF where Inkscape is missing, though a PNG stands beside it.
#
# Versions    nbconvert 7.17.2, nbformat 5.11.1
# Expected    of an output in several formats LaTeX takes the PNG, as it does of a widget with one,
#             and only an SVG alone needs Inkscape
# Behaviour   each SVG without a PDF beside it is converted before anything is chosen, needed or not:
#             one with a PNG ends the export of the whole notebook. A PDF in the output helps
# Output      png: output_0_0.png
#             widget, png: output_0_0.png
#             svg, png: FileNotFoundError: Inkscape executable not found in safe paths
#             svg, pdf: output_0_0.pdf
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet nbconvert==7.17.2 nbformat==5.11.1
cat > look.py <<'PYTHON'
import re

from nbconvert import LatexExporter
from nbformat.v4 import new_code_cell, new_notebook, new_output

FORMATS = {
    "png": {"image/png": "iVBORw0KGgo="},
    "svg": {"image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'},
    "pdf": {"application/pdf": "JVBERi0xLjQK"},
    "widget": {"application/vnd.jupyter.widget-view+json": {"model_id": "a1"}},
}
for names in (("png",), ("widget", "png"), ("svg", "png"), ("svg", "pdf")):
    data = {"text/plain": "a chart"} | {k: v for name in names for k, v in FORMATS[name].items()}
    cell = new_code_cell("chart", outputs=[new_output("display_data", data)])
    try:
        text, _ = LatexExporter().from_notebook_node(new_notebook(cells=[cell]))
        seen = ", ".join(re.findall(r"{(output_[^}]+)}", text))
    except FileNotFoundError as error:
        seen = f"FileNotFoundError: {error}"
    print(f"{', '.join(names)}: {seen}")
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
PATH=$folder/venv/bin venv/bin/python look.py 2> /dev/null | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
png: output_0_0.png
widget, png: output_0_0.png
svg, png: FileNotFoundError: Inkscape executable not found in safe paths
svg, pdf: output_0_0.pdf
TEXT
