#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/floors.svg, the picture of docs/architecture.md, from the table of floors that tests/checks/check_tree.py holds the tree to.

Usage: floors.py (--check | --update)
"""
import pathlib
import sys

TREE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TREE / "tests/checks"))
from check_tree import FLOORS  # noqa: E402

TARGET = TREE / "docs/floors.svg"
APP = ["gui cli"]
HOUSE = [("app", APP, "#b45309"), ("ui", FLOORS["ui"], "#0072b2"), ("core", FLOORS["core"], "#0a7350")]
WIDTH, LEFT, FLOOR, GAP, SPACE = 820, 70, 34, 6, 18  # px


def room(name, x, y, width, colour):
    return (f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{FLOOR}" rx="6" fill="{colour}" fill-opacity="0.12" stroke="{colour}"/>'
            f'<text x="{x + width / 2:.1f}" y="{y + 22}" text-anchor="middle">{name}</text>')


def picture():
    lines, y = [], 10
    for layer, floors, colour in HOUSE:
        top = y
        for floor in reversed(floors):  # the highest first
            rooms = floor.split()
            width = (WIDTH - LEFT - 10 - GAP * (len(rooms) - 1)) / len(rooms)
            lines += [room(name, LEFT + i * (width + GAP), y, width, colour) for i, name in enumerate(rooms)]
            y += FLOOR + GAP
        lines.append(f'<text x="10" y="{(top + y - GAP) / 2 + 5:.1f}" font-weight="bold" fill="{colour}">{layer}</text>')
        y += SPACE
    height = y - SPACE + 4
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="14">'
            "<title>The floors of the house</title>"
            "<desc>Rooms by floors, the lowest at the bottom. A room uses rooms on floors below its own.</desc>"
            f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>')
    return "\n".join([head, *lines, "</svg>"]) + "\n"


def main():
    if sys.argv[1:] == ["--update"]:
        TARGET.write_text(picture(), encoding="utf-8")
    elif sys.argv[1:] != ["--check"]:
        sys.exit(__doc__)
    elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != picture():
        sys.exit("docs/floors.svg is not of today's floors: run scripts/floors.py --update")
    rooms = {name for floors in FLOORS.values() for floor in floors for name in floor.split()}
    page = (TREE / "docs/architecture.md").read_text(encoding="utf-8")
    if missing := sorted(name for name in rooms if f"`{name}`" not in page):
        sys.exit("docs/architecture.md does not name: " + ", ".join(missing))


if __name__ == "__main__":
    main()
