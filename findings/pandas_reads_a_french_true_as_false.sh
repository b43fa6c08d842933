#!/usr/bin/env bash
# pandas reads an .ods sheet's true as False where the cell displays VRAI or WAHR.
#
# Versions    pandas 3.1.1, odfpy 1.4.1, python-calamine 0.9.1
# Expected    a boolean cell of an .ods file is read by its value, which is the same in each
#             language
# Behaviour   with odfpy, which pandas takes for .ods, the displayed text decides, and only TRUE
#             is true: VRAI and WAHR are False, without a warning. engine="calamine" reads the
#             value
# Output      as displayed: TRUE VRAI WAHR
#             odf: True False False
#             calamine: True True True
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet pandas==3.1.1 odfpy==1.4.1 python-calamine==0.9.1
cat > look.py <<'PYTHON'
import pandas as pd
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

WORDS = ("TRUE", "VRAI", "WAHR")
document, table, row = OpenDocumentSpreadsheet(), Table(name="deck"), TableRow()
for word in WORDS:
    cell = TableCell(valuetype="boolean", booleanvalue="true")
    cell.addElement(P(text=word))
    row.addElement(cell)
table.addElement(row)
document.spreadsheet.addElement(table)
document.save("deck.ods")
print("as displayed:", *WORDS)
for engine in ("odf", "calamine"):
    read = pd.read_excel("deck.ods", engine=engine, header=None)
    print(f"{engine}:", *read.iloc[0])
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
as displayed: TRUE VRAI WAHR
odf: True False False
calamine: True True True
TEXT
