#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A system that refuses to sleep: nothing is called fit or on time there, the refused call is named, and what only spins runs.

Usage: sleeps.py CLI PRELOAD
"""
import os
import re
import sys

from faults import Tally, run

SLEEPERS = ["system-sleep", "absolute-sleep", "precise-sleep", "adaptive", "timer-sleep", "sliced-sleep", "half-millisecond"]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    cli, preload = sys.argv[1:]
    tally = Tally()
    for kind, words in (("ENOSYS", "Function not implemented"), ("EINVAL", "Invalid argument"), ("EPERM", "Operation not permitted")):
        environment = {**os.environ, "FAULT_SLEEP": kind, "LD_PRELOAD": preload,
                       "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"}
        for strategy in SLEEPERS:
            called = run([cli, "run", "--strategy", strategy, "--frames", "20"], env=environment)
            text = called.stderr.decode()
            tally.check(called.returncode == 1, f"run --strategy {strategy}, {kind}: exit {called.returncode}")
            tally.check(re.search(rf"{strategy} cannot run here: the system refuses (clock_nanosleep|timerfd_create): {words}", text),
                        f"run --strategy {strategy}, {kind}: {text}")
        called = run([cli, "diagnose", "--quick"], env=environment)
        tally.check(called.returncode == 1 and b"clock_nanosleep" in called.stderr, f"diagnose, {kind}: {called.returncode} {called.stderr}")
        called = run([cli, "run", "--strategy", "spin", "--frames", "20"], env=environment)
        tally.check(called.returncode == 0, f"run --strategy spin, {kind}: {called.stderr}")
        called = run([cli, "run", "--strategy", "adaptive", "--frames", "20", "--machine", "linux-default"], env=environment)
        tally.check(called.returncode == 0, f"a simulated machine, {kind}: {called.stderr}")
    tally.end("sleeps")


if __name__ == "__main__":
    main()
