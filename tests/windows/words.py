#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command line for Windows speaks of Windows: in help, lists, facts, labs, experiments, a diagnosis with its code, nothing is said that
only Linux has. Usage: words.py WINE jitterscope-cli.exe"""
import json
import re
import subprocess
import sys

OF_LINUX = re.compile(r"SCHED_|prctl|PR_SET|cpuidle|cpu_dma_latency|/proc/|/sys/(?!windows)|/dev/(?!null|full)|\./game|systemctl|systemd|sudo |chrt |taskset |cgroup|"
                      r"rtkit|RealtimeKit|gamemode|LD_PRELOAD|libc::|mlockall|Set slack")
# What names the origin of a strategy, or a program whose logs are read.
ORIGINS = re.compile(r"Source|source|cyclictest|POSIX clock_nanosleep")
# Listening is there on Linux alone: its commands say so themselves when they are called.
LISTENING = re.compile(r"^\s*(attach|with) ")


def main():
    cli = sys.argv[1:]

    def told(*arguments):
        done = subprocess.run([*cli, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False)
        return (done.stdout + done.stderr).decode("utf-8", "replace")

    def ids(topic):
        listed = subprocess.run([*cli, "list", topic, "--json"], stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout
        return [entry["id"] for entry in json.loads(listed)[topic]]

    calls = [("--help",)]
    calls += [("list", topic) for topic in ("strategies", "policies", "work", "experiments", "machines", "labs", "formats")]
    calls += [(command, "--help") for command in ("run", "race", "experiment", "diagnose", "lab", "compare", "list", "watch", "summarize")]
    calls.append(("run", "--frames", "30", "--rate", "240", "--slack", "1ms"))
    for lab in ids("labs"):
        calls.append(("lab", lab))
    for experiment in ids("experiments"):
        if experiment not in ("race", "robustness"):
            calls.append(("experiment", experiment, "--quick", "--machine", "windows-15ms"))
    calls += [("experiment", "slack", "--quick"), ("diagnose", "--job", "game-60", "--machine", "windows-15ms")]
    wrong, silent = [], []
    for call in calls:
        text = told(*call)
        if not text.strip():
            silent.append(" ".join(call))
        for line in text.splitlines():
            if OF_LINUX.search(line) and not ORIGINS.search(line) and not LISTENING.search(line):
                wrong.append(f"{' '.join(call)}: {line.strip()}")
    print("\n".join(wrong + [f"says nothing: {call}" for call in silent] + [f"words: {len(calls)} calls, {len(wrong)} lines of Linux"]))
    return 1 if wrong or silent else 0


if __name__ == "__main__":
    sys.exit(main())
