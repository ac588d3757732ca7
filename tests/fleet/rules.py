#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The recording and alert rules: promtool takes them, their own tests hold, and each test can fail. Usage: rules.py"""
import pathlib
import shutil
import subprocess
import tempfile

from fleet import RESOURCES, called, check, needed

PROMTOOL = needed("promtool")
RULES, ALERTS, TESTS = (f"jitterscope-{name}.yml" for name in ("rules", "alerts", "rules-test"))
PLANTED = [
    (RULES, "histogram_quantile(0.99, instance_le", "histogram_quantile(0.9, instance_le"),
    (RULES, "sum by (job, machine", "max by (job, machine"),
    (RULES, "jitterscope_late_frames_total[1h]", "jitterscope_frames_total[1h]"),
    (RULES, 'of="thread"', 'of="process"'),
    (ALERTS, "p99_1h > 0.001", "p99_1h > 0.1"),
    (ALERTS, "ratio1h > 0.01", "ratio1h > 0.1"),
    (ALERTS, "> 3 * jitterscope", "> 30 * jitterscope"),
    (ALERTS, "jitterscope_last_probe_success == 0", "jitterscope_last_probe_success == 2"),
    (ALERTS, "> 0.5 * sum", "> 5 * sum"),
    (ALERTS, "for: 30m", "for: 1m"),
]


def main():
    called([PROMTOOL, "check", "rules", RESOURCES / RULES, RESOURCES / ALERTS])
    called([PROMTOOL, "test", "rules", RESOURCES / TESTS])
    for file, right, wrong in PLANTED:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for each in (RULES, ALERTS, TESTS):
                shutil.copy(RESOURCES / each, folder)
            text = (folder / file).read_text(encoding="utf-8")
            check(right in text, f"{right!r} is not in {file} any more")
            (folder / file).write_text(text.replace(right, wrong), encoding="utf-8")
            done = subprocess.run([PROMTOOL, "test", "rules", folder / TESTS], capture_output=True, text=True, check=False)
            check(done.returncode != 0, f"planted {wrong!r}: no test of the rules fails")
    print(f"the rules hold; {len(PLANTED)} faults planted, all found")


main()
