#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How often `compare` calls two equal runs of this machine different. By hand, with nothing else running.

Usage: compare_pairs.py CLI PAIRS PARTS SECONDS [RUN'S OPTIONS...]
Each pair is A and B with the same settings, each of PARTS recordings of SECONDS, measured in turn. Promised are 5 %. With one part
the intervals know the noise within a run alone: what is called different then differs from run to run."""
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
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    cli, pairs, parts, seconds, options = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5:]
    verdicts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        sides = [pathlib.Path(folder, name) for name in "AB"]
        for side in sides:
            side.mkdir()
        for pair in range(pairs):
            for part in range(parts):
                for side in sides if (pair + part) % 2 == 0 else reversed(sides):
                    measured(cli, side / f"{part}.csv", seconds, options)
            names = [str(side) for side in sides]
            made = subprocess.run([cli, "compare", *names, "--json", "-"], check=True, capture_output=True, text=True)
            comparison = json.loads(made.stdout)
            verdicts[comparison["verdict"]] += 1
            if comparison["verdict"] in ("better", "worse", "mixed"):
                print(f"pair {pair + 1}: {comparison['sentence']}", flush=True)
    print(f"{pairs} pairs of {parts} × {seconds} s, {' '.join(options)}:", dict(verdicts))


if __name__ == "__main__":
    main()
