#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every system call on the way of a file fails once: EIO, ENOSPC, EINTR, a short write, a kill in its place.

Promise: a file is the old one or the new one, whole; what fails is told by the exit code; nothing stray is
left behind. A recording that fails keeps its rows as NAME.partial.
Usage: files.py jitterscope-cli fault_preload.so [--long] [recording | json | experiment]"""
import os
import sys

from faults import OLD, Folder, Tally, rows, run, whole

CLI, PRELOAD = (os.path.abspath(path) for path in sys.argv[1:3])
LONG = "--long" in sys.argv
KINDS = {"write": ["EIO", "ENOSPC", "EINTR", "short", "kill"], "pwrite": ["EIO", "ENOSPC", "EINTR", "short", "kill"],
         "open": ["EIO", "ENOSPC", "kill"], "fsync": ["EIO", "EINTR", "kill"], "link": ["EIO", "ENOSPC", "kill"],
         "rename": ["EIO", "ENOSPC", "kill"], "flock": ["EIO", "kill"], "chmod": ["EIO", "kill"],
         "chown": ["EIO", "kill"], "unlink": ["EIO", "kill"]}
SIMULATED = ["run", "--machine", "linux-default", "--rate", "1000"]
WAYS = {
    "recording": SIMULATED + ["--frames", "20000" if LONG else "9000", "--csv", "out"],
    "json": SIMULATED + ["--frames", "100", "--json", "out"],
    "experiment": ["experiment", "cpu-table", "--quick", "--machine", "linux-default", "--csv", "out"],
}


def call(folder, way, **fault):
    environment = dict(os.environ, LC_ALL="C.UTF-8", **fault)
    if fault:
        # AddressSanitizer wants to be the first library that is loaded; it need not be here.
        environment.update(LD_PRELOAD=PRELOAD, ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=0")
    return run([CLI] + WAYS[way], cwd=folder.path, env=environment)


def counted(way, old):
    with Folder() as folder:
        if old:
            open(folder.file("out"), "wb").write(OLD)
        call(folder, way, FAULT_COUNT=folder.file("count"))
        lines = folder.content("count").decode().split("\n")
        return {name: int(number) for name, number in (line.split() for line in lines if line)}


def judge(tally, way, folder, old, outcome, wanted, fault):
    what = f"{way}, {'over an old file' if old else 'new'}, {fault}"
    text = folder.content("out")
    killed = fault["FAULT_KIND"] == "kill"
    code = outcome.returncode
    tally.check(code in (0, 1) or (killed and code == -9), f"{what}: exit {code}")
    before = OLD if old else None
    tally.check(text == before or text == wanted, f"{what}: neither old nor new: {text and text[-80:]!r}")
    if code == 0:
        tally.check(text == wanted, f"{what}: exit 0 without the file")
    if fault["FAULT_KIND"] in ("EINTR", "short") and fault["FAULT_CALL"] != "write":
        tally.check(code == 0, f"{what}: exit {code}")
    partial = folder.content("out.partial")
    strays = folder.strays(["out", "out.partial"])
    # Between a name for the old file's place and the rename a kill may leave the temporary: the next open
    # removes it.
    if killed and strays:
        call(folder, way)
        strays = folder.strays(["out", "out.partial", "out.partial-2"])
    tally.check(not strays, f"{what}: left behind {strays}")
    if partial is not None:
        tally.check(way == "recording" and code != 0, f"{what}: a partial file, exit {code}")
        taken = rows(partial)
        tally.check(rows(wanted)[: len(taken)] == taken, f"{what}: rows of the partial file")


def main():
    tally = Tally()
    for way in [word for word in sys.argv[3:] if not word.startswith("--")] or WAYS:
        for old in (False, True):
            counts = counted(way, old)
            with Folder() as folder:
                good = call(folder, way)
                wanted = folder.content("out")
                tally.check(good.returncode == 0 and (way == "json" or whole(wanted)), f"{way}: does not run")
            for name, kinds in KINDS.items():
                for number in range(1, counts[name] + 1):
                    for kind in kinds:
                        fault = {"FAULT_CALL": name, "FAULT_NTH": str(number), "FAULT_KIND": kind}
                        with Folder() as folder:
                            if old:
                                open(folder.file("out"), "wb").write(OLD)
                            outcome = call(folder, way, **fault)
                            judge(tally, way, folder, old, outcome, wanted, fault)
    tally.end("files")


main()
