#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rules of the house that a compiler does not know. Usage: check_tree.py TREE | check_tree.py --self-test"""
import pathlib
import re
import sys
import tempfile

LONG_FILE = 600 # lines; a file ends where its subject ends, so more is a question, not an error
# What people copy: it must stand alone, so it has the clock of the system in it.
COPIED = "include/jitterscope/adaptive_wait.hpp"
SOURCES = (".h", ".hpp", ".c", ".cpp")
OS_HEADER = re.compile(r"#\s*include\s*<(windows\.h|sys/|unistd\.h|pthread\.h|sched\.h|fcntl\.h|signal\.h|poll\.h|dirent\.h|linux/)")
OS_SWITCH = re.compile(r"#\s*(if|ifdef|ifndef|elif).*\b(_WIN32|__linux__|__APPLE__)\b")
# The one room of the window with calls of a system.
DESKTOP = "ui/desktop/"
OF_WINDOWS = re.compile(r'#\s*include\s*(<(objbase|shlobj|shobjidl|propsys|dwmapi)\.h>|"core/platform/windows/)')
QT_HEADER = re.compile(r"#\s*include\s*[<\"]Q[A-Za-z]")
INCLUDE = re.compile(r'#\s*include\s*"([^"]+)"')
# The floors, low to high: a room uses rooms on floors below its own, never one above or beside it. A file that stands in no
# room of its layer is the roof.
FLOORS = {
    "core": ["base", "time stats picture", "adaptive", "sleep pacing timestep workload plan record", "meter", "platform", "simulation", "machine", "run",
             "experiment", "lab compare", "diagnosis scene privacy attach", "files metrics", "import figure", "document", "pacer"],
    "ui": ["desktop theme format settings", "session forms plot", "charts models document", "pages", "window"],
}
FLOOR_OF = {layer: {room: floor for floor, rooms in enumerate(floors) for room in rooms.split()} for layer, floors in FLOORS.items()}
# Split, so that this file does not hold what it looks for.
WAITING = re.compile("|".join(["process" + r"Events\s*\(", "QThread" + r"\b", "QtConcurrent", r"\bq" + r"Wait\s*\(", r"qSl" + r"eep\s*\("]))
# winpthreads cuts waits to whole milliseconds: a shorter one is none, and its loop is a busy one. A wait until a moment ends with one.
SHORT_WAIT = re.compile(r"\b(sleep_for|wait_for)\s*\(.*(\b(micro|nano)seconds\s*[({]|\b\d+(us|ns)\b)|\.wait_until\s*\(|this_thread::sleep_until\s*\(")
# The last bits of the C library's functions differ between systems, and reach files: core/base/portable_math.h has the same for all.
LIBM = re.compile(r"\bstd::(log|log10|log2|log1p|exp|exp2|expm1|pow|cbrt|hypot|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|erf|erfc|tgamma|lgamma)\(")
CHARTS = re.compile(r"#\s*include\s*<(QtCharts/|QChart|QLineSeries|QValueAxis|QLogValueAxis|QXYSeries|QScatterSeries|QAreaSeries|QBar)")


# What a result comes to is told once, in core. The window and the command line have words of their own in these places alone: files whose
# subject is words, and statements that make one of these things.
PLACES_OF_WORDS = (
    "app/options/", "app/cli/command_completion.cpp", "app/cli/completion.cpp", "app/cli/main.cpp", "app/gui/", # --help
    "ui/forms/", "ui/pages/diagnosis/plan_bar.cpp", "ui/pages/compare/run_intake.cpp", "ui/settings/", # fields, and what they ask
    "ui/window/", "ui/pages/page_catalog.cpp", "ui/session/", # actions, help, notices, how a job ended
    "ui/charts/", "ui/models/statistics_table.cpp", # axes, keys, columns
    "ui/pages/labs/", "ui/pages/live_page.cpp", "ui/pages/hint_line.cpp", # what to do next
    "ui/pages/compare/compare_empty.cpp") # an empty page
MAKES_WORDS = re.compile(
    r"\b(options|m_options|m_shared|setFooter|addCommand|addSubcommand" # --help
    r"|printMessage|report|fail|failed|Error|ErrorCode|invalid|noticed|progressed|say|offer\w*|ask\w*" # refusals, questions, notices
    r"|QMessageBox|QFileDialog|setRefusal|setWindowTitle|setLabelText|refusal"
    r"|makeButton|makeField|makeMenu|makeProgress|box|add|addAction|Gallery|\w*Card|Foldout|plainLabel|wrappedLabel|noteLabel|KeyItem|setTitle" # what a page is made of
    r"|setToolTip|setAccessibleName|setAccessibleDescription|setPlaceholderText|setEmptyText|emptyText|showNothing"
    r"|m_(state|keep|notes)->setText)\b")
