#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The one header and its C interface as people compile them for Windows: with MinGW for 64 and 32 bits, with windows.h and its macros
min and max before it, and read by Clang as Microsoft's compiler reads it. Usage: compile_for_windows.py INCLUDE SCRATCH; exits with 77
where there is no MinGW. It compiles and links; `scripts/windows` runs it."""
import pathlib
import shutil
import subprocess
import sys

WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wsign-conversion -Werror".split()
COMPILERS = {"x86_64-w64-mingw32": [], "i686-w64-mingw32": ["-msse2", "-mfpmath=sse"]}
STANDARD = "algorithm array chrono cmath cstddef cstdint limits optional type_traits utility variant".split()
USE = """#include "jitterscope/adaptive_wait.hpp"
int main() {
    jitterscope::PreciseWait wait;
    for (int i = 0; i < 40; ++i) {
        const auto due = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
        if (wait.until(due) < due) return 1;
    }
    wait.aim(jitterscope::PreciseWait::CpuBudget{0.03});
    wait.aim(jitterscope::PreciseWait::NoSpin());
    return 0;
}
"""
MACROS = "".join(f"#include <{name}>\n" for name in STANDARD) + "#include <windows.h>\n#define min(a, b) no_function\n#define max(a, b) no_function\n"
# As MinGW with threads of Windows has it, whose steady_clock is the time of day.
NO_STEADY_CLOCK = "#include <chrono>\n#undef _GLIBCXX_USE_CLOCK_MONOTONIC\n"
failed = 0


def run(what, command):
    global failed
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        failed += 1
        print(f"{what}: exit {done.returncode}\n{' '.join(map(str, command))}\n{done.stderr[-4000:]}")
    return done


def refusal(what, command):
    """It says in one line why it does not work."""
    global failed
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode == 0 or done.stderr.count(" error: ") != 1 or "needs MinGW with POSIX threads" not in done.stderr:
        failed += 1
        print(f"{what}: exit {done.returncode}\n{done.stderr[:2000]}")


def as_microsoft_reads_it(include, use):
    """Its library is not to be had here, so MinGW's headers stand for it: what Clang says of those is left out."""
    standard = sorted(pathlib.Path("/usr/lib/gcc/x86_64-w64-mingw32").glob("*-posix/include/c++"))
    if shutil.which("clang++") is None or not standard:
        return "without Clang"
    done = subprocess.run(["clang++", "-std=c++17", "-target", "x86_64-pc-windows-msvc", "-fms-extensions", "-fms-compatibility", "-fsyntax-only",
                           "-ferror-limit=0", "-isystem", standard[-1], "-isystem", standard[-1] / "x86_64-w64-mingw32", "-isystem",
                           "/usr/x86_64-w64-mingw32/include", "-I", include, use], capture_output=True, text=True, timeout=300, check=False)
    found = [line for line in done.stderr.splitlines() if "adaptive_wait.hpp:" in line and " error:" in line]
    global failed
    failed += len(found)
    print("\n".join(found))
    return f"Clang as Microsoft's: {len(found)} errors in the header"


def main():
    include, scratch = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    there = {prefix: flags for prefix, flags in COMPILERS.items() if shutil.which(f"{prefix}-g++-posix")}
    if not there:
        print("there is no MinGW here")
        return 77
    scratch.mkdir(parents=True, exist_ok=True)
    use, macros, no_clock = scratch / "use.cpp", scratch / "macros.cpp", scratch / "no_clock.cpp"
    use.write_text(USE, encoding="utf-8")
    macros.write_text(MACROS + USE, encoding="utf-8")
    no_clock.write_text(NO_STEADY_CLOCK + USE, encoding="utf-8")
    for prefix, flags in there.items():
        for standard in ("-std=c++17", "-std=c++20"):
            run(f"{prefix} {standard}", [f"{prefix}-g++-posix", standard, "-O2", *flags, *WARNINGS, "-static", "-I", include, use, "-o",
                                         scratch / f"use-{prefix}.exe"])
            run(f"{prefix} {standard}, no exceptions", [f"{prefix}-g++-posix", standard, "-O2", "-fno-exceptions", "-fno-rtti", *flags, *WARNINGS,
                                                        "-static", "-I", include, include / "jitterscope/adaptive_wait_c.cpp", "-c", "-o",
                                                        scratch / f"c-{prefix}.o"])
        run(f"{prefix}, macros", [f"{prefix}-g++-posix", "-std=c++17", *flags, "-fsyntax-only", "-I", include, macros])
        refusal(f"{prefix}, no steady clock", [f"{prefix}-g++-posix", "-std=c++17", *flags, "-fsyntax-only", "-I", include, no_clock])
    clang = as_microsoft_reads_it(include, use)
    print(f"{', '.join(there)}: {failed} failed; {clang}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
