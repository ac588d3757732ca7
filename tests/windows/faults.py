#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What goes wrong with files and signals on Windows, and what the command line makes of it: an old file stays whole, what was measured is
written, the exit code says which. Usage: faults.py FOLDER WINE CLI.exe      Under Wine; simulated runs where no signal is needed."""
import json
import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import sys
import time

RUN = ["run", "--machine", "linux-rt", "--strategy", "absolute-sleep", "--frames", "200"]
LONG = ["run", "--strategy", "system-sleep", "--rate", "60", "--duration", "30"]
failed = []
count = 0


def want(right, what, *shown):
    global count
    count += 1
    if not right:
        failed.append(what)
        print(f"FAIL {what}: {shown}")


class Cli:
    def __init__(self, folder, wine, program):
        self.folder, self.command = folder, [wine, program]

    def __call__(self, *arguments, **options):
        return subprocess.run([*self.command, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False,
                              **options)

    def path(self, name):
        return self.folder / name

    def names(self):
        return sorted(entry.name for entry in self.folder.iterdir())


def whole(path):
    """A CSV with its last line, and no byte of Windows' line ends."""
    data = path.read_bytes() if path.exists() else b""
    return data.startswith(b"# jitterscope-csv: 1\n") and data.splitlines()[-1].startswith(b"# end: ") and b"\r" not in data


def files(cli):
    done = cli(*RUN, "--csv", "new.csv")
    want(done.returncode == 0 and whole(cli.path("new.csv")), "a new file", done.stderr)
    cli.path("old.csv").write_text("old")
    done = cli(*RUN, "--csv", "old.csv")
    want(done.returncode == 0 and whole(cli.path("old.csv")), "an old file is replaced", done.stderr)
    for name in ("Grüße µ.csv", "日本語.csv", "emoji 😀.csv"):
        done = cli(*RUN, "--csv", name)
        want(done.returncode == 0 and whole(cli.path(name)), f"the name {name}", done.stderr, cli.names())
    again = cli("summarize", "Grüße µ.csv")
    want(again.returncode == 0 and again.stdout, "such a name is read", again.stderr)
    deep = cli.folder
    for _ in range(12):
        deep = deep / ("folder" + "x" * 24)
    deep.mkdir(parents=True)
    relative = str(deep.relative_to(cli.folder) / "long.csv")
    done = cli(*RUN, "--csv", relative)
    want(done.returncode == 0 and whole(deep / "long.csv"), "a path of more than 259 characters", len(str(deep)), done.stderr)
    shutil.rmtree(cli.folder / deep.relative_to(cli.folder).parts[0])
    done = cli(*RUN, "--csv", "missing\\x.csv")
    want(done.returncode == 1 and b"No such file or directory" in done.stderr and b"missing" in done.stderr, "a missing folder", done.stderr)
    cli.path("folder").mkdir()
    done = cli(*RUN, "--csv", "folder")
    want(done.returncode == 1 and b"Is a directory" in done.stderr, "a folder for a file", done.stderr)
    cli.path("kept.csv").write_text("kept")
    cli.path("kept.csv").chmod(0o444)
    done = cli(*RUN, "--csv", "kept.csv")
    want(done.returncode == 1 and cli.path("kept.csv").read_text() == "kept", "a read-only file", done.stderr)
    done = cli(*RUN, "--csv", "NUL")
    want(done.returncode == 0 and "NUL" not in cli.names(), "the device NUL", done.stderr)
    done = cli(*RUN, "--csv", "same.csv", "--json", "SAME.csv")
    want(done.returncode == 2 and "same.csv" not in cli.names(), "two outputs that are one file but for their case", done.returncode, done.stderr)
    done = cli(*RUN, "--csv", "-")
    want(done.returncode == 0 and done.stdout.startswith(b"# jitterscope-csv: 1\n") and b"\r" not in done.stdout, "standard output as it is",
         done.stdout[:80])
    done = cli("run", "--rate", "nan")
    want(done.returncode == 2 and b"\r" not in done.stderr, "wrong usage", done.returncode, done.stderr)
    cli.path(".jitterscope-4242-0.tmp").write_text("left over")
    cli.path(".jitterscope-notes.tmp").write_text("somebody's")
    cli(*RUN, "--csv", "new.csv")
    want(".jitterscope-4242-0.tmp" not in cli.names() and ".jitterscope-notes.tmp" in cli.names(), "what a killed program left is removed", cli.names())
    cli.path("gone.csv.jitterscope-old").write_text("whole")
    done = cli("run", "--machine", "linux-rt", "--frames", "10", "--csv", "gone.csv", "--rate", "nan")
    cli(*RUN, "--csv", "gone.csv")
    want(whole(cli.path("gone.csv")) and "gone.csv.jitterscope-old" not in cli.names(), "a kill in the middle of a replacement", cli.names())


