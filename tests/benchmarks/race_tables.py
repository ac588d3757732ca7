#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The race of all strategies, pooled over seeds, and what it says of `adaptive`.

    race_tables.py build/release/bin/jitterscope-cli --machine linux-slack1 --seeds 200
    race_tables.py build/release/bin/jitterscope-cli --machine here --rounds 12 [--load 2] [--beside window]

A race on a simulated machine is run once for each seed: late frames are pooled, CPU is the median over the
seeds with a bootstrap interval. On `here` it is one race with that many rounds. Then, for each rate:

  dominated   strategies that are at once less often late (a lost iteration counts as late) and cheaper than
              `adaptive`, both intervals apart
  oracle      CPU of adaptive / CPU of the best fixed margin that wakes late as rarely
  ≤ 1 %       CPU of adaptive / CPU of the cheapest other strategy with at most 1 % late or lost
  on time     median error of its frames
"""
import argparse
import concurrent.futures
import json
import random
import statistics
import subprocess
import sys

OTHERS = ["spin", "system-sleep", "absolute-sleep", "precise-sleep", "timer-sleep", "fixed-margin",
          "delay-precise", "quarter-granularity", "fixed-millisecond", "peak-decay", "last-overshoot",
          "halving", "stepped-peak", "half-millisecond", "average-oversleep", "quantum-yield"]


def interval(hits, trials):
    """E. B. Wilson's score interval, 95 %."""
    z, share = 1.959964, hits / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * (share * (1 - share) / trials + z * z / (4 * trials**2)) ** 0.5
    return max(0.0, centre - half), min(1.0, centre + half)


def bootstrap(values, figure=statistics.median):
    """A figure of the values with its 95 % percentile-bootstrap interval."""
    draw = random.Random(1)
    figures = sorted(figure(draw.choices(values, k=len(values))) for _ in range(500))
    return figure(values), figures[12], figures[487]


def missed_of(rows):
    """Share of late and lost frames, with an interval over the seeds: frames of one run have its phase in common, so a
    binomial interval is too narrow."""
    counts = [(round(row["late_fraction"]["value"] * row["frames"]) + row["lost_iterations"],
               row["frames"] + row["lost_iterations"]) for row in rows]
    if len(counts) == 1:
        return interval(*counts[0])
    return bootstrap(counts, lambda drawn: sum(hits for hits, _ in drawn) / sum(all_of for _, all_of in drawn))[1:]


def race(arguments, rate, seed):
    """One race at one rate: {strategy: row}. Blocks as long as it takes for the frames asked for."""
    rounds = arguments.rounds
    seconds = max(arguments.frames / rate / rounds, 0.05) if not arguments.seconds else arguments.seconds
    command = [arguments.cli, "race", "--machine", arguments.machine, "--rates", str(rate), "--rounds",
               str(rounds), "--seconds", f"{seconds:.4f}", "--seed", str(seed), "--strategies",
               ",".join(["adaptive"] + arguments.others), "--json", "-"]
    if arguments.load:
        command += ["--load", str(arguments.load)]
    if arguments.beside:
        command += ["--beside", arguments.beside]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return {row["strategy"]: row for row in json.loads(done.stdout)["results"]}


def pooled(rows):
    """Rows of one strategy over the seeds."""
    frames = sum(row["frames"] for row in rows)
    late = sum(round(row["late_fraction"]["value"] * row["frames"]) for row in rows)
    lost = sum(row["lost_iterations"] for row in rows)
    cpu = bootstrap([row["cpu_percent"]["median"] for row in rows])
    if len(rows) == 1:
        estimate = rows[0]["cpu_percent"]
        cpu = estimate["median"], estimate["low"], estimate["high"]
    oracles = [row["oracle_cpu_percent"] for row in rows if row["oracle_cpu_percent"] is not None]
    return {"frames": frames, "late": late / frames, "late_interval": interval(late, frames), "lost": lost,
            "missed": missed_of(rows), "cpu": cpu,
            "oracle": statistics.median(oracles) if oracles else None,
            "p50": statistics.median(row["error_ns"]["p50"] for row in rows),
            "sleeps": statistics.median(row["native_sleeps_per_frame"] for row in rows)}


