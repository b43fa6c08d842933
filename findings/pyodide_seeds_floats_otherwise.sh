#!/usr/bin/env bash
# random.Random(0.5) draws other numbers in the browser than in Python, Random(7) the same.
#
# Versions    pyodide 314.0.7 (Python 3.14.2 of 32 bits), beside CPython of 64 bits
# Expected    the standard generator gives one stream for one seed on every machine, since its
#             algorithm is fixed
# Behaviour   a float is seeded by its hash, which is of another length where a word has 32 bits;
#             numbers that are whole, however large, and texts are seeded by themselves.
# Output      32 bits
#             7: 0.32383, "a": 0.27203, 2**40: 0.10364, 0.5: 0.79480
#             64 bits
#             7: 0.32383, "a": 0.27203, 2**40: 0.10364, 0.5: 0.27949
#
# Needs python3 (3.11 or newer, of 64 bits), node (20 or newer) and npm.
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund pyodide@314.0.7 > npm.log 2>&1 || { cat npm.log >&2; exit 1; }
cat > look.py <<'PYTHON'
import random, sys

print("64 bits" if sys.maxsize > 2**32 else "32 bits")
print(", ".join(
    f"{label}: {random.Random(seed).random():.5f}"
    for label, seed in (("7", 7), ('"a"', "a"), ("2**40", 2**40), ("0.5", 0.5))
))
PYTHON
cat > look.cjs <<'JS'
const { loadPyodide } = require("pyodide");

(async () => {
  const python = await loadPyodide();
  python.runPython(require("fs").readFileSync("look.py", "utf8"));
})();
JS
{ node look.cjs; python3 look.py; } | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
32 bits
7: 0.32383, "a": 0.27203, 2**40: 0.10364, 0.5: 0.79480
64 bits
7: 0.32383, "a": 0.27203, 2**40: 0.10364, 0.5: 0.27949
TEXT
