# SPDX-License-Identifier: MIT
"""The campaigns that scripts/campaign runs: a table. What a piece prints becomes figures; those called most_… are not added up."""
import collections.abc
import dataclasses
import pathlib
import re
import shutil
import subprocess

TREE = pathlib.Path(__file__).resolve().parent.parent
FOLDER = TREE / "build/campaigns"
RELEASE, ASAN, TSAN, FUZZ = (f"build/{preset}/bin" for preset in ("release", "asan", "tsan", "fuzz"))
CLI = f"{RELEASE}/jitterscope-cli"
PRELOAD = "build/release/tests/faults/libjitterscope_fault_preload.so"
LEAKS = {"ASAN_OPTIONS": "detect_leaks=1", "UBSAN_OPTIONS": "print_stacktrace=1",
         "LSAN_OPTIONS": f"suppressions={TREE}/tests/support/leaks.supp:print_suppressions=0"}
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}
# A display of its own where there is one to be had.
SHOWN = ["xvfb-run", "-a", "-s", "-screen 0 1920x1080x24"] if shutil.which("xvfb-run") else ["env", "QT_QPA_PLATFORM=offscreen"]


def last(**patterns):
    """Reads figures: of each pattern the last number that was printed."""
    def read(text):
        found = {name: re.findall(pattern, text) for name, pattern in patterns.items()}
        return {name: float(numbers[-1]) if "." in numbers[-1] else int(numbers[-1]) for name, numbers in found.items() if numbers}
    return read


def named(text):
    """What prints `samples: 10`."""
    return {name: int(number) for name, number in re.findall(r"^(\w+): (\d+)$", text, re.MULTILINE)}


@dataclasses.dataclass(frozen=True)
class Piece:
    """One program that is run. In its words and variables {seconds} is its turn and {run} how often it ran before."""
    name: str
    command: list
    times: int | None = 1 # None: for as long as there is time
    read: collections.abc.Callable = named
    environment: dict = dataclasses.field(default_factory=dict)
    longest: int = 600    # s of a turn of what has no end of its own


@dataclasses.dataclass(frozen=True)
class Campaign:
    name: str
    what: str
    pieces: collections.abc.Callable # after what it needs was built
    prepare: list = dataclasses.field(default_factory=list)


def built(preset, *targets, options=()):
    return [["cmake", "--preset", preset, *options], ["cmake", "--build", f"build/{preset}", "--target", *targets]]


def fuzz():
    """Every target that the fuzzer names."""
    text = subprocess.run([f"{FUZZ}/jitterscope_fuzz", "README.md"], cwd=TREE, capture_output=True, text=True, check=False).stderr
    read = last(executions=r"number_of_executed_units:\s+(\d+)", most_coverage=r"cov: (\d+)", most_features=r"ft: (\d+)", most_corpus=r"corp: (\d+)")
    pieces = []
    for name, seeds in re.findall(r"^target (\S+) (\S+)$", text, re.MULTILINE):
        corpus = FOLDER / "fuzz" / name
        corpus.mkdir(parents=True, exist_ok=True)
        pieces.append(Piece(name, [f"{FUZZ}/jitterscope_fuzz", "-max_total_time={seconds}", "-print_final_stats=1", "-timeout=20", "-rss_limit_mb=3000",
                                   f"-artifact_prefix={FOLDER}/fuzz/finding-{name}-", str(corpus), f"tests/{seeds}"],
                            times=None, read=read, environment={"JITTERSCOPE_FUZZ_TARGET": name, "JITTERSCOPE_FUZZ_COMPARE": "8"}))
    return pieces


def handover():
    """10⁹ samples each way, a tenth of them under ThreadSanitizer."""
    tsan = {"TSAN_OPTIONS": "halt_on_error=1:second_deadlock_stack=1"}
    file = str(FOLDER / "handover/samples.csv")
    return [Piece("ring", [f"{RELEASE}/handover", "ring", "100000000"], times=10),
            Piece("ring-tsan", [f"{TSAN}/handover", "ring", "10000000"], times=10, environment=tsan),
            Piece("file", [f"{RELEASE}/handover", "file", "10000000", file], times=100),
            Piece("file-tsan", [f"{TSAN}/handover", "file", "1000000", file], times=100, environment=tsan)]


def runs():
    turns = last(turns=r"(\d+) (?:cycles|windows):", most_growth_kb=r"kB \((-?\d+) since", most_threads=r"(\d+) threads")
    soak = f"{RELEASE}/jitterscope_window_soak"
    return [Piece("starts", [f"{RELEASE}/handover", "starts", "1000"], times=10),
            Piece("window-cycles", [soak, "--cycles", "500"], times=20, read=turns, environment=OFFSCREEN),
            Piece("windows-closed", [soak, "--windows", "100"], times=5, read=turns, environment=OFFSCREEN)]


