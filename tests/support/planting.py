# SPDX-License-Identifier: MIT
"""Causes that are planted on purpose, and the count of how often they are named: for the two programs planted.py."""
import contextlib
import ctypes
import dataclasses
import os
import pathlib
import signal
import subprocess
import sys
import time

CPUS = sorted(os.sched_getaffinity(0))
BUSY = "while True: pass"


def dies_with_parent():
    """In a child: the kernel ends it when its parent ends, however that ends."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL) # PR_SET_PDEATHSIG


class Hogs:
    """Programs that compute, one on each of these processors, each in a session of its own: the scheduler may divide a processor among
    sessions first (autogroup). Ended by their own numbers, whatever happens."""

    def __init__(self, cpus, code=BUSY):
        self.cpus, self.code, self.programs = cpus, code, []

    def __enter__(self):
        try:
            for cpu in self.cpus:
                self.programs.append(subprocess.Popen([sys.executable, "-c", self.code], start_new_session=True,
                                                      preexec_fn=lambda cpu=cpu: (dies_with_parent(), os.sched_setaffinity(0, {cpu}))))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for program in self.programs:
            program.send_signal(signal.SIGKILL)
            program.wait()


class NoQuota(Exception):
    """No control group can be made here."""


@contextlib.contextmanager
def quota(share):
    """The folder of a control group that may use this share of one processor, at least a hundredth. Raises NoQuota where none can be made."""
    period = 100_000 # µs
    first, second = pathlib.Path("/sys/fs/cgroup/cpu"), pathlib.Path("/sys/fs/cgroup")
    group = (first if first.is_dir() else second) / f"jitterscope-planted-{os.getpid()}-{time.monotonic_ns()}"
    allowed = max(period // 100, int(period * share))
    try:
        try:
            group.mkdir()
            if first.is_dir():
                (group / "cpu.cfs_period_us").write_text(str(period))
                (group / "cpu.cfs_quota_us").write_text(str(allowed))
            else:
                (group / "cpu.max").write_text(f"{allowed} {period}")
        except OSError as error:
            raise NoQuota(f"no control group: {error}") from error
        yield group
    finally:
        with contextlib.suppress(OSError):
            group.rmdir()


def busy_percent(seconds=1.0):
    """How much of all processors is used, by whomever."""
    def read():
        with open("/proc/stat", encoding="ascii") as file:
            fields = [int(word) for word in file.readline().split()[1:9]]
        return sum(fields), fields[3] + fields[4]
    first = read()
    time.sleep(seconds)
    last = read()
    return 100 * (1 - (last[1] - first[1]) / max(last[0] - first[0], 1))


@dataclasses.dataclass(frozen=True)
class Outcome:
    """Of one run with a planted cause."""
    right: bool
    counted: dict # {what is counted: the value of this run}, as {"named": "others"}
    story: str    # what is printed where it is not right


def count(cases, wanted, runs, missing):
    """Runs each case (`name`, `once() -> Outcome`) whose name holds one of `wanted` words, or all; prints how often it was right.
    `missing`: raised where a cause cannot be planted here."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143)) # what is planted ends first
    for case in cases:
        if wanted and not any(word in case.name for word in wanted):
            continue
        right, counts, beside = 0, {}, []
        try:
            for _ in range(runs):
                beside.append(busy_percent())
                outcome = case.once()
                right += outcome.right
                for what, value in outcome.counted.items():
                    of = counts.setdefault(what, {})
                    of[str(value)] = of.get(str(value), 0) + 1
                if not outcome.right:
                    print(f"  {case.name}: {outcome.story}", flush=True)
        except missing as reason:
            print(f"{case.name}: not planted: {reason}", flush=True)
            continue
        told = "; ".join(f"{what} {of}" for what, of in counts.items())
        print(f"{case.name}: first cause right {right} of {runs}; {told}; before, {min(beside):.0f} … {max(beside):.0f} % of the "
              "processors used", flush=True)
