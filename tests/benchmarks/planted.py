#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants a cause, lets jitterscope-cli diagnose it, and counts how often it is named first. By hand: it takes minutes and
loads the machine. Usage: planted.py JITTERSCOPE_CLI [RUNS [CAUSE...]]

First cause: of an unfit or marginal verdict the one in its sentence, else the finding that costs most. Everything that
is planted ends with this program."""
import json
import os
import pathlib
import signal
import subprocess
import sys

CPUS = sorted(os.sched_getaffinity(0))
QUOTAS = [pathlib.Path("/sys/fs/cgroup/cpu"), pathlib.Path("/sys/fs/cgroup")]


class Hogs:
    """Programs that compute all the time, each on one processor."""

    def __init__(self, cpus):
        self.cpus = cpus

    def __enter__(self):
        self.programs = [subprocess.Popen([sys.executable, "-c", "while True: pass"],
                                          preexec_fn=lambda cpu=cpu: os.sched_setaffinity(0, {cpu}))
                         for cpu in self.cpus]

    def __exit__(self, *_):
        for program in self.programs:
            program.send_signal(signal.SIGKILL)
            program.wait()


class Quota:
    """A control group with a fifth of a processor, where groups can be written; `group` is what joins it."""

    def __enter__(self):
        self.folder = next((root / "jitterscope-planted" for root in QUOTAS if (root / "cpu.cfs_quota_us").exists()), None)
        if self.folder is None:
            raise OSError("no cgroup v1 cpu controller that can be written")
        self.folder.mkdir(exist_ok=True)
        (self.folder / "cpu.cfs_period_us").write_text("100000")
        (self.folder / "cpu.cfs_quota_us").write_text("20000")
        return self

    def __exit__(self, *_):
        self.folder.rmdir()

    def join(self):
        (self.folder / "tasks").write_text(str(os.getpid()))


GAME = ["--job", "game-144"]
# A job to which 50 µs matter: a tenth of what a game allows.
EXACT = ["--job", "own", "--rate", "144", "--tolerance", "40us", "--allowed", "1"]


def diagnose(cli, arguments, before=None, job=GAME):
    command = [cli, "diagnose", "--quick", "--json", "-"] + job + arguments
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, preexec_fn=before)
    return json.loads(result.stdout)


def first(report):
    verdict = report["verdict"]
    if verdict["fitness"] in ("unfit", "marginal") and verdict["cause"]:
        return verdict["cause"]
    findings = report["findings"]["list"]
    return findings[0]["id"] if findings else "none"


def pinned():
    os.sched_setaffinity(0, {CPUS[0]})


def causes(cli):
    """name, what is right, a function that diagnoses once"""
    def same():
        with Hogs([CPUS[0]]):
            return diagnose(cli, ["--work", "fixed:time=3ms"], pinned)

    def everywhere():
        with Hogs(CPUS):
            return diagnose(cli, ["--work", "fixed:time=3ms"])

    def work():
        return diagnose(cli, ["--work", "fixed:time=9ms"])

    def slack():
        return diagnose(cli, ["--strategy", "absolute-sleep", "--slack", "50us"], job=EXACT)

    def quota():
        with Quota() as group:
            return diagnose(cli, ["--work", "fixed:time=3ms"], group.join)

    def nothing():
        return diagnose(cli, ["--slack", "1ns"])

    return [("hog on the same processor", {"others"}, same), ("hogs on all processors", {"others"}, everywhere),
            ("work that overruns", {"work"}, work), ("timer slack of 50 µs", {"slack"}, slack),
            ("a quota of 20 %", {"quota"}, quota), ("nothing", None, nothing)]


def main():
    cli = sys.argv[1]
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    for name, right, once in causes(cli):
        if len(sys.argv) > 3 and not any(word in name for word in sys.argv[3:]):
            continue
        try:
            reports = [once() for _ in range(runs)]
        except OSError as error:
            print(f"{name}: not planted: {error}", flush=True)
            continue
        named = [first(report) for report in reports]
        good = sum(cause in right if right else cause not in ("others", "quota", "work") for cause in named)
        verdicts = [report["verdict"]["fitness"] for report in reports]
        flips = min(verdicts.count("fit"), verdicts.count("unfit"))
        count = {cause: named.count(cause) for cause in sorted(set(named))}
        disturbed = sum(report["verdict"]["disturbed"] for report in reports)
        print(f"{name}: {good} of {runs} right; named {count}; verdicts "
              f"{ {v: verdicts.count(v) for v in sorted(set(verdicts))} }, fit against unfit {flips}; disturbed {disturbed}",
              flush=True)


if __name__ == "__main__":
    main()
