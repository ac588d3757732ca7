#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tries what is handed out for Windows in a fresh prefix of Wine: the zip is unpacked and started; the installer installs,
once more over that, what it installed is started, and the uninstaller runs. Nothing may be left, in the files or in the registry.

Usage: installed.py FOLDER --version VERSION --zip ZIP [--setup SETUP] -- WINE
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

PATIENCE = 300 # s for one program
# What NSIS itself leaves until Windows starts again: the copy of the uninstaller that deletes the first one. Windows deletes it then.
OF_NSIS = re.compile(r"Temp/~nsu\d*\.tmp|PendingFileRenameOperations", re.IGNORECASE)
# What Wine writes while any program runs, or Windows always has.
OF_WINE = re.compile(r'"DriverDateData"=|Current\\\\Software\\\\Fonts\]|\[Software\\\\Wine\\\\Fonts\]|user\.reg: \[Software\\\\Classes\]$')
# Of five-minutes.cmd.
MADE = {"ver.txt", "version.txt", "tick.csv", "race.json", "diagnose.json"} | {
    f"run-{name}.{form}" for name in ("as-it-is", "tick", "adaptive") for form in ("json", "csv")}
KEYS = [r"Software\\Classes\\.jssession", r"Software\\Classes\\.jslab", r"CurrentVersion\\Uninstall\\Jitterscope"]


