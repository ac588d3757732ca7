#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a screen reader is told of every page: the window is started on an X display with a session bus, and read through AT-SPI.
Usage: screen_reader.py JITTERSCOPE [PAGE ...]

Whatever can have the keyboard has a name; so have tables, charts and pictures. Exit: 0 right, 1 something is unnamed,
77 without Xvfb, a bus or AT-SPI. `--read` is the reader itself, inside that session."""
import collections
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

LOGS = pathlib.Path(__file__).resolve().parent.parent / "import/logs"
PAGES = {
    "live": ["--page", "live", "--machine", "linux-default", "--start"],
    "experiments": ["--page", "experiments"],
    "labs": ["--page", "labs"],
    "lab": ["--lab", "drift"],
    "diagnosis": ["--page", "diagnosis"],
    "compare": ["--page", "compare", str(LOGS / "mangohud-us.csv"), str(LOGS / "mangohud-ms.csv")],
    "program": ["--page", "program"],
}
CHARTS = {"live": ["chart", "table"], "lab": ["chart"], "compare": ["chart", "table"]}
DEPTH = 40
PATIENCE = 60  # s
PYTHON = "/usr/bin/python3"  # Debian's, for which it packs AT-SPI


def read(title):
    """Prints what has no name, and how much there was."""
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi

    deadline = time.monotonic() + PATIENCE
    program = None
    while program is None and time.monotonic() < deadline:
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(i)
            if child is not None and "jitterscope" in (child.get_name() or "").lower() and child.get_child_count() > 0:
                program = child
        time.sleep(0.2)
    if program is None:
        print("the program is not on the bus")
        return 1
    time.sleep(2)  # what is filled at the start
    program.clear_cache()
    seen = collections.Counter()
    unnamed = []
    described = 0

    def named(node):
        if node.get_name() or node.get_description():
            return True
        for relation in node.get_relation_set():
            if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY:
                return True
        return False

    def walk(node, path, depth):
        nonlocal described
        if node is None or depth > DEPTH:
            return
        role = node.get_role_name()
        states = node.get_state_set()
        shown = states.contains(Atspi.StateType.SHOWING) or depth < 2
        if not shown:
            return
        here = f"{path}/{role}:{node.get_name() or '?'}"
        focusable = states.contains(Atspi.StateType.FOCUSABLE)
        wants = focusable or role in ("table", "tree", "list", "image", "chart", "canvas")
        # A scroll area is reached, but what is read is in it; cells have the text of their table.
        if wants and role not in ("scroll pane", "layered pane", "viewport", "table cell", "list item", "menu item", "separator"):
            seen[role] += 1
            described += bool(node.get_description())
            if not named(node):
                unnamed.append(here)
        if role in ("table", "tree table"):
            seen["cells"] += node.get_child_count()
            return
        for i in range(min(node.get_child_count(), 500)):
            walk(node.get_child_at_index(i), here, depth + 1)

    walk(program, "", 0)
    for line in unnamed:
        print(f"unnamed: {line}")
    total = sum(count for role, count in seen.items() if role != "cells")
    for role in CHARTS.get(title, ()):
        if not seen[role]:
            unnamed.append(role)
            print(f"there is no {role}")
    print(f"{title}: {total} controls, {described} described, {len(unnamed)} unnamed: {dict(seen)}")
    return 1 if unnamed or total < 8 else 0


def session(window, page):
    """Display, bus and window for one page."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CONFIG_HOME": folder, "XDG_RUNTIME_DIR": folder, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
                       "QT_ACCESSIBILITY": "1", "QT_QPA_PLATFORM": "xcb", "NO_AT_BRIDGE": "0"}
        pathlib.Path(folder).chmod(0o700)
        words = shlex.join([window, *PAGES[page]])
        script = (f"{words} >/dev/null 2>&1 & window=$!; "
                  f"{PYTHON} -B '{__file__}' --read {page}; code=$?; kill $window; wait $window; exit $code")
        done = subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 1366x900x24", "dbus-run-session", "--", "sh", "-c", script],
                              env=environment, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=180,
                              stdin=subprocess.DEVNULL)
        print("\n".join(line for line in done.stdout.splitlines() if "dbus" not in line.lower() or "unnamed" in line), flush=True)
        return done.returncode


def main(window, *pages):
    missing = [tool for tool in ("xvfb-run", "dbus-run-session") if not shutil.which(tool)]
    if subprocess.run([PYTHON, "-c", "import gi; gi.require_version('Atspi', '2.0')"], capture_output=True, check=False).returncode != 0:
        missing.append("AT-SPI for Python")
    if missing:
        print(f"skipped: there is no {', '.join(missing)}")
        return 77
    return max(session(window, page) for page in pages or PAGES)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        sys.exit(read(sys.argv[2]))
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