def kills():
    return [Piece("kills", ["python3", "tests/faults/signals.py", CLI, PRELOAD, "--kills", "100"], times=10,
                  read=last(kills=r"kill -9: (\d+) times", most_seconds_missing=r"at most ([\d.]+) s", checks=r"(\d+) checks"))]


def live_figures(text):
    """From the second minute on: what was learned and drawn by then is there."""
    lines = re.findall(r"live (\d+) s: resident (\d+) kB, allocated (\d+) kB, \d+ threads, ([\d.]+) % CPU, longest turn ([\d.]+) ms, frames (\d+), lost (\d+)", text)
    lines = [tuple(map(float, line)) for line in lines if int(line[0]) >= 120] or [tuple(map(float, line)) for line in lines]
    if not lines:
        return {}
    first, final = lines[0], lines[-1]
    return {"seconds": int(final[0]), "frames": int(final[5]), "lost": int(final[6]),
            "most_resident_growth_percent": round(100 * (final[1] - first[1]) / first[1], 2),
            "most_allocated_growth_percent": round(100 * (final[2] - first[2]) / first[2], 2),
            "most_turn_ms": round(max(line[4] for line in lines), 1),
            "most_cpu_percent_begin": round(sum(line[3] for line in lines[:6]) / len(lines[:6]), 1),
            "most_cpu_percent_end": round(sum(line[3] for line in lines[-6:]) / len(lines[-6:]), 1)}


def live():
    soak = [*SHOWN, f"{RELEASE}/jitterscope_window_soak", "--live", "{seconds}"]
    return [Piece("live", soak, times=None, read=live_figures, longest=1 << 20)]


def themes():
    soak = [*SHOWN, f"{RELEASE}/jitterscope_window_soak", "--themes", "--live", "{seconds}"]
    return [Piece("themes", soak, times=None, read=live_figures)]


def files_large():
    """A piece for each shape, so that it can be gone on with."""
    shapes = re.findall(r'^    "([a-z0-9-]+)": lambda', (TREE / "tests/faults/large.py").read_text(encoding="utf-8"), re.MULTILINE)

    def read(text):
        largest = [(float(seconds), int(megabytes)) for seconds, megabytes in re.findall(r"100 MB\s+([\d.]+) s\s+(\d+) MB", text)]
        return last(checks=r"(\d+) checks")(text) | ({"most_seconds_of_100_mb": max(largest)[0], "most_memory_mb": max(m for _, m in largest)} if largest else {})
    return [Piece(shape, ["python3", "tests/faults/large.py", CLI, "--long", shape], read=read) for shape in shapes]


def driver(name, *arguments):
    return lambda: [Piece(name, ["python3", f"tests/faults/{name}.py", CLI, *arguments, "--long"], read=last(checks=r"(\d+) checks", failed=r"(\d+) failed"))]


def markup():
    return [Piece("markup", [f"{RELEASE}/ui_tests", "hostile_text_test", "-maxwarnings", "0"], read=last(places=r"places: (\d+)"),
                  environment={**OFFSCREEN, "JITTERSCOPE_HOSTILE_WORDS": "5000", "QTEST_FUNCTION_TIMEOUT": "3600000"})]


LISTENING = ["jitterscope_cli", "jitterscope_listen", "attach_loops"]


def refusals():
    return [Piece("refusals", ["python3", "-B", "tests/faults/refusals.py", CLI, "build/release/tests/faults/libjitterscope_refuse.so", f"{RELEASE}/attach_loops",
                               "--long"], read=last(calls=r"calls: (\d+)", checks=r"(\d+) checks", failed=r"(\d+) failed"))]


def limits():
    return [Piece("limits", [*SHOWN, "python3", "-B", "tests/faults/limits.py", CLI, f"{RELEASE}/attach_loops", f"{RELEASE}/jitterscope", "--long"],
                  read=last(checks=r"(\d+) checks", failed=r"(\d+) failed"))]


def targets():
    return [Piece("targets", ["python3", "-B", "tests/faults/targets.py", CLI, f"{RELEASE}/hostile", "--long", "{run}"], times=10,
                  read=last(checks=r"(\d+) checks", failed=r"(\d+) failed", most_memory_mb=r"most memory: (\d+) MB"))]


def causes():
    driver_path = "tests/faults/causes.py"
    names = subprocess.run(["python3", "-B", driver_path], cwd=TREE, capture_output=True, text=True, check=True).stdout.split()
    return [Piece(name, ["python3", "-B", driver_path, CLI, name], times=20, read=last(checks=r"(\d+) checks", failed=r"(\d+) failed")) for name in names]


