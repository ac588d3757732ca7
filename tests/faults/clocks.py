#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Clocks that jump in the middle of a run, and a boot that was long ago or has just been.

Promise: the run ends, its files are whole and can be read; a step of the time of day changes nothing but time stamps.
Usage: clocks.py jitterscope-cli fault_preload.so [--long]"""
import json
import os
import sys

from faults import Folder, Tally, rows, run, whole

CLI, PRELOAD = (os.path.abspath(path) for path in sys.argv[1:3])
LONG = "--long" in sys.argv
FRAMES = 100
RUN = [CLI, "run", "--rate", "500", "--strategy", "adaptive", "--frames", str(FRAMES), "--csv", "out.csv", "--json", "out.json"]


def judge(tally, what, before=(), environment=None):
    """Longest frame time in ns."""
    with Folder() as folder:
        outcome = run([*before, *RUN], cwd=folder.path, env={**os.environ, **(environment or {})})
        text = folder.content("out.csv")
        tally.check(outcome.returncode == 0, f"{what}: exit {outcome.returncode} {outcome.stderr[-200:]}")
        tally.check(whole(text) and len(rows(text)) == FRAMES + 1, f"{what}: {len(rows(text))} rows of {FRAMES + 1}")
        tally.check(run([CLI, "summarize", "out.csv"], cwd=folder.path).returncode == 0, f"{what}: the file is not read")
        try:
            return json.loads(folder.content("out.json"))["frame_time_ns"]["max"]
        except (TypeError, ValueError, KeyError):
            tally.check(False, f"{what}: no JSON")
            return None


def jumps(tally):
    for clock in ("realtime", "monotonic"):
        for seconds in (3600, -3600, 1 << 32) if clock == "realtime" else (2, -2, 86400):
            for look in (1, 300, 2000, 5000) if LONG else (300,):
                what = f"{clock} jumps by {seconds} s at look {look}"
                longest = judge(tally, what, environment={"FAULT_CLOCK": f"{clock} {seconds} {look}", "LD_PRELOAD": PRELOAD,
                                                          "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"})
                if clock == "realtime" and longest is not None:
                    tally.check(longest < 1e9, f"{what}: a frame time of {longest / 1e9} s")


def boots(tally):
    """In a time namespace, where one may be made."""
    for seconds in (10, 86400, 100 * 365 * 86400) + ((1, 1 << 31, 1 << 32) if LONG else ()):
        before = ["unshare", "--time", "--fork", "--monotonic", str(seconds), "--boottime", str(seconds)]
        if run([*before, "true"]).returncode != 0:
            print("no time namespaces here")
            return
        judge(tally, f"a boot {seconds} s ago", before)


def main():
    tally = Tally()
    jumps(tally)
    boots(tally)
    tally.end("clocks")


main()
