#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does a game do the same while it is listened to? Each runs twice at the same time, alone and under `attach`, which tries every cure in it
at the begin; what both print, numbers left out, and how they end are compared.
By hand. Usage: side_by_side.py JITTERSCOPE_CLI [SECONDS [GAME...]]

Exit: 0 no difference, 1 one. A line that a game prints again and again counts once, and so does a game that is not installed not at all."""
import difflib
import pathlib
import re
import signal
import subprocess
import sys
import time

from games import GAMES
from stage import Missing, Stage, end
from planting import dies_with_parent

CURES = ["--duration", "20s", "--cure", "slack,realtime,pin,idle,exact"]
LEFT_OUT = re.compile(r"\b0x[0-9a-f]+\b|[-+]?\d[\d.,]*|/tmp/jitterscope-programs-\w+")


def start(stage, command, before=()):
    """Its two streams go to files, past attach, which writes to the second one as well."""
    shell = ["sh", "-c", f'exec "$@" >{stage.folder}/out.txt 2>{stage.folder}/err.txt', "sh", *command]
    return subprocess.Popen([*before, *shell], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(stage.folder / "said.txt", "wb"),
                            start_new_session=True, env=stage.environment, cwd=stage.folder, preexec_fn=dies_with_parent)


def printed(stage):
    """Its lines, each once, in the order in which they came first."""
    lines = []
    for name in ("out.txt", "err.txt"):
        text = (stage.folder / name).read_text(encoding="utf-8", errors="replace")
        lines += [f"{name}: {LEFT_OUT.sub('N', line)}" for line in text.splitlines()]
    return list(dict.fromkeys(lines))


def status(process):
    """As a shell tells it."""
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


def differences(cli, command, seconds):
    """What is not the same, as lines; whether the cures were tried."""
    with Stage() as alone, Stage() as listened:
        programs = [start(alone, command), start(listened, command, [cli, "attach", *CURES, "--"])]
        limit = time.monotonic() + seconds
        while time.monotonic() < limit and all(program.poll() is None for program in programs):
            time.sleep(0.5)
        early = [status(program) for program in programs if program.poll() is not None]
        for program in programs:
            end(program)
        found = list(difflib.unified_diff(printed(alone), printed(listened), "alone", "listened to", lineterm="", n=0))
        if early:
            found.append(f"one has ended by itself: {early}")
        if status(programs[0]) != status(programs[1]):
            found.append(f"exit {status(programs[0])} alone, {status(programs[1])} listened to")
        said = (listened.folder / "said.txt").read_text(encoding="utf-8", errors="replace")
        return found, len(printed(alone)), said


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143)) # what is shown ends first
    cli, seconds, wanted = str(pathlib.Path(sys.argv[1]).resolve()), float((sys.argv[2:] or ["300"])[0]), sys.argv[3:] or list(GAMES)
    unknown = [name for name in wanted if name not in GAMES]
    if unknown:
        sys.exit(f"no game of these is called {unknown[0]}: {', '.join(GAMES)}")
    differ = 0
    for name in wanted:
        try:
            found, lines, said = differences(cli, GAMES[name](), seconds)
        except Missing as missing:
            print(f"{name}: skipped: {missing}", flush=True)
            continue
        differ += bool(found)
        print(f"{name}: {'DIFFERS' if found else 'the same'}, {lines} different lines in {seconds:.0f} s", *found, sep="\n  ", flush=True)
        print("  attach said:", said.strip().replace("\n", "\n    ")[-1500:], flush=True)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
