#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The lists of the packages name what cmake --install writes, each file once, and nothing else. Usage: packaging_test.py TREE BUILD"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TREE, BUILD = map(pathlib.Path, sys.argv[1:])
PACKAGING = TREE / "resources/packaging"
# What debian/rules moves.
MOVED = {"usr/share/zsh/site-functions": "usr/share/zsh/vendor-completions", "usr/lib/systemd": "lib/systemd"}
# As Fedora has them, and as cmake --install without more words does.
MACROS = {"_bindir": "bin", "_datadir": "share", "_mandir": "share/man", "_metainfodir": "share/metainfo", "_libexecdir": "libexec",
          "_unitdir": "lib/systemd/system", "_includedir": "include", "_libdir": "lib"}
failures = []


def files_of(root, pattern):
    return {file for path in root.glob(pattern) for file in ([path] if path.is_file() else path.rglob("*")) if file.is_file()}


def compare(what, root, lists, written):
    """`lists`: {package: patterns below root}"""
    taken = {}
    for package, patterns in lists.items():
        for pattern in patterns:
            named = files_of(root, pattern)
            if not named:
                failures.append(f"{what}, {package}: {pattern} is not installed")
            for file in named:
                if taken.setdefault(file, package) != package:
                    failures.append(f"{what}: {file.relative_to(root)} is in {package} and in {taken[file]}")
    for file in sorted(written - set(taken)):
        failures.append(f"{what}: {file.relative_to(root)} is in no package")


def debian(root):
    for old, new in MOVED.items():
        (root / new).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(root / old, root / new)
    lists = {}
    for file in sorted((PACKAGING / "debian").glob("*.install")):
        lines = file.read_text(encoding="utf-8").split("\n")
        # Two words: from the tree itself.
        lists[file.stem] = [line for line in lines if line and not line.startswith("#") and len(line.split()) == 1]
        for line in lines:
            if len(line.split()) == 2 and not (TREE / line.split()[0]).exists():
                failures.append(f"{file.name}: there is no {line.split()[0]}")
    # A cross-built library lies one folder lower.
    lists = {name: [pattern.replace("usr/lib/*/", "usr/lib/") for pattern in patterns] for name, patterns in lists.items()}
    left_out = (PACKAGING / "debian/not-installed").read_text(encoding="utf-8").split("\n")
    lists["not-installed"] = [line for line in left_out if line and not line.startswith("#")]
    compare("debian", root, lists, files_of(root, "*"))


def spec(root):
    text = (PACKAGING / "jitterscope.spec").read_text(encoding="utf-8").split("%changelog")[0]
    lists = {}
    for part in re.split(r"^%files", text, flags=re.MULTILINE)[1:]:
        package = part.split("\n", 1)[0].strip() or "jitterscope"
        lists[package] = [re.sub(r"%\{(\w+)\}", lambda macro: MACROS[macro[1]], line) for line in re.findall(r"^%\{_.*$", part, re.MULTILINE)]
        for line in re.findall(r"^%(?:license|doc) (.*)$", part, re.MULTILINE):
            failures.extend(f"spec, {package}: there is no {name}" for name in line.split() if not (TREE / name).exists())
    # Those lie in the folder of the docs, from which %license and %doc take them.
    written = {file for file in files_of(root, "*") if "share/doc" not in str(file.relative_to(root))}
    compare("spec", root, {name: [pattern.replace("1*", "1") for pattern in patterns] for name, patterns in lists.items() if patterns}, written)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name, prefix, check in (("debian", "usr", debian), ("spec", "", spec)):
            root = pathlib.Path(folder, name)
            done = subprocess.run(["cmake", "--install", BUILD, "--prefix", root / prefix], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                failures.append(done.stdout + done.stderr)
                break
            documents = root / prefix / "share/doc"
            if (documents / "Jitterscope").exists():
                (documents / "Jitterscope").rename(documents / "jitterscope") # as the packages name it
            check(root)
    flatpak = (PACKAGING / "org.jitterscope.Jitterscope.yml").read_text(encoding="utf-8")
    if "id: org.jitterscope.Jitterscope\n" not in flatpak or "command: jitterscope\n" not in flatpak:
        failures.append("the manifest of the Flatpak has another id or command")
    print("\n".join(failures + [f"{len(failures)} faults"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
