#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files dragged by another program onto the window, with a real pointer on a display of its own.

Promise: a file is taken wherever it is let go, on every page and while measuring, and is opened on the page that it belongs to; what is
no file is refused; a file that cannot be opened says so in the window, which goes on.
Usage: drops.py jitterscope drag_source PAGE…. It needs Xvfb and xdotool; 77: they are not here."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from faults import Folder, Tally

TREE = pathlib.Path(__file__).resolve().parents[2]
FILES = TREE / "tests/import/files-of-0.1"
LOGS = TREE / "tests/import/logs"
# What is dragged, and on which page it is afterwards; None: the page on which it was let go.
DRAGGED = {
    "samples": ([FILES / "samples.csv"], "compare"),
    "session": ([FILES / "session.jssession"], "compare"),
    "lab": ([FILES / "x.jslab"], "labs"),
    "log": ([LOGS / "mangohud-us.csv"], "compare"),
    "two logs": ([LOGS / "fps.csv", LOGS / "presentmon1.csv"], "compare"),
    "a file in no known format": ([TREE / "CMakeLists.txt"], "compare"), # which says what it knows
    "a file that is not there": (["/nonexistent/samples.csv"], None),
    "words": (["text:frame times"], None),
    "an address": (["url:https://example.org/samples.csv"], None),
}
# The middle, the navigation, the head, the lower edge.
PLACES = ((640, 400), (60, 200), (1100, 30), (640, 760))
REFUSED = ("words", "an address")


def xdotool(*words):
    return subprocess.run(["xdotool", *map(str, words)], capture_output=True, text=True, check=False).stdout.strip()


class Window:
    """A window with a home of its own, which remembers the page."""

    def __init__(self, program, page, *options):
        self.folder = Folder().__enter__()
        homes = {f"XDG_{name}_HOME": self.folder.path for name in ("CONFIG", "DATA", "CACHE", "STATE")}
        homes["XDG_RUNTIME_DIR"] = self.folder.path
        self.process = subprocess.Popen([program, "--page", page, "--theme", "light", *options], stderr=subprocess.PIPE,
                                        env={**os.environ, **homes, "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8"})
        self.number = until(lambda: xdotool("search", "--onlyvisible", "--pid", self.process.pid, "--name", "^Jitterscope$").split("\n")[0])
        xdotool("windowmove", "--sync", self.number, 100, 0)
        xdotool("windowsize", self.number, 1280, 800)

    def lives(self):
        return self.process.poll() is None

    def end(self):
        """What the next window is told: the page, the runs that were opened."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
        settings = json.loads(self.folder.content("jitterscope/settings.json") or "{}")
        self.folder.__exit__()
        return settings


def until(found, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := found():
            return value
        time.sleep(0.05)
    return None


def drag(source, what, x, y):
    """Drags from the source's window to a place on the display; what its program was told."""
    program = subprocess.Popen([source, *map(str, what)], stdout=subprocess.PIPE, text=True, env={**os.environ, "QT_QPA_PLATFORM": "xcb", "XDG_RUNTIME_DIR": tempfile.gettempdir()})
    try:
        if program.stdout.readline().strip() != "ready":
            return "not begun"
        xdotool("mousemove", 30, 30)
        until(lambda: xdotool("getmouselocation", "--shell").startswith("X=30"))
        time.sleep(0.2) # until the source is drawn
        xdotool("mousedown", 1)
        steps = 12
        for step in range(1, steps + 1):
            xdotool("mousemove", 30 + (x - 30) * step // steps, 30 + (y - 30) * step // steps)
            time.sleep(0.03)
        time.sleep(0.3) # a drag answers each place that it passes
        xdotool("mouseup", 1)
        try:
            return program.communicate(timeout=10)[0].strip()
        except subprocess.TimeoutExpired:
            return "no answer"
    finally:
        if program.poll() is None:
            program.kill()
            program.wait()
        xdotool("mouseup", 1)


def one(tally, programs, page, name, place, *options):
    window_program, source = programs
    what, opens = DRAGGED[name]
    window = Window(window_program, page, *options)
    told = f"{name} on {page} at {place}{' while measuring' if options else ''}"
    if not window.number:
        tally.check(False, f"{told}: no window")
        window.end()
        return
    answer = drag(source, what, 100 + place[0], place[1])
    tally.check(answer == ("refused" if name in REFUSED else "copied"), f"{told}: {answer}")
    time.sleep(0.5) # what was dropped is opened after that answer
    tally.check(window.lives(), f"{told}: the window has ended")
    settings = window.end()
    # Samples become the baseline of the page Live.
    wanted = page if opens is None or (name == "samples" and page == "live") else opens
    tally.check(settings.get("page") == wanted, f"{told}: the page is {settings.get('page')}, not {wanted}")
    if wanted == "compare" and name in ("samples", "log", "two logs"):
        opened = settings.get("recent_runs", "")
        tally.check(all(str(path) in opened for path in what), f"{told}: opened {opened!r}")


def on_display(programs, pages):
    tally = Tally()
    for page in pages:
        for place in PLACES:
            one(tally, programs, page, "samples", place)
        for name in DRAGGED:
            one(tally, programs, page, name, PLACES[0])
            if page == "live":
                one(tally, programs, page, name, PLACES[0], "--start")
    tally.end("drops")


def main():
    if not all(map(shutil.which, ("Xvfb", "xvfb-run", "xdotool"))):
        print("drops: skipped, there is no Xvfb or no xdotool here")
        sys.exit(77)
    programs, pages = [os.path.abspath(program) for program in sys.argv[1:3]], [word for word in sys.argv[3:] if word != "--shown"]
    if "--shown" in sys.argv:
        on_display(programs, pages)
    sys.exit(subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 1600x900x24 -noreset", sys.executable, "-B", __file__, *programs, *pages, "--shown"], check=False).returncode)


main()
