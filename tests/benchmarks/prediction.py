#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does a calibration of this machine predict what really runs on it?

Calibrates, then, in turn, runs strategies here and on the recorded machine, and compares the median of the real runs with the
prediction: error p50 and p99, and the CPU of the thread. It fits within 20 % of the real figure, 1 µs (times alone) or the
spread of the real runs (largest less smallest), whichever is widest. Exit code 0: everything fits, 1: something does not.

Whatever else runs falls on calibration and runs alike, but seldom evenly: keep the machine quiet, or let --calm repeat what
others have disturbed (Linux)."""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

FIGURES = {"error p50": (lambda run: run["error_ns"]["p50"] / 1000, "µs"),
           "error p99": (lambda run: run["error_ns"]["p99"] / 1000, "µs"),
           "CPU": (lambda run: run["cpu"]["thread_percent"], "%")}


def machine_busy():
    """Seconds that all processors have been busy."""
    with open("/proc/stat", encoding="ascii") as file:
        ticks = [int(field) for field in file.readline().split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def children_busy():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def call(command):
    """Output of a command, and how much of one core others used meanwhile, in %; without /proc 0."""
    try:
        before = machine_busy(), children_busy(), time.monotonic()
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        others = machine_busy() - before[0] - (children_busy() - before[1])
        return output, max(100 * others / (time.monotonic() - before[2]), 0)
    except FileNotFoundError:
        if os.path.exists("/proc/stat"):
            raise
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout, 0


def calmly(command, options):
    """The same, again while others used more than --calm; at last the calmest of the tries."""
    tries = []
    while len(tries) < (options.tries if options.calm is not None else 1):
        tries.append(call(command))
        if options.calm is None or tries[-1][1] <= options.calm:
            break
        time.sleep(5)
    return min(tries, key=lambda result: result[1])


def run(options, strategy, rate, machine=None):
    command = [options.cli, "run", "--strategy", strategy, "--rate", rate, "--json", "-"]
    if machine:
        command += ["--duration", "60", "--machine", f"recorded:file={machine}"]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout), 0
    output, others = calmly(command + ["--duration", str(options.seconds)], options)
    return json.loads(output), others


def compare(name, measured, predicted):
    """One row; True: it fits."""
    figure, unit = FIGURES[name]
    real = [figure(result) for result in measured]
    middle, spread, value = statistics.median(real), max(real) - min(real), figure(predicted)
    allowed = max(0.2 * middle, 1 if unit == "µs" else 0, spread)
    fits = abs(value - middle) <= allowed
    runs = " ".join(f"{each:.4g}" for each in real)
    print(f"  {name:9} {middle:9.4g} {value:9.4g} {allowed:9.4g} {unit:2}  {'fits' if fits else 'MISS'}   ({runs})")
    return fits


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", help="the jitterscope-cli to ask, an optimised build")
    parser.add_argument("--calibration", metavar="FILE", help="a calibration of this machine; default: measure one now")
    parser.add_argument("--keep", metavar="FILE", help="keep the calibration in this file")
    parser.add_argument("--strategies", default="system-sleep,absolute-sleep,precise-sleep,spin", help="default %(default)s")
    parser.add_argument("--rates", default="60,1000", help="default %(default)s")
    parser.add_argument("--runs", type=int, default=3, help="real runs of each; default %(default)s")
    parser.add_argument("--seconds", type=float, default=8, help="of each real run; default %(default)s")
    parser.add_argument("--calm", type=float, metavar="PERCENT", help="measure again while others use more of one core")
    parser.add_argument("--tries", type=int, default=10, help="at most, with --calm; default %(default)s")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        calibration = options.calibration or options.keep or os.path.join(folder, "machine.csv")
        if not options.calibration:
            _, others = calmly([options.cli, "experiment", "interval-sweep", "--param", "calibrate=true", "--csv", calibration],
                               options)
            print(f"calibrated; others used {others:.0f} % of a core")
        cases = [(strategy, rate) for rate in options.rates.split(",") for strategy in options.strategies.split(",")]
        measured = {case: [] for case in cases}
        for turn in range(options.runs):
            for case in cases if turn % 2 == 0 else reversed(cases):
                measured[case].append(run(options, *case))
        fits = 0
        for case in cases:
            others = max(result[1] for result in measured[case])
            print(f"{case[0]} at {case[1]} Hz; others used up to {others:.0f} % of a core")
            print(f"  {'':9} {'real':>9} {'predicted':>9} {'allowed':>9}")
            predicted, _ = run(options, *case, machine=calibration)
            fits += sum(compare(name, [result[0] for result in measured[case]], predicted) for name in FIGURES)
        print(f"{fits} of {len(cases) * len(FIGURES)} fit")
        return 0 if fits == len(cases) * len(FIGURES) else 1


if __name__ == "__main__":
    sys.exit(main())
