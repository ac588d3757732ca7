#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does the open window disturb what it measures? absolute-sleep at 1 kHz, window against terminal, in interleaved pairs.

Usage: disturbance.py BIN_FOLDER [PAIRS] [SECONDS]
Prints the ratio window / terminal of p50 and p99 of lateness: geometric mean and a 90 % interval (t over log ratios), which
is what an equivalence test at 5 % wants to lie within 0.95 … 1.05 (p50) and 0.75 … 1.25 (p99)."""
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

folder = sys.argv[1]
pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 20
seconds = sys.argv[3] if len(sys.argv) > 3 else "8"
T_90 = {5: 2.015, 10: 1.812, 15: 1.753, 19: 1.729, 20: 1.725, 30: 1.697, 40: 1.684, 60: 1.671}


def window():
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    text = subprocess.run([f"{folder}/jitterscope_window_benchmark", "--seconds", seconds], env=environment, check=True,
                          capture_output=True, text=True).stdout
    found = re.search(r"lateness: p50 ([\d.e+]+) ns, p99 ([\d.e+]+) ns", text)
    return float(found[1]), float(found[2])


def terminal():
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "run.json")
        subprocess.run([f"{folder}/jitterscope-cli", "run", "--strategy", "absolute-sleep", "--rate", "1000", "--duration",
                        str(float(seconds) + 1), "--json", path], check=True, capture_output=True)
        with open(path, encoding="utf-8") as file:
            lateness = json.load(file)["lateness_ns"]
    return lateness["p50"], lateness["p99"]


ratios = {"p50": [], "p99": []}
for pair in range(pairs):
    order = [window, terminal] if pair % 2 == 0 else [terminal, window]
    results = {measure.__name__: measure() for measure in order}
    for index, name in enumerate(ratios):
        ratios[name].append(math.log(results["window"][index] / results["terminal"][index]))
for name, logs in ratios.items():
    mean, spread = statistics.mean(logs), statistics.stdev(logs) / math.sqrt(len(logs))
    t = T_90[max(key for key in T_90 if key <= max(len(logs) - 1, 5))]
    print(f"{name}: {math.exp(mean):.3f} ({math.exp(mean - t * spread):.3f} … {math.exp(mean + t * spread):.3f}), "
          f"{len(logs)} pairs")