def files():
    return [Piece(way, ["python3", "tests/faults/files.py", CLI, PRELOAD, "--long", way], read=last(checks=r"(\d+) checks", failed=r"(\d+) failed"))
            for way in ("recording", "json", "experiment")]


def signals():
    """A piece for each part, so that it can be gone on with; kills are a campaign of their own, and early ones come five times as often."""
    driver_path = "tests/faults/signals.py"
    names = subprocess.run(["python3", "-B", driver_path], cwd=TREE, capture_output=True, text=True, check=True).stdout.split()
    return [Piece(name, ["python3", "-B", driver_path, CLI, PRELOAD, "--long", name], times=5 if name == "early" else 1,
                  read=last(checks=r"(\d+) checks", failed=r"(\d+) failed", signals_in_the_first_20_ms=r"first 20 ms: (\d+)", of_them_before_main=r"(\d+) of them before"))
            for name in names if name != "kills"]


def drops():
    """A piece for each page, so that it can be gone on with."""
    return [Piece(page, ["python3", "-B", "tests/faults/drops.py", f"{RELEASE}/jitterscope", f"{RELEASE}/drag_source", page],
                  read=last(checks=r"(\d+) checks", failed=r"(\d+) failed"))
            for page in ("live", "experiments", "labs", "diagnosis", "compare", "program")]


def screens():
    """Every page at every size, on a real platform, at each scale; its pictures stay in the campaign's folder, to be looked at. And read."""
    reader = Piece("reader", ["sh", "-c", f"python3 -B tests/ui/screen_reader.py {RELEASE}/jitterscope || [ $? -eq 77 ]"],
                   read=lambda text: {name: sum(map(int, re.findall(rf"(\d+) {name}", text))) for name in ("controls", "described", "unnamed")})
    fits = f"{RELEASE}/ui_tests fits_test everythingIsSeen everyMessageIsSeen -maxwarnings 0"
    wayland = Piece("wayland", ["sh", "-c", "command -v weston >/dev/null || exit 0; export XDG_RUNTIME_DIR=$(mktemp -d); "
                                "weston --backend=headless-backend.so --width=2600 --height=1500 --socket=fits --idle-time=0 --no-config >/dev/null 2>&1 & "
                                f"weston=$!; sleep 3; WAYLAND_DISPLAY=fits QT_QPA_PLATFORM=wayland {fits}; code=$?; kill $weston; rm -rf $XDG_RUNTIME_DIR; exit $code"],
                    read=last(passed=r"(\d+) passed", failed=r"(\d+) failed"))
    return [reader, wayland] + [Piece(f"scale {scale}", [*SHOWN, f"{RELEASE}/ui_tests", "fits_test", "everythingIsSeen", "everyMessageIsSeen", "aClassSeesEverything",
                                                "-maxwarnings", "0"],
                  read=last(passed=r"(\d+) passed", failed=r"(\d+) failed"),
                  environment={"QT_SCALE_FACTOR": scale, "JITTERSCOPE_PICTURES": str(pictures_of("screens", scale))})
            for scale in ("1", "1.5", "2")]


def pictures_of(campaign, part):
    folder = FOLDER / campaign / part
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def unsaved():
    return [Piece("unsaved", [f"{RELEASE}/unsaved_kills_test"], times=10, read=lambda text: {"rounds": 20} if ", 0 failed" in text else {},
                  environment={**OFFSCREEN, "JITTERSCOPE_KILLS": "20"})]


def monkey():
    # Without -maxwarnings 0, Qt Test prints nothing more after 2000 messages, not even the figures.
    return [Piece("monkey", [f"{ASAN}/ui_tests", "window_monkey_test", "-maxwarnings", "0"], times=None, longest=300,
                  read=last(actions=r"actions: (\d+)", windows=r"windows: (\d+)"),
                  environment={**OFFSCREEN, **LEAKS, "JITTERSCOPE_MONKEY_SECONDS": "{seconds}", "JITTERSCOPE_MONKEY_SEED": "{run}",
                               "QTEST_FUNCTION_TIMEOUT": "1200000"})] # ms; Qt Test ends a function after five minutes


# Core's tests that are not run in an emulator: load_test counts the threads of its process, and the emulator's come and go; the other two did
# not end within a minute there.
OF_THE_MACHINE = {"cancel_test", "diagnosis_run_test", "load_test"}


