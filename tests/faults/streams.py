#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Closed descriptors, one file under two names, slow readers, limits, full and read-only file systems.

Promise: no text in data, no output that destroys another or its input, a reader that takes nothing holds
nobody up, and every file says whether it is whole.
Usage: streams.py jitterscope-cli [--long]"""
import itertools
import os
import re
import resource
import subprocess
import sys
import time

from faults import OLD, Folder, Tally, rows, run, whole

CLI = os.path.abspath(sys.argv[1])
LONG = "--long" in sys.argv
SHORT = [CLI, "run", "--machine", "linux-default", "--rate", "1000", "--frames", "200"]
TEXT = b"late by more than"


def closed(tally):
    """Every set of closed standard streams with every set of outputs."""
    for count in range(4):
        for streams in itertools.combinations((0, 1, 2), count):
            for outputs in (["--csv", "a"], ["--json", "a"], ["--csv", "a", "--json", "b"],
                            ["--csv", "a", "--sleeps-csv", "b", "--json", "c"]):
                with Folder() as folder:
                    closing = " ".join(f"{n}{'<' if n == 0 else '>'}&-" for n in streams)
                    outcome = run(["sh", "-c", f"exec \"$@\" {closing}", "sh"] + SHORT + outputs, cwd=folder.path)
                    what = f"closed {streams}, {outputs}"
                    # A summary that cannot be printed is a failure; the files are written all the same.
                    tally.check(outcome.returncode == (1 if 1 in streams else 0), f"{what}: exit {outcome.returncode}")
                    for option, name in zip(outputs[::2], outputs[1::2]):
                        text = folder.content(name) or b""
                        good = text.rstrip().endswith(b"}") if option == "--json" else whole(text)
                        tally.check(good and TEXT not in text, f"{what}: {option} holds {text[-60:]!r}")
                    tally.check(not folder.strays(outputs[1::2]), f"{what}: left {folder.strays(outputs[1::2])}")
    outcome = run(["sh", "-c", "exec \"$@\" >&-", "sh"] + SHORT + ["--csv", "-"])
    tally.check(outcome.returncode == 1, f"--csv - with standard output closed: exit {outcome.returncode}")


def same_as_output(tally):
    for option, name in (("--csv", "/dev/stdout"), ("--csv", "out"), ("--json", "/dev/stdout"), ("--json", "out"),
                         ("--csv", "-"), ("--json", "-")):
        with Folder() as folder:
            with open(folder.file("out"), "wb") as output:
                outcome = run(SHORT + [option, name], cwd=folder.path, stdout=output)
            text = folder.content("out")
            good = text.rstrip().endswith(b"}") if option == "--json" else whole(text)
            tally.check(outcome.returncode == 0 and good and TEXT not in text, f"{option} {name} > out: {text[-60:]!r}")


def descriptors(tally):
    """Too few descriptors are told before anything is measured; with enough of them everything is written."""
    for command in (SHORT, [CLI, "diagnose", "--quick", "--machine", "linux-default"]):
        for count in range(5, 20):  # a sanitizer needs two for itself
            with Folder() as folder:
                outcome = run(["sh", "-c", f"ulimit -n {count}; exec \"$@\"", "sh"] + command + ["--json", "a"], cwd=folder.path,
                              stdout=subprocess.PIPE)
                told = outcome.returncode == 1 and b"ulimit" in outcome.stderr and not outcome.stdout and not folder.strays([])
                done = outcome.returncode == 0 and (folder.content("a") or b"").rstrip().endswith(b"}") and outcome.stdout
                tally.check(told if count < 15 else done, f"{command[1]} with {count} descriptors: exit {outcome.returncode}, {outcome.stderr[:80]!r}")


def aliases(tally):
    experiment = [CLI, "experiment", "cpu-table", "--quick", "--machine", "linux-default"]
    recorded = [CLI, "run", "--frames", "50", "--machine", "recorded:file=in.csv"]
    commands = [(SHORT, "--csv", "--json"), (SHORT, "--csv", "--sleeps-csv"), (experiment, "--csv", "--json")]
    for command, first, second in commands:
        for one, other in (("in.csv", "./in.csv"), ("in.csv", "link"), ("hard", "in.csv"), ("link", "hard"),
                           ("new", "./new"), ("new", "sub/../new"), ("-", "/dev/stdout"), ("-", "-")):
            with Folder() as folder:
                os.mkdir(folder.file("sub"))
                open(folder.file("in.csv"), "wb").write(OLD)
                os.link(folder.file("in.csv"), folder.file("hard"))
                os.symlink("in.csv", folder.file("link"))
                outcome = run(command + [first, one, second, other], cwd=folder.path, stdout=subprocess.PIPE)
                what = f"{first} {one} {second} {other}"
                tally.check(outcome.returncode == 2, f"{what}: exit {outcome.returncode}")
                tally.check(folder.content("in.csv") == OLD, f"{what}: in.csv is gone")
                tally.check(folder.content("new") is None, f"{what}: something was written")
    with Folder() as folder:
        run(SHORT + ["--strategy", "absolute-sleep", "--sleeps-csv", "in.csv"], cwd=folder.path)
        os.symlink("in.csv", folder.file("link"))
        before = folder.content("in.csv")
        for output in ("in.csv", "link", "./in.csv"):
            for option in ("--csv", "--json", "--sleeps-csv"):
                outcome = run(recorded + [option, output], cwd=folder.path)
                tally.check(outcome.returncode == 2, f"recorded:file=in.csv {option} {output}: exit {outcome.returncode}")
        outcome = run([CLI, "summarize", "in.csv", "--json", "link"], cwd=folder.path)
        tally.check(outcome.returncode == 2, f"summarize in.csv --json link: exit {outcome.returncode}")
        tally.check(folder.content("in.csv") == before, "an input was written over")


def code_of(process, longest=20):
    """Its exit code, with what it writes left unread; a program that does not end is ended."""
    try:
        return process.wait(timeout=longest)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return "none: it did not end"
    finally:
        process.stdout.close()


def slow_readers(tally):
    fast = [CLI, "run", "--rate", "100000", "--strategy", "spin", "--duration", "3", "--csv", "-"]
    # Nothing is taken at all: given up two seconds after the end, and said.
    with Folder() as folder, open(folder.file("error"), "wb") as error:
        code = code_of(subprocess.Popen(fast, stdout=subprocess.PIPE, stderr=error))
        said = b"its reader takes nothing" in folder.content("error")
        tally.check(code == 1 and said, f"a reader that takes nothing: exit {code}, said: {said}")
    # Ctrl-C always ends it.
    process = subprocess.Popen(fast[:-4] + ["--duration", "60", "--csv", "-"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    time.sleep(1)
    process.send_signal(2)
    code = code_of(process)
    tally.check(code == 1, f"Ctrl-C with a reader that takes nothing: exit {code}")
    # A slow one: what is missing is counted in the last line, and by the exit code.
    if LONG:
        process = subprocess.Popen(fast[:-4] + ["--duration", "20", "--csv", "-"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL)
        text = b""
        while process.poll() is None:
            text += process.stdout.read1(1 << 16)
            time.sleep(0.02)
        text += process.stdout.read()
        lost = int(re.search(rb"# end: rows=\d+ lost=(\d+)", text).group(1))
        taken = rows(text)
        given_up = sum(int(row.split(b",")[12] or 0) for row in taken)  # slots that were never run
        missing = int(taken[-1].split(b",")[0]) + 1 - len(taken) - given_up
        tally.check(lost > 0 and process.returncode == 1, f"a slow reader: {lost} lost, exit {process.returncode}")
        print(f"a slow reader: {lost} rows lost as the file says, {missing} frames missing between rows")
        # What is left out behind the last row shows in the count alone.
        tally.check(missing <= lost, "a slow reader: more is missing than the file says")


def limits(tally):
    command = [CLI, "run", "--machine", "linux-default", "--rate", "1000", "--frames", "20000", "--csv", "out",
               "--json", "other"]

    def file_size():
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))

    with Folder() as folder:
        open(folder.file("out"), "wb").write(OLD)
        outcome = run(command, cwd=folder.path, preexec_fn=file_size)
        tally.check(outcome.returncode == 1 and b"out" in outcome.stderr, f"file size limit: exit {outcome.returncode}")
        tally.check(folder.content("out") == OLD, "file size limit: the old file is gone")
        tally.check(len(rows(folder.content("out.partial"))) > 1000, "file size limit: no rows are kept")
        tally.check((folder.content("other") or b"").rstrip().endswith(b"}"), "file size limit: the other output is gone")

    def memory():
        resource.setrlimit(resource.RLIMIT_AS, (190 << 20, 190 << 20))

    if run([CLI, "--version"], preexec_fn=memory).returncode != 0:
        print("this build needs more than 190 MiB of addresses (a sanitizer): memory that runs out is not tried")
        return
    with Folder() as folder:
        many = command[:7] + ["1500000"] + command[8:]
        outcome = run(many, cwd=folder.path, preexec_fn=memory)
        text = folder.content("out")
        tally.check(outcome.returncode in (0, 1), f"out of memory: exit {outcome.returncode}")
        tally.check(whole(text) and len(rows(text)) == 1_500_001, "out of memory: the file is not whole")


def file_systems(tally):
    """Where a file system of its own may be mounted."""
    with Folder() as folder:
        place = folder.file("small")
        os.mkdir(place)
        if run(["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", place]).returncode != 0:
            print("no file system may be mounted here: a full and a read-only one are not tried")
            return
        try:
            command = [CLI, "run", "--machine", "linux-default", "--rate", "1000", "--frames", "9000", "--csv"]
            open(os.path.join(place, "out"), "wb").write(OLD)
            outcome = run(command + [os.path.join(place, "out"), "--json", folder.file("beside")])
            tally.check(outcome.returncode == 1 and b"No space left" in outcome.stderr, f"full: exit {outcome.returncode}")
            tally.check(open(os.path.join(place, "out"), "rb").read() == OLD, "full: the old file is gone")
            tally.check(len(rows(open(os.path.join(place, "out.partial"), "rb").read())) > 500, "full: no rows are kept")
            tally.check((folder.content("beside") or b"").rstrip().endswith(b"}"), "full: the other output is gone")
            run(["mount", "-o", "remount,ro", place])
            outcome = run(command + [os.path.join(place, "new")])
            tally.check(outcome.returncode == 1 and b"Read-only" in outcome.stderr, f"read-only: exit {outcome.returncode}")
        finally:
            run(["umount", place])


def main():
    tally = Tally()
    for part in (closed, same_as_output, descriptors, aliases, slow_readers, limits, file_systems):
        part(tally)
    tally.end("streams")


main()
