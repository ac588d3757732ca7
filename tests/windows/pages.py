#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures of every page of the window, on the windows platform under Wine, in an X server of its own. Fails where a page shows nothing.

Usage: pages.py FOLDER [--themes light,dark] [--pages ID,…] [--size WxH] -- WINE jitterscope.exe
Needs Xvfb, and import and identify of ImageMagick; ends with 77 where one is missing.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

PAGES = ["live", "experiments", "labs", "diagnosis", "compare", "program"]
LEAST = 40 # colours of a page with texts and edges
PATIENCE = 60 # s until a page is shown


def colours(picture):
    """How many a picture has."""
    return int(subprocess.run(["identify", "-format", "%k", str(picture)], capture_output=True, text=True, check=True).stdout)


def take(display, program, page, theme, picture):
    """Starts the program on a page, waits until the picture stands still, and ends it. How many colours it has."""
    environment = dict(os.environ, DISPLAY=display)
    arguments = ["-platform", "windows", "--page", page, "--theme", theme]
    running = subprocess.Popen([*program, *arguments], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        before = None
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and running.poll() is None:
            time.sleep(2)
            subprocess.run(["import", "-display", display, "-window", "root", str(picture)], check=True)
            shown = picture.read_bytes()
            if shown == before and colours(picture) >= LEAST:
                break
            before = shown
        return colours(picture) if picture.exists() else 0
    finally:
        running.kill()
        running.wait()


def main():
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--themes", default="light,dark")
    parser.add_argument("--pages", default=",".join(PAGES))
    parser.add_argument("--size", default="1400x900")
    options = parser.parse_args(words[:cut])
    program = words[cut + 1:]
    for tool in ("Xvfb", "import", "identify"):
        if shutil.which(tool) is None:
            print(f"pages: not taken, there is no {tool}")
            return 77
    options.folder.mkdir(parents=True, exist_ok=True)
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", options.size + "x24", "-nolisten", "tcp"],
                              pass_fds=[write], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    empty = []
    try:
        display = ":" + os.read(read, 16).decode().strip()
        for theme in options.themes.split(","):
            for page in options.pages.split(","):
                picture = options.folder / f"{page}-{theme}.png"
                found = take(display, program, page, theme, picture)
                print(f"{picture}: {found} colours", flush=True)
                if found < LEAST:
                    empty.append(picture.name)
    finally:
        server.terminate()
        server.wait()
    if empty:
        print("pages: nothing is shown on " + ", ".join(empty))
    return 1 if empty else 0


if __name__ == "__main__":
    sys.exit(main())
