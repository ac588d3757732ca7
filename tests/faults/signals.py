#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Signals at random moments of a real run: what was measured is on the disk.

Promise: the first TERM, INT, HUP, QUIT or XCPU ends the run and its file is whole; further ones change nothing;
one that was ignored at the start stays ignored; kill -9 costs no more than the last second. A signal that comes
before there are handlers ends the program with nothing opened; from the begin of main() on it ends the run in order.
Usage: signals.py jitterscope-cli fault_preload.so [--long [PART] | --kills N]; without arguments it lists the parts"""
import os
import random
import signal
import subprocess
import sys
import time

from faults import Folder, Tally, rows, run, whole

CLI, PRELOAD = (os.path.abspath(path) for path in sys.argv[1:3]) if len(sys.argv) > 2 else ("", "")
LONG = "--long" in sys.argv
RUN = [CLI, "run", "--rate", "500", "--strategy", "absolute-sleep", "--duration", "30", "--csv", "out.csv",
       "--json", "out.json"]
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
STOPS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT]
random.seed(None if LONG else 1)


def begun(folder, process):
    """The files are open: from here on nothing may be lost."""
    while process.poll() is None and not os.path.exists(folder.file("out.csv.partial")):
        time.sleep(0.002)


def ended(tally, folder, process, what):
    try:
        code = process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        code = "none: it did not end"
    text = folder.content("out.csv")
    tally.check(code == 130, f"{what}: exit {code}")
    tally.check(whole(text), f"{what}: no whole file")
    tally.check(not folder.strays(["out.csv", "out.json"]), f"{what}: left {folder.strays(['out.csv', 'out.json'])}")
    json = folder.content("out.json") or b""
    tally.check(json.rstrip().endswith(b"}"), f"{what}: no JSON")


def timeouts(tally, times):
    """GNU timeout signals the child and then the whole group."""
    for _ in range(times):
        with Folder() as folder:
            subprocess.run(["timeout", "0.3"] + RUN, cwd=folder.path, check=False, **QUIET)
            # On a busy machine it may not have reached main() by then.
            tally.check(whole(folder.content("out.csv")) or not folder.strays([]), "timeout 0.3: no whole file")


def doubles(tally, times):
    for number in STOPS * times:
        with Folder() as folder:
            process = subprocess.Popen(RUN, cwd=folder.path, **QUIET)
            begun(folder, process)
            time.sleep(random.uniform(0, 0.2))
            for _ in range(3):
                process.send_signal(number)
                time.sleep(0.02)
                if process.poll() is not None:
                    break
            ended(tally, folder, process, f"three times {signal.Signals(number).name}")


def mixed(tally, times):
    for _ in range(times):
        with Folder() as folder:
            process = subprocess.Popen(RUN, cwd=folder.path, **QUIET)
            begun(folder, process)
            time.sleep(random.uniform(0, 0.2))
            for number in random.sample(STOPS, 4):
                if process.poll() is None:
                    process.send_signal(number)
            ended(tally, folder, process, "all four")


def early(tally, times):
    """In the first 20 ms: the loader's, main's, the run's."""
    before = 0
    for _ in range(times):
        with Folder() as folder:
            process = subprocess.Popen(RUN, cwd=folder.path, **QUIET)
            after = random.uniform(0, 0.02)
            time.sleep(after)
            number = random.choice(STOPS)
            process.send_signal(number)
            if process.wait(timeout=20) == -number:
                before += 1
                tally.check(not folder.strays([]), f"{number.name} after {1000 * after:.1f} ms: left {folder.strays([])}")
            else:
                ended(tally, folder, process, f"{number.name} after {1000 * after:.1f} ms")
    print(f"signals in the first 20 ms: {times}, {before} of them before main()")


def ended_beside_input(command, path, environment):
    """Exit code; None if it waits for its input, which does not end."""
    reader, writer = os.pipe()
    try:
        return run(command, cwd=path, env=environment, stdin=reader, timeout=10).returncode
    except subprocess.TimeoutExpired:
        return None
    finally:
        os.close(reader)
        os.close(writer)


