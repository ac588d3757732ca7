#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The mechanics of scripts/campaign, with pieces that take no time: it goes on where it ended, its JSON is whole at any end, a finding
is kept, an unknown name is refused. Usage: campaign_test.py | campaign_test.py --campaign ARGUMENTS (itself, with those pieces)"""
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
import campaign_catalogue  # noqa: E402
from campaign_catalogue import Campaign, Piece  # noqa: E402

loader = importlib.machinery.SourceFileLoader("campaign", str(SCRIPTS / "campaign"))
campaign = importlib.util.module_from_spec(importlib.util.spec_from_loader("campaign", loader))
loader.exec_module(campaign)
failed = 0


def say(number):
    return ["sh", "-c", f"echo 'executions: {number}'; echo 'most_high: {number}'"]


def slow():
    return ["sh", "-c", f"echo $$ > {campaign.FOLDER}/slow.pid; echo 'executions: 7'; exec sleep 60"]


CATALOGUE = {each.name: each for each in [
    Campaign("counted", "", lambda: [Piece("three", say(3), times=3), Piece("once", say(10))]),
    Campaign("slow", "", lambda: [Piece("quick", say(1)), Piece("slow", slow())]),
    Campaign("endless", "", lambda: [Piece("turn", ["sh", "-c", "echo executions: 5; sleep {seconds}"], times=None, longest=1)]),
    Campaign("broken", "", lambda: [Piece("bad", ["sh", "-c", "echo what it said; exit 9"]), Piece("good", say(1))]),
    Campaign("unprepared", "", list, [["false"]]),
]}


def want(right, what):
    global failed
    if not right:
        failed += 1
        print("FAILED:", what)


class Trial:
    """A folder for results, and the script in a process of its own."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.path = self.folder / "results.json"

    def start(self, *arguments):
        return subprocess.Popen([sys.executable, __file__, "--campaign", str(self.folder), *arguments, "--results", str(self.path)],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self, *arguments):
        """Exit code and output."""
        process = self.start(*arguments)
        return process.wait(timeout=60), process.stdout.read()

    def entries(self):
        return json.loads(self.path.read_text(encoding="utf-8"))["campaigns"]

    def entry(self, name):
        return next(each for each in self.entries() if each["campaign"] == name)


def counted(trial):
    """Each piece so often, and no more at the next call; figures add up, the largest stays the largest."""
    for _ in range(2):
        code, text = trial.run("counted")
        want(code == 0 and "all of it is done" in text, f"counted: exit {code}, {text}")
        entry = trial.entry("counted")
        want(entry["executions"] == 19, f"counted: {entry['executions']} executions")
        want(entry["pieces"]["three"]["figures"] == {"executions": 9, "most_high": 3}, f"counted: {entry['pieces']}")
    want(len(trial.entries()) == 1 and entry["commit"] and entry["machine"]["processors"] == os.cpu_count(), f"facts: {entry}")


def one_piece(trial):
    """The one that is named, and no other; one that there is not is refused with those that there are."""
    code, text = trial.run("broken", "--piece", "good")
    want(code == 0 and list(trial.entry("broken")["pieces"]) == ["good"], f"one piece: exit {code}, {text}")
    want(trial.entry("broken")["command"].endswith("broken --piece good --hours 1"), f"one piece: {trial.entry('broken')['command']}")
    code, text = trial.run("counted", "--piece", "twice")
    want(code == 1 and "'twice'" in text and "three, once" in text, f"an unknown piece: exit {code}, {text}")


def ended_by(trial, number):
    """In the middle of a piece: what was done before is kept, the piece ends too, and at the next call it is begun again."""
    process = trial.start("slow")
    while not process.stdout.readline().startswith("slow"):
        pass
    pid = trial.folder / "slow.pid"
    while not (pid.exists() and pid.read_text()):
        time.sleep(0.01)
    process.send_signal(number)
    code = process.wait(timeout=60)
    while os.path.exists(f"/proc/{pid.read_text().strip()}"):
        time.sleep(0.01)  # or the test's time is up
    pid.unlink()
    what = f"slow, {signal.Signals(number).name}"
    pieces = trial.entry("slow")["pieces"]
    want(code == (-9 if number == signal.SIGKILL else 0), f"{what}: exit {code}")
    want(pieces["quick"]["runs"] == 1, f"{what}: {pieces}")
    want(pieces["slow"]["runs"] == 0 and not pieces["slow"]["figures"], f"{what}: {pieces}")


def time_limit(trial):
    """An endless campaign takes its time, and goes on with it."""
    before = 0
    for _ in range(2):
        code, text = trial.run("endless", "--hours", "0.0008")  # 2.9 s
        want(code == 0 and "time is up" in text, f"endless: exit {code}, {text}")
        done = trial.entry("endless")
        runs = done["pieces"]["turn"]["runs"] + done["pieces"]["turn"]["cut_off"]
        want(5 * done["pieces"]["turn"]["runs"] <= done["executions"] <= 5 * runs and runs > before, f"endless: {done['pieces']}")
        before = runs


def findings(trial):
    """A finding is kept with what it printed, and the others go on."""
    code, text = trial.run("broken")
    entry = trial.entry("broken")
    want(code == 1 and entry["pieces"]["good"]["runs"] == 1, f"broken: exit {code}, {text}")
    want([(each["piece"], each["exit"], each["output"]) for each in entry["findings"]] == [("bad", 9, ["what it said"])], f"broken: {entry['findings']}")
    want(pathlib.Path(entry["findings"][0]["log"]).read_text(encoding="utf-8") == "what it said\n", "broken: its whole output")


def refusals(trial):
    code, text = trial.run("nonsense")
    want(code == 2 and "nonsense" in text and "endless" in text, f"an unknown name: exit {code}, {text}")
    want(trial.run("endless", "--hours", "-1")[0] == 2, "hours below 0")
    want(trial.run("unprepared")[0] == 1, "a campaign that cannot be prepared")
    code, text = trial.run()
    want(code == 0 and "unprepared" in text, "the list")
    code, text = trial.run("--table")
    want("| broken: bad |" in text and "| 1 |" in text, f"the table: {text}")
    trial.path.write_text("{ cut off", encoding="utf-8")
    code, text = trial.run("counted")
    want(code == 1 and trial.path.read_text(encoding="utf-8") == "{ cut off", f"another's file: exit {code}, {text}")


def main():
    if sys.argv[1:2] == ["--campaign"]:
        campaign.FOLDER = pathlib.Path(sys.argv[2])
        return campaign.main(sys.argv[3:], CATALOGUE)
    names = [piece.name for name in ("handover", "runs", "kills", "live", "files", "files-large", "lint", "signals", "portable") for piece in campaign_catalogue.CATALOGUE[name].pieces()]
    want(len(names) > 40 and len(names) == len(set(names)), f"the real catalogue: {names}")
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(folder)
        one_piece(trial)
        trial.path.unlink()
        counted(trial)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            ended_by(trial, number)
        time_limit(trial)
        findings(trial)
        refusals(trial)
    print(f"campaign: {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
