#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a call costs in a program that is listened to: alone, with the listener loaded and nobody there, written down, and with a cure held
(`with`) in the thread that calls and in another one.
Usage: listened_call.py BIN_FOLDER [TURNS]. They take turns; of each the median over the turns is printed, and the range."""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).with_suffix(".c")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    with tempfile.TemporaryDirectory() as place:
        program = f"{place}/listened_call"
        subprocess.run(["cc", "-O2", str(SOURCE), "-o", program, "-lpthread"], check=True)
        hold = [str(folder / "jitterscope-cli"), "with", "--cure", "slack", "--", program, "200"] # 200 rounds: until its loop is found
        ways = {"alone": ([program], {}),
                "loaded": ([program], {"LD_PRELOAD": str(folder / "libjitterscope-listen.so")}),
                "written down": ([str(folder / "jitterscope-cli"), "attach", "--duration", "7s", "--", program], {}),
                "held": (hold, {}),
                "held in another thread": ([*hold, "thread"], {})}
        costs = {way: [] for way in ways}
        for _ in range(turns):
            for way, (command, environment) in ways.items():
                text = subprocess.run(command, env={**os.environ, **environment}, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                      text=True).stdout
                costs[way].append(tuple(map(float, text.split())))
    for way, each in costs.items():
        best, mean = ([pair[i] for pair in each] for i in (0, 1))
        print(f"{way}: best {statistics.median(best):.0f} ns a call ({min(best):.0f} … {max(best):.0f}), "
              f"mean {statistics.median(mean):.0f} ({min(mean):.0f} … {max(mean):.0f})")


if __name__ == "__main__":
    main()
