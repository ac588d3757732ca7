#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What do the lines of plots cost the window, drawn by Qt Charts or by ourselves (-DJITTERSCOPE_QT_CHARTS=OFF)? Both windows show the same Live
run at 1 kHz in an X server of its own, in interleaved pairs. Counted is the CPU time of the window's own
thread, which draws.

Usage: plot_lines.py WITH_CHARTS/jitterscope WITHOUT/jitterscope [--pairs N] [--seconds S]. Needs Xvfb. On a quiet machine."""
import argparse
import math
import os
import pathlib
import random
import statistics
import subprocess
import tempfile
import time

T_90 = {1: 6.314, 2: 2.920, 3: 2.353, 4: 2.132, 5: 2.015, 7: 1.895, 9: 1.833, 11: 1.796, 15: 1.753, 19: 1.729}
ARGUMENTS = ["--page", "live", "--start", "--strategy", "system-sleep", "--rate", "1000", "--theme", "light"]
TICK = os.sysconf("SC_CLK_TCK")


def drawing(pid):
    """CPU seconds of its first thread so far."""
    fields = pathlib.Path(f"/proc/{pid}/task/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def percent(program, display, seconds):
    """CPU use of the drawing thread, in % of a processor."""
    with tempfile.TemporaryDirectory() as home:
        environment = dict(os.environ, DISPLAY=display, QT_QPA_PLATFORM="xcb", XDG_CONFIG_HOME=home, XDG_DATA_HOME=home)
        running = subprocess.Popen([program, *ARGUMENTS], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(6) # the charts are full
            begin, before = time.monotonic(), drawing(running.pid)
            time.sleep(seconds)
            return 100 * (drawing(running.pid) - before) / (time.monotonic() - begin)
        finally:
            running.kill()
            running.wait()


def interval(values):
    mean = statistics.mean(values)
    half = T_90.get(len(values) - 1, 1.7) * statistics.stdev(values) / math.sqrt(len(values))
    return f"{mean:.2f} ({mean - half:.2f} … {mean + half:.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("charts")
    parser.add_argument("painted")
    parser.add_argument("--pairs", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-nolisten", "tcp"], pass_fds=[write],
                              stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    display = ":" + os.read(read, 16).decode().strip()
    order, found = random.Random(1), {"charts": [], "painted": []}
    try:
        for pair in range(options.pairs):
            for kind in order.sample(["charts", "painted"], 2):
                found[kind].append(percent(getattr(options, kind), display, options.seconds))
            print(f"pair {pair + 1}: Qt Charts {found['charts'][-1]:.2f} %, painted {found['painted'][-1]:.2f} %", flush=True)
    finally:
        server.terminate()
        server.wait()
    ratios = [painted / charts for charts, painted in zip(found["charts"], found["painted"])]
    print(f"Qt Charts {interval(found['charts'])} %; painted {interval(found['painted'])} %; painted / Qt Charts {interval(ratios)}; mean and 90 % interval")


if __name__ == "__main__":
    main()
