#!/usr/bin/env bash
# Pyodide's locale.setlocale takes French, and any other name, as set; all stays English.
#
# Versions    pyodide 314.0.7, beside CPython on Linux
# Expected    locale.Error for a language that isn't there, as on Linux, on which a program falls
#             back to its own names and commas; otherwise that language's
# Behaviour   setlocale returns the name, getlocale confirms it, and days and decimals are English.
#             So a try … except locale.Error never takes the other way
# Output      fr_FR.UTF-8: getlocale says fr_FR, decimal point ".", Tuesday July
#             of_NOWHERE.UTF-8: getlocale says of_NOWHERE, decimal point ".", Tuesday July
#             on Linux, of_NOWHERE.UTF-8: Error
#
# Needs python3 (3.11 or newer), node (20 or newer) and npm.
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund pyodide@314.0.7 > npm.log 2>&1 || { cat npm.log >&2; exit 1; }
cat > look.py <<'PYTHON'
import datetime, locale


def answer(name):
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error as error:
        return type(error).__name__
    language, _ = locale.getlocale()
    point = locale.localeconv()["decimal_point"]
    day = datetime.date(2026, 7, 14).strftime("%A %B")
    return f'getlocale says {language}, decimal point "{point}", {day}'
PYTHON
cat > look.mjs <<'JS'
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const pyodide = await loadPyodide();
pyodide.runPython(readFileSync("look.py", "utf8"));
for (const name of ["fr_FR.UTF-8", "of_NOWHERE.UTF-8"]) {
    console.log(`${name}: ${pyodide.globals.get("answer")(name)}`);
}
JS
{
    node look.mjs
    python3 -c 'import look; print("on Linux, of_NOWHERE.UTF-8:", look.answer("of_NOWHERE.UTF-8"))'
} | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
fr_FR.UTF-8: getlocale says fr_FR, decimal point ".", Tuesday July
of_NOWHERE.UTF-8: getlocale says of_NOWHERE, decimal point ".", Tuesday July
on Linux, of_NOWHERE.UTF-8: Error
TEXT