def portable():
    """Another standard library, another C library, another processor: the same digests, and the header and its C interface at work."""
    folder = FOLDER / "portable"
    alone = ("-DJITTERSCOPE_PORTABLE=ON -DJITTERSCOPE_CLI=ON -DJITTERSCOPE_WINDOW=OFF -DJITTERSCOPE_TESTS=OFF -DJITTERSCOPE_BENCHMARKS=OFF -DCMAKE_BUILD_TYPE=Release "
             "-DJITTERSCOPE_ZLIB=OFF -DJITTERSCOPE_ZSTD=OFF -DJITTERSCOPE_SYSTEM_BUS=OFF")
    c_program = "tests/one_header/c_test.c"
    c_interface = "include/jitterscope/adaptive_wait_c.cpp"

    def digests(name, flags, run=""):
        place = folder / name
        return Piece(f"digests-{name}", ["sh", "-ec", f"cmake -S . -B {place} -G Ninja {alone} {flags} >/dev/null; cmake --build {place} --target jitterscope_digests; "
                                         f"{run} {place}/bin/jitterscope_digests tests/core/digests.txt"], read=last(digests=r"digests: (\d+) equal"))

    def header(name, *commands):
        return Piece(f"header-{name}", ["sh", "-ec", "; ".join((f"mkdir -p {folder}", *commands, "echo 'programs: 1'"))])

    # With Qt of that processor, only unpacked, and the moc of this one.
    cross = folder / "core-arm64"
    system = folder / "system-arm64"
    packages_of_arm64 = "libc6-dev,zlib1g-dev,libzstd-dev,libcli11-dev,nlohmann-json3-dev,qt6-base-dev,librapidcheck-dev"
    listed = re.search(r"jitterscope_tests\(core .*? TESTS\b(.*?)\)", (TREE / "tests/core/CMakeLists.txt").read_text(encoding="utf-8"), re.DOTALL)[1]
    tests = [name for name in listed.split() if name not in OF_THE_MACHINE]
    options = (f"{alone} -DJITTERSCOPE_TESTS=ON -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ "
               f"-DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_SYSROOT={system} -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY "
               f"-DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY -DQT_HOST_PATH=/usr -DQT_HOST_PATH_CMAKE_DIR=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)/cmake")
    built_for_arm64 = Piece("core-arm64-built", ["sh", "-ec", f"[ -e {system}/complete ] || {{ mmdebstrap --quiet --architectures=arm64 --variant=extract "
                                                 f"--include={packages_of_arm64} bookworm {system}; touch {system}/complete; }}; "
                                                 f"cmake -S . -B {cross} -G Ninja {options} >/dev/null; cmake --build {cross} --target core_tests; echo 'programs: 1'"], longest=3600)
    core = [Piece(f"core-arm64-{name}", ["qemu-aarch64", "-L", str(system), str(cross / "bin/core_tests"), name, "-maxwarnings", "0"],
                  read=last(passed=r"Totals: (\d+) passed", failed=r"(\d+) failed"), environment={"LC_ALL": "C.UTF-8", "QTEST_FUNCTION_TIMEOUT": "3600000"})
            for name in tests]

    return [
        header("libcxx", f"printf '#!/bin/sh\\nexec clang++-19 -stdlib=libc++ \"$@\"\\n' > {folder}/clang-libcxx", f"chmod +x {folder}/clang-libcxx",
               f"python3 tests/one_header/compile_alone.py {folder}/clang-libcxx clang include {folder}/alone"),
        # Debian has no C++ library for musl; the C interface needs little of one.
        header("musl", f"g++ -std=c++17 -O2 -fno-exceptions -fno-rtti -U_FORTIFY_SOURCE -fno-stack-protector -c {c_interface} -o {folder}/wait.o",
               f"musl-gcc -std=c99 -Wall -Wextra -Werror -Iinclude -static {c_program} tests/portable/no_cpp_library.c {folder}/wait.o -o {folder}/c_musl", f"{folder}/c_musl"),
        header("arm64", f"aarch64-linux-gnu-g++ -std=c++17 -O2 -Iinclude -c {c_interface} -o {folder}/wait-arm64.o",
               f"aarch64-linux-gnu-gcc -std=c99 -O2 -Iinclude -c {c_program} -o {folder}/c-arm64.o",
               f"aarch64-linux-gnu-g++ -static {folder}/c-arm64.o {folder}/wait-arm64.o -o {folder}/c-arm64", f"qemu-aarch64 {folder}/c-arm64"),
        digests("libcxx", "-DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_CXX_FLAGS=-stdlib=libc++"),
        digests("arm64", "-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ -DCMAKE_EXE_LINKER_FLAGS=-static",
                "qemu-aarch64"),
        built_for_arm64,
        *core,
    ]


