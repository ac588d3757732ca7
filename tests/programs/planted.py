#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants a cause in a real game, listens to it, and counts how often the first cause that is named is the one that was planted.
By hand: a run takes ten seconds. Usage: planted.py JITTERSCOPE_CLI [RUNS [CASE...]]

What is planted is the account of its own: processors that others use, a build, a present that computes for 1.2 periods, a timer slack of
20 ms, a write that blocks, a quota of half of what the game uses.
Where the machine is busy with something else besides, that is in the frames as well: how busy it was before each run is printed."""
import contextlib
import functools
import pathlib
import subprocess
import sys

from games import burgerspace, doom, frozen_bubble, noiz2sa, pingus, pygame, starfighter, stella
from stage import HERE, PYTHON, Missing, Stage, where
from planting import CPUS, Hogs, NoQuota, Outcome, count, quota


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


def preload(stage, name):
    """A plant's library, compiled on the spot."""
    library = stage.folder / f"lib{name}.so"
    subprocess.run([where("cc"), "-O1", "-shared", "-fPIC", "-pthread", str(HERE / f"{name}.c"), "-o", str(library), "-ldl"], check=True)
    return str(library)


def heavy_present(stage):
    return {"LD_PRELOAD": preload(stage, "heavy_present"), "JITTERSCOPE_PLANT_US": "20000"}


def stall(stage):
    return {"LD_PRELOAD": preload(stage, "stall"), "JITTERSCOPE_STALL_MS": "60"}


BUILD = """
import subprocess
source = b"#include <regex>\\n#include <map>\\nint main() { return std::regex_match(\\"a\\", std::regex(\\"a\\")); }"
while True:
    subprocess.run(["g++", "-std=c++20", "-O2", "-x", "c++", "-c", "-o", "/dev/null", "-"], input=source, check=True)
"""


@functools.cache
def used_by(game):
    """The share of a processor that its loop uses, alone."""
    with Stage() as stage:
        report, _, said = stage.attach(CLI, game(), seconds=5)
    if report is None or report["loop"] is None or not report["loop"]["cpu_percent"]:
        raise Missing(f"how much of a processor it uses is not known: {said.strip()[-200:]}")
    return report["loop"]["cpu_percent"] / 100


def within(group, command):
    return [where("sh"), "-c", 'echo $$ >"$0/cgroup.procs"; exec "$@"', str(group), *command]


class Case:
    """`cause`: the one that is planted. `says`: what the verdict says of it, where the cause has no name of its own."""

    def __init__(self, name, cause, command, hogs=(), environment=None, code=None, limited=False, says=None):
        self.name, self.cause, self.command, self.hogs, self.environment = name, cause, command, hogs, environment
        self.code, self.limited, self.says = code, limited, says

    def once(self):
        with Stage() as stage, contextlib.ExitStack() as planted:
            environment = self.environment(stage) if self.environment else None
            command = self.command()
            if self.limited:
                command = within(planted.enter_context(quota(used_by(self.command) / 2)), command)
            planted.enter_context(Hogs(self.hogs, *([self.code] if self.code else [])))
            report, _, said = stage.attach(CLI, command, seconds=6, environment=environment)
        if report is None:
            return Outcome(False, {"named": "no report"}, said.strip()[-300:])
        first = next((cause["id"] for cause in report["causes"] if cause["first"]), None)
        # Where they take nearly all of it, no loop is left to find: then that is said.
        taken = {"others": "others have its processor", "quota": "its control group grants was used up"}.get(self.cause)
        starved = taken is not None and report["answer"] == "no-loop" and taken in report["verdict"]
        return Outcome(starved or (first == self.cause and (self.says or "") in report["verdict"]), {"named": first}, f"{first}: {report['verdict']}")


CASES = [Case("pygame: three hogs on each processor, which come first", "others", lambda: behind(pygame(), 4), 3 * CPUS),
         Case("pygame: three hogs on its processor, which come first", "others", lambda: pinned(behind(pygame(), 4)), 3 * CPUS[:1]),
         Case("pygame: a present of 1.2 periods", "work", pygame, (), heavy_present),
         Case("pygame: timer slack of 20 ms", "overshoot", lambda: with_slack(pygame())),
         Case("Doom: three hogs on each processor, which come first", "others", lambda: behind(doom(), 6), 3 * CPUS),
         Case("Doom: three hogs on its processor, which come first", "others", lambda: pinned(behind(doom(), 6)), 3 * CPUS[:1])]

for GAME in (pingus, noiz2sa, starfighter, stella, frozen_bubble, burgerspace):
    NAME = GAME.__name__
    CASES += [Case(f"{NAME}: hogs", "others", functools.partial(lambda game: behind(game(), 6), GAME), 3 * CPUS),
              Case(f"{NAME}: slack", "overshoot", functools.partial(lambda game: with_slack(game()), GAME)),
              Case(f"{NAME}: stall", None, GAME, (), stall, says="blocked in write of a pipe"),
              Case(f"{NAME}: quota", "quota", GAME, limited=True),
              Case(f"{NAME}: build", "others", functools.partial(lambda game: behind(game(), 6), GAME), 2 * CPUS, code=BUILD)]


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    CLI = str(pathlib.Path(sys.argv[1]).resolve())
    count(CASES, sys.argv[3:], int(sys.argv[2]) if len(sys.argv) > 2 else 20, (Missing, NoQuota))
