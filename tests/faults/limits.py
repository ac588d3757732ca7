#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Little of everything: memory, descriptors, threads, stack, file sizes (setrlimit(2)). Either the program works, or it ends
with exit 1 and one line that says what there is too little of: no hang, no signal, no flood of messages. What the loader
cannot load (exit 127) is not the program's. A window is ended with SIGTERM once it takes it.
Usage: limits.py jitterscope-cli attach_loops [jitterscope] [--long]; --long also shows the window on $DISPLAY, if there is one"""
import concurrent.futures
import os
import resource
import signal
import subprocess
import sys
import time

from faults import Folder, Tally

LONG = "--long" in sys.argv
MB = 1 << 20
LONGEST = 120  # s
MOST_LINES = 15
SHORT_LIMITS = {"AS": [30 * MB, 46 * MB, 50 * MB, 100 * MB, 400 * MB], "NOFILE": [4, 8, 12, 16, 40], "FSIZE": [0, 4096], "DATA": [2 * MB, 20 * MB],
                "STACK": [65536, 262144], "NPROC": [1]}
LONG_LIMITS = {"AS": [n * MB for n in [*range(30, 70, 2), *range(70, 160, 10), *range(160, 420, 20)]], "NOFILE": list(range(3, 34)), "FSIZE": [0, 1, 4096],
               "DATA": [n * MB for n in (1, 2, 5, 10, 20, 30, 50, 70, 100, 150, 200)], "STACK": [n * 1024 for n in (64, 96, 128, 160, 256, 512, 1024)],
               "NPROC": [0, 1, 2, 3, 5, 8, 12]}
OTHER_USER = 65534


def commands(cli, loops, window):
    run = [cli, "run", "--rate", "1000", "--duration", "200ms", "--strategy", "absolute-sleep", "--csv", "a.csv", "--json", "a.json"]
    diagnose = [cli, "diagnose", "--quick", "--json", "a.json"]
    table = {"run": run, "list": [cli, "list", "strategies"], "diagnose": diagnose if LONG else diagnose + ["--machine", "linux-default"],
             "attach": [cli, "attach", "--duration", "1s", "--json", "a.json", "--", loops, "rest", "20"]}
    if window:
        table["window"] = [window]
        if LONG and os.environ.get("DISPLAY"):
            table["window on a display"] = [window]
    return table


def takes_signals(process):
    """Whether the window has come so far, or has ended."""
    try:
        with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
            caught = next(line for line in status if line.startswith("SigCgt:"))
        return process.poll() is not None or int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1
    except (OSError, StopIteration):
        return True


def ended(process, window):
    """What it has said, and whether it hung."""
    end = time.monotonic() + LONGEST
    while window and not takes_signals(process) and time.monotonic() < end:
        time.sleep(0.02)
    if window:
        process.terminate()
    try:
        return process.communicate(timeout=LONGEST)[1], False
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return process.communicate()[1], True


def one(kind, command, name, value):
    """What is wrong with it, or None."""
    window = kind.startswith("window")

    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if name == "NPROC":
            os.setgroups([])
            os.setgid(OTHER_USER)
            os.setuid(OTHER_USER)
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))

    with Folder() as folder:
        os.chmod(folder.path, 0o777)
        home = folder.file("home")
        os.mkdir(home)
        os.chmod(home, 0o777)
        environment = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": home, "XDG_STATE_HOME": home}
        if window:
            environment["QT_QPA_PLATFORM"] = "offscreen" if kind == "window" else "xcb"
        process = subprocess.Popen(command, env=environment, cwd=folder.path, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, preexec_fn=limit, start_new_session=True)
        said, hangs = ended(process, window)
        code = process.returncode
        what = f"{kind} with {name} {value}"
        if hangs:
            return f"{what}: it hangs; {said[-200:]}"
        if code == 127 and b"error while loading shared libraries" in said:
            return None
        if code not in {"window": (1, 128 + signal.SIGTERM), "attach": (1, 7, 125)}.get(kind.split()[0], (0, 1)):
            return f"{what}: exit {code}; {said[-200:]}"
        if code in (1, 125) and not any(words in said for words in (b"jitterscope", b"It ended", b"The listener")):
            return f"{what}: exit {code} without a word; {said[-200:]}"
        if kind != "attach" and said.count(b"\n") > MOST_LINES:
            return f"{what}: it says too much; {said[-200:]}"
        strays = folder.strays(["home", "a.csv", "a.json", "a.csv.partial"])
        if strays:
            return f"{what}: left {strays}"
    return None


def main():
    arguments = [os.path.abspath(path) for path in sys.argv[1:] if path != "--long"]
    if len(arguments) not in (2, 3):
        sys.exit(__doc__)
    table = commands(*arguments, *[None] * (3 - len(arguments)))
    limits = dict(LONG_LIMITS if LONG else SHORT_LIMITS)
    # NPROC counts the threads of a user, and does not hold for root.
    if os.geteuid() != 0 or one("list", table["list"], "NPROC", 100) is not None:
        print("no program may be started as another user here: the number of threads is not limited")
        del limits["NPROC"]
    tally = Tally()
    tries = [(kind, command, name, value) for kind, command in table.items() for name, values in limits.items() for value in values]
    with concurrent.futures.ThreadPoolExecutor(3) as executor:
        for outcome in executor.map(lambda each: one(*each), tries):
            tally.check(outcome is None, outcome)
    tally.end("limits")


if __name__ == "__main__":
    main()
