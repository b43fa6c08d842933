#!/usr/bin/env bash
# asyncio.to_thread works in Pyodide without threads: it keeps everything else waiting.
#
# Versions    pyodide 314.0.7
# Expected    either it raises, as threading.Thread.start and ThreadPoolExecutor do there ("can't
#             start new thread"), or other tasks go on meanwhile
# Behaviour   the function runs at once on the only thread, and the loop stands still until it
#             ends: of a task that ticks each 10 ms, no tick in 300 ms
# Output      thread: RuntimeError
#             pool: RuntimeError
#             to_thread: same thread True, ticks meanwhile 0
#             asyncio.sleep: ticks meanwhile some
#
# Needs node (20 or newer) and npm.
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund pyodide@314.0.7 > npm.log 2>&1 || { cat npm.log >&2; exit 1; }
cat > look.cjs <<'JS'
const { loadPyodide } = require("pyodide");

(async () => {
  const python = await loadPyodide();
  await python.runPythonAsync(`
import asyncio, threading, time
from concurrent.futures import ThreadPoolExecutor

for name, start in (("thread", lambda: threading.Thread(target=int).start()),
                    ("pool", lambda: ThreadPoolExecutor(1).submit(int))):
    try:
        start()
        print(f"{name}: started")
    except RuntimeError as error:
        print(f"{name}: {type(error).__name__}")
ticks = 0
async def tick():
    global ticks
    while True:
        ticks += 1
        await asyncio.sleep(0.01)
task = asyncio.ensure_future(tick())
await asyncio.sleep(0.1)
same = await asyncio.to_thread(threading.get_ident) == threading.get_ident()
before = ticks
await asyncio.to_thread(time.sleep, 0.3)
print(f"to_thread: same thread {same}, ticks meanwhile {ticks - before}")
before = ticks
await asyncio.sleep(0.3)
print("asyncio.sleep: ticks meanwhile", "some" if ticks > before else "none")
task.cancel()
`);
})();
JS
node look.cjs | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
thread: RuntimeError
pool: RuntimeError
to_thread: same thread True, ticks meanwhile 0
asyncio.sleep: ticks meanwhile some
TEXT