def at_begin_of_main(tally):
    """Every command that measures ends in order; others end as any program does."""
    simulated = ["--machine", "linux-default"]
    measuring = [["run", "--frames", "50"] + simulated, ["experiment", "slack", "--quick"] + simulated, ["race", "--strategies", "spin,adaptive", "--rounds", "1"] + simulated,
                 ["diagnose", "--quick"] + simulated]
    for number in STOPS + [signal.SIGXCPU]:
        environment = dict(os.environ, FAULT_SIGNAL=str(int(number)), LD_PRELOAD=PRELOAD,
                           ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=0")
        for command in measuring:
            with Folder() as folder:
                code = run([CLI] + command + ["--json", "out.json"], cwd=folder.path, env=environment).returncode
                what = f"{number.name} at the begin of main, {command[0]}"
                tally.check(code == 130, f"{what}: exit {code}")
                nothing = command[0] == "diagnose" and folder.content("out.json") is None  # nothing to conclude from
                tally.check(nothing or (folder.content("out.json") or b"").rstrip().endswith(b"}"), f"{what}: no JSON")
                tally.check(not folder.strays(["out.json"]), f"{what}: left {folder.strays(['out.json'])}")
        for command in (["list", "strategies"], ["--help"], ["summarize", "-"], ["compare", "-", "b"], ["lab", "sleep", "--json", "out"], ["run", "--nonsense"]):
            with Folder() as folder:
                code = ended_beside_input([CLI] + command, folder.path, environment)
                tally.check(code == -number and not folder.strays([]), f"{number.name} at the begin of main, {command}: exit {code}")


def ignored(tally):
    """As nohup starts a program."""
    with Folder() as folder:
        process = subprocess.Popen(RUN, cwd=folder.path, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
                                   **QUIET)
        begun(folder, process)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        tally.check(process.poll() is None, "an ignored SIGHUP ended the run")
        process.send_signal(signal.SIGTERM)
        ended(tally, folder, process, "TERM after an ignored HUP")


def cpu_limit(tally):
    with Folder() as folder:
        command = ["sh", "-c", "ulimit -S -t 1; exec \"$@\"", "sh"] + [w if w != "absolute-sleep" else "spin" for w in RUN]
        process = subprocess.Popen(command, cwd=folder.path, **QUIET)
        ended(tally, folder, process, "RLIMIT_CPU")


def kills(tally, times):
    """Four recordings at once."""
    worst = 0.0
    for _ in range(times // 4):
        running = []
        for _ in range(4):
            folder = Folder().__enter__()
            process = subprocess.Popen(RUN, cwd=folder.path, **QUIET)
            running.append((folder, process, time.monotonic()))
        for folder, process, start in running:
            begun(folder, process)
            time.sleep(max(0, start + random.uniform(1.2, 2.0) - time.monotonic()))
            since = time.monotonic() - start
            process.kill()
            process.wait()
            taken = rows(folder.content("out.csv.partial") or folder.content("out.csv"))
            last = int(taken[-1].split(b",")[2]) / 1e9 if taken else 0.0
            worst = max(worst, since - last)
            # A second for the rows, and one for a machine that other tests keep busy.
            tally.check(taken and last > since - 2.0, f"kill -9 after {since:.2f} s: rows up to {last:.2f} s")
            folder.__exit__()
    print(f"kill -9: {times} times, at most {worst:.2f} s of rows missing (start-up counted)")


# What each takes, and what it takes in the long form.
PARTS = {"timeouts": (timeouts, (8,), (400,)), "doubles": (doubles, (2,), (100,)), "mixed": (mixed, (3,), (100,)), "early": (early, (60,), (1000,)),
         "begin-of-main": (at_begin_of_main, (), ()), "ignored": (ignored, (), ()), "cpu-limit": (cpu_limit, (), ()), "kills": (kills, (4,), (400,))}


def main():
    if not CLI:
        print("\n".join(PARTS))
        return
    for number in STOPS:  # a shell that starts it in the background has them ignored, and what is ignored stays so
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    tally = Tally()
    if "--kills" in sys.argv:  # so many, and nothing else
        kills(tally, int(sys.argv[sys.argv.index("--kills") + 1]))
        tally.end("signals")
    named = [word for word in sys.argv[3:] if not word.startswith("--")]
    for name in named or PARTS:
        part, short, long = PARTS[name]
        part(tally, *(long if LONG else short))
    tally.end("signals")


main()
