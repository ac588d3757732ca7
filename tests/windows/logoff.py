#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Somebody logs off while the window holds a Live run that is in no file: Windows asks every window (WM_QUERYENDSESSION), and the run is kept
for the next start. Under Wine, `wineboot --end-session` asks so. The same window killed instead shows that the question does it.

Usage: logoff.py FOLDER WINE jitterscope.exe. Needs Xvfb; ends with 77 where it is missing. In a prefix of its own."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

PATIENCE = 60 # s


class Session:
    """A Windows of its own, with a screen."""

    def __init__(self, folder, wine):
        self.prefix, self.wine = folder, wine
        read, write = os.pipe()
        self.screen = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-nolisten", "tcp"], pass_fds=[write],
                                       stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        self.environment = dict(os.environ, WINEPREFIX=str(folder), WINEARCH="win64", WINEDEBUG="-all", DISPLAY=":" + os.read(read, 16).decode().strip())
        self.server = next(path for path in ("/usr/lib/wine/wineserver64", "/usr/lib/wine/wineserver", shutil.which("wineserver")) if path and os.path.exists(path))
        self.run("wineboot", "-i")

    def start(self, *command):
        return subprocess.Popen([self.wine, *command], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def run(self, *command):
        return subprocess.run([self.wine, *command], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=300, check=False).returncode

    def end(self):
        subprocess.run([self.server, "-k"], env=self.environment, check=False)
        subprocess.run([self.server, "-w"], env=self.environment, check=False)
        self.screen.terminate()
        self.screen.wait()

    def kept(self):
        """Files of what is unsaved, beside the settings."""
        return sorted(path.name for path in (self.prefix / "drive_c/users").rglob("unsaved*")
                      if path.stat().st_size > 0 and path.suffix != ".lock")


def measure(session, program):
    """A window that measures for a few seconds, after it has been shown."""
    window = session.start(program, "-platform", "windows", "--page", "live", "--strategy", "system-sleep", "--rate", "100", "--start")
    time.sleep(15)
    if window.poll() is not None:
        sys.exit(f"logoff: the window has ended with {window.returncode}")
    return window


def main():
    folder, wine, program = pathlib.Path(sys.argv[1]).absolute(), sys.argv[2], str(pathlib.Path(sys.argv[3]).absolute())
    if shutil.which("Xvfb") is None:
        print("logoff: not tried, there is no Xvfb")
        return 77
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as prefix:
        session = Session(pathlib.Path(prefix, "prefix"), wine)
        try:
            window = measure(session, program)
            window.kill()
            window.wait()
            killed = session.kept()
            window = measure(session, program)
            begin = time.monotonic()
            session.run("wineboot", "--end-session")
            while window.poll() is None and time.monotonic() < begin + PATIENCE:
                time.sleep(0.1)
            ended = window.poll() is not None
            seconds = time.monotonic() - begin
            kept = session.kept()
            window.kill()
            window.wait()
        finally:
            session.end()
    print(f"logoff: killed, it keeps {killed or 'nothing'} of a run under way; asked, it keeps {kept or 'nothing'}, and "
          f"{f'ends after {seconds:.1f} s' if ended else 'does not end'}")
    return 0 if kept and not killed and ended else 1


if __name__ == "__main__":
    sys.exit(main())
