#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/adaptive.svg: the oversleeps of 4 ms sleeps on the simulated machine linux-slack1, and the margin
that one in 143 of them (0.7 %) exceeds.

    scripts/adaptive_figure.py build/release/bin/jitterscope-cli > docs/adaptive.svg
"""
import math
import subprocess
import sys
import tempfile

WIDTH, HEIGHT, LEFT, BASE, TOP = 760, 330, 40, 270, 70
FROM, TO, BIN = 0, 400, 5  # µs


def oversleeps(cli):
    """In µs, of 40 000 sleeps."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        subprocess.run([cli, "run", "--machine", "linux-slack1", "--strategy", "absolute-sleep", "--rate", "240",
                        "--frames", "40000", "--sleeps-csv", file.name], check=True,
                       stdout=subprocess.DEVNULL)
        rows = [line.strip().split(",") for line in open(file.name, encoding="utf-8") if line.strip() and line[0] != "#"]
    asked, took = rows[0].index("asked_ns"), rows[0].index("took_ns")
    return sorted((int(row[took]) - int(row[asked])) / 1000 for row in rows[1:])


def main():
    values = oversleeps(sys.argv[1])
    margin = values[round(len(values) * 0.993)]
    spun = sum(margin - value for value in values if value < margin) / len(values)
    bins = [0] * ((TO - FROM) // BIN)
    for value in values:
        if FROM <= value < TO:
            bins[int((value - FROM) // BIN)] += 1
    x = lambda value: LEFT + (value - FROM) * (WIDTH - 2 * LEFT) / (TO - FROM)
    height = lambda count: (BASE - TOP) * math.log1p(count) / math.log1p(max(bins))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>']
    for i, count in enumerate(bins):
        late = FROM + i * BIN >= margin
        out.append(f'<rect x="{x(FROM + i * BIN):.1f}" y="{BASE - height(count):.1f}" width="{x(BIN) - x(0) - 1:.1f}" '
                   f'height="{height(count):.1f}" fill="{"#c2410c" if late else "#3b6fb5"}"/>')
    out.append(f'<line x1="{LEFT}" y1="{BASE}" x2="{WIDTH - LEFT}" y2="{BASE}" stroke="#555"/>')
    out.append(f'<line x1="{x(margin):.1f}" y1="14" x2="{x(margin):.1f}" y2="{BASE}" stroke="#111" stroke-width="1.5"/>')
    for tick in range(FROM, TO + 1, 50):
        out.append(f'<text x="{x(tick):.1f}" y="{BASE + 18}" text-anchor="middle" fill="#333">{tick}</text>')
    out.append(f'<text x="{WIDTH / 2}" y="{BASE + 42}" text-anchor="middle" fill="#333">oversleep of 4 ms sleeps, µs '
               f'(simulated machine linux-slack1, 40 000 sleeps, logarithmic)</text>')
    for text, side, anchor, y, colour in (
            (f"kept back before the deadline: {margin:.0f} µs", -8, "end", 26, "#111"),
            (f"woke in time; on average {spun:.0f} µs are spun", -8, "end", 48, "#3b6fb5"),
            ("0.7 % woke later:", 8, "start", 26, "#c2410c"), ("late frames", 8, "start", 48, "#c2410c")):
        out.append(f'<text x="{x(margin) + side:.1f}" y="{y}" text-anchor="{anchor}" fill="{colour}">{text}</text>')
    out.append("</svg>")
    print("\n".join(out))


if __name__ == "__main__":
    main()
