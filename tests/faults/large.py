#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files of the worst shape of each format. Promise: time and memory of a reader grow with the size of its file and no faster,
and limits hold while it is read.
Short: half a MB and 3 MB; of what unpacks to a thousand times its size, a sixth of that. Long: 1, 10 and 100 MB, with a table. What is judged is CPU time,
as a ratio: a file may take three times as long as its size says (at six times the size something quadratic takes 36 times as long); it is
measured again before it counts.
Usage: large.py jitterscope-cli [--long] [SHAPE...]"""
import base64
import gzip
import json
import os
import resource
import struct
import subprocess
import sys
import zlib

from faults import Folder, Tally

CLI = os.path.abspath(sys.argv[1])
LONG = "--long" in sys.argv
WANTED = [word for word in sys.argv[2:] if not word.startswith("-")]
MB = 1 << 20
MOST_BYTES_A_BYTE = 60  # of memory for a byte of the file: an empty object of JSON is 2 bytes, and becomes 24
GROUND = 96 * MB        # of memory whatever is read; the first 20 million values of a packed file take more


def filled(size, part, head=b"", tail=b""):
    """`head`, then part(0), part(1), … until the size is reached, then `tail`."""
    pieces, length, i = [head], len(head) + len(tail), 0
    while length < size:
        piece = part(i)
        pieces.append(piece)
        length += len(piece)
        i += 1
    return b"".join(pieces) + tail


def repeated(size, piece, head=b"", tail=b""):
    return head + piece * max(1, (size - len(head) - len(tail)) // len(piece)) + tail


SESSION = b'{"jitterscope_session": 1, '
FIGURES = b'{"schema": 2, "jitterscope": "0.2.0", '
MANGO = b"os,cpu,gpu,ram,kernel,driver,cpuscheduler\nLinux,C,G,1,6,d,s\n"
MANGO_COLUMNS = b"fps,frametime,cpu_load,gpu_load,cpu_temp,gpu_temp,gpu_core_clock,gpu_mem_clock,gpu_vram_used,gpu_power,ram_used,elapsed"
V1 = (b"Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents,"
      b"AllowsTearing,PresentMode,msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange\n")
V2 = b"Application,ProcessID,SwapChainAddress,PresentRuntime,CPUStartTime,FrameTime,CPUBusy,CPUWait,GPULatency,GPUTime,DisplayLatency\n"
HGRM = b"       Value     Percentile TotalCount 1/(1-Percentile)\n\n"


def hgrm(i):
    return HGRM + b"       1.000 0.000000000000          1           1.00\n       2.000 1.000000000000          2\n#[Mean    =        1.500, StdDeviation   =        0.500]\n"


def histogram(values):
    """A V2 histogram that holds so many zeros in its packed counts."""
    counts = b"\x01" * values
    body = struct.pack(">iiiiqqd", 0x1c849303 | 0x10, len(counts), 0, 2, 1, 1 << 40, 1.0) + counts
    packed = zlib.compress(body, 9)
    return base64.b64encode(struct.pack(">ii", 0x1c849304 | 0x10, len(packed)) + packed)


BOMB = histogram(1 << 20)

def own_head(option):
    """The lines before the first row of a file that the program writes itself."""
    with Folder() as folder:
        subprocess.run([CLI, "run", "--machine", "linux-default", "--frames", "20", option, folder.file("own")], check=True, stdout=subprocess.DEVNULL)
        lines = folder.content("own").split(b"\n")
    rows = [line for line in lines if line and not line.startswith(b"#")]
    return b"".join(line + b"\n" for line in lines[:lines.index(rows[0])]), rows[0] + b"\n", rows[1:]


SAMPLES, COLUMNS, ROWS = own_head("--csv")
SLEEPS, SLEEP_COLUMNS, SLEEP_ROWS = own_head("--sleeps-csv")
UNKNOWN = ("csv-zeros",)
BOMBS = ("hlog-bombs", "gzip-bomb")


def sample(i):
    """Row i: an own row with a number and times of its own."""
    words = ROWS[1].split(b",")
    words[0] = b"%d" % i
    for place in (1, 2, 3):
        words[place] = b"%d" % (int(words[place] or 0) + i * 16_666_667) if words[place].isdigit() else words[place]
    return b",".join(words) + b"\n"


SHAPES = {
    "session-empty-runs": lambda size: repeated(size, b"{},", SESSION + b'"runs":[', b"{}]}"),
    "session-keys": lambda size: filled(size, lambda i: b'"k%d":1,' % i, SESSION, b'"runs":[]}'),
    "session-facts": lambda size: filled(size, lambda i: b'"k%d":"v",' % i, SESSION + b'"runs":[{"facts":{', b'"z":""}}]}'),
    "session-deep": lambda size: SESSION + b'"plan":' + b"[" * (size // 2) + b"]" * (size // 2) + b"}",
    "session-numbers": lambda size: repeated(size, b"1,", SESSION + b'"x":[', b"1]}"),
    "session-column": lambda size: repeated(size, b"1,", SESSION + b'"runs":[{"columns":{"frame_time_ns":[', b"1]}}]}"),
    "session-text": lambda size: repeated(size, b"x", SESSION + b'"note":"', b'"}'),
    "session-counts": lambda size: repeated(size, b"[1,1],", SESSION + b'"runs":[{"counts_of":"lateness","counts":[', b"[1,1]]}]}"),
    "figures-keys": lambda size: filled(size, lambda i: b'"k%d":1,' % i, FIGURES, b'"z":1}'),
    "figures-deep": lambda size: FIGURES + b'"a":{' * (size // 6) + b"}" * (size // 6) + b"}",
    "figures-rows": lambda size: repeated(size, b"{},", FIGURES + b'"rows":[', b"{}]}"),
    "figures-candidates": lambda size: repeated(size, b'{"p99":1},', FIGURES + b'"kind":"diagnosis","candidates":[', b"{}]}"),
    "samples-header": lambda size: filled(size, lambda i: b"# k%d: v\n" % i, SAMPLES, COLUMNS),
    "samples-columns": lambda size: filled(size, lambda i: b"c%d," % i, SAMPLES, b"z\n"),
    "samples-line": lambda size: repeated(size, b"1,", SAMPLES + COLUMNS),
    "samples-bad-rows": lambda size: filled(size, lambda i: b"%d,x,y\n" % i, SAMPLES + COLUMNS),
    "samples-same-row": lambda size: repeated(size, ROWS[0] + b"\n", SAMPLES + COLUMNS),
    "samples-rows": lambda size: filled(size, sample, SAMPLES + COLUMNS),
    "samples-stretches": lambda size: filled(size, lambda i: b"# stretch.%d.rate_hz: 60\n" % i, SAMPLES, COLUMNS + ROWS[0] + b"\n"),
    "samples-marks": lambda size: filled(size, lambda i: b"# lost: %d\n" % i, SAMPLES + COLUMNS),
    "samples-empty-lines": lambda size: repeated(size, b"\n", SAMPLES + COLUMNS),
    "sleeps-rows": lambda size: repeated(size, SLEEP_ROWS[0] + b"\n", SLEEPS + SLEEP_COLUMNS),
    "sleeps-bad-rows": lambda size: repeated(size, b"x,y\n", SLEEPS + SLEEP_COLUMNS),
    "csv-columns": lambda size: filled(size, lambda i: b"c%d," % i, b"frametime,", b"\n16.7\n16.8\n"),
    "csv-wide-rows": lambda size: repeated(size, b"16.7" + b"," * 2000 + b"\n", b"frametime" + b",x" * 2000 + b"\n"),
    "csv-line": lambda size: repeated(size, b"16.7,", b"frametime\n"),
    "csv-numbers": lambda size: repeated(size, b"16.7\n", b"frametime\n"),
    "csv-words": lambda size: repeated(size, b"word\n", b"frametime\n"),
    "csv-zeros": lambda size: repeated(size, b"\0"),
    "csv-spaces": lambda size: repeated(size, b" "),
    "csv-quotes": lambda size: repeated(size, b'"'),
    "csv-empty-lines": lambda size: repeated(size, b"\n"),
    "mangohud-columns": lambda size: filled(size, lambda i: b",c%d" % i, MANGO + MANGO_COLUMNS, b"\n60,16.7,1,1,1,1,1,1,1,1,1,16700000\n"),
    "mangohud-rows": lambda size: repeated(size, b"60,16.7,1,1,1,1,1,1,1,1,1,16700000\n", MANGO + MANGO_COLUMNS + b"\n"),
    "presentmon-processes": lambda size: filled(size, lambda i: b"g%d.exe,%d,0x1,DXGI,1,0,0,%d.0,0.2,16.7,0,F,3,20,16\n" % (i, i, i), V1),
    "presentmon-chains": lambda size: filled(size, lambda i: b"g.exe,1,0x%x,DXGI,1,0,0,%d.0,0.2,16.7,0,F,3,20,16\n" % (i, i), V1),
    "presentmon2-chains": lambda size: filled(size, lambda i: b"g.exe,1,0x%x,DXGI,%d,16.7,1,1,1,1,1\n" % (i, i), V2),
    "capframex-runs": lambda size: repeated(size, b"{},", b'{"Hash":"x","Info":{"ProcessName":"g"},"Runs":[', b"{}]}"),
    "capframex-full-runs": lambda size: repeated(size, b'{"CaptureData":{"MsBetweenPresents":[16,17]}},',
                                                 b'{"Hash":"x","Info":{"ProcessName":"g"},"Runs":[', b"{}]}"),
    "capframex-keys": lambda size: filled(size, lambda i: b'"k%d":"v",' % i, b'{"Hash":"x","Info":{', b'"z":""},"Runs":[]}'),
    "capframex-deep": lambda size: b'{"Hash":"x","Info":' + b"[" * (size // 2) + b"]" * (size // 2) + b',"Runs":[]}',
    "capframex-numbers": lambda size: repeated(size, b"16,", b'{"Hash":"x","Info":{"ProcessName":"g"},"Runs":[{"CaptureData":{"MsBetweenPresents":[', b"16]}}]}"),
    "cyclictest-threads": lambda size: filled(size, lambda i: b"%8d:%8d:%8d\n" % (i, 0, 5), b"# /dev/cpu_dma_latency set to 0us\n"),
    "cyclictest-values": lambda size: filled(size, lambda i: b"       0:%8d:%8d\n" % (i, 5), b"# /dev/cpu_dma_latency set to 0us\n"),
    "cyclictest-histogram": lambda size: filled(size, lambda i: b"%06d 000001\n" % i, b"# Histogram\n"),
    "cyclictest-wide": lambda size: b"# Histogram\n" + repeated(size, b"000000 " + b"000001\t" * 4096 + b"\n"),
    "cyclictest-json": lambda size: filled(size, lambda i: b'"%d":{"histogram":{"5":1},"cycles":1,"min":5,"max":5,"avg":5.0,"cpu":0,"node":0},' % i,
                                           b'{"file_version":1,"cmdline":"cyclictest","num_threads":1,"thread":{', b'"z":{}}}'),
    "cyclictest-json-bins": lambda size: filled(size, lambda i: b'"%d":1,' % i,
                                                b'{"file_version":1,"cmdline":"cyclictest","num_threads":1,"thread":{"0":{"histogram":{', b'"9":1}}}}'),
    "hgrm-tables": lambda size: filled(size, hgrm),
    "hgrm-rows": lambda size: filled(size, lambda i: b"%12.3f 0.%012d %10d\n" % (i, i, i), HGRM),
    "hlog-tags": lambda size: filled(size, lambda i: b"Tag=t%d,0.0,1.0,1.0," % i + histogram(1) + b"\n", b"#[Histogram log format version 1.3]\n"),
    "hlog-bombs": lambda size: repeated(size, b"0.0,1.0,1.0," + BOMB + b"\n", b"#[Histogram log format version 1.3]\n"),
    "gzip-bomb": lambda size: gzip.compress(b"frametime\n" + b"16.7\n" * (size * 4), 6, mtime=0),
}


# What the command line has to be told so that the format's reader is reached; by the shape's first word.
OPTIONS = {
    "csv": ["--format", "csv", "--unit", "ms", "--column", "frametime"],
    "gzip": ["--format", "csv", "--unit", "ms"],
    "mangohud": ["--format", "mangohud"],
    "capframex": ["--format", "capframex"],
    "cyclictest": ["--unit", "us"],
    "cyclictest-json": ["--format", "cyclictest-json", "--unit", "us"],
    "hgrm": ["--unit", "us"],
    "hlog": ["--unit", "us"],
}


def commands(name):
    """Sessions and figures are opened by compare alone."""
    options = next((OPTIONS[key] for key in sorted(OPTIONS, reverse=True) if name.startswith(key)), [])
    return [[command] + options for command in ("summarize", "compare") if command == "compare" or not name.startswith(("session", "figures"))]


def read(command, path):
    """CPU seconds and the most memory of one reading, and how it ended."""
    seconds = 900 if LONG else 120
    process = subprocess.Popen([CLI] + command + [path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)))
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, process.returncode, message


def try_shape(tally, name, sizes):
    figures = {}  # of each command: (size, seconds, memory, exit)
    with Folder() as folder:
        path = folder.file("file")
        for size in sizes:
            with open(path, "wb") as file:
                file.write(SHAPES[name](int(size * MB)))
            for command in commands(name):
                judge(tally, name, command, size, path, figures.setdefault(command[0], []))
    if LONG or WANTED:
        for command, lines in figures.items():
            print(f"{name:24} {command:9}" + "".join(f" | {size:3.3g} MB {seconds:7.2f} s {memory // MB:5} MB" for size, seconds, memory, _ in lines),
                  f"| exit {lines[-1][3]}", flush=True)


def judge(tally, name, command, size, path, figures):
    seconds, memory, code, message = read(command, path)
    what = f"{name}, {' '.join(command)}, {size:.3g} MB"
    smallest, first = (figures[0][0], max(figures[0][1], 0.05)) if figures else (size, max(seconds, 0.05))
    most = 3 * size / smallest * first
    if seconds > most:
        seconds = read(command, path)[0]
    tally.check(seconds <= most, f"{what}: {seconds:.2f} s, after {first:.2f} s for {smallest:.3g} MB")
    room = 4 * GROUND if name.startswith("gzip") else GROUND + MOST_BYTES_A_BYTE * os.path.getsize(path)
    tally.check(memory <= room, f"{what}: {memory // MB} MB of memory")
    tally.check(code in (0, 1, 2), f"{what}: exit {code}")
    # Only what no format begins like may be told from its first lines.
    tally.check(b"no known format" not in message or name in UNKNOWN, f"{what}: its reader was not reached")
    figures.append((size, seconds, memory, code))


def main():
    tally = Tally()
    for name in SHAPES:
        sizes = [1, 10, 100] if LONG else [1 / 12, 1 / 2] if name in BOMBS else [1 / 2, 3]
        if not WANTED or any(word in name for word in WANTED):
            try_shape(tally, name, sizes)
    tally.end("large files")


if __name__ == "__main__":
    main()
