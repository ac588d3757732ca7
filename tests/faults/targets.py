#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs that are listened to and write what no listener writes (hostile.cpp): attach ends in time and in order with an
answer, takes no more memory than rows may, says how much was damaged, and leaves nothing behind.
Usage: targets.py jitterscope-cli hostile [--long [SEED]]"""
import json
import os
import signal
import subprocess
import sys
import time

from faults import Folder, Tally

LONG = "--long" in sys.argv
LONGEST = 120 # s
MOST_MEMORY = 1200 # MB; 8 000 000 rows are 384 MB, and the answer has copies
DAMAGED = ("rows", "rings")


def left(place):
    return [name for name in os.listdir(place) if name.startswith("jitterscope-listen-")]


def ended(process):
    """Its exit status and the most memory that it took (MB); None: it hangs."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        number, status, usage = os.wait4(process.pid, os.WNOHANG)
        if number != 0:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_maxrss >> 10
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return None, 0


def one(tally, cli, hostile, what, amount, seed):
    with Folder() as folder:
        place = folder.file("run") # of its own: others are listened to meanwhile
        os.mkdir(place, 0o700)
        with open(folder.file("said"), "wb") as said:
            process = subprocess.Popen([cli, "attach", "--duration", "1s", "--json", "a.json", "--csv", "a.csv", "--html", "a.html", "--", hostile, what,
                                        str(amount), str(seed)], cwd=folder.path, env={**os.environ, "XDG_RUNTIME_DIR": place}, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True)
            code, memory = ended(process)
        text = folder.content("said")
        name = f"{what} {amount} {seed}"
        tally.check(code in (7, 125), f"{name}: exit {code}; {text[-200:]}")
        tally.check(memory < MOST_MEMORY, f"{name}: {memory} MB")
        try:
            answer = json.loads(folder.content("a.json") or b"")
            told = " ".join(answer["notes"])
        except (ValueError, KeyError):
            answer, told = None, ""
        tally.check(answer is not None, f"{name}: no JSON")
        tally.check(what not in DAMAGED or "records make no sense" in told, f"{name}: what was damaged is not said")
        tally.check(not left(place), f"{name}: left {left(place)}")
        return memory


def main():
    arguments = [word for word in sys.argv[1:] if word != "--long"]
    if len(arguments) not in (2, 3):
        sys.exit(__doc__)
    cli, hostile = (os.path.abspath(path) for path in arguments[:2])
    tally = Tally()
    first = int(arguments[2]) * 10 if len(arguments) > 2 else 1
    memory = 0
    for seed in range(first, first + (5 if LONG else 1)):
        for what in ("rows", "rings", "header", "cuts", "removes", "replaces", "files"):
            memory = max(memory, one(tally, cli, hostile, what, 3 if LONG else 1.5, seed))
    memory = max(memory, one(tally, cli, hostile, "threads", 100_000 if LONG else 10_000, first))
    print(f"most memory: {memory} MB")
    tally.end("targets")


if __name__ == "__main__":
    main()
