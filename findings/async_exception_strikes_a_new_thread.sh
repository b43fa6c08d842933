#!/usr/bin/env bash
# CPython up to 3.11 raises in a thread that is being started what was meant for its starter.
#
# Versions    CPython 3.11.7, Linux (3.9.18 and 3.10.13 alike; not seen in 3.13.0)
# Expected    PyThreadState_SetAsyncExc(main's identity, …) raises in the main thread alone
# Behaviour   A new thread has its starter's identity until it runs; it is the first of the list in
#             which the identity is looked up. So a part of the exceptions is raised in new threads.
#             In threading.Thread that is before it has told that it runs: start() never returns.
# Output      struck: the main thread and threads that it started (numbers vary)
#
# Needs CPython from 3.9 to 3.11, which $PYTHON can name. It is about the interpreter alone, so no
# package is installed, and the version is checked in place of pinned.
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > strike.py <<'PYTHON'
import _thread
import ctypes
import sys
import threading
import time


if not (3, 9) <= sys.version_info[:2] <= (3, 11):
    sys.exit(f"seen in CPython 3.9 to 3.11; this is {sys.version.split()[0]}")


class TimeUp(BaseException):
    pass


raise_in = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_ulong, ctypes.py_object)(
    ("PyThreadState_SetAsyncExc", ctypes.pythonapi)
)
main, over = threading.get_ident(), False
caught, pending = threading.Event(), threading.Event()
struck = {"main": 0, "started": 0}


def work():
    try:
        for _ in range(20):
            pass
    except TimeUp:
        struck["started"] += 1
        pending.clear()


def before_its_first_line(unraisable):
    if unraisable.exc_type is TimeUp:
        struck["started"] += 1
        pending.clear()


def one_at_a_time():
    while not over:
        caught.wait()  # main is where it catches the exception
        if not pending.is_set():
            time.sleep(0.001)
            pending.set()
            raise_in(main, TimeUp)
        time.sleep(0)


def start_threads():
    global over
    caught.set()
    while time.monotonic() < end:
        _thread.start_new_thread(work, ())
    over = True
    striker.join()


sys.unraisablehook = before_its_first_line
striker = threading.Thread(target=one_at_a_time, daemon=True)
striker.start()
sys.setswitchinterval(1e-6)
end = time.monotonic() + 10
while striker.is_alive():
    try:
        start_threads()
    except TimeUp:
        caught.clear()
        struck["main"] += 1
        pending.clear()
print(sys.version.split()[0], struck)
both = struck["main"] > 0 and struck["started"] > 0
print("struck: the main thread and threads that it started" if both else "struck: otherwise")
sys.exit(0 if both else 1)
PYTHON
timeout 60 "${PYTHON:-python3}" strike.py || { echo "this has changed"; exit 1; }