# Functions whose result is one of them.
ANSWERS_WORDS = re.compile(r"^(read\w+|checkFile|refusalText|unsaved|reasonAgainst|showKept|data|headerData|beforeText|makeActions|makeOwn|refresh\w*)$")
LITERAL = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+')
NO_WORDS = re.compile(r"""//[^\n]*|^\s*\#[^\n]*|QStringLiteral\("[^"\n]*"\)|'(?:\\.|[^'\\\n])'""", re.M)
FUNCTION = re.compile(r"^[A-Za-z][^;\n]*?\b([A-Za-z_]\w*)\s*\(", re.M)
FIGURES = re.compile(r"\b(said::(duration|percent|fixed)|sharePercent)\(")


def told_elsewhere(text):
    """The texts of four words and more that a file of the window or the command line has outside those places."""
    text = NO_WORDS.sub(lambda found: " " * len(found.group()), text)
    bare = LITERAL.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    for found in LITERAL.finditer(text):
        words = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', found.group()))
        statement = bare[max(bare.rfind(";", 0, found.start()), bare.rfind("}\n", 0, found.start())) + 1:found.start()]
        functions = FUNCTION.findall(bare[:found.start()])
        if len(re.findall(r"[A-Za-z]+[^ ]*(?= |$)", words)) >= 4 and not MAKES_WORDS.search(statement) \
                and not (functions and ANSWERS_WORDS.match(functions[-1])):
            yield words


def layer_rules(path, text):
    """(message) for each rule that this file breaks; `path` is relative to the tree."""
    room = path.parts[0]
    name = path.as_posix()
    first = text.split("\n", 1)[0]
    licence = "GPL-3.0-or-later" if room == "ui" or name.startswith(("app/gui/", "tests/ui/")) or "benchmarks/window_" in name else "MIT"
    if first != f"// SPDX-License-Identifier: {licence}":
        yield f"the first line is not '// SPDX-License-Identifier: {licence}'"
    if path.suffix == ".h" and room != "include" and "#pragma once" not in text:
        yield "a header without #pragma once"
    guard = "JITTERSCOPE_" + re.sub(r"\W", "_", path.name).upper()
    if room == "include" and path.suffix != ".cpp" and f"#ifndef {guard}\n#define {guard}\n" not in text:
        yield f"a copied header without the guard {guard}: copies lie in two places"
    if room in ("core", "examples", "include") or name.startswith("app/cli/"):
        if QT_HEADER.search(text):
            yield "a Qt header below the window"
    if room in ("core", "include") and not name.startswith("core/platform/"):
        if OS_HEADER.search(text.replace("<windows.h>", "") if name == COPIED else text):
            yield "a system header outside core/platform"
    if room == "ui" or name.startswith("app/gui/"):
        if not name.startswith(DESKTOP) and (OS_HEADER.search(text) or OF_WINDOWS.search(text)):
            yield f"a system header outside core/platform and {DESKTOP}"
    if room in ("core", "ui", "app", "include") and not name.startswith("core/platform/") and name != COPIED and OS_SWITCH.search(text):
        yield "a switch on the system outside core/platform"
    if not name.startswith("ui/plot/") and room in ("ui", "app") and CHARTS.search(text):
        yield "a Qt Charts header outside ui/plot"
    if room in ("core", "app") and not name.startswith("core/platform/"):
        if SHORT_WAIT.search(text):
            yield "a wait of less than a millisecond outside core/platform"
    if room == "core" and not name.startswith(("core/platform/", "core/base/portable_math")) or name.startswith("app/cli/"):
        if LIBM.search(text):
            yield "a function of the C library whose last bits differ: core/base/portable_math.h has it"
    if WAITING.search(text):
        yield "waiting by the clock, re-entering the event loop, or a Qt thread"
    if room == "ui" and name != "ui/format/outside_text.cpp" and "QString::fromStdString" in text:
        yield "a text of core that does not come through ui/format/outside_text.h: people may see it"
    if room in ("ui", "app") and not name.startswith(PLACES_OF_WORDS):
        yield from (f"tells something itself: '{words}'; core tells results, and other words have their places" for words in told_elsewhere(text))
    if name.startswith("app/cli/command_") and FIGURES.search(text):
        yield "says a figure itself; core/document tells results"
    for included in INCLUDE.findall(text):
        if room == "core" and included.startswith(("ui/", "app/", "tests/")):
            yield f"core includes {included}"
        if room == "examples" and included.startswith(("core/", "ui/", "app/", "tests/")):
            yield f"examples includes {included}: other programs have jitterscope/… alone"
        if room == "include" and "/" in included:
            yield f"include includes {included}: people copy what lies in one folder"
        copied = included.startswith("jitterscope/adaptive_wait") and name.startswith(("tests/one_header/", "core/adaptive/algorithm.h"))
        if room != "examples" and included.startswith("jitterscope/") and not copied and not name.startswith("tests/package/"):
            yield f"{included} is the name for other programs; this tree's own is core/…"
        if room == "ui" and included.startswith(("app/", "tests/")):
            yield f"ui includes {included}"
        if room == "ui" and included == "core/run/runner.h" and not name.startswith("ui/session/"):
            yield "Runner is seen outside ui/session"
        if name.startswith("app/cli/") and included.startswith("ui/"):
            yield f"the command line includes {included}"


