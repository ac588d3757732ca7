# SPDX-License-Identifier: MIT
"""A stage for other people's programs: a display of its own, a home of its own, and `attach` that starts one there. Everything that is
started ends with it, by its own number."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from planting import dies_with_parent

GAMES = "/usr/games"
PYTHON = "/usr/bin/python3" # Debian's, which has Debian's pygame
PATIENCE = 60               # s, beyond what a program is listened to


class Missing(Exception):
    """A program is not installed here."""


def where(name):
    """The path of a program. Raises Missing."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:{GAMES}")
    if found is None:
        raise Missing(f"{name} is not installed; scripts/programs installs it")
    return found


class Stage:
    """`with Stage() as stage`: a display and a home that are gone afterwards."""

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="jitterscope-programs-"))
        self.server = None
        try:
            read, write = os.pipe()
            self.server = subprocess.Popen([where("Xvfb"), "-displayfd", str(write), "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"],
                                           pass_fds=(write,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                           preexec_fn=dies_with_parent)
            os.close(write)
            with os.fdopen(read, encoding="ascii") as file:
                number = file.readline().strip()
            if not number:
                raise Missing("Xvfb does not start")
            self.environment = {**os.environ, "DISPLAY": f":{number}", "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder),
                                "XDG_CONFIG_HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder),
                                "SDL_AUDIODRIVER": "dummy", "ALSOFT_DRIVERS": "null", "LC_ALL": "C.UTF-8", "PATH": f"{os.environ.get('PATH', '')}:{GAMES}"}
            self.environment.pop("WAYLAND_DISPLAY", None)
            os.chmod(self.folder, 0o700)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.server is not None:
            self.server.terminate()
            try:
                self.server.wait(10)
            except subprocess.TimeoutExpired:
                self.server.kill()
                self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def attach(self, cli, command, seconds=6, options=(), environment=None):
        """(JSON of the report, standard output of the program, what attach said). The program is asked to end once the report is there."""
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        out, said = self.folder / "out.txt", self.folder / "said.txt"
        with open(out, "wb") as out_file, open(said, "wb") as said_file:
            process = subprocess.Popen([cli, "attach", "--duration", f"{seconds}s", "--json", str(report), *options, "--", *command],
                                       stdin=subprocess.DEVNULL, stdout=out_file, stderr=said_file, start_new_session=True,
                                       env={**self.environment, **(environment or {})}, cwd=self.folder, preexec_fn=dies_with_parent)
            try:
                limit = time.monotonic() + seconds + PATIENCE
                while process.poll() is None and not self.whole(report) and time.monotonic() < limit:
                    time.sleep(0.1)
            finally:
                end(process)
        texts = [path.read_text(encoding="utf-8", errors="replace") for path in (out, said)]
        return (json.loads(report.read_text(encoding="utf-8")) if self.whole(report) else None), *texts

    @staticmethod
    def whole(report):
        try:
            json.loads(report.read_text(encoding="utf-8"))
            return True
        except (OSError, ValueError):
            return False


def end(process):
    """As closing a terminal does, then by force; with everything that the program has started."""
    for number, patience in ((signal.SIGTERM, 10), (signal.SIGKILL, 10)):
        try:
            # attach alone hands the first one on; the second one is for the whole of its session.
            process.send_signal(number) if number == signal.SIGTERM else os.killpg(process.pid, number)
        except ProcessLookupError:
            pass
        try:
            process.wait(patience)
            break
        except subprocess.TimeoutExpired:
            continue
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
