#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants a cause in a real game, listens to it, and counts how often the first cause that is named is the one that was planted.
By hand: a run takes ten seconds. Usage: planted.py JITTERSCOPE_CLI [RUNS [CASE...]]

What is planted is the account of its own: a processor that others use, a present that computes for 1.2 periods, a timer slack of 20 ms.
Where the machine is busy with something else besides, that is in the frames as well: how busy it was before each run is printed."""
import os
import pathlib
import signal
import subprocess
import sys

from programs import python_with_pygame
from stage import HERE, PYTHON, Missing, Stage, busy_percent, dies_with_parent, where

CPUS = sorted(os.sched_getaffinity(0))
DOOM = "/usr/share/games/doom/freedoom1.wad"


class Hogs:
    """Programs that compute, one on each of these processors. Ended by their own numbers."""

    def __init__(self, cpus):
        self.cpus, self.programs = cpus, []

    def __enter__(self):
        try:
            for cpu in self.cpus:
                self.programs.append(subprocess.Popen([sys.executable, "-c", "while True: pass"],
                                                      preexec_fn=lambda cpu=cpu: (dies_with_parent(), os.sched_setaffinity(0, {cpu}))))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for program in self.programs:
            program.send_signal(signal.SIGKILL)
            program.wait()


def game():
    return [python_with_pygame(), str(HERE / "game.py")]


def doom():
    if not os.path.exists(DOOM):
        raise Missing("freedoom is not installed; scripts/programs installs it")
    return [where("chocolate-doom"), "-iwad", DOOM, "-window", "-geometry", "640x480", "-nosound"]


def pinned(command):
    return [where("taskset"), "-c", str(CPUS[0]), *command]


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

    def once(self, cli):
        """(first cause, verdict)"""
        with Stage() as stage:
            environment = self.environment(stage) if self.environment else None
            with Hogs(self.hogs):
                report, _, said = stage.attach(cli, self.command(), seconds=6, environment=environment)
        if report is None:
            return None, said.strip()[-300:]
        first = [cause["id"] for cause in report["causes"] if cause["first"]]
        return (first[0] if first else None), report["verdict"]


CASES = [Case("pygame: hogs on all processors", "others", game, CPUS),
         Case("pygame: a hog on its processor", "others", lambda: pinned(game()), CPUS[:1]),
         Case("pygame: a present of 1.2 periods", "work", game, (), heavy_present),
         Case("pygame: timer slack of 20 ms", "overshoot", lambda: with_slack(game())),
         Case("Doom: hogs on all processors", "others", doom, CPUS),
         Case("Doom: a hog on its processor", "others", lambda: pinned(doom()), CPUS[:1])]


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143)) # what is planted ends first
    cli = str(pathlib.Path(sys.argv[1]).resolve())
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    for case in CASES:
        if len(sys.argv) > 3 and not any(word in case.name for word in sys.argv[3:]):
            continue
        right, named, beside = 0, {}, []
        try:
            for _ in range(runs):
                beside.append(busy_percent())
                cause, verdict = case.once(cli)
                right += cause == case.cause
                named[str(cause)] = named.get(str(cause), 0) + 1
                if cause != case.cause:
                    print(f"  {case.name}: {cause}: {verdict}", flush=True)
        except Missing as missing:
            print(f"{case.name}: not planted: {missing}", flush=True)
            continue
        print(f"{case.name}: first cause right {right} of {runs}; named {named}; before, "
              f"{min(beside):.0f} … {max(beside):.0f} % of the processors used", flush=True)


if __name__ == "__main__":
    main()
