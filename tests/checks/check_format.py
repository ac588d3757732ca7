#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every source file is as clang-format leaves it. Usage: check_format.py CLANG_FORMAT TREE"""
import pathlib
import subprocess
import sys

clang_format, tree = sys.argv[1], pathlib.Path(sys.argv[2])
files = [str(path) for room in ("core", "ui", "app", "tests", "examples", "include")
         for path in sorted((tree / room).rglob("*")) if path.suffix in (".h", ".hpp", ".c", ".cpp")]
assert files, "no source file found"
result = subprocess.run([clang_format, "--dry-run", "-Werror", "--style=file", *files],
                        capture_output=True, text=True, check=False)
bad = sorted({line.split(":")[0] for line in result.stderr.splitlines() if "error:" in line})
for path in bad:
    print(f"{path}: not formatted; run clang-format -i on it")
print(f"{len(files)} files, {len(bad)} not formatted")
sys.exit(1 if bad or result.returncode else 0)
