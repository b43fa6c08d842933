#!/usr/bin/env bash
# nbgrader hands out what the teacher's widgets showed: it clears outputs, but not their state.
#
# Versions    nbgrader 0.9.6, nbformat 5.11.1
# Expected    generate_assignment, which clears all outputs of the teacher's notebook, also drops the
#             models of the widgets that stood in them
# Behaviour   the outputs are gone, and each model with its values is in the released notebook's
#             metadata
# Output      outputs: 0
#             models: 1, with the value: True
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet nbgrader==0.9.6 nbformat==5.11.1
mkdir -p course/source/ps1
cd course
touch nbgrader_config.py
cat > write.py <<'PYTHON'
import nbformat
from nbformat.v4 import new_code_cell, new_notebook, new_output

VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
view = {"version_major": 2, "version_minor": 0, "model_id": "a1"}
model = {"model_name": "IntSliderModel", "model_module": "@jupyter-widgets/controls",
         "model_module_version": "2.0.0", "state": {"value": 4711}}
cell = new_code_cell("slider", outputs=[new_output("display_data", {VIEW: view})])
notebook = new_notebook(cells=[cell])
notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
notebook.metadata["widgets"] = {
    STATE: {"version_major": 2, "version_minor": 0, "state": {"a1": model}}
}
nbformat.write(notebook, "source/ps1/lesson.ipynb")
PYTHON
cat > look.py <<'PYTHON'
import nbformat

notebook = nbformat.read("release/ps1/lesson.ipynb", 4)
print("outputs:", sum(len(cell.get("outputs", ())) for cell in notebook.cells))
models = [
    model for state in notebook.metadata.get("widgets", {}).values() for model in state["state"].values()
]
print(f"models: {len(models)}, with the value: {any('4711' in str(m) for m in models)}")
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export PATH=$folder/venv/bin:$PATH
../venv/bin/python write.py
../venv/bin/nbgrader generate_assignment ps1 --create > ../nbgrader.log 2>&1 ||
    { cat ../nbgrader.log >&2; exit 1; }
../venv/bin/python look.py | tee ../seen.txt
diff ../seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
outputs: 0
models: 1, with the value: True
TEXT
