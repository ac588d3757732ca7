#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How often `compare` calls two equal runs of this machine different. By hand, with nothing else running.

Usage: compare_pairs.py CLI PAIRS SECONDS [RUN'S OPTIONS...]
Each pair is two runs with the same settings, one after the other; which is A alternates. Promised are 5 %: the intervals
know the noise within a run, so what is more is what differs from run to run."""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile


def measured(cli, path, seconds, options):
    subprocess.run([cli, "run", "--duration", seconds, "--csv", str(path), *options], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    cli, pairs, seconds, options = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
    verdicts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        first, second = pathlib.Path(folder, "1.csv"), pathlib.Path(folder, "2.csv")
        for pair in range(pairs):
            for path in (first, second):
                measured(cli, path, seconds, options)
            names = [str(first), str(second)] if pair % 2 == 0 else [str(second), str(first)]
            made = subprocess.run([cli, "compare", *names, "--json", "-"], check=True, capture_output=True, text=True)
            comparison = json.loads(made.stdout)
            verdicts[comparison["verdict"]] += 1
            if comparison["verdict"] in ("better", "worse", "mixed"):
                print(f"pair {pair + 1}: {comparison['sentence']}", flush=True)
    print(f"{pairs} pairs of {seconds} s, {' '.join(options)}:", dict(verdicts))


if __name__ == "__main__":
    main()