def room_of(name):
    """('core', 'sleep') of core/sleep/strategies/spin.h; an empty room for what stands on the roof."""
    parts = name.split("/")
    return (parts[0], parts[1] if len(parts) > 2 else "") if parts[0] in FLOORS else (None, None)


def floor_rules(path, text):
    """(message) for each include that leads up, or to a room on the same floor."""
    layer, room = room_of(path.as_posix())
    if layer is None:
        return
    floors = FLOOR_OF[layer]
    if room and room not in floors:
        yield f"{layer}/{room} stands on no floor of check_tree.py"
        return
    for included in INCLUDE.findall(text):
        to_layer, to_room = room_of(included)
        if to_layer != layer or to_room == room:
            continue
        if room and (not to_room or floors.get(to_room, -1) >= floors[room]):
            yield f"{layer}/{room} (floor {floors[room]}) includes {included} (floor {floors.get(to_room, 'roof')})"


def unbuilt_tests(tree):
    """Each *_test.cpp that no CMake file of its folder or of one above names: it would never run."""
    for path in sorted((tree / "tests").rglob("*_test.cpp")):
        folders = [folder for folder in path.parents if folder == tree or tree in folder.parents]
        build = "\n".join((folder / "CMakeLists.txt").read_text(encoding="utf-8") for folder in folders if (folder / "CMakeLists.txt").exists())
        if not re.search(rf"(?<![\w-]){re.escape(path.stem)}(?![\w-])", build):
            yield f"{path.relative_to(tree)}: no CMakeLists.txt names it, so it never runs"


def stale_head(tree):
    """What the head of the header that people copy says of its version and its licence, against the tree's."""
    header, project = tree / COPIED, tree / "CMakeLists.txt"
    if not header.exists() or not project.exists():
        return
    text = header.read_text(encoding="utf-8")
    version = re.search(r"Jitterscope VERSION ([\d.]+)", project.read_text(encoding="utf-8")).group(1)
    named = "v" + version.replace(".", "_")
    if f"`adaptive` {version} " not in text or set(re.findall(r"namespace (v\d\w*)", text)) != {named}:
        yield f"{COPIED}: its head and its inline namespace are of another version than {version}"
    comment = " ".join(line.strip("/ ") for line in text.split("#ifndef")[0].split("\n"))
    licence = (tree / "LICENSES/MIT.txt").read_text(encoding="utf-8")
    if " ".join(licence.split()) not in " ".join(comment.split()):
        yield f"{COPIED}: its licence is not LICENSES/MIT.txt"


def check(tree):
    """All broken rules of a tree, as 'path: message'."""
    found = list(unbuilt_tests(tree)) + list(stale_head(tree))
    for room in ("core", "ui", "app", "tests", "examples", "include"):
        for path in sorted((tree / room).rglob("*")):
            if path.suffix in SOURCES:
                relative = path.relative_to(tree)
                text = path.read_text(encoding="utf-8")
                found += [f"{relative}: {message}" for rules in (layer_rules, floor_rules) for message in rules(relative, text)]
    return found


