# SPDX-License-Identifier: MIT
"""What the fault drivers share: calling the program, judging what it left behind, counting."""
import os
import shutil
import subprocess
import sys
import tempfile

OLD = b"the old file\n"


class Folder:
    """A fresh folder for each try."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="jitterscope-faults-")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def file(self, name):
        return os.path.join(self.path, name)

    def content(self, name):
        try:
            with open(self.file(name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def strays(self, allowed):
        return sorted(set(os.listdir(self.path)) - set(allowed))


def whole(text):
    """A CSV that ends as a whole one does."""
    return text is not None and text.rstrip(b"\n").split(b"\n")[-1].startswith(b"# end: rows=")


def rows(text):
    """Whole rows of a CSV, without its column line; one that is cut off does not count."""
    if not text:
        return []
    lines = text.split(b"\n")[:-1]
    return [line for line in lines if line and not line.startswith(b"#")][1:]


class Tally:
    def __init__(self):
        self.tried = 0
        self.failed = []

    def check(self, good, what):
        self.tried += 1
        if not good:
            self.failed.append(what)

    def end(self, name):
        for what in self.failed[:20]:
            print("FAILED:", what)
        print(f"{name}: {self.tried} checks, {len(self.failed)} failed")
        sys.exit(1 if self.failed or not self.tried else 0)


def run(command, **options):
    options.setdefault("stdout", subprocess.DEVNULL)
    options.setdefault("stderr", subprocess.PIPE)
    options.setdefault("timeout", 60)
    return subprocess.run(command, check=False, **options)
