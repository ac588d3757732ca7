#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants a cause, lets jitterscope-cli diagnose it, and judges the first cause that it names against an account of its own.
By hand: it takes minutes and loads the machine. Usage: planted.py JITTERSCOPE_CLI [RUNS [CAUSE...]]

The account of its own is a loop in Python, under the same plant and right before the diagnosis: it reads the clock and
/proc/thread-self/schedstat at each frame, and sums up what made frames late. It shares no code with the program.
"Right" is the largest cost of that account: the first cause of an unfit or marginal verdict has to be it; and the report adds up:
verdict, list, anatomy and account are the same numbers. Everything that is planted ends with this program."""
import ctypes
import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from planting import CPUS, Hogs, Outcome, count

HALF = """
import time
while True:
    end = time.monotonic() + 0.02
    while time.monotonic() < end: pass
    time.sleep(0.02)
"""
PERIOD = 1e9 / 60
LATE = 500_000  # ns
PROBE = 240     # frames


class Quota:
    """A control group with 30 % of a processor, where groups can be written; `join` is called in the child."""

    def __enter__(self):
        for root, limits in ((pathlib.Path("/sys/fs/cgroup/cpu"), (("cpu.cfs_period_us", "100000"), ("cpu.cfs_quota_us", "30000"))),
                             (pathlib.Path("/sys/fs/cgroup"), (("cpu.max", "30000 100000"),))):
            self.folder = root / "jitterscope-planted"
            try:
                self.folder.mkdir(exist_ok=True)
                for name, value in limits:
                    (self.folder / name).write_text(value)
                self.tasks = self.folder / ("tasks" if (self.folder / "tasks").exists() else "cgroup.procs")
                return self
            except OSError:
                if self.folder.is_dir():
                    self.folder.rmdir()
        raise OSError("no control group for CPU time that can be written")

    def __exit__(self, *_):
        self.folder.rmdir()

    def join(self):
        self.tasks.write_text(str(os.getpid()))

    def stopped(self):
        """How long it was stopped so far, ns."""
        for line in (self.folder / "cpu.stat").read_text().splitlines():
            name, value = line.split()
            if name == "throttled_time":
                return int(value)
            if name == "throttled_usec":
                return int(value) * 1000
        return 0


def queued():
    with open("/proc/thread-self/schedstat", encoding="ascii") as file:
        return int(file.read().split()[1])


def probe(work, slack):
    """The account of its own: {cause: ns}, of late frames and of slots that were given up, and their share."""
    libc = ctypes.CDLL(None)
    if slack:
        libc.prctl(29, ctypes.c_ulong(slack))
    account = {"work": 0, "queue": 0, "slack": 0, "waking": 0}
    late, slots = 0, 0
    due = time.monotonic_ns()
    start = due
    first = queued()
    for _ in range(PROBE):
        end = start + work
        while time.monotonic_ns() < end:
            pass
        ready = time.monotonic_ns()
        due += PERIOD
        slots += 1
        while due < ready:  # given up
            late += 1
            slots += 1
            if work > PERIOD:
                account["work"] += ready - due
            else:
                account["queue"] += ready - due  # only a wait for the processor stretches it here
            due += PERIOD
        before = queued()
        rest = (due - time.monotonic_ns()) / 1e9
        if rest > 0:
            time.sleep(rest)
        start = time.monotonic_ns()
        lateness = start - due
        if lateness > LATE:
            late += 1
            waited = min(queued() - before, lateness)
            held = min(slack, lateness - waited)
            account["queue"] += waited
            account["slack"] += held
            account["waking"] += lateness - waited - held
    return {"account": account, "late": late / slots, "queued": queued() - first}


def own_cause(result, stopped):
    account = dict(result["account"])
    if stopped > result["queued"] / 2 > 0:  # a slot given up counts the same wait several times
        account["quota"] = account.pop("queue")
    elif "queue" in account:
        account["others"] = account.pop("queue")
    return max(account, key=account.get) if max(account.values()) > 0 else "none"


def diagnose(arguments, before):
    command = [CLI, "diagnose", "--quick", "--job", "game-60", "--json", "-"] + arguments
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, preexec_fn=before)
    return json.loads(result.stdout)


CAUSES = {"run-queue": ["quota", "others", "stalled", "queue"], "work": ["work"], "margin": ["margin"], "lost-cpu": ["interrupts"],
          "woke-late": ["tick", "slack", "relative", "idle", "waking", "untold"], "other": ["loop"]}


def contradictions(report):
    """What of verdict, list, anatomy and account is not the same number."""
    verdict, findings = report["verdict"], report["findings"]
    account = {line["id"]: line for line in findings["account"]}
    anatomy = report["loop"]["anatomy"]
    wrong = []
    mean = findings["mean_lateness_ns"]
    if abs(sum(line["cost_ns"] for line in account.values()) - mean) > 1e-6 * abs(mean) + 1:
        wrong.append("costs")
    if abs(sum(line["cost_ns"] for line in findings["list"]) - findings["explained_ns"]) > 1:
        wrong.append("explained")
    if verdict["late"]["count"]:
        if abs(sum(line["of_late_frames"] for line in account.values()) - 1) > 1e-9:
            wrong.append("shares")
        blamed = findings["list"][0]["id"] if findings["list"] and verdict["late"]["count"] >= 3 else None
        if blamed != verdict["cause"]:
            wrong.append("first")
        rows = {row["id"]: row for row in anatomy["causes"]}
        total = sum(rows[cause]["lateness_ns"] for cause in CAUSES)
        for cause, kinds in CAUSES.items():
            if abs(rows[cause]["lateness_ns"] / total - sum(account[kind]["of_late_frames"] for kind in kinds)) > 1e-6:
                wrong.append("anatomy: " + cause)
    return wrong


class Case:
    def __init__(self, name, work=0, slack=0, plant=None, pinned=False):
        self.name, self.work, self.slack, self.plant, self.pinned = name, work, slack, plant, pinned

    def arguments(self):
        words = ["--strategy", "absolute-sleep"]
        words += ["--work", f"fixed:time={self.work // 1000}us"] if self.work else []
        return words + (["--slack", f"{self.slack // 1000}us"] if self.slack else [])

    def once(self):
        with (self.plant() if self.plant else Hogs([])) as plant:
            def before():
                if self.pinned:
                    os.sched_setaffinity(0, {CPUS[0]})
                if isinstance(plant, Quota):
                    plant.join()
            stopped = plant.stopped() if isinstance(plant, Quota) else 0
            result = json.loads(subprocess.run([sys.executable, __file__, "--probe", str(self.work), str(self.slack)], check=True,
                                               stdout=subprocess.PIPE, preexec_fn=before).stdout)
            stopped = plant.stopped() - stopped if isinstance(plant, Quota) else 0
            report = diagnose(self.arguments(), before)
        own, late, wrong = own_cause(result, stopped), result["late"], contradictions(report)
        verdict = report["verdict"]
        return Outcome(judged(own, late, report) and not wrong,
                       {"adds up": not wrong, "named": f"{verdict['fitness']}: {verdict['cause']}", "own account": own},
                       f"own {own} at {100 * late:.1f} % late; {verdict['sentence']} {wrong}")


MS = 1_000_000
CASES = [Case("hog on its processor", 3 * MS, 0, lambda: Hogs([CPUS[0]]), pinned=True),
         Case("hogs on all processors", 3 * MS, 0, lambda: Hogs(CPUS)),
         Case("20 ms of work", 20 * MS),
         Case("a quota of 30 %", 15 * MS, 0, Quota),
         Case("timer slack of 5 ms", 0, 5 * MS),
         Case("20 ms of work with hogs", 20 * MS, 0, lambda: Hogs(CPUS)),
         Case("one hog", 3 * MS, 0, lambda: Hogs([CPUS[0]])),
         Case("half-busy machine", 3 * MS, 0, lambda: Hogs(CPUS, HALF))]


def judged(own, own_late, report):
    """The first cause is the largest of the own account; where both find the loop fit, or the verdict has seen too few
    late frames to name a cause and the own account hardly more, none is asked for."""
    verdict = report["verdict"]
    if verdict["cause"] is None:
        return own_late <= 0.02
    fit = verdict["fitness"] in ("fit", "not-enough-data")
    if fit or own_late <= 0.01:
        return fit and own_late <= 0.02 or verdict["cause"] == own
    return verdict["cause"] == own


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--probe":
        print(json.dumps(probe(int(sys.argv[2]), int(sys.argv[3]))))
    else:
        CLI = sys.argv[1]
        count(CASES, sys.argv[3:], int(sys.argv[2]) if len(sys.argv) > 2 else 20, OSError)
