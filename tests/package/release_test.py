#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/release and the source of scripts/package, in a small tree of their own. Usage: release_test.py TREE; 77: there is no git or xz."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TREE = pathlib.Path(sys.argv[1])
COPIED = ["scripts/release", "scripts/package", "resources/packaging/jitterscope.spec"]
FILES = {
    "CMakeLists.txt": "project(Jitterscope VERSION 0.3.0)\n",
    "CHANGELOG.md": "# Changelog\n\n## 0.3.0 (unreleased)\n\n### Added\n- one thing\n\n## 0.1.0\n\n- another\n",
    "resources/org.jitterscope.Jitterscope.metainfo.xml": '<release version="0.3.0" type="development" date="2026-11-27">\n',
    "include/jitterscope/adaptive_wait.hpp": "// Jitterscope's `adaptive` 0.3.0 waits.\n",
}
failures = []


def check(right, what):
    if not right:
        failures.append(what)


def run(folder, *command):
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
    for name in ("GIT_AUTHOR", "GIT_COMMITTER"):
        environment |= {f"{name}_NAME": "A", f"{name}_EMAIL": "a@example.org", f"{name}_DATE": "2026-11-27T12:00:00+01:00"}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)
    return done.returncode, done.stdout + done.stderr


def commit(tree, what):
    for command in (["git", "add", "-A"], ["git", "commit", "-q", "-m", what]):
        code, told = run(tree, *command)
        check(code == 0, f"{command}: {told}")


def write(tree, name, text):
    path = tree / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main():
    if not shutil.which("git") or not shutil.which("xz"):
        print("there is no git or no xz here")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder, "tree")
        for name, text in FILES.items():
            write(tree, name, text)
        for name in COPIED:
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TREE / name, tree / name)
        run(tree, "git", "init", "-q")
        commit(tree, "begun")

        code, told = run(tree, "scripts/release", "source", "header")
        check(code == 1 and told.count("release: ") == 4, f"an unreleased tree is released: {code} {told}")
        for reason in ("no tag v0.3.0", "calls 0.3.0 unreleased", "does not have 0.3.0 as a release"):
            check(reason in told, f"'{reason}' is not said: {told}")
        # With and without the compiler for 64-bit ARM; neither is a release, so nothing is made.
        tools = pathlib.Path(folder, "tools")
        tools.mkdir()
        for name in ("git", "python3"):
            (tools / name).symlink_to(shutil.which(name) if name == "git" else sys.executable)
        for there in (False, True):
            if there:
                shutil.copy(shutil.which("true"), tools / "aarch64-linux-gnu-g++")
            code, told = run(tree, "env", f"PATH={tools}", "python3", "scripts/release")
            check(code == 1 and ("without arm64" in told) != there, f"arm64 where its compiler is {'' if there else 'not '}here: {code} {told}")
        snapshot = pathlib.Path(folder, "snapshot")
        code, told = run(tree, "scripts/release", "--snapshot", "--out", str(snapshot), "source", "header")
        names = sorted(file.name for file in snapshot.iterdir()) if snapshot.exists() else []
        check(code == 0 and any(name.startswith("jitterscope-0.3.0-git20261127.") for name in names), f"a snapshot: {code} {names} {told}")

        write(tree, "CHANGELOG.md", FILES["CHANGELOG.md"].replace(" (unreleased)", ""))
        name = "resources/org.jitterscope.Jitterscope.metainfo.xml"
        write(tree, name, FILES[name].replace(' type="development"', ""))
        commit(tree, "version 0.3.0")
        run(tree, "git", "tag", "v0.3.0")
        first, second = (pathlib.Path(folder, name) for name in ("first", "second"))
        for out in (first, second):
            code, told = run(tree, "scripts/release", "--out", str(out), "source", "header")
            check(code == 0, f"a release: {code} {told}")
        names = sorted(file.name for file in first.iterdir())
        check(names == ["CHANGES.md", "SHA256SUMS", "adaptive_wait.hpp", "jitterscope-0.3.0.tar.xz", "jitterscope.spec"], f"it holds {names}")
        check((first / "SHA256SUMS").read_bytes() == (second / "SHA256SUMS").read_bytes(), "made twice, the sums differ")
        for line in (first / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
            expected, name = line.split("  ")
            check(hashlib.sha256((first / name).read_bytes()).hexdigest() == expected, f"the sum of {name} is wrong")
        check((first / "CHANGES.md").read_text(encoding="utf-8") == "### Added\n- one thing\n", "CHANGES.md is not the part of the changelog")
        check("%global snapshot" not in (first / "jitterscope.spec").read_text(encoding="utf-8").replace("# %%global", ""), "the spec is of a snapshot")
        code, told = run(tree, "scripts/release", "--out", str(first), "header")
        check(code == 1 and "not empty" in told, f"it writes over what is there: {code} {told}")

        write(tree, "README.md", "later\n")
        run(tree, "git", "add", "README.md")
        code, told = run(tree, "scripts/release", "header")
        check(code == 1 and "not committed" in told, f"what is not committed is left out silently: {code} {told}")
        code, told = run(tree, "scripts/package", "debian")
        check(code == 2 and "unknown 'debian'" in told, f"scripts/package takes any word: {code} {told}")
        code, told = run(tree, "scripts/package", "--help")
        check(code == 0 and "scripts/package tarball" in told, f"scripts/package --help: {code} {told}")
    print("\n".join(failures + [f"{len(failures)} faults"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
