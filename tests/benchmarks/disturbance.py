#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does the window disturb what it measures? The same run in the window (shown, hidden, minimised) and in the terminal, in
interleaved pairs; and whether the page stays fluent, also with every processor busy.

Usage: disturbance.py BIN_FOLDER [--pairs N] [--seconds S] [--states shown,hidden,minimised] [--cases ID@HZ,...]

For each case and state: the ratio window / terminal of p50 and p99 of lateness (geometric mean, 90 % interval by t over the
logarithms) and the difference of the late shares in points (mean, 90 % interval). Wanted, at 20 pairs and more: the intervals
within 0.95 … 1.05 (p50), 0.75 … 1.25 (p99) and -0.5 … 0.5 points; the longest turn of the event loop within 50 ms.
On a quiet machine alone, and not within another program's window: QT_QPA_PLATFORM says where the window goes (offscreen)."""
import argparse
import json
import math
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile

T_90 = {1: 6.314, 2: 2.920, 3: 2.353, 4: 2.132, 5: 2.015, 7: 1.895, 10: 1.812, 15: 1.753, 19: 1.729, 30: 1.697, 60: 1.671}
WANTED = {"p50": (0.95, 1.05), "p99": (0.75, 1.25), "late": (-0.5, 0.5)}
LONGEST_TURN = 50  # ms


def window(options, case, state, turns="no", load=0):
    """p50 and p99 of lateness in ns, late share in %, longest turn in ms (or None) of a run in the window."""
    strategy, rate = case
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    text = subprocess.run([f"{options.folder}/jitterscope_window_benchmark", "--seconds", str(options.seconds), "--strategy",
                           strategy, "--rate", rate, "--state", state, "--turns", turns, "--load", str(load)],
                          env=environment, check=True, capture_output=True, text=True).stdout
    number = r"(-?[\d.]+(?:e[+-]?\d+)?)"
    lateness = re.search(rf"lateness: p50 {number} ns, p99 {number} ns, late {number} of", text)
    turn = re.search(rf"longest {number} ms", text)
    return float(lateness[1]), float(lateness[2]), 100 * float(lateness[3]), float(turn[1]) if turn else None


def terminal(options, case):
    """The same of a run in the terminal."""
    strategy, rate = case
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "run.json")
        subprocess.run([f"{options.folder}/jitterscope-cli", "run", "--strategy", strategy, "--rate", rate, "--duration",
                        str(options.seconds), "--json", path], check=True, capture_output=True)
        with open(path, encoding="utf-8") as file:
            run = json.load(file)
    return run["lateness_ns"]["p50"], run["lateness_ns"]["p99"], 100 * run["late"]["fraction"], None


def interval(values):
    """Mean and 90 % interval; of one value, the value."""
    mean = statistics.mean(values)
    if len(values) < 2:
        return mean, mean, mean
    spread = statistics.stdev(values) / math.sqrt(len(values))
    t = T_90[max(key for key in T_90 if key <= len(values) - 1)]
    return mean, mean - t * spread, mean + t * spread


def compare(options, case):
    """Every state and the terminal once a round, in an order of its own each time. True: all as wanted."""
    order = options.states + ["terminal"]
    results = {name: [] for name in order}
    chance = random.Random(1)
    for _ in range(options.pairs):
        chance.shuffle(order)
        for name in order:
            results[name].append(terminal(options, case) if name == "terminal" else window(options, case, name))
    held = True
    for state in options.states:
        pairs = list(zip(results[state], results["terminal"]))
        for index, name in enumerate(("p50", "p99")):
            middle, low, high = (math.exp(x) for x in interval([math.log(a[index] / b[index]) for a, b in pairs]))
            held &= report(case, state, name, f"ratio {middle:.3f} ({low:.3f} … {high:.3f})", low, high)
        middle, low, high = interval([a[2] - b[2] for a, b in pairs])
        share = statistics.mean(b[2] for _, b in pairs)
        held &= report(case, state, "late", f"{middle:+.2f} points ({low:+.2f} … {high:+.2f}) on {share:.2f} %", low, high)
    return held


def report(case, state, name, text, low, high):
    least, most = WANTED[name]
    good = least <= low and high <= most
    print(f"{case[0]} at {case[1]} Hz, {state}: {name} {text}{'' if good else '  NOT SHOWN'}", flush=True)
    return good


def fluency(options, case):
    held = True
    for load in (0, os.cpu_count()):
        turn = window(options, case, "shown", turns="yes", load=load)[3]
        good = turn <= LONGEST_TURN
        held &= good
        print(f"{case[0]} at {case[1]} Hz, {load} threads of load: longest turn {turn:.1f} ms{'' if good else '  TOO LONG'}",
              flush=True)
    return held


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--states", type=lambda text: text.split(","), default=["shown", "hidden", "minimised"])
    parser.add_argument("--cases", type=lambda text: [tuple(case.split("@")) for case in text.split(",")],
                        default=[("absolute-sleep", "1000"), ("adaptive", "240")])
    options = parser.parse_args()
    print(f"{options.pairs} pairs of {options.seconds} s")
    results = [check(options, case) for case in options.cases for check in (compare, fluency)]
    return 0 if all(results) else 1


sys.exit(main())
