#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/fleet.md: its table names every metric that is written, its PromQL is PromQL, its lines of Python run.

Usage: document.py jitterscope-cli"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap

from fleet import TREE, called, check, fence

CLI = os.path.abspath(sys.argv[1])
NOTE = (TREE / "docs" / "fleet.md").read_text(encoding="utf-8")


def families(text):
    return {name: kind for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M)}


def table(folder):
    """Of a watch on this machine, which has everything that there is."""
    file = folder / "a.prom"
    called([CLI, "watch", "--every", "10s", "--probes", "1", "--duration", "1", "--rate", "500", "--openmetrics", file])
    written = families(file.read_text(encoding="utf-8"))
    told = dict(re.findall(r"^\| `(jitterscope_\w+)` \| (\w+) \|", NOTE, re.M))
    check(written == told, f"written and told differ by {set(written.items()) ^ set(told.items())}")
    return len(told)


def promql(folder):
    promtool = shutil.which("promtool")
    blocks = fence(NOTE, "promql")
    check(len(blocks) >= 5, "where are the examples of PromQL?")
    known = set(re.findall(r"record: (\S+)", (TREE / "resources/fleet/jitterscope-rules.yml").read_text(encoding="utf-8")))
    named = set(re.findall(r"\binstance\w*:[\w:]+", NOTE))
    check(named <= known, f"no rule makes {named - known}")
    if promtool is None:
        return "no promtool, so its PromQL is not tried"
    rules = "".join(f"      - record: example:{i}\n        expr: |\n{textwrap.indent(block.strip(), 10 * ' ')}\n" for i, block in enumerate(blocks))
    (folder / "examples.yml").write_text(f"groups:\n  - name: examples\n    rules:\n{rules}", encoding="utf-8")
    called([promtool, "check", "rules", folder / "examples.yml"])
    return f"{len(blocks)} examples of PromQL"


def pandas(folder):
    """Of 301 frames p50 and p99 are frames, so that there is nothing to interpolate."""
    python = next((path for path in (sys.executable, "/usr/bin/python3")
                   if subprocess.run([path, "-c", "import pandas"], capture_output=True, check=False).returncode == 0), None)
    if python is None:
        return "no pandas, so its lines are not tried"
    (folder / "csv").mkdir()
    sorted_ns = {}
    for seed in ("1", "2"):
        file = folder / "csv" / f"seat{seed}.csv"
        called([CLI, "run", "--machine", "linux-default-loaded", "--strategy", "system-sleep", "--frames", "301", "--seed", seed, "--csv", file])
        rows = [line.split(",") for line in file.read_text().splitlines() if line[:1].isdigit()]
        sorted_ns[f"csv/{file.name}"] = sorted(int(row[2]) - int(row[5]) for row in rows[1:])
    (block,) = fence(NOTE, "python")
    out = called([python, "-c", block], cwd=folder)
    for name, values in sorted_ns.items():
        figures = re.search(rf"^{re.escape(name)}\s+(\S+)\s+(\S+)$", out, re.M)
        check(figures, f"no line for {name}:\n{out}")
        for text, place in zip(figures.groups(), (150, 297)):  # 0.5 · 300 and 0.99 · 300
            check(float(text) == values[place], f"{name}: {text}, but frame {place} of the sorted ones is {values[place]}")
    return "pandas"


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        print(f"the note holds: {table(folder)} metrics, {promql(folder)}, {pandas(folder)}")


main()
