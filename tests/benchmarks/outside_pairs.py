#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Late shares of `outside --rounds`, and the differences between contestants, of several runs together.
Usage: outside_pairs.py [--together N] FILE.csv ...

A difference is in points, with the 95 % percentile interval of 4 000 bootstraps. What is drawn is not a frame but a stretch of time: N
rounds (1) of all files, which are taken to have run at the same time. For late frames come in bursts, which meet whoever runs then, on
all processors. `usual` is the median over the stretches, which a few bursts do not move."""
import argparse
import collections
import csv
import random
import statistics

DRAWS = 4000


def share(stretches):
    return 100 * sum(late for late, _ in stretches) / sum(slots for _, slots in stretches)


def usual(stretches):
    return statistics.median(100 * late / slots for late, slots in stretches)


def interval(values):
    values = sorted(values)
    return f"[{values[len(values) * 25 // 1000]:+6.2f}, {values[len(values) * 975 // 1000 - 1]:+6.2f}]"


def main(together, files):
    races = collections.defaultdict(lambda: collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0])))
    cpu = collections.defaultdict(list)
    for file in files:
        with open(file, encoding="utf-8") as rows:
            for row in csv.DictReader(rows):
                stretch = races[row["rate_hz"]][row["contestant"]][int(row["round"]) // together]
                stretch[0] += int(row["late"])
                stretch[1] += int(row["slots"])
                cpu[row["rate_hz"], row["contestant"]].append(float(row["cpu_percent"]))
    luck = random.Random(1)
    for rate, field in races.items():
        names = list(field)
        stretches = sorted(set.intersection(*(set(field[name]) for name in names)))
        draws = [luck.choices(stretches, k=len(stretches)) for _ in range(DRAWS)]
        print(f"{rate} Hz, {len(stretches)} stretches, {sum(slots for _, slots in field[names[0]].values())} frames each")
        for figure in share, usual:
            drawn = {name: [figure([field[name][each] for each in draw]) for draw in draws] for name in names}
            print(f"  {figure.__name__}")
            for name in names:
                middle = figure(list(field[name].values()))
                print(f"    {name:32} {middle:6.2f} {interval(drawn[name])} % late, {statistics.mean(cpu[rate, name]):6.2f} % CPU")
            for i, one in enumerate(names):
                for other in names[i + 1:]:
                    middle = figure(list(field[other].values())) - figure(list(field[one].values()))
                    apart = interval([a - b for a, b in zip(drawn[other], drawn[one])])
                    print(f"    {other + ' − ' + one:32} {middle:+6.2f} {apart} points")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--together", type=int, default=1)
    parser.add_argument("files", nargs="+")
    words = parser.parse_args()
    main(words.together, words.files)
