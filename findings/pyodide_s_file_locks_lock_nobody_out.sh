#!/usr/bin/env bash
# fcntl.flock in Pyodide grants an exclusive lock to everybody.
#
# Versions    pyodide 314.0.7 (its own file system), beside CPython on Linux
# Expected    fcntl can be imported, so a second open file that asks for the lock without waiting
#             is refused, as on Linux even within one process
# Behaviour   both get it, without an error. Opening with O_EXCL does keep a second one out
# Output      flock twice: granted
#             O_EXCL twice: FileExistsError
#             on Linux, flock twice: BlockingIOError
#
# Needs python3 (3.11 or newer, of 64 bits), node (20 or newer) and npm.
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund pyodide@314.0.7 > npm.log 2>&1 || { cat npm.log >&2; exit 1; }
cat > look.py <<'PYTHON'
import fcntl, os, sys


def twice(attempt):
    attempt()
    try:
        attempt()
        return "granted"
    except OSError as error:
        return type(error).__name__


files = []


def lock():
    files.append(open("a.lock", "w"))
    fcntl.flock(files[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)


if sys.platform == "emscripten":
    print("flock twice:", twice(lock))
    print("O_EXCL twice:", twice(lambda: os.open("b.lock", os.O_CREAT | os.O_EXCL)))
else:
    print("on Linux, flock twice:", twice(lock))
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
flock twice: granted
O_EXCL twice: FileExistsError
on Linux, flock twice: BlockingIOError
TEXT