def lint():
    """A piece for each room. `scripts/lint` exits with 1 where there is a finding."""
    names = subprocess.run(["git", "ls-files", "core", "ui", "app"], cwd=TREE, capture_output=True, text=True, check=True).stdout.split()
    rooms = {}
    for name in names:
        if name.endswith(".cpp"):
            rooms.setdefault("-".join(name.split("/")[:-1]), []).append(name)
    return [Piece(room, ["scripts/lint", *files], read=last(files=r"reads (\d+) files", lint_findings=r"(\d+) findings")) for room, files in rooms.items()]


def programs():
    """One that is not installed is no finding."""
    driver_path = "tests/programs/programs.py"
    names = subprocess.run(["python3", "-B", driver_path, "--names"], cwd=TREE, capture_output=True, text=True, check=True).stdout.split()
    return [Piece(name, ["sh", "-c", f"python3 -B {driver_path} {CLI} {name} || [ $? -eq 77 ]"],
                  read=lambda text: {"right": text.count(": right"), "not_installed": text.count(": skipped")}) for name in names]


def packages():
    """What cannot be had here (another system, root) is no finding; `skipped` says it."""
    driver_path = "tests/package/packages.py"
    names = subprocess.run(["python3", "-B", driver_path], cwd=TREE, capture_output=True, text=True, check=True).stdout.split()
    return [Piece(name, ["sh", "-c", f"python3 -B {driver_path} {name} || [ $? -eq 77 ]"],
                  read=lambda text: named(text) | {"right": text.count("\nright: "), "skipped": text.count("skipped: ")}) for name in names]


PROGRAMS = built("release", "jitterscope_cli", "jitterscope_fault_preload")
WINDOW = ["jitterscope_window_soak"]
CATALOGUE = {campaign.name: campaign for campaign in [
    Campaign("fuzz", "every reader with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer", fuzz, built("fuzz", "jitterscope_fuzz")),
    Campaign("lint", "clang-tidy 19 over every source, room by room", lint),
    Campaign("portable", "libc++, musl and arm64: the same digests, the header at work, core's tests on arm64", portable),
    Campaign("handover", "10⁹ samples from thread to thread and into files, a tenth under ThreadSanitizer", handover,
             built("release", "handover") + built("tsan", "handover")),
    Campaign("runs", "10⁴ runs started and stopped, with and without a window", runs, built("release", "handover", *WINDOW)),
    Campaign("kills", "10³ kills of a recording", kills, PROGRAMS),
    Campaign("live", "Live at 1 kHz in a window that is shown", live, built("release", *WINDOW)),
    Campaign("themes", "the same while the theme changes each second", themes, built("release", *WINDOW)),
    Campaign("monkey", "clicks and keys at random under AddressSanitizer", monkey, built("asan", "ui_tests")),
    Campaign("files", "each system call of each file fails", files, PROGRAMS),
    Campaign("files-large", "the worst shapes of every format at 1, 10 and 100 MB", files_large, PROGRAMS),
    Campaign("markup", "markup, turned text and megabytes in every name that the window shows", markup, built("release", "ui_tests")),
    Campaign("refusals", "each system call refused, as a sandbox may", refusals, built("release", *LISTENING, "jitterscope_refuse")),
    Campaign("limits", "little memory, few descriptors and threads, small stacks and files", limits, built("release", *LISTENING, "jitterscope")),
    Campaign("targets", "programs that are listened to and write what no listener writes", targets, built("release", *LISTENING, "hostile")),
    Campaign("causes", "diagnoses beside hogs, under quotas, pinned, with too much work: 20 of each", causes, built("release", "jitterscope_cli")),
    Campaign("signals", "signals at random moments", signals, PROGRAMS),
    Campaign("clocks", "clocks that jump, shifted time namespaces", driver("clocks", PRELOAD), PROGRAMS),
    Campaign("streams", "closed, slow and full outputs", driver("streams"), PROGRAMS),
    Campaign("programs", "real programs of Debian, listened to (scripts/programs installs them)", programs,
             built("release", "jitterscope_cli", "jitterscope_listen")),
    Campaign("packages", "packages judged, built twice, installed and removed in fresh systems (scripts/package makes them)", packages),
    Campaign("drops", "files dragged onto the window by another program, with a real pointer", drops, built("release", "jitterscope", "drag_source")),
    Campaign("screens", "every page at every size of window and letters, at each scale, with pictures, and as a screen reader is told", screens, built("release", "ui_tests", "jitterscope")),
    Campaign("unsaved", "windows killed while they hold unsaved runs", unsaved, built("release", "unsaved_kills_test")),
]}
