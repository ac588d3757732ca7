#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The one header and its C interface as people compile them: alone, with one compiler, in C++17 and C++20, with many warnings as
errors. Usage: compile_alone.py CXX CC INCLUDE SCRATCH; exits with 77 where the compiler is not to be found."""
import pathlib
import re
import shutil
import subprocess
import sys

HEADER = "jitterscope/adaptive_wait.hpp"
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wsign-conversion -Werror".split()
# Also as a part of a program: in two files, and with what games compile with.
FLAGS = {"-std=c++17": [["-O2"], ["-O3", "-ffast-math", "-march=native"]], "-std=c++20": [["-O2", "-fno-exceptions", "-fno-rtti"]]}
USE = f"""#include "{HEADER}"
using namespace std::chrono_literals;
int file_NAME() {{
    jitterscope::PreciseWait wait;
    for (int i = 0; i < 40; ++i) {{
        const auto due = std::chrono::steady_clock::now() + 1ms;
        if (wait.until(due) < due) return 1;
    }}
    wait.aim(jitterscope::PreciseWait::CpuBudget{{0.03}});
    wait.aim(jitterscope::PreciseWait::LateShare{{0.001}});
    wait.aim(jitterscope::PreciseWait::NoSpin());
    return 0;
}}
"""
failed = 0


def run(what, command):
    """Counts a failure; returns what was printed."""
    global failed
    try:
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300, check=False)
    except FileNotFoundError as missing: # it did not compile
        done = subprocess.CompletedProcess(command, 127, "", str(missing))
    if done.returncode != 0:
        failed += 1
        print(f"{what}: exit {done.returncode}\n{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


def compile_and_run(cxx, cc, include, scratch):
    for name in "ab":
        (scratch / f"{name}.cpp").write_text(USE.replace("NAME", name), encoding="utf-8")
    (scratch / "main.cpp").write_text("int file_a();\nint file_b();\nint main() { return file_a() + file_b(); }\n", encoding="utf-8")
    c_program = pathlib.Path(__file__).with_name("c_test.c")
    run("C99", [cc, "-std=c99", *WARNINGS, "-I", include, "-c", c_program, "-o", scratch / "c_test.o"])
    for standard, all_flags in FLAGS.items():
        for flags in all_flags:
            what = " ".join([cxx, standard, *flags])
            run(what, [cxx, standard, *flags, *WARNINGS, "-I", include, *sorted(scratch.glob("*.cpp")), "-o", scratch / "program"])
            run(what + ", run", [scratch / "program"])
        run(f"C interface, {standard}", [cxx, standard, "-O2", "-fno-exceptions", "-fno-rtti", *WARNINGS, "-I", include,
                                         include / "jitterscope/adaptive_wait_c.cpp", scratch / "c_test.o", "-o", scratch / "c"])
        run(f"C interface, {standard}, run", [scratch / "c"])


def macros(cxx, include, scratch):
    """The header leaves no macro behind but its guard."""
    global failed
    text = (include / HEADER).read_text(encoding="utf-8")
    standard = "\n".join(re.findall(r"^#include <(?!windows).*>$", text, re.MULTILINE))
    names = []
    for name, source in (("with", f'#include "{HEADER}"\n'), ("without", standard + "\n")):
        (scratch / f"{name}.inc").write_text(source, encoding="utf-8")
        printed = run("macros", [cxx, "-std=c++17", "-dM", "-E", "-x", "c++", "-I", include, scratch / f"{name}.inc"])
        names.append(set(re.findall(r"^#define (\w+)", printed, re.MULTILINE)))
    if names[0] - names[1] != {"JITTERSCOPE_ADAPTIVE_WAIT_HPP", "JITTERSCOPE_ADAPTIVE_WAIT_CLOCK"}:
        failed += 1
        print(f"macros of the header: {sorted(names[0] - names[1])}")


def refusals(cxx, include, scratch):
    """Where it cannot work it says so in one line, and not in a hundred."""
    global failed
    for flags, expected in ((["-std=c++14"], "needs C++17"), (["-std=c++17", "-U__linux__"], "a clock for Linux and one for Windows")):
        done = subprocess.run([cxx, *flags, "-fsyntax-only", "-I", include, scratch / "a.cpp"], capture_output=True, text=True,
                              timeout=300, check=False)
        if done.returncode == 0 or expected not in done.stderr:
            failed += 1
            print(f"{flags}: expected {expected!r}, got {done.stderr[:300]!r}")


if __name__ == "__main__":
    cxx, cc, include, scratch = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
    if not (shutil.which(cxx) and shutil.which(cc)):
        print(f"there is no {cxx} or no {cc} here")
        sys.exit(77)
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    compile_and_run(cxx, cc, include, scratch)
    macros(cxx, include, scratch)
    refusals(cxx, include, scratch)
    print(f"{failed} failed")
    sys.exit(1 if failed else 0)
