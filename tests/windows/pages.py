#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures of every page of the window with something on it, on the windows platform under Wine, in an X server of its own: light, dark and
at 200 %. What is measured is measured here, under Wine. Fails where a page shows nothing.

Usage: pages.py FOLDER [--looks light,dark,double] [--views NAME,…] -- WINE jitterscope.exe
Needs Xvfb, and import, identify and montage of ImageMagick; ends with 77 where one is missing. jitterscope-cli.exe lies beside the window.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

LEAST = 40 # colours of a page with texts and edges
PATIENCE = 60 # s until a page is shown
# Each view: how the window is started, and how long it works before the picture is taken, s.
VIEWS = {
    "live": (["--page", "live", "--strategy", "timer-sleep", "--rate", "60", "--start"], 8),
    "live-hires": (["--page", "live", "--strategy", "hires-timer", "--rate", "240", "--start"], 8),
    "experiments": (["--page", "experiments"], 2),
    "tick": (["--experiment", "slack", "--start"], 25),
    "accuracy": (["--experiment", "accuracy", "--start"], 10),
    "labs": (["--page", "labs"], 2),
    "lab-sleep": (["--lab", "sleep"], 5),
    "lab-melting": (["--lab", "melting"], 5),
    "diagnosis": (["--page", "diagnosis", "--start"], 85),
    "compare": (["--page", "compare", "a.csv", "b.csv"], 5),
    "program": (["--page", "program"], 2),
}
SHORT = {"diagnosis": 10, "tick": 6} # s; for looks after the first: while it works
# A look: theme and the dots per inch that Windows is told. At 200 % the screen is twice as large, too.
LOOKS = {"light": ("light", 96), "dark": ("dark", 96), "double": ("light", 192), "contrast": ("contrast", 96)}
SCREEN = (1400, 900)


def colours(picture):
    """How many a picture has."""
    return int(subprocess.run(["identify", "-format", "%k", str(picture)], capture_output=True, text=True, check=True).stdout)


class Screen:
    """An X server of its own."""

    def __init__(self, scale):
        read, write = os.pipe()
        size = f"{SCREEN[0] * scale}x{SCREEN[1] * scale}x24"
        self.server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp"], pass_fds=[write],
                                       stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        self.display = ":" + os.read(read, 16).decode().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

    def picture(self, path):
        subprocess.run(["import", "-display", self.display, "-window", "root", str(path)], check=True)


def end_wine():
    """A new desktop begins with the dots per inch that it is told."""
    for server in ("/usr/lib/wine/wineserver64", "/usr/lib/wine/wineserver", shutil.which("wineserver")):
        if server and os.path.exists(server):
            subprocess.run([server, "-k"], check=False, stderr=subprocess.DEVNULL)
            subprocess.run([server, "-w"], check=False)
            return


def say_dots(wine, dots):
    subprocess.run([wine, "reg", "add", r"HKCU\Control Panel\Desktop", "/v", "LogPixels", "/t", "REG_DWORD", "/d", str(dots), "/f"], check=True,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end_wine()


def record(program, folder):
    """Two runs to compare, on simulated machines."""
    cli = str(pathlib.Path(program[-1]).with_name("jitterscope-cli.exe").absolute())
    for name, machine, strategy in (("a.csv", "windows-15ms", "system-sleep"), ("b.csv", "windows-hires", "hires-timer")):
        (folder / name).unlink(missing_ok=True)
        subprocess.run([*program[:-1], cli, "run", "--machine", machine, "--strategy", strategy, "--rate", "60", "--frames", "1200", "--csv", name],
                       cwd=folder, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def forget():
    """What a window that was ended has kept: the next one would offer it."""
    for file in pathlib.Path(os.environ["WINEPREFIX"], "drive_c/users").rglob("unsaved*"):
        file.unlink()


def take(screen, program, arguments, seconds, picture):
    """Starts the program, waits until the page is shown and has worked, and ends it. How many colours the picture has."""
    environment = dict(os.environ, DISPLAY=screen.display)
    forget()
    running = subprocess.Popen([*program, "-platform", "windows", *arguments], env=environment, cwd=picture.parent, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and running.poll() is None:
            time.sleep(1)
            screen.picture(picture)
            if colours(picture) >= LEAST:
                break
        time.sleep(seconds)
        screen.picture(picture)
        return colours(picture)
    finally:
        running.kill()
        running.wait()


def main():
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--looks", default="light,dark,double")
    parser.add_argument("--views", default=",".join(VIEWS))
    options = parser.parse_args(words[:cut])
    program = [*words[cut + 1:-1], str(pathlib.Path(words[-1]).absolute())]
    for tool in ("Xvfb", "import", "identify", "montage"):
        if shutil.which(tool) is None:
            print(f"pages: not taken, there is no {tool}")
            return 77
    folder = options.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    record(program, folder)
    empty = []
    looks = options.looks.split(",")
    try:
        for look in looks:
            theme, dots = LOOKS[look]
            say_dots(program[0], dots)
            with Screen(dots // 96) as screen:
                for view in options.views.split(","):
                    arguments, seconds = VIEWS[view]
                    picture = folder / f"{view}-{look}.png"
                    seconds = seconds if look == looks[0] else SHORT.get(view, seconds)
                    found = take(screen, program, [*arguments, "--theme", theme], seconds, picture)
                    print(f"{picture}: {found} colours", flush=True)
                    if found < LEAST:
                        empty.append(picture.name)
                end_wine()
            pictures = [str(folder / f"{view}-{look}.png") for view in options.views.split(",")]
            subprocess.run(["montage", *pictures, "-tile", "3x", "-geometry", "933x600+4+4", str(folder / f"all-{look}.png")], check=True)
    finally:
        say_dots(program[0], 96)
    if empty:
        print("pages: nothing is shown on " + ", ".join(empty))
    return 1 if empty else 0


if __name__ == "__main__":
    sys.exit(main())
