#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What both builds write for the same simulated machine and seed is the same, byte for byte, but for the lines that name start, command,
program and host. Usage: same_numbers.py FOLDER CLI -- OTHER_CLI…      (with Wine or qemu before it, where those run it)
Every machine × strategy, every experiment, race, every lab, and comparisons of the runs."""
import hashlib
import json
import pathlib
import re
import subprocess
import sys

ALLOWED = re.compile(rb'^(# (started_utc|command|program|host|machine_fact\.[\w.]+|disturbed|pressure|steal|usage\.[\w.]+):.*'
                     rb'|\s*"(started_utc|command|program|host|seconds|elapsed_s|wall_seconds)": .*)\n', re.MULTILINE)


def digest(path):
    """Of a file's bytes without the lines that may differ; 'missing' where there is none."""
    if not path.exists():
        return "missing"
    return hashlib.sha256(ALLOWED.sub(b"", path.read_bytes())).hexdigest()[:16]


def ids(cli, topic):
    listed = subprocess.run([*cli, "list", topic, "--json"], capture_output=True, check=True).stdout
    return [entry["id"] for entry in json.loads(listed)[topic]]


def tasks(cli):
    """(name of the file, arguments before it)"""
    machines = [machine for machine in ids(cli, "machines") if machine not in ("here", "recorded")]
    for machine in machines:
        for strategy in ids(cli, "strategies"):
            yield f"run-{machine}-{strategy}.csv", ["run", "--machine", machine, "--strategy", strategy, "--frames", "400", "--rate", "240",
                                                    "--work", "uniform", "--csv"]
    for experiment in ids(cli, "experiments"):
        for machine in ("linux-default", "windows-15ms"):
            if experiment not in ("race", "robustness") or machine == "windows-15ms":
                yield f"experiment-{experiment}-{machine}.csv", ["experiment", experiment, "--quick", "--machine", machine, "--csv"]
    for machine in ("linux-slack1", "windows-hires"):
        yield f"race-{machine}.json", ["race", "--machine", machine, "--rounds", "2", "--seconds", "1", "--json"]
    for lab in ids(cli, "labs"):
        yield f"lab-{lab}.json", ["lab", lab, "--json"]
        yield f"lab-{lab}.svg", ["lab", lab, "--svg"]
    pairs = [("linux-default-precise-sleep", "linux-default-adaptive"), ("windows-1ms-sliced-sleep", "windows-hires-hires-timer")]
    for number, (a, b) in enumerate(pairs):
        for form in ("json", "csv", "markdown", "html"):
            yield f"compare-{number}.{form}", ["compare", f"run-{a}.csv", f"run-{b}.csv", f"--{form}"]


def main():
    split = sys.argv.index("--")
    folder, both = pathlib.Path(sys.argv[1]), ([str(pathlib.Path(sys.argv[2]).resolve())], sys.argv[split + 1:])
    places = [folder / "here", folder / "other"]
    different, count = [], 0
    for place in places:
        place.mkdir(parents=True, exist_ok=True)
    for name, arguments in tasks(both[0]):
        running = []
        for cli, place in zip(both, places):
            (place / name).unlink(missing_ok=True)
            running.append(subprocess.Popen([*cli, *arguments, name], cwd=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                            stderr=subprocess.PIPE))
        said = [process.communicate()[1] for process in running]
        codes = [process.returncode for process in running]
        count += 1
        digests = [digest(place / name) for place in places]
        if codes[0] != codes[1] or digests[0] != digests[1]:
            different.append(name)
            print(f"{name}: exit {codes}, {digests}, {[text.decode(errors='replace')[-300:] for text in said]}")
    written = sum(1 for path in places[0].iterdir())
    print(f"same numbers: {written} files of {count} runs, {len(different)} differ")
    return 1 if different or written < count // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