def long_files(tree):
    """Files that may have outgrown their subject, as 'path: lines'."""
    paths = [path for room in ("core", "ui", "app", "tests") for path in sorted((tree / room).rglob("*")) if path.suffix in SOURCES]
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in paths}
    return [f"{path.relative_to(tree)}: {count} lines" for path, count in lines.items() if count > LONG_FILE]


def self_test():
    """Plants one fault of each kind and wants each to be found, and nothing in a clean tree."""
    mit, gpl = "// SPDX-License-Identifier: MIT\n", "// SPDX-License-Identifier: GPL-3.0-or-later\n"
    faults = [
        ("core/a.cpp", "int x;\n", "first line"),
        ("ui/a.cpp", mit, "first line"),
        ("core/a.h", mit + "int x;\n", "#pragma once"),
        ("ui/pages/program/a.cpp", gpl + 'void A::show() {\n    m_text->setText(tr("It runs at %1 frames "\n "a second.").arg(rate));\n}\n', "tells something itself"),
        ("ui/document/a.cpp", gpl + 'auto a = tr("It is late here");\n', "tells something itself"),
        ("app/cli/command_a.cpp", mit + 'void A::run() {\n    out << "it is late; here";\n}\n', "tells something itself"),
        ("app/cli/command_a.cpp", mit + 'out(said::duration(ns) + " late");\n', "says a figure itself"),
        ("tests/core/a_test.cpp", mit, "no CMakeLists.txt names it"),
        ("core/a.cpp", mit + "#include <QString>\n", "Qt header"),
        ("app/cli/a.cpp", mit + "#include <QString>\n", "Qt header"),
        ("examples/a/main.cpp", mit + "#include <QString>\n", "Qt header"),
        ("examples/a/main.cpp", mit + '#include "ui/window/main_window.h"\n', "examples includes"),
        ("examples/a/main.cpp", mit + '#include "core/pacer.h"\n', "examples includes"),
        ("core/a.cpp", mit + '#include "jitterscope/pacer.h"\n', "name for other programs"),
        ("core/run/a.cpp", mit + "#include <unistd.h>\n", "system header"),
        ("core/run/a.cpp", mit + "#ifdef _WIN32\n#endif\n", "switch on the system"),
        ("core/run/a.cpp", mit + "void f() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }\n", "less than a millisecond"),
        ("app/cli/a.cpp", mit + "void f() { std::this_thread::sleep_for(500us); }\n", "less than a millisecond"),
        ("core/run/a.cpp", mit + "void f() { std::this_thread::sleep_until(end); }\n", "less than a millisecond"),
        ("core/run/a.cpp", mit + "void f() { wake.wait_until(lock, end); }\n", "less than a millisecond"),
        ("core/run/a.cpp", mit + "double f(double x) { return std::log10(x); }\n", "last bits differ"),
        ("ui/pages/a.cpp", gpl + "#include <QLineSeries>\n", "Qt Charts"),
        ("ui/charts/a.cpp", gpl + "#include <QLineSeries>\n", "Qt Charts"),
        ("ui/plot/a.cpp", gpl + '#include "ui/charts/strip_chart.h"\n', "ui/plot (floor 1) includes ui/charts/strip_chart.h (floor 2)"),
        ("ui/a.cpp", gpl + "void f() { QCoreApplication::process" + "Events(); }\n", "waiting"),
        ("tests/ui/a.cpp", gpl + "void f() { QTest::q" + "Wait(5); }\n", "waiting"),
        ("core/a.cpp", mit + '#include "ui/window/main_window.h"\n', "core includes"),
        ("ui/a.cpp", gpl + '#include "app/gui/options.h"\n', "ui includes"),
        ("ui/window/a.cpp", gpl + "#include <shlobj.h>\n", "outside core/platform and ui/desktop"),
        ("ui/theme/a.cpp", gpl + '#include "core/platform/windows/library.h"\n', "outside core/platform and ui/desktop"),
        ("app/gui/a.cpp", gpl + "#include <unistd.h>\n", "outside core/platform and ui/desktop"),
        ("ui/a.cpp", gpl + "auto a = QString::fromStdString(b);\n", "outside_text.h"),
        ("ui/pages/a.cpp", gpl + '#include "core/run/runner.h"\n', "Runner"),
        ("core/base/a.cpp", mit + '#include "core/time/time.h"\n', "core/base (floor 0) includes core/time/time.h (floor 1)"),
        ("core/sleep/strategies/a.cpp", mit + '#include "core/pacing/grid.h"\n', "(floor 3) includes core/pacing/grid.h (floor 3)"),
        ("core/sleep/a.cpp", mit + '#include "core/pacer.h"\n', "(floor roof)"),
        ("core/cellar/a.cpp", mit, "stands on no floor"),
        ("tests/core/a.cpp", mit + '#include "jitterscope/adaptive_wait.hpp"\n', "name for other programs"),
        ("tests/one_header/a.cpp", mit + '#include "jitterscope/pacer.h"\n', "name for other programs"),
        ("tests/one_header/a.c", "int x;\n", "first line"),
        ("include/jitterscope/a.h", mit + "#pragma once\n", "the guard JITTERSCOPE_A_H"),
        ("include/jitterscope/a.cpp", mit + '#include "core/time/time.h"\n', "one folder"),
        ("include/jitterscope/a.cpp", mit + "#ifdef __linux__\n#endif\n", "switch on the system"),
        (COPIED, mit + "#ifndef JITTERSCOPE_ADAPTIVE_WAIT_HPP\n#define JITTERSCOPE_ADAPTIVE_WAIT_HPP\n#include <unistd.h>\n", "system header"),
        ("ui/charts/a.cpp", gpl + '#include "ui/pages/page.h"\n', "ui/charts (floor 2) includes ui/pages/page.h (floor 3)"),
    ]
    clean = [("ui/pages/program/a.cpp", gpl + 'void A::make() {\n    m_save = makeButton(tr("&Save"), "a", tr("It is saved; as a file"));\n}\n'),
             ("app/cli/command_a.cpp", mit + '#include "core/run/a_b_c_d.h"\nvoid A::A() {\n    out("two words");\n}\n'),
             ("ui/forms/a.cpp", gpl + 'auto a = tr("How late counts as late?");\n'),
             ("core/pacer.cpp", mit + '#include "core/sleep/sleep_catalog.h"\n'),
             ("core/files/a.cpp", mit + '#include "core/run/runner.h"\n'),
             ("examples/a/main.cpp", mit + '#include "jitterscope/pacer.h"\n'),
             ("tests/one_header/a.cpp", mit + '#include "jitterscope/adaptive_wait_c.h"\n'),
             (COPIED, mit + "#ifndef JITTERSCOPE_ADAPTIVE_WAIT_HPP\n#define JITTERSCOPE_ADAPTIVE_WAIT_HPP\n#ifdef __linux__\n" + "\n" * 900),
             ("core/a.h", mit + "#pragma once\n"), ("core/platform/linux/a.cpp", mit + "#include <unistd.h>\n"),
             ("ui/desktop/a.cpp", gpl + "#include <shlobj.h>\n"), ("ui/plot/a.cpp", gpl + "#include <QLineSeries>\n"), ("ui/session/a.cpp", gpl + '#include "core/run/runner.h"\n')]
    failed = 0
    for old, new in (("0.2.0 ", "0.1.9 "), ("v0_2_0 {", "v0_1_9 {"), ("WITHOUT WARRANTY", "WITH WARRANTY")):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in ((COPIED, "// Jitterscope's `adaptive` 0.2.0 waits.\n//\n// provided WITHOUT WARRANTY\n// of any kind\n#ifndef A\nnamespace v0_2_0 {\n"),
                               ("CMakeLists.txt", "project(Jitterscope VERSION 0.2.0)\n"), ("LICENSES/MIT.txt", "provided WITHOUT WARRANTY of\nany kind\n")):
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text.replace(old, new) if name == COPIED else text, encoding="utf-8")
            found = len(list(stale_head(pathlib.Path(folder))))
            if found != 1:
                failed += 1
                print(f"{new} in {COPIED}: {found} faults found")
    for name, text, expected in faults + [(name, text, None) for name, text in clean]:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True)
            path.write_text(text, encoding="utf-8")
            found = check(pathlib.Path(folder))
            right = (not found) if expected is None else any(expected in line for line in found)
            if not right:
                failed += 1
                print(f"planted in {name}: expected {expected!r}, found {found}")
    print(f"{len(faults)} faults planted, {failed} checks failed")
    return failed


if __name__ == "__main__":
    if sys.argv[1] == "--self-test":
        sys.exit(1 if self_test() else 0)
    problems = check(pathlib.Path(sys.argv[1]))
    for long in long_files(pathlib.Path(sys.argv[1])):
        print(f"warning: {long}: does it still have one subject?")
    print("\n".join(problems) if problems else "the tree keeps its rules")
    sys.exit(1 if problems else 0)
