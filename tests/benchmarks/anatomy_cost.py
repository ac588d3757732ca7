#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What asking the scheduler after each wait costs: the same run with and without it, in interleaved pairs. By hand, on a
quiet machine. Usage: anatomy_cost.py JITTERSCOPE_CLI [PAIRS [SECONDS]]

Prints the ratio of p50 and p99 of the error and the difference of CPU time a frame, with 90 % bootstrap intervals of
the median over pairs."""
import json
import random
import statistics
import subprocess
import sys

PLANS = [("absolute-sleep", "1000"), ("adaptive", "240"), ("absolute-sleep", "144")]


def run(cli, strategy, rate, seconds, anatomy):
    command = [cli, "run", "--strategy", strategy, "--rate", rate, "--duration", str(seconds), "--slack", "1ns", "--warmup",
               "100", "--json", "-"] + ([] if anatomy else ["--no-anatomy"])
    report = json.loads(subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout)
    cpu = report["cpu"]["thread_percent"] / 100 * 1e9 / float(rate)  # ns a frame
    return report["error_ns"]["p50"], report["error_ns"]["p99"], cpu


def interval(values):
    medians = sorted(statistics.median(random.choices(values, k=len(values))) for _ in range(2000))
    return statistics.median(values), medians[100], medians[1899]


def main():
    cli = sys.argv[1]
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 3
    random.seed(1)
    for strategy, rate in PLANS:
        ratios50, ratios99, costs = [], [], []
        for pair in range(pairs):
            order = (True, False) if pair % 2 else (False, True)
            results = {anatomy: run(cli, strategy, rate, seconds, anatomy) for anatomy in order}
            ratios50.append(results[True][0] / results[False][0])
            ratios99.append(results[True][1] / results[False][1])
            costs.append(results[True][2] - results[False][2])
        for name, values, unit in (("p50 ratio", ratios50, ""), ("p99 ratio", ratios99, ""), ("CPU a frame", costs, " ns")):
            print("%s %s Hz, %s: %.3f (%.3f … %.3f)%s" % (strategy, rate, name, *interval(values), unit), flush=True)


if __name__ == "__main__":
    main()
