#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants a cause in a real game, listens to it, and counts how often the first cause that is named is the one that was planted.
By hand: a run takes ten seconds. Usage: planted.py JITTERSCOPE_CLI [RUNS [CASE...]]

What is planted is the account of its own: processors that others use, a present that computes for 1.2 periods, a timer slack of 20 ms.
Where the machine is busy with something else besides, that is in the frames as well: how busy it was before each run is printed."""
import pathlib
import subprocess
import sys

from games import doom, pygame
from stage import HERE, PYTHON, Missing, Stage, where
from planting import CPUS, Hogs, Outcome, count


def pinned(command):
    return [where("taskset"), "-c", str(CPUS[0]), *command]


def behind(command, nice):
    """The hogs come first. The scheduler hardly makes a game wait that sleeps most of the time and has the same priority. Where it divides a
    processor among sessions first, the game's whole session has to come later."""
    return [where("sh"), "-c", f'echo {nice} 2>/dev/null >/proc/self/autogroup; exec nice -n {nice} "$@"', "sh", *command]


def with_slack(command):
    """The slack is handed down through exec."""
    planting = "import ctypes, os, sys; ctypes.CDLL(None).prctl(29, ctypes.c_ulong(20_000_000)); os.execvp(sys.argv[1], sys.argv[1:])"
    return [PYTHON, "-c", planting, *command]


def heavy_present(stage):
    """The preload of the plant, compiled on the spot."""
    library = stage.folder / "libheavy_present.so"
    subprocess.run([where("cc"), "-O1", "-shared", "-fPIC", str(HERE / "heavy_present.c"), "-o", str(library), "-ldl"], check=True)
    return {"LD_PRELOAD": str(library), "JITTERSCOPE_PLANT_US": "20000"}


class Case:
    """`cause`: the one that is planted."""

    def __init__(self, name, cause, command, hogs=(), environment=None):
        self.name, self.cause, self.command, self.hogs, self.environment = name, cause, command, hogs, environment

    def once(self):
        with Stage() as stage:
            environment = self.environment(stage) if self.environment else None
            with Hogs(self.hogs):
                report, _, said = stage.attach(CLI, self.command(), seconds=6, environment=environment)
        if report is None:
            return Outcome(False, {"named": "no report"}, said.strip()[-300:])
        first = next((cause["id"] for cause in report["causes"] if cause["first"]), None)
        return Outcome(first == self.cause, {"named": first}, f"{first}: {report['verdict']}")


CASES = [Case("pygame: three hogs on each processor, which come first", "others", lambda: behind(pygame(), 4), 3 * CPUS),
         Case("pygame: three hogs on its processor, which come first", "others", lambda: pinned(behind(pygame(), 4)), 3 * CPUS[:1]),
         Case("pygame: a present of 1.2 periods", "work", pygame, (), heavy_present),
         Case("pygame: timer slack of 20 ms", "overshoot", lambda: with_slack(pygame())),
         Case("Doom: three hogs on each processor, which come first", "others", lambda: behind(doom(), 6), 3 * CPUS),
         Case("Doom: three hogs on its processor, which come first", "others", lambda: pinned(behind(doom(), 6)), 3 * CPUS[:1])]


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    CLI = str(pathlib.Path(sys.argv[1]).resolve())
    count(CASES, sys.argv[3:], int(sys.argv[2]) if len(sys.argv) > 2 else 20, Missing)
