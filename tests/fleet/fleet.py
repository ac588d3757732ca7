# SPDX-License-Identifier: MIT
"""What the tests of a watched fleet share: programs that may be missing, processes that end with the test, waiting."""
import contextlib
import ctypes
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

SKIPPED = 77  # what ctest takes for it
TREE = pathlib.Path(__file__).resolve().parents[2]
RESOURCES = TREE / "resources" / "fleet"


def needed(*names):
    """The path of the first of these programs; the test is skipped where there is none."""
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    print(f"skipped: {' or '.join(names)} is not installed")
    sys.exit(SKIPPED)


def check(good, what):
    if not good:
        print("FAILED:", what)
        sys.exit(1)


def called(command, **options):
    """Runs it to its end; the test fails with its output."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120, check=False, **options)
    check(done.returncode == 0, f"{' '.join(str(part) for part in command)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def waited(what, found, seconds=60):
    """Asks until `found` returns something, and returns it."""
    end = time.monotonic() + seconds
    while True:
        value = found()
        if value:
            return value
        check(time.monotonic() < end, f"{what}: not within {seconds} s")
        time.sleep(0.05)


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def _ends_with_its_parent():
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


@contextlib.contextmanager
def serving(command, log):
    """A server that is ended with the block, and with the test, however that ends."""
    with open(log, "wb") as output:
        process = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   preexec_fn=_ends_with_its_parent)
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def fence(text, language):
    """The code blocks of a language in a Markdown text."""
    return [block.split("```")[0] for block in text.split(f"```{language}\n")[1:]]
