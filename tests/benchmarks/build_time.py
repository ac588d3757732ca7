#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What building costs, in CPU seconds (wall seconds beside them): a first start from a fresh clone, then the tests, then touched files.

Usage: build_time.py [--only STEP,STEP…] [--folder F]
Steps: window tests result plot page command. Nothing is installed; compiler caches are off. Run it with nothing beside.
Commit first: the clone has what is committed.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

TREE = pathlib.Path(__file__).resolve().parents[2]
WINDOW = ["--target", "jitterscope"]
PROGRAMS = ["--target", "jitterscope", "jitterscope_cli"]
TOUCHED = {
    "result": ("core/base/result.h", WINDOW),
    "plot": ("ui/plot/plot.h", WINDOW),
    "page": ("ui/pages/live_page.cpp", WINDOW),
    "command": ("app/cli/command_run.cpp", ["--target", "jitterscope_cli"]),
}


def timed(clone, *commands):
    """(CPU, wall) in seconds of commands that have to succeed."""
    environment = {**os.environ, "CCACHE_DISABLE": "1"}
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    for command in commands:
        subprocess.run(command, cwd=clone, env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - begin


def build(*arguments):
    return ["cmake", "--build", "build/release", *arguments]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="a list of steps; what they stand on is built all the same")
    parser.add_argument("--folder", help="keep the clone there")
    options = parser.parse_args()
    steps = options.only.split(",") if options.only else ["window", "tests", *TOUCHED]
    if unknown := [step for step in steps if step not in ("window", "tests", *TOUCHED)]:
        sys.exit("no such step: " + ", ".join(unknown))
    with tempfile.TemporaryDirectory() as folder:
        clone = pathlib.Path(options.folder or folder, "clone")
        subprocess.run(["git", "clone", "-q", str(TREE), str(clone)], check=True)
        print(f"{'step':34} {'CPU s':>8} {'wall s':>8}")

        def show(name, figures):
            print(f"{name:34} {figures[0]:8.1f} {figures[1]:8.1f}", flush=True)

        show("clone to window and command line", timed(clone, ["cmake", "--preset", "run"], build(*PROGRAMS)))
        if "tests" in steps:
            show("then all tests and examples", timed(clone, ["cmake", "--preset", "release"], build()))
        for step in steps:
            if step in TOUCHED:
                name, target = TOUCHED[step]
                timed(clone, build(*PROGRAMS)) # so that only this touch is left to be built
                (clone / name).touch()
                show(name + " touched", timed(clone, build(*target)))


if __name__ == "__main__":
    main()