class Prefix:
    """A Windows of its own."""

    def __init__(self, folder, wine):
        self.folder, self.wine = folder, wine
        self.environment = dict(os.environ, WINEPREFIX=str(folder), WINEARCH="win64", WINEDEBUG="-all", DISPLAY="",
                                WINEDLLOVERRIDES="winemenubuilder.exe=d") # else it writes menus of the system outside
        self.server = next(path for path in ("/usr/lib/wine/wineserver64", "/usr/lib/wine/wineserver", shutil.which("wineserver")) if path and os.path.exists(path))
        self.run("wineboot", "-i")
        self.settle()

    def run(self, *command):
        """What it prints; its exit code must be 0."""
        done = subprocess.run([self.wine, *map(str, command)], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)
        if done.returncode != 0:
            sys.exit(f"installed: {' '.join(map(str, command))} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
        return done.stdout.decode(errors="replace").strip()

    def settle(self):
        """Waits until every program has ended and the registry is in its files."""
        subprocess.run([self.server, "-w"], env=self.environment, timeout=PATIENCE, check=True)

    def files(self):
        return {str(path.relative_to(self.folder)) for path in (self.folder / "drive_c").rglob("*")}

    def registry(self):
        """Each key and value, as 'file: [key] value'. When they were written is no part of them."""
        lines = set()
        for file in ("system.reg", "user.reg", "userdef.reg"):
            key, text = "", (self.folder / file).read_text(encoding="utf-8", errors="replace")
            for line in re.sub(r"\\\n *", "", text).splitlines():
                if line.startswith("["):
                    key = line[:line.rindex("]") + 1]
                    lines.add(f"{file}: {key}")
                elif line and not line.startswith(("#", "WINE", ";;")):
                    lines.add(f"{file}: {key} {line}")
        return lines

    def find(self, name):
        return sorted(path for path in (self.folder / "drive_c").rglob(name))


def starts(prefix, folder, version):
    """Both programs of this folder say who they are, and the command line measures."""
    for program in ("jitterscope.exe", "jitterscope-cli.exe"):
        if not (folder / program).exists():
            if program == "jitterscope.exe":
                print(f"installed: {folder} has no window")
                continue
            sys.exit(f"installed: {folder / program} is not there")
        said = prefix.run(folder / program, "--version")
        if said != f"jitterscope {version}":
            sys.exit(f"installed: {program} --version says {said!r}")
    said = prefix.run(folder / "jitterscope-cli.exe", "run", "--machine", "windows-15ms", "--frames", "50")
    if "frames" not in said.lower():
        sys.exit(f"installed: a run says {said!r}")


def try_zip(prefix, file, version, folder):
    with zipfile.ZipFile(file) as packed:
        packed.extractall(folder)
    tops = list(folder.iterdir())
    starts(prefix, tops[0] / "bin", version)
    outside = [path for path in tops[0].rglob("*") if path.suffix.lower() == ".dll"]
    if len(tops) != 1 or outside:
        sys.exit(f"installed: the zip holds {[path.name for path in tops + outside]}")
    done = subprocess.run([prefix.wine, "cmd", "/c", "five-minutes.cmd", "quick"], cwd=tops[0], env=prefix.environment, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=PATIENCE, check=False)
    made = {path.name for path in (tops[0] / "jitterscope-windows").iterdir() if path.stat().st_size > 0}
    if missing := MADE - made:
        sys.exit(f"installed: five-minutes.cmd made no {sorted(missing)}: {done.stdout.decode(errors='replace')}")
    print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB; unpacked, both programs start, five-minutes.cmd measures all it should (Wine has no tar to pack it)")


def install(prefix, setup):
    """Silently; the folder of the programs."""
    prefix.run(setup, "/S")
    prefix.settle()
    programs = prefix.find("jitterscope.exe")
    if len(programs) != 1 or "Programs/Jitterscope/bin" not in str(programs[0]):
        sys.exit(f"installed: it lies in {programs}")
    return programs[0].parent


def uninstall(prefix, programs):
    prefix.run(programs.parent / "uninstall.exe", "/S")
    prefix.settle()


def try_installer(prefix, setup, version):
    files, registry = prefix.files(), prefix.registry()
    begin = time.monotonic()
    programs = install(prefix, setup)
    seconds = time.monotonic() - begin
    new = len(prefix.files() - files)
    starts(prefix, programs, version)
    prefix.settle()
    now = prefix.registry()
    for key in KEYS:
        if not any(key in line for line in now - registry):
            sys.exit(f"installed: the registry has no {key}")
    if not prefix.find("Jitterscope.lnk"):
        sys.exit("installed: the Start menu has no entry")
    mine = programs / "mine.txt"
    mine.write_text("not ours", encoding="utf-8")
    uninstall(prefix, programs)
    if not mine.exists():
        sys.exit("installed: the uninstaller deleted a file that it had not installed")
    mine.unlink()
    install(prefix, setup)
    uninstall(prefix, install(prefix, setup)) # over itself, as an update does
    left = sorted(prefix.files() - files) + sorted(prefix.registry() - registry)
    gone = sorted(files - prefix.files()) + sorted(registry - prefix.registry())
    nsis = [line for line in left if OF_NSIS.search(line)]
    wrong = [line for line in left + [f"gone: {line}" for line in gone] if line not in nsis and not OF_WINE.search(line)]
    if wrong:
        sys.exit("installed: after the uninstaller the prefix differs:\n  " + "\n  ".join(wrong))
    print(f"{setup.name}: {setup.stat().st_size / 1e6:.1f} MB; installed {new} files and folders in {seconds:.1f} s; started, installed again, removed")
    print(f"left of it: nothing; of NSIS until the next start of Windows: {', '.join(nsis) if nsis else 'nothing'}")


def main():
    words = sys.argv[1:]
    cut = words.index("--")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--zip", type=pathlib.Path, required=True)
    parser.add_argument("--setup", type=pathlib.Path)
    options = parser.parse_args(words[:cut])
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.folder.absolute()) as folder:
        prefix = Prefix(pathlib.Path(folder, "prefix"), words[cut + 1])
        try:
            try_zip(prefix, options.zip, options.version, pathlib.Path(folder, "zip"))
            if options.setup:
                prefix.settle()
                try_installer(prefix, options.setup, options.version)
        finally:
            subprocess.run([prefix.server, "-k"], env=prefix.environment, check=False)
            subprocess.run([prefix.server, "-w"], env=prefix.environment, check=False)


if __name__ == "__main__":
    main()