def awaited(what, seconds=30):
    """Whether it becomes true."""
    begin = time.monotonic()
    while not what() and time.monotonic() - begin < seconds:
        time.sleep(0.01)
    return what()


def is_json(path):
    try:
        return "jitterscope" in json.dumps(json.loads(path.read_bytes()))
    except (OSError, ValueError):
        return False


def held(cli):
    """A recording holds `NAME.partial` as long as it runs; others give their results that name."""
    name = "held.csv.partial"

    def started(*arguments):
        return subprocess.Popen([*cli.command, *arguments], cwd=cli.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def finished():
        return [entry for entry in cli.folder.glob(".jitterscope-*-0.tmp") if is_json(entry)]

    holder = started(*LONG, "--csv", "held.csv")
    awaited(lambda: cli.path(name).exists() and cli.path(name).stat().st_size > 4000)
    done = cli(*RUN, "--json", name)
    want(done.returncode == 1 and b"another program has it open" in done.stderr and b"all of it is in 'held.csv.partial.partial'" in done.stderr and
         is_json(cli.path(name + ".partial")) and cli.path(name).read_bytes().startswith(b"# jitterscope-csv: 1\n"),
         "a result stays when somebody holds the old file", done.returncode, done.stderr, cli.names())
    writer = started(*RUN, "--json", name)
    if awaited(finished):
        time.sleep(0.2)
        writer.send_signal(signal.SIGSTOP) # waiting for the holder
        cli(*RUN, "--csv", "new.csv")
        want(finished(), "a second program leaves the first one's result alone", cli.names())
        holder.kill()
        holder.wait()
        writer.send_signal(signal.SIGCONT)
    error = writer.communicate(timeout=60)[1]
    want(writer.returncode == 0 and is_json(cli.path(name)), "a result gets its name when the old file is let go", writer.returncode, error, cli.names())
    holder.kill()
    holder.communicate()


def ended(cli, how, name):
    """Starts a run on a console, ends it, and returns its exit code."""
    process, console = pty.fork()
    if process == 0:
        os.chdir(cli.folder)
        os.execv(cli.command[0], [*cli.command, *LONG, "--csv", name])
    begin, sent = time.monotonic(), False
    while time.monotonic() - begin < 40:
        if select.select([console], [], [], 0.1)[0]:
            try:
                os.read(console, 65536)
            except OSError:
                pass
        partial = cli.path(name + ".partial")
        if not sent and partial.exists() and partial.stat().st_size > 4000:
            sent = True
            how(process, console)
        done, status = os.waitpid(process, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return None


def signals(cli):
    for what, how in (("Ctrl-C", lambda process, console: os.write(console, b"\x03")),
                      ("Ctrl-C, twice", lambda process, console: os.write(console, b"\x03\x03")),
                      ("an interrupt from outside", lambda process, console: os.kill(process, signal.SIGINT))):
        code = ended(cli, how, "ended.csv")
        want(code == 130 and whole(cli.path("ended.csv")) and b"complete=no" in cli.path("ended.csv").read_bytes()[-40:], what, code, cli.names())
        cli.path("ended.csv").unlink(missing_ok=True)
    code = ended(cli, lambda process, console: os.kill(process, signal.SIGKILL), "killed.csv")
    rows = cli.path("killed.csv.partial").read_bytes() if cli.path("killed.csv.partial").exists() else b""
    want(code == -signal.SIGKILL and rows.startswith(b"# jitterscope-csv: 1\n"), "a kill leaves the rows so far", code, cli.names())
    read = cli("summarize", "killed.csv.partial")
    want(read.returncode == 0, "and they are read", read.stderr)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    cli = Cli(folder, sys.argv[2], str(pathlib.Path(sys.argv[3]).resolve()))
    files(cli)
    held(cli)
    signals(cli)
    print(f"faults under Wine: {count - len(failed)} of {count} as they must be")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
