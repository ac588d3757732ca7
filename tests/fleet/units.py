#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The systemd units: systemd takes them, they are confined, and the command that they start works. Usage: units.py jitterscope-cli"""
import os
import pathlib
import re
import shlex
import sys
import tempfile

from fleet import RESOURCES, called, check, needed

ANALYZE = needed("systemd-analyze")
CLI = os.path.abspath(sys.argv[1])
UNITS = ["jitterscope-watch.service", "jitterscope-probe.service", "jitterscope-probe.timer"]
MOST_EXPOSED = 20  # of 100


def command_of(text, file):
    """The words that ExecStart runs, with the unit's own variables."""
    variables = {}
    for words in re.findall(r"^Environment=(.*)$", text, re.M):
        for word in shlex.split(words):
            key, value = word.split("=", 1)
            variables[key] = value
    variables["FILE"] = str(file)
    words = []
    for word in re.search(r"^ExecStart=(.*)$", text, re.M).group(1).split():
        name = word.strip("${}")
        if word.startswith("${"):
            words.append(variables[name])
        else:
            words += variables[name].split() if word.startswith("$") else [word]
    return words


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for unit in UNITS:
            text = (RESOURCES / unit).read_text(encoding="utf-8")
            (folder / unit).write_text(text.replace("ExecStart=jitterscope-cli ", f"ExecStart={CLI} "), encoding="utf-8")
        called([ANALYZE, "verify", "--man=no", *(folder / unit for unit in UNITS)])
        for unit in UNITS[:2]:
            called([ANALYZE, "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", folder / unit])
            file = folder / f"{unit}.prom"
            text = (RESOURCES / unit).read_text(encoding="utf-8")
            words = command_of(text, file)
            check(words[0] == "jitterscope-cli" and words[1] == "watch", f"{unit} starts {words}")
            end = [] if "--probes" in words else ["--probes", "1"]
            called([CLI, *words[1:], *end, "--machine", "linux-default"])
            check("jitterscope_last_probe_success" in file.read_text(encoding="utf-8"), f"{unit} writes no metrics")
            check("\nSuccessExitStatus=130\n" in text, f"{unit} takes a stopped watch for a failed one")
        timer = (RESOURCES / UNITS[2]).read_text(encoding="utf-8")
        called([ANALYZE, "calendar", re.search(r"^OnCalendar=(.*)$", timer, re.M).group(1)])
    print("the units hold")


main()
