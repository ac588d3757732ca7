#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the logs in logs/ hold, by readers that share nothing with the program: csv, json, decimal, zlib of Python.
Usage: golden.py --write | --check   (golden.json beside it)"""
import base64
import csv
import gzip
import io
import json
import math
import pathlib
import re
import struct
import sys
import zlib
from decimal import ROUND_HALF_UP, Decimal

HERE = pathlib.Path(__file__).parent
LOGS = HERE / "logs"
SCALES = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}


def nanoseconds(text, unit):
    return int((Decimal(text) * SCALES[unit]).quantize(Decimal(1), ROUND_HALF_UP))


def rank(fraction, count):
    return max(1, math.ceil(Decimal(str(fraction)) * count))


def figures(values):
    """Nearest-rank percentiles of held values."""
    ordered, n = sorted(values), len(values)
    out = {"count": n, "mean": sum(values) / n, "min": ordered[0], "max": ordered[-1]}
    for name, fraction in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99_9", 0.999)):
        needed = 1 if fraction == 0.5 else round(1 / (1 - fraction))
        out[name] = ordered[rank(fraction, n) - 1] if n >= needed else None
    return out | {"beyond": beyond(out["p50"], [(value, value, 1) for value in values], n)}


def of_frames(values, beside=None, dropped=None):
    """The same of frame times, with the rate and what players of games ask for."""
    found = figures(values)
    return found | {"rate": 1e9 * len(values) / sum(values), "games": games(values, beside or {}, dropped)}


def seconds_around(times):
    """The share of the time in stutters, and the share of the frames that judder: by the mean of the second around each."""
    ends, begins, means = [], [], []
    for time in times:
        begins.append(ends[-1] if ends else 0)
        ends.append(begins[-1] + time)
    for begin, end in zip(begins, ends):
        middle = (begin + end) / 2
        near = [t for b, e, t in zip(begins, ends, times) if b < middle + 5e8 and e >= middle - 5e8]
        means.append(sum(near) / len(near))
    judders = sum(abs(a - b) >= 0.25 * (a + b) / 2 and min(a, b) < mean < max(a, b) for a, b, mean in zip(times, times[1:], means))
    return sum(t for t, mean in zip(times, means) if t > 2.5 * mean) / sum(times), judders / len(times)


def games(times, beside, dropped):
    """By the words of the catalogue of figures, each written anew."""
    slowest, n, out = sorted(times, reverse=True), len(times), {"rate_hz": 1e9 * len(times) / sum(times)}
    for part, percentile, low in ((100, "rate_p1", "rate_slowest"), (500, "rate_p0_2", None), (1000, "rate_p0_1", "rate_slowest_0_1")):
        if n < part:
            continue
        out[percentile] = 1e9 / slowest[n - math.ceil(Decimal(part - 1) * n / part)]
        if low:
            longest = slowest[:n // part]
            out[low] = 1e9 * len(longest) / sum(longest)
            together = 0
            for time in slowest:
                together += time
                if together * part >= sum(times):
                    break
            out[low + "_integral"] = 1e9 / time
    out["stutter"], out["judder"] = seconds_around(times)
    rates, squares = [1e9 / time for time in times], 0.0
    for i, rate in enumerate(rates):
        window, j = [rate], i
        while sum(window) < 500 and j > 0:
            j -= 1
            window.append(rates[j])
        squares += (rate - sum(window) / len(window)) ** 2
    if n > 1:
        out["rate_adaptive_stddev"] = math.sqrt(squares / (n - 1))
    if shown := beside.get("displayed_time"):
        longest, seen = sorted(shown, reverse=True), len(shown)
        out["displayed_time.p50"] = sorted(shown)[rank(0.5, seen) - 1]
        out["displayed_rate_hz"] = 1e9 * seen / sum(shown)
        out["displayed_stutter"], out["displayed_judder"] = seconds_around(shown)
        for part, name in ((100, "displayed_rate_slowest"), (1000, "displayed_rate_slowest_0_1")):
            if seen >= part:
                out[name] = 1e9 * (seen // part) / sum(longest[:seen // part])
        if seen >= 1000:
            out["displayed_time.p99_9"] = sorted(shown)[rank(0.999, seen) - 1]
    for name, values in beside.items():
        out[name + ".mean"] = sum(values) / len(values)
        if name != "gpu_busy" and len(values) >= 100:
            out[name + ".p99"] = sorted(values)[rank(0.99, len(values)) - 1]
    if dropped is not None:
        out["dropped.fraction"] = dropped / n
    return out


BESIDE = {"displayed_time": ("msbetweendisplaychange", "displayedtime"), "gpu_busy": ("gpubusy", "msgpubusy", "msgpuactive"),
          "latency": ("mspclatency", "displaylatency", "msuntildisplayed"), "animation_error": ("msanimationerror", "animationerror")}


class Beside:
    """Columns beside the frame times, and dropped frames: marked so, or without any time of display."""

    def __init__(self):
        self.values, self.marked, self.shown, self.rows, self.columns = {}, None, None, 0, {}

    def take_times(self, row, delimiter, names):
        """Each from the first column that has had a value in some row."""
        row = {str(k).lower(): v for k, v in row.items()}
        for name in names:
            for column in (c for c in BESIDE[name] if c in row and self.columns.get(name, c) == c):
                try:
                    value = nanoseconds(row[column].replace(",", ".") if delimiter != "," else row[column], "ms")
                except ArithmeticError:
                    continue
                value = abs(value) if name == "animation_error" else value
                if value > 0 or (value == 0 and name in ("gpu_busy", "animation_error")):  # a GPU may do nothing for a frame
                    self.columns[name] = column
                    self.values.setdefault(name, []).append(value)

    def take(self, row, delimiter):
        self.take_times(row, delimiter, BESIDE)
        row = {str(k).lower(): v for k, v in row.items()}
        self.rows += 1
        if "dropped" in row:
            self.marked = (self.marked or 0) + (row["dropped"] != "0")
        else:
            for column in ("displaylatency", "msuntildisplayed", "displayedtime"):
                if column in row:
                    self.shown = (self.shown or 0) + (row[column] not in ("NA", ""))
                    break

    def dropped(self):
        if self.marked is not None:
            return self.marked
        return self.rows - self.shown if self.shown else None


def beyond(median, buckets, count):
    """The share of the values more than 2 % above the median."""
    limit = median * 51 // 50
    return {"limit": limit, "share": sum(c for value, _, c in buckets if value > limit) / count}


def of_buckets(buckets, overflow=0, **known):
    """The same of (reported value, middle, count), ascending; `known` wins."""
    n = sum(c for _, _, c in buckets) + overflow
    out = {"count": n, "mean": None if overflow else sum(m * c for _, m, c in buckets) / n,
           "min": buckets[0][0] if buckets else None, "max": None if overflow or not buckets else buckets[-1][0]}
    for name, fraction in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99_9", 0.999)):
        needed, left, found = 1 if fraction == 0.5 else round(1 / (1 - fraction)), rank(fraction, n), None
        for value, _, count in buckets:
            left -= count
            if left <= 0:
                found = value
                break
        out[name] = found if n >= needed else None
    if out["p50"] is not None:
        out["beyond"] = beyond(out["p50"], buckets + [(math.inf, 0, overflow)], n)
    return out | known


def table(name, column, unit, delimiter=",", skip=lambda line: False, where=lambda row: True, positive=True,
          generated=lambda row: False):
    text = (LOGS / name).read_bytes().decode("utf-8-sig")
    lines = text.splitlines(keepends=True)
    left = 0
    if not lines[-1].endswith("\n"):
        lines.pop()
        left += 1
    lines = [line for line in lines if not skip(line)]
    values, beside = [], Beside()
    for row in csv.DictReader(io.StringIO("".join(lines)), delimiter=delimiter):
        if not where(row):
            continue
        if generated(row):
            left += 1
            beside.take_times(row, delimiter, ["displayed_time"])
            continue
        field = row[column].replace(",", ".") if delimiter != "," else row[column]
        try:
            value = nanoseconds(field, unit)
        except ArithmeticError:
            left += 1
            continue
        if positive and value <= 0:
            left += 1
            continue
        values.append(value)
        beside.take(row, delimiter)
    return values, left, beside


def frame_table(name, column, unit="ms", **more):
    values, left, beside = table(name, column, unit, **more)
    return {"left": left, "runs": [of_frames(values, {k: v for k, v in beside.values.items() if v}, beside.dropped())]}


def above_columns(first):
    """Lines above the one that begins with `first` are skipped."""
    seen = []

    def skip(line):
        if line.startswith(first):
            seen.append(line)
        return not seen
    return skip


def sampled(log):
    """Rows that do not follow each other say nothing of their neighbours."""
    for run in log["runs"]:
        for name in ("stutter", "judder", "rate_adaptive_stddev"):
            del run["games"][name]
    return log


def capframex(name):
    runs, left = [], 0
    for run in json.loads((LOGS / name).read_text("utf-8-sig"), parse_float=Decimal)["Runs"]:
        times = run["CaptureData"]["MsBetweenPresents"]
        left += sum(t is None for t in times)
        dropped = run["CaptureData"].get("Dropped")
        beside = {name: [nanoseconds(t, "ms") for t in run["CaptureData"].get(array, []) if t or (t == 0 and name == "gpu_busy")] for name, array in
                  (("displayed_time", "MsBetweenDisplayChange"), ("gpu_busy", "GpuActive"), ("latency", "PcLatency"))}
        runs.append(of_frames([nanoseconds(t, "ms") for t in times if t is not None], {k: v for k, v in beside.items() if v}, dropped and sum(dropped)))
    return {"left": left, "runs": runs}


def cyclic_samples():
    threads = {}
    for line in (LOGS / "cyclictest-v.txt").read_text().splitlines():
        if match := re.fullmatch(r"\s*(\d+):\s*(\d+):\s*(\d+)", line):
            threads.setdefault(int(match[1]), []).append(int(match[3]) * 1000)
    return {"left": 0, "runs": [figures(threads[k]) for k in sorted(threads)]}


def cyclic_histogram(name="cyclictest-h.txt"):
    text = (LOGS / name).read_text()
    rows = [[int(w) for w in line.split()] for line in text.splitlines() if re.match(r"\d{6} ", line)]

    def footer(name):
        return [int(w) for w in re.search(name + r":(.*)", text)[1].split()]
    runs = []
    for k in range(2):
        buckets = [(r[0] * 1000, r[0] * 1000, r[k + 1]) for r in rows if r[k + 1]]
        runs.append(of_buckets(buckets, footer("Overflows")[k], mean=footer("Avg Latencies")[k] * 1000, min=footer("Min Latencies")[k] * 1000,
                               max=footer("Max Latencies")[k] * 1000))
    return {"left": 0, "runs": runs}


def cyclic_all():
    """The last of three columns is the sum of the others."""
    text, runs = (LOGS / "cyclictest-all.txt").read_text(), []
    rows = [[int(w) for w in line.split()] for line in text.splitlines() if re.match(r"\d{6} ", line)]
    for k in range(2):
        known = {key: int(re.search(name + " Latencies:(.*)", text)[1].split()[k]) * 1000 for key, name in (("mean", "Avg"), ("min", "Min"), ("max", "Max"))}
        over = int(re.search("Overflows:(.*)", text)[1].split()[k])
        runs.append(of_buckets([(r[0] * 1000, r[0] * 1000, r[k + 1]) for r in rows if r[k + 1]], over, **known))
    return {"left": 0, "runs": runs}


def cyclic_cut():
    rows = [[int(w) for w in line.split()] for line in (LOGS / "cyclictest-h-cut.txt").read_text().splitlines()[1:]]
    return {"left": 0, "runs": [of_buckets([(v * 1000, v * 1000, c) for v, c in rows if c], max=None)]}


def cyclic_shown():
    runs = []
    for line in (LOGS / "cyclictest-q.txt").read_text().splitlines()[1:]:
        count, low, mean, high = (int(re.search(name + r":\s*(\d+)", line)[1]) for name in ("C", "Min", "Avg", "Max"))
        runs.append({"count": count, "mean": mean * 1000, "min": low * 1000, "max": high * 1000, "p50": None, "p90": None, "p99": None, "p99_9": None,
                     "beyond": {"limit": high * 1000, "share": 0}})
    return {"left": 0, "runs": runs}


def hgrm_tables(name):
    runs = []
    for text in (LOGS / name).read_text().split("Value   Percentile")[1:]:
        buckets, total = [], 0
        for value, seen in re.findall(r"^\s*([\d.]+)\s+[\d.]+\s+(\d+)(?:\s+[\d.]+)?\s*$", text, re.M):
            if int(seen) > total:
                buckets.append((nanoseconds(value, "ms"), nanoseconds(value, "ms"), int(seen) - total))
                total = int(seen)
        runs.append(of_buckets(buckets, mean=float(re.search(r"Mean\s*=\s*([\d.]+)", text)[1]) * 1e6))
    return {"left": 0, "runs": runs}


def cyclic_json():
    runs = []
    for thread in json.loads((LOGS / "cyclictest.json").read_text())["thread"].values():
        buckets = sorted((int(k) * 1000, int(k) * 1000, c) for k, c in thread["histogram"].items())
        runs.append(of_buckets(buckets, thread["cycles"] - sum(c for _, _, c in buckets), mean=thread["avg"] * 1000, min=thread["min"] * 1000, max=thread["max"] * 1000))
    return {"left": 0, "runs": runs}


def hgrm(name, pattern=r"\s*([\d.]+)\s+([\d.]+)\s+(\d+)(?:\s+[\d.]+)?\s*", foot=True):
    buckets, total, text = [], 0, (LOGS / name).read_text()
    for line in text.splitlines():
        if (match := re.fullmatch(pattern, line)) and int(match[3]) > total:
            buckets.append((nanoseconds(match[1], "ms"), nanoseconds(match[1], "ms"), int(match[3]) - total))
            total = int(match[3])
    known = {}
    if foot:
        known = {"mean": float(re.search(r"Mean\s*=\s*([\d.]+)", text)[1]) * 1e6, "max": nanoseconds(re.search(r"Max\s*=\s*([\d.]+)", text)[1], "ms")}
    return {"left": 0, "runs": [of_buckets(buckets, **known)]}


def bucket(index):
    """Where a bucket begins and how wide it is: 256 of width 1, then 128 of each doubled width."""
    if index < 256:
        return index, 1
    octave = (index - 128) // 128
    return 128 * 2**octave + (index - 128 - 128 * octave) * 2**octave, 2**octave


def older_counts(cookie, plain, counts):
    """V0 and V1: a word of fixed size for each index."""
    word = cookie >> 4 & 15
    assert cookie & ~0xF0 in (0x1C849309 & ~0xF0, 0x1C849302 & ~0xF0)
    words = plain[32 if cookie & 15 == 9 else 40:]
    for index in range(len(words) // word):
        if count := int.from_bytes(words[index * word:index * word + word], "big"):
            counts[bucket(index)] = counts.get(bucket(index), 0) + count


def afterburner(name, column, per_second=False):
    runs, left, at = [], 0, None
    for line in (LOGS / name).read_text().splitlines():
        fields = [field.strip() for field in line.split(",")]
        if fields[0] == "02":
            at = fields.index(column)
            runs.append([])
        if fields[0] == "80":
            try:
                value = Decimal(fields[at])
                runs[-1].append(int((10**9 / value).quantize(Decimal(1), ROUND_HALF_UP)) if per_second else nanoseconds(fields[at], "ms"))
                if runs[-1][-1] == 0:
                    raise ArithmeticError
            except ArithmeticError:
                left += 1
                if runs[-1] and runs[-1][-1] == 0:
                    runs[-1].pop()
    return sampled({"left": left, "runs": [of_frames(run) for run in runs]})


def hlog(name):
    """After the layout that HdrHistogram documents, from counts to values by walking all indices."""
    tags = {}
    for line in (LOGS / name).read_text().splitlines():
        if line.startswith(("#", '"')):
            continue
        fields = line.split(",")
        tag = fields.pop(0)[4:] if fields[0].startswith("Tag=") else ""
        raw = base64.b64decode(fields[3])
        cookie = struct.unpack(">i", raw[:4])[0]
        plain = zlib.decompress(raw[8:])
        if cookie != 0x1C849314:
            older_counts(cookie, plain, tags.setdefault(tag, {}))
            continue
        _, size, _, digits, lowest, _, _ = struct.unpack(">iiiiqqd", plain[:40])
        assert digits == 2 and lowest == 1
        data, at, index = plain[40:40 + size], 0, 0
        while at < len(data):
            shift = value = 0
            while True:
                byte = data[at]
                at += 1
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            value = -(value + 1) // 2 if value & 1 else value // 2
            if value < 0:
                index -= value
                continue
            counts = tags.setdefault(tag, {})
            counts[bucket(index)] = counts.get(bucket(index), 0) + value
            index += 1
    runs = []
    for tag in sorted(tags):
        buckets = [(low + width - 1, low if width == 1 else low + width / 2, c) for (low, width), c in sorted(tags[tag].items()) if c]
        runs.append(of_buckets(buckets, min=min(low for (low, _), c in tags[tag].items() if c)))
    return {"left": 0, "runs": runs}


def plain(values):
    return {"left": 0, "runs": [figures(values)]}


def framed(values):
    """A column whose name says that it holds frame times."""
    return {"left": 0, "runs": [of_frames(values)]}


def each_second(name):
    """Frames counted in each second, in 10^-9 Hz."""
    values = [int(line) * 10**9 for line in (LOGS / name).read_text().split()[1:]]
    return {"left": 0, "runs": [figures(values) | {"rate": sum(values) / len(values) / 1e9}]}


def unlike(log, quantity):
    """Without what is doubted."""
    for name in [n for n in log["runs"][0]["games"] if n.startswith(quantity)]:
        del log["runs"][0]["games"][name]
    return log


def recordings(name):
    """The lines of columns begin a recording each."""
    parts = (LOGS / name).read_text().split("elapsed\n")[1:]
    times = [[nanoseconds(line.split(",")[1], "ms") for line in part.splitlines() if line[0].isdigit()] for part in parts]
    return {"left": 0, "runs": [of_frames(part) for part in times]}


def histograms(name):
    runs = []
    for text in (LOGS / name).read_text().split("# Histogram\n")[1:]:
        rows = [[int(w) for w in line.split()] for line in text.splitlines() if line[0] != "#"]
        for k in (0, 1):
            runs.append(of_buckets([(r[0] * 1000, r[0] * 1000, r[k + 1]) for r in rows if r[k + 1]]))
    return {"left": 0, "runs": runs}


def rtla(name):
    """An index and a count for each column; what lies beyond is in the line `over:`."""
    text, runs = (LOGS / name).read_text(), []
    rows = [[int(w) for w in line.split()] for line in text.splitlines() if re.match(r"\d", line)]
    last = {key: [int(w) for w in re.search(rf"^{key}:(.*)", text, re.M)[1].split()] for key in ("over", "avg", "min", "max")}
    for k in range(len(rows[0]) - 1):
        known = {"min": last["min"][k] * 1000, "max": last["max"][k] * 1000} | ({"mean": last["avg"][k] * 1000} if last["over"][k] else {})
        runs.append(of_buckets([(r[0] * 1000, r[0] * 1000, r[k + 1]) for r in rows if r[k + 1]], last["over"][k], **known))
    return {"left": 0, "runs": runs}


def only(count, scale, **figures_of):
    """Least, mean and greatest alone."""
    known = {key: None if value is None else value * scale for key, value in figures_of.items()}
    return {"count": count, "p50": None, "p90": None, "p99": None, "p99_9": None, "beyond": {"limit": round(known["max"]), "share": 0}} | known


def top(name):
    newest = {}
    for cpu, count, irq, thread in re.findall(r"^ *(\d+) #(\d+) +\|(.*)\|(.*)$", (LOGS / name).read_text(), re.M):
        newest[int(cpu)] = [only(int(count), 1000, **dict(zip(("min", "mean", "max"), [int(w) for w in part.split()][1:]))) for part in (irq, thread)]
    return {"left": 0, "runs": [run for cpu in sorted(newest) for run in newest[cpu]]}


def oslat(name):
    text, runs = (LOGS / name).read_text(), []
    rows = [(int(us), [int(w) for w in counts.split()], bool(over)) for us, counts, over in re.findall(r"^ *(\d+) \(us\):\s+([\d ]+?)( \(inc.*)?$", text, re.M)]
    shown = {key: [float(w) for w in re.search(rf"{word}:\s+([\d. ]+)", text)[1].split()] for key, word in (("min", "Minimum"), ("mean", "Average"), ("max", "Maximum"))}
    for k in range(len(rows[0][1])):
        over = sum(counts[k] for _, counts, last in rows if last)
        known = {key: values[k] * 1000 for key, values in shown.items() if key != "mean" or over}
        runs.append(of_buckets([(us * 1000, us * 1000, counts[k]) for us, counts, last in rows if counts[k] and not last], over, **known))
    return {"left": 0, "runs": runs}


def hwlat(name):
    pairs = re.findall(r"inner:(\d+), outer:(\d+)", (LOGS / name).read_text())
    return {"left": 0, "runs": [figures([1000 * max(int(i), int(o)) for i, o in pairs])]}


def cyclic_stress(name):
    text = (LOGS / name).read_text()
    samples = int(re.search(r"(\d+) samples", text)[1])
    known = {key: float(re.search(word + r" ([\d.]+)", text)[1]) for key, word in (("mean", "mean:"), ("min", "min:"), ("max", "max:"))}
    width = re.search(r"distribution \((\d+) ns", text)
    if width:
        rows = [(int(a), int(n)) for a, n in re.findall(r"cyclic: +(\d+) +(\d+)$", text, re.M)]
        buckets = [(a + int(width[1]) - 1, a, n) for a, n in rows if n]
    else:
        buckets, before = [], 0
        for percent, value in re.findall(r"([\d.]+)%: +(\d+) ns", text):
            up_to = int((Decimal(percent) / 100 * samples).quantize(Decimal(1), ROUND_HALF_UP))
            if up_to > before:
                buckets.append((int(value), 0, up_to - before))
            before = up_to
    return {"left": 0, "runs": [of_buckets(buckets, samples - sum(n for _, _, n in buckets), **known)]}


def powers(name, pattern, size=lambda text: int(text)):
    """Rows of least and greatest value, both among them, and a count; us."""
    rows = [(size(a), size(b), int(n)) for a, b, n in re.findall(pattern, (LOGS / name).read_text(), re.M)]
    return {"left": 0, "runs": [of_buckets([(b * 1000, (a + b) * 500, n) for a, b, n in rows if n])]}


def bpftrace(name):
    rows = []
    for label, n in re.findall(r"^\[(.*?)[\])] +(\d+) \|", (LOGS / name).read_text(), re.M):
        ends = [int(end.strip().replace("K", "")) * (1024 if "K" in end else 1) for end in label.split(",")]
        rows.append((ends[0], ends[-1] - (len(ends) > 1), int(n)))
    return {"left": 0, "runs": [of_buckets([(b * 1000, (a + b) * 500, n) for a, b, n in rows if n])]}


def timehist(name):
    found = re.findall(r"^ *[\d.]+ \[\d+\]  (?!<idle>)\S.*? +[\d.]+ +([\d.]+) +[\d.]+ *$", (LOGS / name).read_text(), re.M)
    return {"left": 0, "runs": [figures([nanoseconds(f, "ms") for f in found])]}


def task_delays(name):
    rows = re.findall(r"\| +(\d+) \| avg: +([\d.]+) ms \| max: +([\d.]+) ms", (LOGS / name).read_text())
    return {"left": 0, "runs": [only(int(n), 1e6, min=None, mean=float(mean), max=float(most)) for n, mean, most in rows]}


def means(name):
    """Rows that are means of frames: the rate, and no figure of single frames."""
    log = framed(column(name, r"^\d+,.*?\",.*?\",(\d+),", "us"))
    log["runs"][0]["games"] = {"rate_hz": log["runs"][0]["games"]["rate_hz"], "gpu_busy.mean": mean_of(name)}
    return log


def mean_of(name):
    busy = [1000 * int(row["Render GPU (µs)"]) for row in csv.DictReader((LOGS / name).open(encoding="utf-8-sig"))]
    return sum(busy) / len(busy)


def with_gpu(name):
    log = framed(column(name, r"^\d+,.*?\",.*?\",(\d+),", "us"))
    log["runs"][0]["games"]["gpu_busy.mean"] = mean_of(name)
    return log


def hwinfo(log):
    busy = [nanoseconds(row["GPU Busy [ms]"], "ms") for row in csv.DictReader((LOGS / "polled.csv").open())]
    log = sampled(log)
    log["runs"][0]["games"]["gpu_busy.mean"] = sum(busy) / len(busy)
    return log


def toolkit(name):
    values = [round(float(row["FPS"]) * 1e9) for row in csv.DictReader((LOGS / name).open())]
    return {"left": 0, "runs": [figures(values) | {"rate": sum(values) / len(values) / 1e9}]}


def gfxinfo(name):
    text = (LOGS / name).read_text()
    counts = [(int(ms) * 10**6, int(ms) * 10**6, int(n)) for ms, n in re.findall(r"(\d+)ms=(\d+)", re.search(r"^HISTOGRAM: (.*)", text, re.M)[1]) if int(n)]
    rows = list(csv.DictReader(io.StringIO(text.split("---PROFILEDATA---\n")[1])))
    newest = [int(row["FrameCompleted"]) - int(row["IntendedVsync"]) for row in rows if row["Flags"] == "0"]
    return {"left": 0, "runs": [figures(newest), of_buckets(counts)]}


def overruns(name):
    text = (LOGS / name).read_text()
    took = [nanoseconds(ms, "ms") for ms in re.findall(r"loop took ([\d.]+) ms", text)]
    nav = [int((10**9 / Decimal(hz)).quantize(Decimal(1), ROUND_HALF_UP)) for hz in re.findall(r"loop rate is ([\d.]+) Hz", text)]
    return {"left": 0, "runs": [figures(took), figures(nav)]}


def column(name, pattern, unit, comma=False):
    """The first group of each line that the pattern fits; points divide thousands where the comma is the decimal one."""
    found = re.findall(pattern, (LOGS / name).read_bytes().decode().replace("\r", ""), re.M)
    return [nanoseconds(f.replace(".", "").replace(",", ".") if comma else f, unit) for f in found]


def intervals(stamps):
    return {"left": 0, "runs": [of_frames([b - a for a, b in zip(stamps, stamps[1:])])]}


def rates(name, pattern):
    times = [int((10**9 / Decimal(f)).quantize(Decimal(1), ROUND_HALF_UP)) for f in re.findall(pattern, (LOGS / name).read_text(), re.M)]
    return {"left": 0, "runs": [of_frames(times)]}


def golden():
    v1, v2 = "msBetweenPresents", "FrameTime"
    semicolon = {"delimiter": ";"}
    two = frame_table("presentmon2-two.csv", v2, where=lambda r: r["Application"] == "game.exe")
    chains = [frame_table("presentmon2-chains.csv", v2, where=lambda r, c=c: r["SwapChainAddress"] == c)["runs"][0] for c in ("0x1F2A0B3C4D0", "0xBEEF")]
    lines = (LOGS / "plain-column.txt").read_text().split()
    return {
        "mangohud-ms.csv": ["mangohud", {}, frame_table("mangohud-ms.csv", "frametime", skip=above_columns("fps"))],
        "mangohud-us.csv": ["mangohud", {}, frame_table("mangohud-us.csv", "frametime", "us", skip=above_columns("fps"))],
        "mangohud-interval.csv": ["mangohud", {}, sampled(frame_table("mangohud-interval.csv", "frametime", skip=above_columns("fps")))],
        "mangohud-comma.csv": ["mangohud", {}, frame_table("mangohud-comma.csv", "frametime", skip=above_columns("fps"), **semicolon)],
        "presentmon1.csv": ["presentmon-1", {}, frame_table("presentmon1.csv", v1)],
        "presentmon1-cut.csv": ["presentmon-1", {}, frame_table("presentmon1-cut.csv", v1)],
        "presentmon1-comma.csv": ["presentmon-1", {}, frame_table("presentmon1-comma.csv", v1, **semicolon)],
        "presentmon2.csv": ["presentmon-2", {}, unlike(frame_table("presentmon2.csv", v2), "gpu_busy")],
        "presentmon24.csv": ["presentmon-2", {}, frame_table("presentmon24.csv", "MsBetweenPresents")],
        "presentmon2-two.csv": ["presentmon-2", {"process": "game"}, unlike(two, "gpu_busy")],
        "presentmon2-chains.csv": ["presentmon-2", {}, {"left": 0, "runs": chains}],
        "ocat.csv": ["ocat", {}, frame_table("ocat.csv", "MsBetweenPresents")],
        "capframex.json": ["capframex", {}, capframex("capframex.json")],
        "capframex-latency.json": ["capframex", {}, capframex("capframex-latency.json")],
        "capframex-two.json": ["capframex", {}, capframex("capframex-two.json")],
        "cyclictest-v.txt": ["cyclictest", {}, cyclic_samples()],
        "cyclictest-real.txt": ["cyclictest", {}, cyclic_histogram("cyclictest-real.txt")],
        "bpftrace-real.txt": ["bpf-histogram", {}, bpftrace("bpftrace-real.txt")],
        "perf-timehist-real.txt": ["perf-sched", {}, timehist("perf-timehist-real.txt")],
        "perf-latency-real.txt": ["perf-sched", {}, task_delays("perf-latency-real.txt")],
        "cyclictest-h.txt": ["cyclictest", {}, cyclic_histogram()],
        "cyclictest-all.txt": ["cyclictest", {}, cyclic_all()],
        "cyclictest-h-cut.txt": ["cyclictest", {}, cyclic_cut()],
        "cyclictest-q.txt": ["cyclictest", {}, cyclic_shown()],
        "two-indented.hgrm": ["hdr-percentiles", {"unit": "ms"}, hgrm_tables("two-indented.hgrm")],
        "cyclictest.json": ["cyclictest-json", {}, cyclic_json()],
        "percentiles.hgrm": ["hdr-percentiles", {"unit": "ms"}, hgrm("percentiles.hgrm")],
        "wrk2.txt": ["hdr-percentiles", {}, hgrm("wrk2.txt")],
        "percentiles.csv": ["hdr-percentiles", {"unit": "ms"}, hgrm("percentiles.csv", r"([\d.]+),([\d.]+),(\d+),.*", False)],
        "jhiccup.hlog": ["hdr-log", {}, hlog("jhiccup.hlog")],
        "tags.hlog": ["hdr-log", {}, hlog("tags.hlog")],
        "plain-ms.csv": ["csv", {"column": "frame_ms"}, framed([nanoseconds(r["frame_ms"], "ms") for r in csv.DictReader((LOGS / "plain-ms.csv").open())])],
        "plain-comma.csv": ["csv", {"column": "2"}, plain(table("plain-comma.csv", "Dauer (µs)", "us", **semicolon)[0])],
        "plain-column.txt": ["csv", {"unit": "s"}, plain([nanoseconds(line, "s") for line in lines])],
        "r-write-table.txt": ["csv", {}, framed(column("r-write-table.txt", r'^"\d+" (\S+)', "ms"))],
        "r-sep.csv": ["csv", {}, framed(column("r-sep.csv", r'^"\d+",(\S+)', "ms"))],
        "fraps-times.csv": ["fraps", {}, intervals(column("fraps-times.csv", r"^ *\d+, +([\d.]+)$", "ms"))],
        "stamps.csv": ["csv", {}, intervals(column("stamps.csv", r"^([\d.]+)$", "s"))],
        "no-header.csv": ["csv", {"column": "2", "unit": "ms"}, plain(column("no-header.csv", r",([\d.]+)$", "ms"))],
        "thousands-de.csv": ["csv", {}, plain(column("thousands-de.csv", r";([\d.,]+)$", "us", True))],
        "comma-column.txt": ["csv", {}, framed(column("comma-column.txt", r"^([\d,]+)$", "ms", True))],
        "sep-line.csv": ["csv", {}, framed(column("sep-line.csv", r";([\d,]+)$", "ms", True))],
        "packed.csv.gz": ["csv", {}, framed([nanoseconds(line, "ms") for line in gzip.decompress((LOGS / "packed.csv.gz").read_bytes()).decode().split()[1:]])],
        "packed.csv.zst": ["csv", {}, framed([nanoseconds(line, "ms") for line in (LOGS / "packed.csv.zst").read_bytes()[9:].decode().split()[1:]])],
        "afterburner.hml": ["afterburner", {}, afterburner("afterburner.hml", "Frametime")],
        "afterburner-fps.hml": ["afterburner", {}, afterburner("afterburner-fps.hml", "Framerate", True)],
        "frameview.csv": ["frameview", {}, frame_table("frameview.csv", "MsBetweenPresents")],
        "capframex.csv": ["capframex-csv", {}, frame_table("capframex.csv", "MsBetweenPresents", skip=lambda line: line.startswith("//"))],
        "presentmon2-never-shown.csv": ["presentmon-2", {}, frame_table("presentmon2-never-shown.csv", v2)],
        "presentmon25-generated.csv": ["presentmon-2", {}, frame_table("presentmon25-generated.csv", "MsBetweenPresents",
                                                                       generated=lambda r: r["FrameType"] != "Application")],
        "presentmon24-qpc-ms.csv": ["presentmon-2", {}, frame_table("presentmon24-qpc-ms.csv", "MsBetweenPresents")],
        "older.hlog": ["hdr-log", {}, hlog("older.hlog")],
        "mac.csv": ["csv", {}, framed([nanoseconds(line, "ms") for line in (LOGS / "mac.csv").read_text().split()[1:]])],
        "fps.csv": ["csv", {}, rates("fps.csv", r",([\d.]+)$")],
        "presentmon2-idle-gpu.csv": ["presentmon-2", {}, frame_table("presentmon2-idle-gpu.csv", "MsBetweenPresents")],
        "presentmon2-odd-latency.csv": ["presentmon-2", {}, unlike(frame_table("presentmon2-odd-latency.csv", "MsBetweenPresents"), "latency")],
        "unreal.csv": ["known-table", {}, framed(column("unreal.csv", r"^,([\d.]+),", "ms"))],
        "unity.csv": ["known-table", {}, framed(column("unity.csv", r"^\d+, \d+, ([\d.]+),", "ms"))],
        "xrframetools.csv": ["known-table", {}, with_gpu("xrframetools.csv")],
        "xrframetools-means.csv": ["known-table", {}, means("xrframetools-means.csv")],
        "openxr-toolkit.csv": ["known-table", {}, toolkit("openxr-toolkit.csv")],
        "gfxinfo.txt": ["gfxinfo", {}, gfxinfo("gfxinfo.txt")],
        "ros2-overruns.log": ["ros-overruns", {}, overruns("ros2-overruns.log")],
        "fps-each-second.csv": ["csv", {}, each_second("fps-each-second.csv")],
        "polled.csv": ["known-table", {}, hwinfo(frame_table("polled.csv", "Frame Time [ms]"))],
        "two-recordings.csv": ["mangohud", {}, recordings("two-recordings.csv")],
        "frametime-column.csv": ["csv", {}, framed(column("frametime-column.csv", r"^([\d.]+)$", "ms"))],
        "two-histograms.txt": ["cyclictest", {}, histograms("two-histograms.txt")],
        "timerlat-hist.txt": ["rtla", {}, rtla("timerlat-hist.txt")],
        "osnoise-hist.txt": ["rtla", {}, rtla("osnoise-hist.txt")],
        "timerlat-top.txt": ["rtla", {}, top("timerlat-top.txt")],
        "oslat.txt": ["oslat", {}, oslat("oslat.txt")],
        "hwlatdetect.txt": ["hwlatdetect", {}, hwlat("hwlatdetect.txt")],
        "stress-ng.txt": ["stress-ng", {}, cyclic_stress("stress-ng.txt")],
        "stress-ng-percentiles.txt": ["stress-ng", {}, cyclic_stress("stress-ng-percentiles.txt")],
        "runqlat.txt": ["bpf-histogram", {}, powers("runqlat.txt", r"^ +(\d+) -> (\d+) +: (\d+)")],
        "bpftrace.txt": ["bpf-histogram", {}, bpftrace("bpftrace.txt")],
        "perf-timehist.txt": ["perf-sched", {}, timehist("perf-timehist.txt")],
        "perf-latency.txt": ["perf-sched", {}, task_delays("perf-latency.txt")],
    }


if __name__ == "__main__":
    text = json.dumps(golden(), indent=1) + "\n"
    kept = HERE / "golden.json"
    if sys.argv[1] == "--write":
        kept.write_text(text)
    elif kept.read_text() != text:
        sys.exit("golden.json is not what golden.py computes")
