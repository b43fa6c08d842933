#!/usr/bin/env bash
# A cell that was changed in jupytext's script keeps its old output and number: 1 + 2 stands over 2.
#
# Versions    jupytext 1.19.6, nbclient 0.11.0, ipykernel 7.4.0, Python 3.11
# Expected    --sync brings a script's changes into its notebook; a cell whose code is another one
#             loses its output, as it has to be run again
# Behaviour   the changed cell keeps output and execution count of the old code, also if only the
#             quotes differ, which makes a text of a number; a cell that is split in two leaves its
#             output at the second part
# Output      1 + 2 [1] 2
#             '7' * 2 [2] 14
#             deck = 150 [None] -
#             deck / 12 [3] 12.5
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet jupytext==1.19.6 nbclient==0.11.0 ipykernel==7.4.0
cat > make.py <<'PYTHON'
import nbclient, nbformat

notebook = nbformat.v4.new_notebook(
    cells=[nbformat.v4.new_code_cell(code) for code in ("1 + 1", "7 * 2", "deck = 150\ndeck / 12")])
nbclient.NotebookClient(notebook).execute()
nbformat.write(notebook, "lesson.ipynb")
PYTHON
cat > look.py <<'PYTHON'
import nbformat

for cell in nbformat.read("lesson.ipynb", 4).cells:
    texts = [output["data"]["text/plain"] for output in cell.outputs]
    print(cell.source, f"[{cell.execution_count}]", *texts or "-")
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export IPYTHONDIR=$folder/ipython
{
    venv/bin/python make.py
    venv/bin/jupytext --set-formats ipynb,py:percent lesson.ipynb
    sed -i 's/^1 + 1$/1 + 2/; s/^7 \* 2$/'"'7'"' * 2/; s/^deck = 150$/&\n\n# %%/' lesson.py
    touch -d '1 minute' lesson.py
    venv/bin/jupytext --sync lesson.ipynb
} > log.txt 2>&1 || { cat log.txt >&2; exit 1; }
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
1 + 2 [1] 2
'7' * 2 [2] 14
deck = 150 [None] -
deck / 12 [3] 12.5
TEXT
