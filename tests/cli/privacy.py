#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every kind of file of the command line, written with --redact on a machine whose names are known, and searched for them.
Usage: privacy.py JITTERSCOPE_CLI LISTENED_PROGRAM

The machine is this one under other names (bubblewrap): user, host, home, machine id, and a program that computes beside the measurements.
Without --redact the same search finds some of them: so the search can fail. Exit: 0 right, 1 a name was found, 77 without bubblewrap."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

USER, HOST, GAME, HOG, LOG = "zzannabel", "zzcastle", "zzhollownest", "zzminer", "zzbefore"
MACHINE_ID = "0123deadbeef4567" * 2
SERIALS = ["/etc/machine-id", "/proc/sys/kernel/random/boot_id", *(f"/sys/class/dmi/id/{name}" for name in ("product_serial", "product_uuid", "board_serial"))]


def known(tree):
    """What no file may hold, each with what it is."""
    names = {USER: "user", HOST: "host", f"/home/{USER}": "home", GAME: "program", HOG: "program beside it", LOG: "file", MACHINE_ID: "machine id", str(tree): "path"}
    for file in map(pathlib.Path, SERIALS[1:]):
        try:
            serial = file.read_text(encoding="utf-8").strip()
        except OSError:
            continue
        if len(serial) >= 6 and serial not in ("None", "Not Specified", "To be filled by O.E.M."):
            names[serial] = file.name
    for file in pathlib.Path("/sys/class/net").glob("*/address"):
        address = file.read_text(encoding="utf-8").strip()
        if len(address) == 17 and address != "00:00:00:00:00:00":
            names[address] = "address of a network card"
    return names


def machine_of(tree):
    """The start of every command: this machine under other names."""
    home = f"/home/{USER}"
    (tree / "passwd").write_text(f"root:x:0:0::/root:/bin/sh\n{USER}:x:4711:4711:Annabel,,,:{home}:/bin/sh\n", encoding="utf-8")
    (tree / "machine-id").write_text(MACHINE_ID + "\n", encoding="utf-8")
    (tree / "home").mkdir()
    return ["bwrap", "--dev-bind", "/", "/", "--tmpfs", "/home", "--bind", str(tree / "home"), home, "--ro-bind", str(tree / "passwd"), "/etc/passwd",
            "--ro-bind", str(tree / "machine-id"), "/etc/machine-id", "--unshare-user", "--uid", "4711", "--gid", "4711", "--unshare-uts", "--hostname", HOST,
            "--chdir", home, "--setenv", "HOME", home, "--setenv", "USER", USER, "--setenv", "LOGNAME", USER, "--setenv", "HOSTNAME", HOST, "--die-with-parent"]


def commands(redact):
    """What is written: the words of a call, and the suffixes of its files. Each file is written by its option."""
    private = ["--redact"] if redact else []
    report = {"--json": "json", "--markdown": "md", "--html": "html", "--svg": "svg"}
    yield "run", ["run", "--frames", "120", *private], {"--csv": "csv", "--sleeps-csv": "sleeps.csv", "--openmetrics": "prom"} | report
    yield "experiment", ["experiment", "slack", "--quick", *private], {"--csv": "csv"} | report
    yield "race", ["race", "--strategies", "spin,adaptive", "--rates", "240", "--rounds", "1", "--seconds", "0.2", *private], {"--csv": "csv"} | report
    yield "diagnose", ["diagnose", "--quick", *private], report
    yield "attach", ["attach", "--duration", "3s", *([] if redact else ["--names"]), *private], {"--csv": "csv"} | report
    yield "compare", ["compare", f"/home/{USER}/{LOG}.csv", f"./{LOG}2.csv", *private], {"--csv": "csv"} | report
    yield "summarize", ["summarize", f"/home/{USER}/{LOG}.csv", *private], report
    yield "judge", ["diagnose", "--recorded", f"/home/{USER}/{LOG}.csv", *private], {option: suffix for option, suffix in report.items() if option != "--svg"}
    yield "watch", ["watch", "--every", "1s", "--probes", "1", "--frames", "60"], {"--openmetrics": "prom"} # what it writes names nobody
    yield "lab", ["lab", "sleep", "--here", *private], {"--json": "json", "--svg": "svg"}


def written(machine, cli, redact, tree):
    """The text of every file, and of what was printed, by its name."""
    texts = {}
    folder = tree / "home" / ("redacted" if redact else "open")
    folder.mkdir()

    def call(name, words, files):
        asked = [part for option, suffix in files.items() for part in (option, f"/home/{USER}/{folder.name}/{name}.{suffix}")]
        program = ["--", f"/home/{USER}/{GAME}"] if name == "attach" else []
        done = subprocess.run([*machine, cli, *words, *asked, *program], capture_output=True, text=True, timeout=240, check=False, stdin=subprocess.DEVNULL)
        if done.returncode not in (0, 3):
            sys.exit(f"{name} ended with {done.returncode}: {done.stderr}")

    for name, words, files in commands(redact):
        if redact or name in ("attach", "compare"): # enough to see that the search sees
            call(name, words, files)
    for file in sorted(folder.iterdir()):
        texts[file.name] = file.read_text(encoding="utf-8")
    return texts


def found(texts, names):
    # Letter case does not matter, and a picture may write a text letter by letter.
    for name, text in texts.items():
        plain = re.sub(r"<[^>]*>", "", text) + text
        for secret, what in names.items():
            if secret.casefold() in plain.casefold():
                line = next((line for line in text.splitlines() if secret.casefold() in line.casefold()), "")
                yield f"{name}: the {what}: {line.strip()[:160]}"


def openly(machine, cli, tree, names):
    """What is told without --redact. On a busy machine, others than the program beside it may be those that took its time."""
    for _ in range(3):
        told = sorted({line.split(": ")[1] for line in found(written(machine, cli, False, tree), names)})
        if "the program beside it" in told:
            break
        shutil.rmtree(tree / "home" / "open")
    return told


def main(cli, program):
    if not shutil.which("bwrap"):
        print("skipped: there is no bubblewrap")
        return 77
    with tempfile.TemporaryDirectory(prefix="zzsecret") as folder:
        tree = pathlib.Path(folder)
        tree.chmod(0o755)
        machine = machine_of(tree)
        if subprocess.run([*machine, "true"], capture_output=True, check=False).returncode != 0:
            print("skipped: bubblewrap may not make a machine here")
            return 77
        shutil.copy(program, tree / "home" / GAME)
        shutil.copy(shutil.which("sh"), tree / "home" / HOG)
        hog = subprocess.Popen([*machine, f"/home/{USER}/{HOG}", "-c", "while :; do :; done"], stdin=subprocess.DEVNULL)
        try:
            for log in (f"{LOG}.csv", f"{LOG}2.csv"):
                subprocess.run([*machine, cli, "run", "--frames", "300", "--machine", "linux-default", "--csv", f"/home/{USER}/{log}"], check=True, capture_output=True)
            names = known(tree)
            told = openly(machine, cli, tree, names)
            private = written(machine, cli, True, tree)
        finally:
            hog.kill()
            hog.wait()
        print(f"files: {len(private)}\nnames searched for: {len(names)}\nwithout --redact: {', '.join(told)}")
        wrong = list(found(private, names))
        print("\n".join(wrong))
        for what in ("the program", "the program beside it", "the file"):
            if what not in told:
                wrong.append(f"{what} is not even told without --redact: the search sees nothing")
                print(wrong[-1])
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
