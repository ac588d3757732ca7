#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two simulated machines, watched as docs/fleet.md says, by the real node_exporter and the real Prometheus on loopback.

What Prometheus answers must be what follows from the samples of the same runs, read from their CSV.
Usage: prometheus.py jitterscope-cli"""
import csv
import json
import os
import pathlib
import sys
import tempfile
import urllib.parse
import urllib.request

from fleet import RESOURCES, TREE, called, check, fence, free_port, needed, serving, waited

PROMETHEUS = needed("prometheus")
EXPORTER = needed("prometheus-node-exporter", "node_exporter")
PROMTOOL = needed("promtool")
CLI = os.path.abspath(sys.argv[1])
MACHINES = {"quiet": "linux-default", "loaded": "linux-default-loaded"}
BEFORE, AFTER = [1, 2], [11, 12, 13]  # seeds of the probes before and after Prometheus has begun
FRAMES = 120
TOLERANCE = 200_000  # ns
LARGEST_STEP = 5 / 3  # of the histogram's bounds: a percentile is known to this factor


def plan(machine):
    return ["--machine", MACHINES[machine], "--strategy", "system-sleep", "--duration", "2", "--tolerance", f"{TOLERANCE}ns"]


def watch(machine, seeds, file, *more):
    called([CLI, "watch", "--every", "10ms", "--probes", len(seeds), "--seed", seeds[0], "--openmetrics", file, *plan(machine), *more])


def lateness(machine, seeds):
    """In seconds, of the frames that count."""
    values = []
    for seed in seeds:
        text = called([CLI, "run", *plan(machine), "--seed", seed, "--csv", "-"])
        rows = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
        values += [(int(row["start_ns"]) - int(row["deadline_ns"])) / 1e9 for row in rows[1:]]  # the first has no wait
    check(len(values) == FRAMES * len(seeds), f"{machine}: {len(values)} frames in the CSV")
    return values


def nearest_rank(values, fraction):
    return sorted(values)[-int(-fraction * len(values) // 1) - 1]


def interpolated(values, bounds, fraction):
    """As Prometheus finds a quantile in cumulative buckets."""
    counts = [sum(1 for value in values if value <= bound) for bound in bounds]
    rank = fraction * len(values)
    place = next(i for i, count in enumerate(counts) if count >= rank)
    if place == 0:
        return bounds[0]
    return bounds[place - 1] + (bounds[place] - bounds[place - 1]) * (rank - counts[place - 1]) / (counts[place] - counts[place - 1])


class Prometheus:
    def __init__(self, port):
        self.port = port

    def get(self, path, **arguments):
        url = f"http://127.0.0.1:{self.port}/api/v1/{path}?{urllib.parse.urlencode(arguments)}"
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return json.load(answer)["data"]
        except OSError:
            return None  # not yet, or it is busy

    def ask(self, expression, label="instance"):
        """{label's value: number}"""
        data = self.get("query", query=expression)
        return {row["metric"].get(label): float(row["value"][1]) for row in data["result"]} if data else {}


def near(value, expected, share):
    return value is not None and abs(value - expected) <= share * abs(expected)


def compare(server, samples, seeds_after):
    """The answers over the life of the counters, and those of the rules over the probes that came while it ran."""
    bounds = sorted(float(le) for le in server.ask("count by (le) (jitterscope_lateness_seconds_bucket)", "le") if le != "+Inf")
    check(len(bounds) == 38 and bounds[:2] == [0, 1e-6] and bounds[-1] == 1, f"the bounds are {bounds}")
    check(max(b / a for a, b in zip(bounds[1:], bounds[2:])) < LARGEST_STEP + 1e-9, "the bounds lie further apart than is said")
    groups = dict(samples, fleet=[value for values in samples.values() for value in values])
    for fraction in (0.5, 0.9, 0.99):
        quantile = f"histogram_quantile({fraction}, sum by (%s) (jitterscope_lateness_seconds_bucket{{job='node'}}))"
        answers = server.ask(quantile % "le, instance")
        answers["fleet"] = server.ask(quantile % "le").get(None)
        for group, values in groups.items():
            check(near(answers.get(group), interpolated(values, bounds, fraction), 1e-9),
                  f"p{100 * fraction:g} of {group}: {answers.get(group)} s, but {interpolated(values, bounds, fraction)} s by its samples")
            exact = nearest_rank(values, fraction)
            check(exact / LARGEST_STEP <= answers[group] <= exact * LARGEST_STEP, f"p{100 * fraction:g} of {group} is a bucket off {exact} s")
            print(f"p{100 * fraction:g} of {group}: {1e6 * answers[group]:.1f} µs by PromQL, {1e6 * exact:.1f} µs by the samples")
    share = server.ask("sum(jitterscope_late_frames_total) / sum(jitterscope_frames_total)").get(None)
    late = sum(1 for value in groups["fleet"] if value > TOLERANCE / 1e9)
    check(near(share, late / len(groups["fleet"]), 1e-12) and late > 0, f"late share {share}, {late} late frames")
    print(f"late share of the fleet: {share:.4f}, {late} of {len(groups['fleet'])} frames")

    for machine in MACHINES:
        after = lateness(machine, seeds_after)
        # increase() also guesses what lies between the first scrape and the hour before, for each bucket anew: a per cent of the
        # frames in a test of seconds.
        for name, low, high in (("p50", 0.49, 0.51), ("p99", 0.98, 0.998)):
            least, most = nearest_rank(after, low) / LARGEST_STEP, nearest_rank(after, high) * LARGEST_STEP
            rule = f"instance:jitterscope_lateness_seconds:{name}_1h{{instance='{machine}'}}"
            found = waited(f"{rule} in {least} … {most}", lambda rule=rule, least=least, most=most: [
                value for value in server.ask(rule).values() if least <= value <= most])
            print(f"{name} of {machine} by the rule: {1e6 * found[0]:.1f} µs; {1e6 * least:.1f} … {1e6 * most:.1f} µs by the samples")
        late = sum(1 for value in after if value > TOLERANCE / 1e9) / len(after)
        rule = f"instance:jitterscope_late_frames:ratio1h{{instance='{machine}'}}"
        waited(f"{rule} near {late}", lambda rule=rule, late=late: [
            value for value in server.ask(rule).values() if near(value, late, 0.05)])


def main():
    with tempfile.TemporaryDirectory(prefix="jitterscope-fleet-") as name:
        folder = pathlib.Path(name)
        targets = {}
        for machine in MACHINES:
            (folder / machine).mkdir()
            watch(machine, BEFORE, folder / machine / "jitterscope.prom")
            targets[machine] = free_port()
        # A second watch of the same machine with the same plan, told apart by a label.
        watch("quiet", BEFORE, folder / "quiet" / "second.prom", "--label", "watch=second")
        for file in sorted(folder.glob("*/*.prom")):
            called([PROMTOOL, "check", "metrics"], stdin=open(file, "rb"))
        (folder / "quiet" / "second.prom").rename(folder / "second.prom")
        scrape = [{"targets": [f"127.0.0.1:{port}"], "labels": {"instance": machine}} for machine, port in targets.items()]
        # JSON is YAML.
        (folder / "prometheus.yml").write_text(json.dumps({
            "global": {"scrape_interval": "200ms", "scrape_timeout": "200ms", "evaluation_interval": "200ms"},
            "rule_files": [str(RESOURCES / "jitterscope-rules.yml"), str(RESOURCES / "jitterscope-alerts.yml")],
            "scrape_configs": [{"job_name": "node", "static_configs": scrape}]}))
        port = free_port()
        server = Prometheus(port)
        exporter = [EXPORTER, "--collector.disable-defaults", "--collector.textfile", "--collector.uname"]
        with serving([*exporter, f"--collector.textfile.directory={folder / 'quiet'}", f"--web.listen-address=127.0.0.1:{targets['quiet']}"],
                     folder / "quiet.log"), \
                serving([*exporter, f"--collector.textfile.directory={folder / 'loaded'}", f"--web.listen-address=127.0.0.1:{targets['loaded']}"],
                        folder / "loaded.log"), \
                serving([PROMETHEUS, f"--config.file={folder / 'prometheus.yml'}", f"--storage.tsdb.path={folder / 'data'}",
                         f"--web.listen-address=127.0.0.1:{port}"], folder / "prometheus.log"):
            def scraped(frames):
                return server.ask("jitterscope_frames_total") == dict.fromkeys(MACHINES, float(frames))

            try:
                waited("the first probes", lambda: scraped(FRAMES * len(BEFORE)))
                for machine in MACHINES:
                    watch(machine, AFTER, folder / machine / "jitterscope.prom")
                waited("the probes after it", lambda: scraped(FRAMES * (len(BEFORE) + len(AFTER))))
                compare(server, {machine: lateness(machine, BEFORE + AFTER) for machine in MACHINES}, AFTER)
                check(server.ask("node_textfile_scrape_error") == dict.fromkeys(MACHINES, 0.0), "node_exporter refuses a file")
                kinds = {data[0]["type"] for data in server.get("metadata", metric="jitterscope_frames_total").values()}
                check(kinds == {"counter"}, f"frames are a {kinds}")
                rules = [rule for group in server.get("rules")["groups"] for rule in group["rules"]]
                check(len(rules) == 11 and all(rule["health"] == "ok" for rule in rules),
                      f"rules: {[(rule['name'], rule['health'], rule.get('lastError')) for rule in rules]}")
                # The note's examples, but the one that looks back a week.
                for example in fence((TREE / "docs" / "fleet.md").read_text(encoding="utf-8"), "promql"):
                    answer = server.get("query", query=example)
                    check(answer is not None and (answer["result"] or "offset 1w" in example), f"nothing is answered to {example}")
                # Two files with the same names in one folder.
                (folder / "second.prom").rename(folder / "quiet" / "second.prom")
                waited("the second watch", lambda: server.ask("count by (watch) (jitterscope_frames_total)", "watch") == {None: 2.0, "second": 1.0})
                check(server.ask("node_textfile_scrape_error")["quiet"] == 0, "node_exporter refuses two watches of one machine")
            except BaseException:
                for log in sorted(folder.glob("*.log")):
                    print(log.name, log.read_text(errors="replace")[-2000:], sep="\n")
                raise
    print("the fleet is watched: 2 machines, 10 probes, 1200 frames")


main()