def verdict(table, rate):
    ours = table["adaptive"]
    # Who wakes early in half of its frames is seldom late, and far off the deadline: said, not left out.
    dominated = [f"{name} (off by {row['p50'] / 1e6:.2f} ms in the median)" if row["p50"] > 5 * max(ours["p50"], 1e4) else name
                 for name, row in table.items()
                 if row["missed"][1] < ours["missed"][0] and row["cpu"][2] < ours["cpu"][1]]
    good = [row["cpu"][0] for name, row in table.items()
            if name != "adaptive" and row["late"] * row["frames"] + row["lost"] <= 0.01 * (row["frames"] + row["lost"])]
    oracle = ours["cpu"][0] / ours["oracle"] if ours["oracle"] else float("nan")
    cheapest = min(good) if good else float("nan")
    parts = [f"{rate:>5} Hz  late {100 * ours['late']:6.2f} % (≤ {100 * ours['late_interval'][1]:5.2f})",
             f"CPU {ours['cpu'][0]:7.3f} % [{ours['cpu'][1]:.3f}, {ours['cpu'][2]:.3f}]",
             f"oracle ×{oracle:5.2f}", f"≤ 1 % ×{ours['cpu'][0] / cheapest:5.2f}",
             f"spin late {100 * table['spin']['late']:5.2f} %", f"sleeps {ours['sleeps']:4.2f}",
             f"on time {ours['p50']:4.0f} ns", "dominated by " + (" ".join(dominated) or "none")]
    return "  ".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", help="jitterscope-cli")
    parser.add_argument("--machine", default="linux-slack1")
    parser.add_argument("--rates", default="30,60,144,240,500,1000,4000")
    parser.add_argument("--others", default=",".join(OTHERS), help="raced against adaptive")
    parser.add_argument("--seeds", type=int, default=200, help="on simulated machines")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--frames", type=int, default=2500, help="of each strategy and rate in one race")
    parser.add_argument("--seconds", type=float, default=0, help="a block, instead of --frames")
    parser.add_argument("--load", type=int, default=0, help="busy threads; only on here")
    parser.add_argument("--beside", default="", help="what else runs (race --beside); only on here")
    parser.add_argument("--jobs", type=int, default=2, help="races at once, simulated ones")
    parser.add_argument("--table", action="store_true", help="every strategy, not only the verdict")
    arguments = parser.parse_args()
    arguments.others = arguments.others.split(",")
    here = arguments.machine == "here"
    seeds = [1] if here else range(1, arguments.seeds + 1)
    print(f"machine {arguments.machine}, {len(list(seeds))} seeds, {arguments.rounds} rounds", flush=True)
    for rate in [float(text) for text in arguments.rates.split(",")]:
        rate = int(rate) if rate == int(rate) else rate
        with concurrent.futures.ThreadPoolExecutor(1 if here else arguments.jobs) as pool:
            races = list(pool.map(lambda seed, at=rate: race(arguments, at, seed), seeds))
        table = {name: pooled([result[name] for result in races]) for name in races[0]}
        print(verdict(table, rate), flush=True)
        if arguments.table:
            for name, row in sorted(table.items(), key=lambda item: item[1]["cpu"][0]):
                oracle = f"{row['oracle']:8.3f}" if row["oracle"] is not None else "       –"
                print(f"          {name:20} late {100 * row['late']:7.2f} % "
                      f"[{100 * row['late_interval'][0]:.2f}, {100 * row['late_interval'][1]:.2f}]  lost {row['lost']:5}  "
                      f"CPU {row['cpu'][0]:8.3f} % [{row['cpu'][1]:.3f}, {row['cpu'][2]:.3f}]  "
                      f"oracle {oracle}  p50 {row['p50']:9.0f} ns  sleeps {row['sleeps']:6.2f}", flush=True)


if __name__ == "__main__":
    main()
