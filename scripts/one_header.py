#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes include/jitterscope/adaptive_wait.hpp, the one header that people copy, of core/adaptive.

Usage: one_header.py (--check | --update | --self-test) [--clang-format PROGRAM]

The layout is scripts/one_header/adaptive_wait.hpp.in. @VERSION@ and @VERSION_NAME@ and its lines `//@` are replaced:
  //@ licence           the text of LICENSES/MIT.txt as a comment
  //@ includes          the standard headers of everything taken
  //@ take FILE [NAME]  what the file declares, or one function of it; its .cpp is merged in: each function stands in its class
What of core/adaptive is not wanted stands in DROPPED. A file of the room that the layout forgets is an error.
"""
import argparse
import difflib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap

TREE = pathlib.Path(__file__).resolve().parent.parent
ROOM = "core/adaptive"
LAYOUT = "scripts/one_header/adaptive_wait.hpp.in"
TARGET = "include/jitterscope/adaptive_wait.hpp"
# For charts and reports alone.
DROPPED = {f"{ROOM}/learned_latency.h": None, f"{ROOM}/margin_curve.h": None,
           f"{ROOM}/latency_histogram.h": ["quantile", "shareAbove"], f"{ROOM}/adaptive_wait.h": ["learned", "marginExactly", "samples", "spinWith"]}
# What is called before the deadline stays out of its caller's code, so that what comes after it is near.
NOT_INLINED = {"AdaptiveWait::approach": "JITTERSCOPE_NOT_INLINED "}
MOST_LINES = 1099


class Broken(Exception):
    """What the script cannot make sense of, in words for whoever changed the room."""


def code_of(line):
    """Without comments and without what is in strings."""
    return re.sub(r'"[^"]*"', '""', line).split("//", 1)[0].rstrip()


class Item:
    """One declaration or definition with the comments before it. Lines as they stand."""

    def __init__(self, comments, lines):
        self.comments, self.lines = comments, lines

    @property
    def code(self):
        return "\n".join(self.lines)

    @property
    def is_function(self):
        """Whether parentheses come before any brace, = or semicolon; std::function and the like are in no header here."""
        return re.match(r"(template <[^{]*?>\s)?[^({=;]*\(", re.sub(r"\[\[\w+\]\]|noexcept\b", "", self.code)) is not None

    @property
    def name(self):
        """`Class::function`, `function` or the name of a type."""
        if self.is_function:
            return re.search(r"([\w:~]+)\s*\(", self.code).group(1)
        found = re.search(r"(?:class|struct|enum class|using)\s+([\w:]+)", self.code)
        return found.group(1) if found else ""

    def parameters(self):
        """Of a function, without default values and in one line; and where its text goes on behind them."""
        start = self.code.index("(", self.code.index(self.name.rsplit("::", 1)[-1] + "("))
        depth = 0
        for end in range(start, len(self.code)):
            depth += {"(": 1, ")": -1}.get(self.code[end], 0)
            if depth == 0:
                break
        text = re.sub(r"\s+", " ", self.code[start:end + 1])
        return re.sub(r" = [\w:]+(\(\)|\{\})?", "", text), end + 1

    def text(self):
        return "\n".join(self.comments + self.lines)


def items_of(lines):
    """The items of a namespace or a class, whose lines clang-format has laid out. A blank line is an item of nothing."""
    items, comments, current, depth = [], [], [], 0
    for line in lines:
        code = code_of(line)
        if not current and not line.strip():
            if comments:
                items.append(Item(comments, []))
                comments = []
            items.append(Item([], []))
        elif not current and not code:
            comments.append(line)
        else:
            current.append(line)
            depth += sum(code.count(c) for c in "{(") - sum(code.count(c) for c in "})")
            if depth == 0 and (code.endswith((";", "}")) or re.fullmatch(r"\s*(public|private):", code)):
                items.append(Item(comments, current))
                comments, current = [], []
    if current or depth:
        raise Broken("no end of: " + "\n".join(current[:3]))
    return items


def read(tree, name):
    """The lines within namespace jitterscope, and the standard headers of a file."""
    text = (tree / name).read_text(encoding="utf-8")
    body = re.fullmatch(r".*?\nnamespace jitterscope \{\n(.*)\n\} // namespace jitterscope\n", text, re.DOTALL)
    if not body:
        raise Broken(f"{name} is not one namespace jitterscope")
    body = re.sub(r"^(namespace \{|\} // namespace)$\n?", "", body.group(1), flags=re.MULTILINE)
    return body.strip("\n").split("\n"), set(re.findall(r"#include (<.*>)", text))


def sentence(trailing):
    """The comment behind a declaration, as one before it."""
    text = re.sub(r"^///?<? ?", "", trailing)
    return "/// " + text[0].upper() + text[1:]


def merged(declared, defined, prefix=""):
    """A function of a class with its body; the comments of both."""
    if declared.parameters()[0] != defined.parameters()[0]:
        raise Broken(f"{defined.name} is declared with other names of parameters than it is defined with")
    head = code_of(declared.code.rstrip()).rstrip(";")
    trailing = declared.code[len(head) + 1:].strip() # a comment behind it
    rest = re.search(r"\s*[:{][\s\S]*", defined.code[defined.parameters()[1]:]).group(0)
    comments = declared.comments + ([sentence(trailing)] if trailing else []) + defined.comments
    return Item(comments, (prefix + head.strip() + rest).split("\n"))


class Class:
    """A class of the room, taken apart so that definitions can move in."""

    def __init__(self, item):
        self.item, self.items = item, items_of(item.lines[1:-1])

    def take(self, definition):
        owner, name = definition.name.rsplit("::", 1)
        found = [i for i, item in enumerate(self.items)
                 if item.name == name and code_of(item.code).endswith(";") and "= delete" not in item.code]
        if len(found) != 1:
            raise Broken(f"{definition.name} is declared {len(found)} times")
        if definition.is_function:
            self.items[found[0]] = merged(self.items[found[0]], definition, NOT_INLINED.get(definition.name, ""))
        else:
            self.items[found[0]] = Item(definition.comments, definition.code.replace(owner + "::", "").split("\n"))

    def drop(self, name):
        found = [item for item in self.items if item.name == name]
        if len(found) != 1:
            raise Broken(f"{name} is to be dropped, but is there {len(found)} times")
        self.items.remove(found[0])

    def lines(self):
        if len(self.item.lines) == 1:
            return [self.item.text()]
        return self.item.comments + [self.item.lines[0]] + [item.text() for item in self.items] + [self.item.lines[-1]]


def taken(tree, name):
    """Everything that a header declares, with the definitions of its .cpp; and its standard headers."""
    lines, headers = read(tree, name)
    items, dropped = items_of(lines), list(DROPPED.get(name, []))
    classes = {item.name: Class(item) for item in items if item.lines and re.match(r"(class|struct) ", item.lines[0])}
    before, after = [], []
    source = name.replace(".h", ".cpp")
    if (tree / source).exists():
        more, also = read(tree, source)
        headers |= also
        for item in items_of(more):
            owner, _, member = item.name.partition("::")
            if not item.lines:
                after.append(item)
            elif member in dropped or item.name in dropped:
                continue
            elif member:
                if owner not in classes:
                    raise Broken(f"{item.name} is of no class of {name}")
                classes[owner].take(item)
            elif item.lines[0].startswith("constexpr "):
                before.append(Item(item.comments, ["inline " + item.lines[0]] + item.lines[1:]))
            else:
                declared = [other for other in items if other.name == item.name and other.is_function]
                comments = [comment for other in declared for comment in other.comments]
                items = [other for other in items if other not in declared]
                first = "" if item.lines[0].startswith("template") else "inline "
                if any("[[nodiscard]]" in other.code for other in declared):
                    first = "[[nodiscard]] " + first
                after.append(Item(comments + item.comments, [first + item.lines[0]] + item.lines[1:]))
    for gone in dropped:
        owners = [c for c in classes.values() if any(item.name == gone for item in c.items)]
        if owners:
            owners[0].drop(gone)
        elif any(item.name == gone for item in items):
            items = [item for item in items if item.name != gone]
        else:
            raise Broken(f"{name} has no {gone} to drop")
    text = [item.text() for item in before] + [""] * bool(before)
    for item in items:
        text += classes[item.name].lines() if item.name in classes else [item.text()]
    return "\n".join(text + [""] + [item.text() for item in after]), headers


def licence_comment(text):
    """The licence in lines as long as those of the header."""
    paragraphs = "\n".join(text).split("\n\n")
    return "\n//\n".join(textwrap.fill(" ".join(each.split()), 120, initial_indent="// ", subsequent_indent="// ")
                         for each in paragraphs).split("\n")


def generate(tree, clang_format):
    """The header."""
    version = re.search(r"project\(Jitterscope VERSION ([\d.]+)", (tree / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)
    licence = (tree / "LICENSES/MIT.txt").read_text(encoding="utf-8").strip().split("\n")
    out, headers, used = [], set(), set()
    for line in (tree / LAYOUT).read_text(encoding="utf-8").split("\n"):
        found = re.match(r"//@ (\w+) ?(\S*) ?(\S*)$", line)
        line = line.replace("@VERSION@", version).replace("@VERSION_NAME@", "v" + version.replace(".", "_"))
        if not found:
            out.append(line)
        elif found.group(1) == "licence":
            out += licence_comment(licence)
        elif found.group(1) == "includes":
            out.append("//@ includes")
        elif found.group(1) == "take" and found.group(3):
            one = [item for item in items_of(read(tree, found.group(2))[0]) if item.name == found.group(3)]
            if len(one) != 1:
                raise Broken(f"{found.group(2)} has {len(one)} of {found.group(3)}")
            out.append(one[0].text())
        elif found.group(1) == "take":
            text, more = taken(tree, found.group(2))
            headers |= more
            used.add(found.group(2))
            out.append(text)
        else:
            raise Broken(f"{LAYOUT}: {line}")
    room = {path.relative_to(tree).as_posix() for path in (tree / ROOM).iterdir()}
    forgotten = {name for name in room if name.replace(".cpp", ".h") not in used and DROPPED.get(name.replace(".cpp", ".h"), "") is not None}
    if forgotten:
        raise Broken(f"{LAYOUT} forgets {', '.join(sorted(forgotten))}")
    standard = re.compile(r"^#include (<[a-z_]+>)\n", re.MULTILINE)
    text = "\n".join(out)
    headers |= set(standard.findall(text.split("#ifdef _WIN32")[0]))
    text = standard.sub("", text).replace("//@ includes", "\n".join(f"#include {header}" for header in sorted(headers)))
    # Windows' header may have made macros of them.
    text = re.sub(r"\bstd::(min|max)(<[\w:]+>)?\(", r"(std::\1\2)(", text)
    text = text.replace("std::numeric_limits<double>::max()", "(std::numeric_limits<double>::max)()")
    made = subprocess.run([clang_format, "--style=file", f"--assume-filename={tree / TARGET}"], input=text,
                          capture_output=True, text=True, check=True)
    return made.stdout


def code_lines(text):
    return sum(1 for line in text.split("\n") if code_of(line).strip())


def check(tree, clang_format):
    """What is wrong with the header that is there; nothing if it is what this script makes."""
    try:
        made = generate(tree, clang_format)
    except Broken as broken:
        return str(broken)
    if made.count("\n") > MOST_LINES:
        return f"{TARGET} would have {made.count(chr(10))} lines; {MOST_LINES} are allowed"
    there = (tree / TARGET).read_text(encoding="utf-8")
    if made == there:
        return ""
    difference = difflib.unified_diff(there.split("\n"), made.split("\n"), TARGET, "what core/adaptive is now", lineterm="", n=0)
    return "\n".join(list(difference)[:20]) + "\nrun scripts/one_header.py --update"


def self_test(clang_format):
    """Plants one fault of each kind in a copy of what the header is made of, and wants each to be found."""
    faults = [
        (f"{ROOM}/tuning.h", "double memory = 8'192;", "double memory = 8'191;", "8'191"),
        (f"{ROOM}/wake_model.cpp", "return m_aims.lateShare;", "return 0;", "return 0;"),
        (f"{ROOM}/wake_model.h", "    void forget() noexcept;\n", "", "is declared 0 times"),
        (f"{ROOM}/wake_model.h", "void slept(std::size_t index, double oversleep)", "void slept(std::size_t index, double late)", "other names of parameters"),
        (f"{ROOM}/adaptive_wait.h", "bool learned(LearnedLatency& picture)", "bool known(LearnedLatency& picture)", "learned"),
        (LAYOUT, f"//@ take {ROOM}/octave.h\n", "", "forgets core/adaptive/octave.h"),
        (TARGET, "noexcept", "", "--update"),
        ("LICENSES/MIT.txt", "2026", "2025", "2025"),
    ]
    failed = 0
    for name, old, new, expected in [*faults, (TARGET, "", "", None)]:
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            for part in ("core", "scripts", "include", "LICENSES"):
                shutil.copytree(TREE / part, copy / part)
            for part in ("CMakeLists.txt", ".clang-format"):
                shutil.copy(TREE / part, copy / part)
            text = (copy / name).read_text(encoding="utf-8")
            (copy / name).write_text(text.replace(old, new, 1), encoding="utf-8")
            found = check(copy, clang_format)
            if old not in text or (found if expected is None else expected not in found):
                failed += 1
                print(f"planted in {name}: expected {expected!r}, found {found!r}")
    print(f"{len(faults)} faults planted, {failed} checks failed")
    return failed


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("Usage: ")[1].split("\n")[0], description=__doc__.split("\n")[0])
    what = parser.add_mutually_exclusive_group(required=True)
    for action in ("check", "update", "self-test"):
        what.add_argument("--" + action, action="store_true")
    parser.add_argument("--clang-format", default="clang-format")
    arguments = parser.parse_args()
    if arguments.self_test:
        return 1 if self_test(arguments.clang_format) else 0
    if arguments.update:
        try:
            (TREE / TARGET).write_text(generate(TREE, arguments.clang_format), encoding="utf-8")
        except Broken as broken:
            print(broken)
            return 1
    problem = check(TREE, arguments.clang_format)
    text = (TREE / TARGET).read_text(encoding="utf-8")
    print(problem or f"{TARGET} is what core/adaptive is: {text.count(chr(10))} lines, {code_lines(text)} of them code")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
