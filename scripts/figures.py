#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the figures of docs/figures.md, each by the command line that stands above it there.

Usage: scripts/figures.py [--cli PROGRAM] [--check]
--check compares with what is there instead of writing it: simulated machines give the same bytes everywhere."""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys

TREE = pathlib.Path(__file__).resolve().parent.parent
PAGE = TREE / "docs/figures.md"
COMMAND = re.compile(r"^    (jitterscope-cli .* --svg (\S+)(?: .*)?)$", re.M)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--cli", default=str(TREE / "build/release/bin/jitterscope-cli"))
    arguments.add_argument("--check", action="store_true")
    chosen = arguments.parse_args()
    failed = 0
    commands = COMMAND.findall(PAGE.read_text(encoding="utf-8"))
    if not commands:
        sys.exit(f"{PAGE}: no command with --svg")
    for command, name in commands:
        words = shlex.split(command)
        words[0] = chosen.cli
        words[words.index(name)] = "-"
        made = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
        path = PAGE.parent / name
        if not chosen.check:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(made)
        elif not path.exists() or path.read_bytes() != made:
            print(f"docs/{name} is not what its command makes; scripts/figures.py makes it anew")
            failed += 1
    print(f"{len(commands)} figures" + (f", {failed} differ" if chosen.check else " made"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
