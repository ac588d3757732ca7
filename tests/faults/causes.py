#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Planted causes: what makes the loop late is known, and the diagnosis has to name it. A diagnosis of 15 s each, on a
machine that may be as busy as it likes: only what is planted is stronger than all else.
Usage: causes.py jitterscope-cli PLANT [RUN]; without arguments, the names of the plants. A plant that needs a control group
needs root and a group that can be made (version 1 or 2); otherwise it is skipped."""
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys

from faults import Folder, Tally

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from planting import NoQuota, quota


@contextlib.contextmanager
def hogs(count, cpu=None):
    """Programs that never sleep; on one processor, where it is given."""
    def begin():
        if cpu is not None:
            os.sched_setaffinity(0, {cpu})

    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"], preexec_fn=begin) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.send_signal(signal.SIGKILL)
            loop.wait()


def diagnosis(cli, *options, group=None, cpus=None):
    def begin():
        if group is not None:
            (group / "cgroup.procs").write_text(str(os.getpid()))
        if cpus is not None:
            os.sched_setaffinity(0, cpus)

    with Folder() as folder:
        out = folder.file("diagnosis.json")
        subprocess.run([cli, "diagnose", "--job", "game-144", "--quick", "--json", out, *options], check=True, timeout=200, preexec_fn=begin,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(out, encoding="utf-8") as file:
            return json.load(file)


def others(result):
    yield result["verdict"]["cause"] == "others", "the cause is others"


def by_the_kernels_count(result):
    """A tenth of the wait is where the quota comes first; the account divides by what late frames waited, so near it both are right.
    On a machine whose others leave the program less than its quota, nothing is planted: then they are the cause."""
    use = result["use"]
    share = use["throttled_ns"] / max(use["queue_wait_ns"], 1)
    right = {"quota"} if share > 0.15 else {"others"} if share < 0.07 else {"quota", "others"}
    yield result["verdict"]["cause"] in right, f"the cause is one of {sorted(right)}, where the quota made {share:.3f} of the wait"
    named = "quota" in [each["id"] for each in result["verdict"]["disturbances"]]
    yield named == (use["throttled_periods"] > 0), "the quota is said to disturb exactly where it stopped the program"


def long_work(result):
    yield result["verdict"]["cause"] == "work", "the cause is work"


def beside_hogs(cli):
    with hogs(2 * os.cpu_count()):
        yield from others(diagnosis(cli))


def pinned(cli):
    cpu = min(os.sched_getaffinity(0))
    with hogs(2, cpu):
        yield from others(diagnosis(cli, "--cpu", str(cpu)))


def one_processor(cli):
    cpu = min(os.sched_getaffinity(0))
    with hogs(2, cpu):
        yield from others(diagnosis(cli, cpus={cpu}))


def under_a_quota(cli):
    with quota(0.3) as group:
        yield from by_the_kernels_count(diagnosis(cli, "--strategy", "spin", group=group))


def under_a_quota_beside_hogs(cli):
    with quota(0.1) as group, hogs(os.cpu_count()):
        yield from by_the_kernels_count(diagnosis(cli, "--strategy", "spin", group=group))


def too_much_work(cli):
    yield from long_work(diagnosis(cli, "--work", "fixed:time=9ms"))


PLANTS = {"hogs": beside_hogs, "pinned": pinned, "one-processor": one_processor, "quota": under_a_quota, "quota-hogs": under_a_quota_beside_hogs,
          "work": too_much_work}


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in PLANTS:
        print("\n".join(PLANTS))
        return
    tally = Tally()
    try:
        tries = list(PLANTS[sys.argv[2]](os.path.abspath(sys.argv[1])))
    except NoQuota as reason:
        print(f"skipped: {reason}")
        return
    for good, what in tries:
        tally.check(good, what)
    tally.end("causes")


if __name__ == "__main__":
    main()
