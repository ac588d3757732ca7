#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the logs in logs/ in the dialects that the programs and their users' machines produce. All values are made up,
with a seed. Usage: fixtures.py FOLDER"""
import base64
import gzip
import json
import pathlib
import random
import struct
import sys
import zlib

FOLDER = pathlib.Path(sys.argv[1])
R = random.Random(20)


def frames(count, mean=16.667, spread=0.4, spike=0.02):
    """Frame times in ms, with a spike now and then."""
    return [max(0.2, R.gauss(mean, spread)) * (2.5 if R.random() < spike else 1) for _ in range(count)]


def write(name, lines, end="\n", last=True, mark=b""):
    text = end.join(lines) + (end if last else "")
    (FOLDER / name).write_bytes(mark + text.encode())


BOM = b"\xef\xbb\xbf"

# MangoHud: 0.7 (ms, a float), with version lines; 0.6 (us, whole), with the system line alone; log_interval; comma and CRLF.
SYSTEM = ["os,cpu,gpu,ram,kernel,driver,cpuscheduler",
          "Debian GNU/Linux 12,AMD Ryzen 7 5800X 8-Core Processor,AMD Radeon RX 6700 XT,32780472,6.1.0-18-amd64,,schedutil"]
NEW = "fps,frametime,cpu_load,cpu_power,gpu_load,cpu_temp,gpu_temp,gpu_core_clock,gpu_mem_clock,gpu_vram_used,gpu_power,ram_used,swap_used,process_rss,cpu_mhz,elapsed"
OLD = "fps,frametime,cpu_load,gpu_load,cpu_temp,gpu_temp,gpu_core_clock,gpu_mem_clock,gpu_vram_used,gpu_power,ram_used,elapsed"


def mango_new(times, step=None):
    elapsed, rows = 0, []
    for ms in times:
        elapsed += int((step or ms) * 1e6)
        rows.append(f"{1000 / ms:g},{ms:g},12.5,0,88,52,63,2500,1000,5.1,180,9.8,0,2.4,4200,{elapsed}")
    return rows


write("mangohud-ms.csv", ["v1", "v0.7.2", "-" * 21 + "SYSTEM INFO" + "-" * 21] + SYSTEM + ["-" * 20 + "FRAME METRICS" + "-" * 20, NEW]
      + mango_new(frames(1200)))
elapsed, rows = 0, []
for ms in frames(300, 8.3, 0.5):
    us = round(ms * 1000)
    elapsed += us * 1000
    rows.append(f"{1e6 / us:g},{us},20.1,95,60,70,1900,875,4.2,150,11.2,{elapsed}")
write("mangohud-us.csv", SYSTEM + [OLD] + rows)
write("mangohud-interval.csv", SYSTEM + [NEW] + mango_new(frames(50), 100))
rows = [row.replace(",", ";").replace(".", ",") for row in mango_new(frames(120))]
write("mangohud-comma.csv", [line.replace(",", ";") for line in SYSTEM] + [NEW.replace(",", ";")] + rows, "\r\n", mark=BOM)

# PresentMon 1.x: lower case, a dropped frame, NA, a first row of zero, cut off within the last row.
V1 = "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents,AllowsTearing,PresentMode,msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange"


def v1(times, app="game.exe", pid=4711, chain="0x000001F2A0B3C4D0", drop=()):
    now, rows = 1.25, []
    for i, ms in enumerate(times):
        now += ms / 1000
        rows.append(f"{app},{pid},{chain},DXGI,1,0,{int(i in drop)},{now:.6f},0.214,{ms:.3f},0,Composed: Flip,3.101,20.412,{ms:.3f}")
    return rows


rows = v1(frames(1100), drop={5, 17, 400})
rows[0] = rows[0].replace(rows[0].split(",")[9], "0.000", 1)
rows[30] = rows[30].replace("," + rows[30].split(",")[9] + ",", ",NA,", 1)
write("presentmon1.csv", [V1] + rows, "\r\n")
write("presentmon1-cut.csv", [V1] + v1(frames(200)) + [v1([16.617])[0][:-2]], last=False)
write("presentmon1-comma.csv", [V1.replace(",", ";")] + [r.replace(",", ";").replace(".", ",").replace("game,exe", "game.exe")
                                                         for r in v1(frames(150))], "\r\n", mark=BOM)

# PresentMon 2.x: FrameTime; the columns of 2.4; two processes; a name with a comma; two swap chains.
V2 = "Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,CPUStartTime,FrameTime,CPUBusy,CPUWait,GPULatency,GPUTime,GPUBusy,GPUWait,DisplayLatency,DisplayedTime,AnimationError,ClickToPhotonLatency"


def v2(times, app="game.exe", pid=4711, chain="0x1F2A0B3C4D0"):
    now, rows = 0.0, []
    for ms in times:
        rows.append(f"{app},{pid},{chain},DXGI,1,0,0,Hardware: Independent Flip,{now:.4f},{ms:.4f},5.1,{ms - 5.1:.4f},1.2,9.1,8.8,0.3,25.1,NA,NA,NA")
        now += ms
    return rows


rows = v2(frames(1300, 6.94, 0.2))
rows[-1] = rows[-1].replace("," + rows[-1].split(",")[9] + ",", ",NA,", 1)
write("presentmon2.csv", [V2] + rows, "\r\n")
V24 = "Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,TimeInSeconds,MsBetweenSimulationStart,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,MsRenderPresentLatency,MsUntilDisplayed,CPUStartTimeInMs,MsBetweenAppStart,MsCPUBusy,MsCPUWait,MsGPULatency,MsGPUTime,MsGPUBusy,MsGPUWait,MsAnimationError,AnimationTime,MsAllInputToPhotonLatency,MsClickToPhotonLatency"
rows, now = [], 0.0
for ms in frames(400, 6.94, 0.2):
    now += ms
    rows.append(f'"Game, Deluxe.exe",77,0xCAFE,DXGI,0,0,1,Hardware: Independent Flip,{now / 1000:.6f},NA,{ms:.4f},{ms:.4f},0.2,3.3,11.5,{now:.4f},{ms + 0.01:.4f},4.0,2.9,1.0,5.0,4.9,0.1,NA,NA,NA,NA')
write("presentmon24.csv", [V24] + rows)
mixed = v2(frames(100, 6.94, 0.2)) + v2(frames(60, 16.7, 0.1), "dwm.exe", 1204, "0x0")
R.shuffle(mixed)
write("presentmon2-two.csv", [V2] + mixed)
write("presentmon2-chains.csv", [V2] + v2(frames(80)) + v2(frames(70, 33.3), chain="0xBEEF"))

# OCAT: PresentMon 1.x, with the machine in each row.
OCAT = "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,WasBatched,DwmNotified,Dropped,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,MsUntilRenderComplete,MsUntilDisplayed,Motherboard,OS,Processor,System RAM,Base Driver Version,Driver Package,GPU #,GPU,GPU Core Clock (MHz),GPU Memory Clock (MHz),GPU Memory (MB)"
rows, now = [], 0.1
for i, ms in enumerate(frames(250, 11.1, 0.3)):
    now += ms / 1000
    rows.append(f"Doom.exe,912,0x0000020000000000,Vulkan,0,0,1,Hardware: Independent Flip,0,0,{int(i == 9)},{now:.6f},{ms:.3f},{ms:.3f},0.111,8.2,19.1,"
                + ("PRIME X570-P,Windows 10,\"AMD Ryzen 5 3600, 6-Core\",16 GB,20.4.2,Adrenalin,1,Radeon RX 5700,1750,875,8192" if i == 0 else ",,,,,,,,,,"))
write("ocat.csv", [OCAT] + rows, "\r\n")

# CapFrameX: two runs, a null, whole numbers, Info behind the runs; on one line.


def capture(times, dropped=()):
    now, at = 0.0, []
    for ms in times:
        at.append(round(now, 6))
        now += ms / 1000
    return {"Hash": "0f", "PresentMonRuntime": "DXGI", "SampleTime": 20,
            "CaptureData": {"TimeInSeconds": at, "MsBetweenPresents": [None if ms is None else round(ms, 4) for ms in times],
                            "MsInPresentAPI": [0.2] * len(times), "Dropped": [i in dropped for i in range(len(times))]},
            "SensorData2": {"cpu": {"Name": "CPU", "Type": "Load", "Values": [10.0, 20.0]}}}


INFO = {"Id": "8d1d4b3e", "Processor": "AMD Ryzen 7 5800X", "GameName": "Game", "ProcessName": "game.exe", "CreationDate": "2026-05-01T10:00:00Z",
        "AppVersion": "1.7.2", "Comment": "ultra", "OS": "Windows 11"}
first, other = capture(frames(1000), {3}), capture(frames(150) + [17])
other["CaptureData"]["MsBetweenPresents"][7] = None
(FOLDER / "capframex.json").write_bytes(BOM + json.dumps({"Hash": "ab", "Info": INFO, "Runs": [first]}, indent=2).encode())
(FOLDER / "capframex-two.json").write_text(json.dumps({"Hash": "ab", "Runs": [first | {"Hash": "1"}, other], "Info": INFO}))

# cyclictest: -v of two threads; -h with an overflow; --json.
LATENCY = [max(1, int(R.gauss(60, 9))) if R.random() > 0.01 else R.randint(300, 1500) for _ in range(2400)]
write("cyclictest-v.txt", ["Max CPUs = 2", "Online CPUs = 2", "# /dev/cpu_dma_latency set to 0us", "Thread 0 Interval: 1500", "Thread 1 Interval: 2000"]
      + [f"{i % 2:8d}:{i // 2:8d}:{us:8d}" for i, us in enumerate(LATENCY)])


def histogram(values, size):
    counts = [0] * size
    for v in values:
        if v < size:
            counts[v] += 1
    return counts


two = [LATENCY[0::2], LATENCY[1::2]]
tables = [histogram(v, 400) for v in two]
over = [[(i, v) for i, v in enumerate(values) if v >= 400] for values in two]
write("cyclictest-h.txt", ["# /dev/cpu_dma_latency set to 0us", "# Histogram"] + [f"{i:06d} {tables[0][i]:06d}\t{tables[1][i]:06d}" for i in range(400)]
      + ["# Total: " + " ".join(f"{sum(t):09d}" for t in tables),
         "# Min Latencies: " + " ".join(f"{min(v):05d}" for v in two), "# Avg Latencies: " + " ".join(f"{sum(v) // len(v):05d}" for v in two),
         "# Max Latencies: " + " ".join(f"{max(v):05d}" for v in two), "# Histogram Overflows: " + " ".join(f"{len(o):05d}" for o in over),
         "# Histogram Overflow at cycle number:"] + [f"# Thread {k}: " + " ".join(f"{i:05d}" for i, _ in o) for k, o in enumerate(over)] + [""])
inside = [us for us in LATENCY if us < 400]
thread = {str(v): inside.count(v) for v in sorted(set(inside))}
(FOLDER / "cyclictest.json").write_text(json.dumps(
    {"file_version": 1, "cmdline:": "cyclictest -q --json=j.json -h 400 -i 1000", "rt_test_version:": "2.40", "start_time": "Sun, 22 Nov 2026 18:17:16 +0000",
     "return_code": 0, "sysinfo": {"sysname": "Linux", "release": "6.1.0", "realtime": 0}, "num_threads": 1, "resolution_in_ns": 0,
     "thread": {"0": {"histogram": thread, "cycles": len(inside), "min": min(inside), "max": max(inside), "avg": round(sum(inside) / len(inside), 2), "cpu": 0, "node": 0}}},
    indent=2))

# HdrHistogram: percentile text of two significant digits in ms; an interval log with tags, ns.


class Hdr:
    """A recorder of its own: what the Java class documents. Two significant digits, lowest 1."""
    HALF = 7  # 256 sub-buckets hold 2 × 10^2

    def __init__(self):
        self.counts = {}

    def index(self, value):
        octave = max(0, value.bit_length() - self.HALF - 1)
        return (octave << self.HALF) + (value >> octave)

    def add(self, value):
        self.counts[self.index(value)] = self.counts.get(self.index(value), 0) + 1

    def highest(self, index):
        octave = max(0, (index >> self.HALF) - 1)
        return (((index - (octave << self.HALF)) + 1) << octave) - 1

    def encoded(self):
        def zigzag(n):
            u, out = (2 * n if n >= 0 else -2 * n - 1), b""
            while u >= 0x80:
                out += bytes([u & 0x7F | 0x80])
                u >>= 7
            return out + bytes([u])
        payload, at = b"", 0
        for index in sorted(self.counts):
            if index > at:
                payload += zigzag(at - index)
            payload += zigzag(self.counts[index])
            at = index + 1
        plain = struct.pack(">iiiiqqd", 0x1C849313, len(payload), 0, 2, 1, 3_600_000_000_000, 1.0) + payload
        packed = zlib.compress(plain)
        return base64.b64encode(struct.pack(">ii", 0x1C849314, len(packed)) + packed).decode()


def interval(values, start, tag=""):
    hdr = Hdr()
    for v in values:
        hdr.add(v)
    most = max(hdr.highest(i) for i in hdr.counts)
    return f"{tag}{start:.3f},1.000,{most / 1e6:.3f},{hdr.encoded()}"


def pauses(count):
    return [int(R.lognormvariate(12, 1.2)) for _ in range(count)]


HEAD = ["#[Logged with jHiccup 2.0.10]", "#[Histogram log format version 1.3]", "#[StartTime: 1441812279.474 (seconds since epoch), Wed Sep 09 08:24:39 PDT 2015]",
        '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"']
write("jhiccup.hlog", HEAD + [interval(pauses(700), i + 0.127) for i in range(3)])
write("tags.hlog", HEAD + [interval(pauses(200), i, tag) for i, tag in enumerate(["Tag=A,", "Tag=B,", "Tag=A,"])])

hdr = Hdr()
values = pauses(1000)
for v in values:
    hdr.add(v)
rows, total, quoted = [], 0, []
ordered = sorted(hdr.counts)
ticks, p, listed = 5, 0.0, []
while p < 100 and 1 - p / 100 > 1e-5:
    need, seen = max(1, -(-int(p * 1000) * len(values) // 100_000)), 0
    for index in ordered:
        seen += hdr.counts[index]
        if seen >= need:
            break
    listed.append((hdr.highest(index), p / 100, seen))
    import math
    p += 100 / (ticks * 2 ** (int(math.log2(100 / (100 - p))) + 1))
listed.append((hdr.highest(ordered[-1]), 1.0, len(values)))
for value, fraction, total in listed:
    rows.append(f"{value / 1e6:12.3f} {fraction:.12f} {total:10d}" + (f" {1 / (1 - fraction):14.2f}" if fraction < 1 else ""))
    quoted.append(f"{value / 1e6:.3f},{fraction:.12f},{total},{'Infinity' if fraction == 1 else f'{1 / (1 - fraction):.2f}'}")
mean = sum(values) / len(values) / 1e6
deviation = (sum((v / 1e6 - mean) ** 2 for v in values) / len(values)) ** 0.5
foot = [f"#[Mean    = {mean:12.3f}, StdDeviation   = {deviation:12.3f}]", f"#[Max     = {listed[-1][0] / 1e6:12.3f}, Total count    = {len(values):12d}]",
        "#[Buckets =           34, SubBuckets     =          256]"]
write("percentiles.hgrm", ["       Value     Percentile TotalCount 1/(1-Percentile)", ""] + rows + foot)
write("wrk2.txt", ["Running 30s test @ http://127.0.0.1:8080", "  2 threads and 10 connections", "  Detailed Percentile spectrum:",
                   "       Value   Percentile   TotalCount 1/(1-Percentile)", ""] + rows + foot + ["-" * 58, "  1000 requests in 30.00s, 1.00MB read", "Requests/sec:     33.33"])
write("percentiles.csv", ['"Value","Percentile","TotalCount","1/(1-Percentile)"'] + quoted)

# Tables of anybody.
write("plain-ms.csv", ["frame,frame_ms,note"] + [f"{i},{ms:.3f},ok" for i, ms in enumerate(frames(1000))])
write("plain-comma.csv", ["Bild;Dauer (µs)"] + [f"{i};{f'{ms * 1000:.1f}'.replace('.', ',')}" for i, ms in enumerate(frames(200))], "\r\n", mark=BOM)
write("plain-column.txt", [f"{ms / 1000:.7f}" for ms in frames(300)])

# Tables that look like something else, each from a stream of its own.


def own_frames(name, count, mean=16.667):
    own = random.Random(name)
    return [max(0.2, own.gauss(mean, 0.4)) * (2.5 if own.random() < 0.02 else 1) for _ in range(count)]


def moments(times):
    now, out = 0.0, [0.0]
    for time in times:
        now += time
        out.append(now)
    return out


write("r-write-table.txt", ['"frame_ms" "note"'] + [f'"{i + 1}" {ms:.3f} "ok"' for i, ms in enumerate(own_frames("write.table", 200))])
write("r-sep.csv", ['"frame_ms"'] + [f'"{i + 1}",{ms:.3f}' for i, ms in enumerate(own_frames("write.table sep", 120))])
write("fraps-times.csv", ["Frame, Time (ms)"] + [f"{i + 1:5d}, {ms:11.3f}" for i, ms in enumerate(moments(own_frames("fraps", 300)))], "\r\n")
write("stamps.csv", ["timestamps_s"] + [f"{1000 + ms / 1000:.7f}" for ms in moments(own_frames("stamps", 150))])
write("no-header.csv", [f"game.exe,{ms:.3f}" for ms in own_frames("no header", 110)])
german = [round(ms * 1000, 1) for ms in own_frames("thousands", 130, 1.2)]
write("thousands-de.csv", ["Bild;Dauer (µs)"] + [f"{i};" + f"{us:,.1f}".translate(str.maketrans(",.", ".,")) for i, us in enumerate(german)])
write("comma-column.txt", ["frame_ms"] + [f"{ms:.3f}".replace(".", ",") for ms in own_frames("comma column", 140)])
write("sep-line.csv", ["sep=;", "frame;frameTimeMs"] + [f"{i};{ms:.3f}".replace(".", ",") for i, ms in enumerate(own_frames("sep", 125))], "\r\n")
write("fps.csv", ["second,FPS"] + [f"{i},{1000 / ms:.2f}" for i, ms in enumerate(own_frames("fps", 115))])

# cyclictest -H of two threads (a column of both), -h of which the end is lost, -q alone; HdrHistogram, indented, and twice.
own = random.Random("cyclictest -H")
pairs = [[max(1, int(own.gauss(40 + 8 * k, 6))) if own.random() > 0.01 else own.randint(220, 900) for _ in range(1100)] for k in range(2)]
tables = [histogram(v, 200) for v in pairs]
over = [sum(v >= 200 for v in values) for values in pairs]
body = [f"{i:06d} {tables[0][i]:06d}\t{tables[1][i]:06d}\t{tables[0][i] + tables[1][i]:06d}" for i in range(200)]
write("cyclictest-all.txt", ["# Histogram"] + body + ["# Total: " + " ".join(f"{n:09d}" for n in [sum(tables[0]), sum(tables[1]), sum(map(sum, tables))]),
      "# Min Latencies: " + " ".join(f"{min(v):05d}" for v in pairs), "# Avg Latencies: " + " ".join(f"{sum(v) // len(v):05d}" for v in pairs),
      "# Max Latencies: " + " ".join(f"{max(v):05d}" for v in pairs), "# Histogram Overflows: " + " ".join(f"{n:05d}" for n in over + [sum(over)])])
write("cyclictest-h-cut.txt", ["# Histogram"] + [f"{i:06d} {tables[0][i]:06d}" for i in range(200)])
write("cyclictest-q.txt", ["# /dev/cpu_dma_latency set to 0us"] + [f"T: {k} ({5555 + k:5d}) P:80 I:{1000 + 500 * k} C:{len(v):7d} Min:{min(v):7d} Act:{v[-1]:5d} Avg:{sum(v) // len(v):5d} Max:{max(v):8d}"
                                                                   for k, v in enumerate(pairs)])
own = random.Random("hgrm")


def percentile_rows(values, indent):
    ordered, out = sorted(values), []
    for fraction in (0, 0.25, 0.5, 0.75, 0.9, 0.99, 0.995, 1):
        seen = max(1, round(fraction * len(values)))
        out.append(f"{indent}{ordered[seen - 1]:12.3f} {fraction:.12f} {seen:10d}" + (f" {1 / (1 - fraction):14.2f}" if fraction < 1 else ""))
    return out


groups = [[round(own.expovariate(1 / 4) + 1, 3) for _ in range(1000)] for _ in range(2)]
text = []
for values in groups:
    text += ["  Detailed Percentile spectrum:", "       Value   Percentile   TotalCount 1/(1-Percentile)", ""] + percentile_rows(values, "  ")
    text += [f"  #[Mean    = {sum(values) / 1000:12.3f}, StdDeviation   = {2:12.3f}]", f"  #[Max     = {max(values):12.3f}, Total count    = {1000:12d}]"]
write("two-indented.hgrm", text)

# Packed with gzip; line ends of old Macs.
(FOLDER / "packed.csv.gz").write_bytes(gzip.compress(("frame_ms\n" + "".join(f"{ms:.3f}\n" for ms in own_frames("gzip", 105))).encode(), mtime=0))
write("mac.csv", ["frame_ms"] + [f"{ms:.3f}" for ms in own_frames("CR", 107)], "\r")

# MSI Afterburner: a row a second, of two recordings in one file; no program draws at first. Fields are padded.
def hml(name, sensors, rows, gpu="Radeon RX 560 Series", begin=23 * 3600 + 59 * 60 + 30):
    own = random.Random(name)

    def stamp(second):
        second %= 86400
        return f"{7 + (begin + 1 > 86400):02d}-12-2026 {second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"
    lines = [f"00, {stamp(begin)}, Hardware monitoring log v1.6 ", f"01, {stamp(begin)}, {gpu}",
             f"02, {stamp(begin)}, " + ",".join(f"{sensor:<20}" for sensor, _ in sensors)]
    lines += [f"03, {stamp(begin)}, {i:<20},{unit:<20},{'0.000':<20},{'100.000':<20},{10:<20},{'':<20},{'':<20}," for i, (_, unit) in enumerate(sensors)]
    for i in range(rows):
        ms = own.gauss(16.9, 1.5)
        values = {"Frametime": "N/A" if i < 2 else "0.000" if i == 2 else f"{ms:.3f}", "Framerate": "0.000" if i < 3 else f"{1000 / ms:.3f}"}
        lines.append(f"80, {stamp(begin + i)}, " + ",".join(f"{values.get(sensor, f'{own.uniform(20, 90):.3f}'):<20}" for sensor, _ in sensors))
    return lines


SENSORS = [("GPU temperature", "C"), ("GPU usage", "%"), ("Framerate", "FPS"), ("Frametime", "ms"), ("CPU usage", "%")]
write("afterburner.hml", hml("hml 1", SENSORS, 70) + hml("hml 2", SENSORS[:1] + SENSORS[3:], 40, begin=3600), "\r\n")
write("afterburner-fps.hml", hml("hml 3", SENSORS[:3], 35), "\r\n")

# FrameView: the machine in each row, dropped frames without a time of display; CapFrameX as CSV: lines above the columns.
FRAMEVIEW = "Application,GPU,CPU,Resolution,Runtime,AllowsTearing,ProcessID,SwapChainAddress,SyncInterval,PresentFlags,PresentMode,Dropped,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,MsRenderPresentLatency,MsUntilDisplayed,Render Queue Depth,MsPCLatency,GPU0Clk(MHz),GPU0Util(%),GPU0Temp(C),CPUUtil(%)"
own, rows, now = random.Random("FrameView"), [], 0.4
for i, ms in enumerate(own_frames("FrameView times", 320, 8.4)):
    now += ms / 1000
    dropped = i % 40 == 7
    shown = "0.000,0.210,7.900,0.000,2,NA" if dropped else f"{ms + own.uniform(-0.4, 0.4):.3f},0.210,7.900,{own.uniform(18, 24):.3f},2,{own.uniform(30, 40):.3f}"
    rows.append(f"game.exe,NVIDIA GeForce RTX 3070,AMD Ryzen 7 5800X,2560x1440,DXGI,1,4242,0x22A59F87270,0,512,Hardware: Independent Flip,{int(dropped)},{now:.6f},{ms:.3f},{shown},1900,97,63,41")
write("frameview.csv", [FRAMEVIEW] + rows, "\r\n")
CAPFRAMEX = ["//GameName=Game", "//ProcessName=game.exe", "//CreationDate=2026-03-30", "//CreationTime=12:01:36", "//Motherboard=", "//OS=Windows 11",
             "//Processor=AMD Ryzen 7 5800X", "//System RAM=32 GB", "//GPU=NVIDIA GeForce RTX 3070", "//Comment=ultra"]
PRESENTED = "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,WasBatched,DwmNotified,Dropped,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,MsUntilRenderComplete,MsUntilDisplayed"
rows, now = [], 0.0
for i, ms in enumerate(own_frames("CapFrameX CSV", 260, 11.2)):
    now += ms / 1000
    rows.append(f"game.exe,7777,0x0000021A,DXGI,0,0,1,Hardware: Independent Flip,0,0,{int(i in (9, 90))},{now:.6f},{ms:.4f},{0 if i in (9, 90) else ms:.4f},0.2,5.1,{0 if i in (9, 90) else 14.5:.3f}")
write("capframex.csv", CAPFRAMEX + [PRESENTED] + rows, "\r\n")

# PresentMon 2 with frames that were never shown: NA.
own, rows, now = random.Random("never shown"), [], 0.0
for i, ms in enumerate(own_frames("PresentMon never shown", 1100, 6.9)):
    shown = "NA,NA" if i % 11 == 3 else f"{own.uniform(20, 30):.4f},{ms:.4f}"
    rows.append(f"game.exe,4711,0x1F2A0B3C4D0,DXGI,1,0,0,Hardware: Independent Flip,{now:.4f},{ms:.4f},5.1,{ms - 5.1:.4f},1.2,6.1,{own.uniform(4, 6.5):.4f},0.3,{shown},NA,NA")
    now += ms
write("presentmon2-never-shown.csv", [V2] + rows)

# HdrHistogram's older encodings, with words of 2, 4 and 8 bytes, and JavaScript's V2 with offset 1.


def older(hdr, version, word):
    last = max(hdr.counts)
    words = b"".join(hdr.counts.get(i, 0).to_bytes(word, "big") for i in range(last + 1))
    total = sum(hdr.counts.values())
    if version == 0:
        plain = struct.pack(">iiqqq", 0x1C849308 + (word << 4), 2, 1, 3_600_000_000_000, total) + words
    else:
        plain = struct.pack(">iiiiqqd", 0x1C849301 + (word << 4), len(words), 0, 2, 1, 3_600_000_000_000, 1.0) + words
    packed = zlib.compress(plain)
    return base64.b64encode(struct.pack(">ii", (0x1C849309 if version == 0 else 0x1C849302) + (word << 4), len(packed)) + packed).decode()


def javascript(hdr):
    raw = base64.b64decode(hdr.encoded())
    plain = bytearray(zlib.decompress(raw[8:]))
    plain[8:12] = struct.pack(">i", 1)
    packed = zlib.compress(bytes(plain))
    return base64.b64encode(struct.pack(">ii", 0x1C849314, len(packed)) + packed).decode()


own, lines = random.Random("older hlog"), list(HEAD)
for i, (tag, encode) in enumerate([("V0.2", lambda h: older(h, 0, 2)), ("V0.8", lambda h: older(h, 0, 8)), ("V1.2", lambda h: older(h, 1, 2)), ("V1.4", lambda h: older(h, 1, 4)),
                                   ("V1.8", lambda h: older(h, 1, 8)), ("js", javascript), ("V1.4", lambda h: older(h, 1, 4))]):
    hdr = Hdr()
    for _ in range(150):
        hdr.add(int(own.lognormvariate(12, 1.1)))
    lines.append(f"Tag={tag},{i}.000,1.000,{max(hdr.highest(k) for k in hdr.counts) / 1e6:.3f},{encode(hdr)}")
write("older.hlog", lines)

# Packed with Zstandard: a frame of one raw block.
text = ("frame_ms\n" + "".join(f"{ms:.3f}\n" for ms in own_frames("zstd", 103))).encode()
(FOLDER / "packed.csv.zst").write_bytes(struct.pack("<I", 0xFD2FB528) + b"\x00\x38" + struct.pack("<I", len(text) << 3 | 1)[:3] + text)

# CapFrameX with what newer versions record: display, GPU, latency; a dropped frame has 0.
own, times = random.Random("CapFrameX latency"), own_frames("CapFrameX latency times", 240, 9.5)
run = capture(times, {5, 80})
run["CaptureData"] |= {"MsBetweenDisplayChange": [0 if i in (5, 80) else round(ms, 4) for i, ms in enumerate(times)],
                       "GpuActive": [round(ms * own.uniform(0.6, 0.9), 4) for ms in times],
                       "PcLatency": [0 if i in (5, 80) else round(own.uniform(25, 35), 3) for i in range(len(times))]}
(FOLDER / "capframex-latency.json").write_text(json.dumps({"Hash": "cd", "Info": INFO, "Runs": [run]}))

# PresentMon 2.5 with what can be asked for: the type of each frame, every second one made by the driver, and the latency
# of a program that sends no markers. With --qpc_time_ms, TimeInSeconds holds milliseconds.
V25 = V24.replace("PresentMode,TimeInSeconds", "PresentMode,FrameType,TimeInMs").replace("MsUntilDisplayed", "MsUntilDisplayed,MsPCLatency")
own, now, rows = random.Random("PresentMon 2.5 latency"), 0.0, []
for ms in own_frames("PresentMon 2.5 generated", 300, 14.0):
    now += ms
    latency = own.uniform(9, 13)
    for kind, part in (("Intel XeSS-FG", 0.4), ("Application", 0.6)):
        rows.append(f"game.exe,77,0xCAFE,DXGI,0,0,1,Hardware: Independent Flip,{kind},{now:.4f},NA,{ms:.4f},{ms * part:.4f},0.2,3.3,{latency:.4f},NA,{now - 5:.4f},{ms if part == 0.6 else 0:.4f},4.0,2.9,1.0,5.0,4.9,0.1,NA,NA,NA,NA")
write("presentmon25-generated.csv", [V25] + rows, "\r\n", mark=BOM)
V24_QPC = V24.replace("CPUStartTimeInMs", "CPUStartQPCTimeInMs")
now, rows = 123_456.0, []
for ms in own_frames("PresentMon 2.4 QPC", 200, 7.5):
    now += ms
    rows.append(f"game.exe,77,0xCAFE,DXGI,0,0,1,Hardware: Independent Flip,{now:.4f},NA,{ms:.4f},{ms:.4f},0.2,3.3,11.5,{now:.4f},{ms + 0.01:.4f},4.0,2.9,1.0,5.0,4.9,0.1,NA,NA,NA,NA")
write("presentmon24-qpc-ms.csv", [V24_QPC] + rows, "\r\n", mark=BOM)

# What is asked about or refused, beside the logs: each has the dialect's fault.
ASKED = FOLDER.parent / "asked"
ASKED.mkdir(exist_ok=True)
LOGS, FOLDER = FOLDER, ASKED
write("moments-as-frame-ms.csv", ["frame_ms"] + [f"{ms:.3f}" for ms in moments(own_frames("asked moments", 60))])
own = own_frames("asked clock", 60)
write("seconds-as-ms.csv", ["Application,ProcessID,TimeInSeconds,MsBetweenPresents"] + [f"a.exe,1,{at / 1000:.6f},{ms / 1000:.7f}" for at, ms in zip(moments(own), own)])
write("micros-as-ms.csv", ["Application,ProcessID,TimeInSeconds,MsBetweenPresents"] + [f"a.exe,1,{at / 1000:.6f},{ms * 1000:.1f}" for at, ms in zip(moments(own), own)])
write("cyclictest-N.txt", ["Thread 0 Interval: 1000"] + [f"{0:8d}:{i:8d}:{52_000 + 7 * (i % 40):8d}" for i in range(80)])
write("thousands-or-decimals.csv", ["a;wait_us"] + [f"{i};{v}" for i, v in enumerate(["984", "16.667", "17.001", "903"] * 6)])
write("stamps-that-go-back.csv", ["timestamp_ms"] + [f"{v}" for v in (5, 1, 9, 2, 7, 3, 11, 4)])
write("two-columns-of-times.csv", ["cpu_ms,gpu_ms"] + [f"{5 + i % 3}.5,{7 + i % 4}.25" for i in range(40)])
(ASKED / "utf-16.csv").write_bytes("frame_ms\r\n16.6\r\n16.7\r\n".encode("utf-16"))
(ASKED / "packed.csv.xz").write_bytes(b"\xfd7zXZ\x00\x00\x04" + bytes(24))
(ASKED / "packed.zip").write_bytes(b"PK\x03\x04" + bytes(40))
write("page.html", ["<!DOCTYPE html>", "<title>Capture</title>"])
write("other.json", ['{"metrics": {"fps": [60, 59]}, "app": "x"}'])
write("no-rows.csv", ["time,frame,fps"])
write("no-frametime.hml", hml("hml 4", SENSORS[:2], 12), "\r\n")
write("mangohud_summary.csv", ["0.1% Min FPS,1% Min FPS,97% Percentile FPS,Average FPS,GPU Load,CPU Load", "41.2,48.9,71.0,59.9,97,31"])

# What people brought: each with made-up values. oslat.txt, stress-ng.txt and stress-ng-percentiles.txt were written by those programs.
FOLDER = LOGS
V2_MS = "Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,TimeInMs,MsBetweenPresents,MsBetweenDisplayChange,MsUntilDisplayed,MsCPUBusy,MsGPUBusy,MsPCLatency"


def v2_ms(name, busy, shown, latency):
    now, rows = 0.0, []
    for i, ms in enumerate(own_frames(name, 200, 16.7)):
        now += ms
        display = f"{ms:.4f},21.5" if shown(i) else "NA,NA"
        rows.append(f"game.exe,7,0x1,DXGI,1,0,0,Composed: Flip,{now:.4f},{ms:.4f},{display},{ms - 0.2:.4f},{busy(i):.4f},{latency(i)}")
    return [V2_MS] + rows


write("presentmon2-idle-gpu.csv", v2_ms("idle GPU", lambda i: 9.1 if i % 8 == 0 else 0, lambda i: i % 3, lambda i: 24.1))
write("presentmon2-odd-latency.csv", v2_ms("odd latency", lambda i: 7.1, lambda i: True, lambda i: f"{459_980 + i % 7}.0"))
UNREAL = "EVENTS,FrameTime,GameThreadTime,MaxFrameTime"
write("unreal.csv", [UNREAL] + [f",{ms:.4f},{ms - 0.3:.4f},33.3333" for ms in own_frames("Unreal", 150, 3.4)]
      + [UNREAL + ",Extra/Count", "[HasHeaderRowAtEnd],1,[EventTimestamps],1,[platform],Any,[targetframerate],240"])
write("fps-each-second.csv", ["FPS"] + ["60"] * 20 + ["30"] * 20)
HW = 'Date,Time,"CPU Package [C]","Framerate (Presented) [FPS]","Frame Time [ms]","GPU Busy [ms]"'
write("polled.csv", [HW] + [f"25.10.2025,{(86370 + 2 * i) // 3600 % 24:02d}:{(86370 + 2 * i) // 60 % 60:02d}:{(86370 + 2 * i) % 60:02d}.123,61,{1000 / ms:.1f},{ms:.3f},{ms - 0.7:.3f}"
                            for i, ms in enumerate(own_frames("polled", 60, 8.0))])
write("two-recordings.csv", [line for name, mean in (("one", 16.7), ("two", 11.1)) for line in SYSTEM + [NEW] + mango_new(own_frames(f"recording {name}", 80, mean))])
write("frametime-column.csv", ["frametime_ms"] + [f"{ms:.3f}" for ms in own_frames("frametime", 120)])


def histogram_rows(name, columns, bins, draws=3000):
    own = random.Random(name)
    counts = [[0] * bins for _ in range(columns)]
    for column in counts:
        for _ in range(draws):
            column[min(bins - 1, max(0, int(own.gauss(bins / 3, bins / 12)) if own.random() > 0.004 else own.randrange(bins // 2, bins)))] += 1
    return counts


def cyclictest_histogram(name):
    counts = histogram_rows(name, 2, 30)
    last = [max(i for i, c in enumerate(column) if c) for column in counts]
    return (["# Histogram"] + [f"{i:06d} {counts[0][i]:06d}\t{counts[1][i]:06d}" for i in range(30) if counts[0][i] or counts[1][i]]
            + ["# Max Latencies: " + " ".join(f"{m:05d}" for m in last), "# Histogram Overflows: 00000 00000"])


write("two-histograms.txt", cyclictest_histogram("histogram 1") + cyclictest_histogram("histogram 2"))


def rtla(name, what, names, bins=12, over=0, nano=False):
    counts = histogram_rows(name, len(names), bins)
    row = lambda first, cells: f"{first:<6}" + " ".join(f"{c:>9}" for c in cells)
    return ([f"# RTLA {what} histogram", f"# Time unit is {'nanoseconds (ns)' if nano else 'microseconds (us)'}", "# Duration:   0 00:01:40", row("Index", names)]
            + [row(i, [c[i] for c in counts]) for i in range(bins) if any(c[i] for c in counts)]
            + [row("over: ", [over] * len(names)), row("count:", [sum(c) + over for c in counts]),
               row("min:  ", [min(i for i, n in enumerate(c) if n) for c in counts]),
               row("avg:  ", [sum(i * n for i, n in enumerate(c)) // sum(c) for c in counts]),
               row("max:  ", [max(i for i, n in enumerate(c) if n) + 9 * (over > 0) for c in counts])])


write("timerlat-hist.txt", rtla("timerlat", "timerlat", ["IRQ-000", "Thr-000", "IRQ-001", "Thr-001"]) + [
    "ALL:        IRQ       Thr       Usr", "count:    6000      6000", "min:         0         0", "avg:         3         3", "max:        11        11"])
write("osnoise-hist.txt", rtla("osnoise", "osnoise", ["CPU-000", "CPU-001"], over=3))
write("timerlat-top.txt", [" " * 37 + "Timer Latency", "  0 00:00:05   |          IRQ Timer Latency (us)        |         Thread Timer Latency (us)",
                           "CPU COUNT      |      cur       min       avg       max |      cur       min       avg       max",
                           "  0 #2500      |        1         0         1         7 |        8         3         6       19",
                           "  0 #4993      |        1         0         1         9 |        9         3         6       22",
                           "  1 #4993      |        1         0         1         8 |        9         3         5       28"])
write("hwlatdetect.txt", ["hwlatdetect:  test duration 900 seconds", "   detector: tracer", "   parameters:", "        Latency threshold: 10us", "", "Starting test",
                          "test finished", "Max Latency: 51us", "Samples recorded: 3", "Samples exceeding threshold: 3", "SMIs during run: 0",
                          "ts: 1700000000.346151918, inner:7, outer:21", "ts: 1700000011.550312752, inner:44, outer:43", "ts: 1700000330.550015925, inner:51, outer:50"])
POWERS = [(0, 1, 210), (2, 3, 700), (4, 7, 180), (8, 15, 20), (16, 31, 5)]
write("runqlat.txt", ["Tracing run queue latency... Hit Ctrl-C to end.", "^C", "     usecs               : count     distribution"]
      + [f"{a:>10} -> {b:<10} : {n:<8} |{'*' * (n // 20):<40}|" for a, b, n in POWERS])
write("bpftrace.txt", ["Attaching 2 probes...", "^C", "", "@usecs[game]:"]
      + [f"{label:<20}{n:>5} |{'@' * (n // 20):<52}|" for label, n in (("[0]", 200), ("[1]", 12), ("[2, 4)", 690), ("[4, 8)", 170), ("[1K, 2K)", 3))])
own = random.Random("perf sched")
write("perf-timehist.txt", ["           time    cpu  task name             wait time  sch delay   run time",
                            "                        [tid/pid]                (msec)     (msec)     (msec)", "-" * 14 + " ------  " + "-" * 20 + "  ---------  ---------  ---------"]
      + [f"{79371 + i / 1000:15.6f} [{i % 4:04d}]  {'<idle>' if i % 5 == 0 else f'game[{300 + i % 3}]':<20}  {own.random():9.3f}  {own.random() / 50:9.3f}  {own.random():9.3f}"
         for i in range(150)])
write("perf-latency.txt", ["", " -" + "-" * 100, "  Task                  |   Runtime ms  | Count   | Avg delay ms    | Max delay ms    | Max delay start           | Max delay end          |",
                           " -" + "-" * 100,
                           "  game:(2)              |      2.804 ms |      66 | avg:   0.524 ms | max:   1.069 ms | max start: 254752.314960 s | max end: 254752.316029 s",
                           "  sleep:147736          |      0.938 ms |       3 | avg:   0.006 ms | max:   0.007 ms | max start: 254751.313817 s | max end: 254751.313824 s"])
unity, now = ["Frame Offset, Frame Index, Frame Time (ms), Time from first frame (ms)"], 0.0
for i, ms in enumerate(own_frames("Unity", 150, 11.0)):
    unity.append(f"{i}, {300 + i}, {ms:.4f}, {now:.4f}")
    now += ms
write("unity.csv", unity)
XR = "\ufeffTime (µs),Time (UTC),Time (Local),Frame Interval (µs),FPS,Count,App CPU (µs),Render CPU (µs),Render GPU (µs),Wait CPU (µs)"
for name, in_row in (("xrframetools.csv", 1), ("xrframetools-means.csv", 10)):
    write(name, [XR] + [f'{11111 * (i + 1)},"2025-02-19T18:23:{i % 60:02d}","2025-02-19T20:23:{i % 60:02d}",{round(ms * 1000)},{1000 / ms:.6f},{in_row},9000,900,{round(ms * 700)},200'
                        for i, ms in enumerate(own_frames(name, 120, 11.1))])
write("openxr-toolkit.csv", ["time,FPS,appCPU (us),renderCPU (us),appGPU (us),VRAM (MB),VRAM (%)"]
      + [f"2025-02-19 18:23:{i:02d} +0200,{72 if i % 7 else 61}.0,{13000 + i},957,{12000 + 3 * i},2157,14" for i in range(40)])
GFX = [(5, 106), (6, 40), (7, 9), (13, 1), (16, 3), (32, 2), (34, 0), (150, 1)]
gfx_rows = [(0 if i % 9 else 1, 10**12 + i * 16_666_667, round(own_frames(f"gfx {i}", 1, 9.0)[0] * 1e6)) for i in range(60)]
write("gfxinfo.txt", ["Applications Graphics Acceleration Info:", "Uptime: 4711 Realtime: 4711", "", "** Graphics info for pid 4711 [com.example.app] **", "",
                      "Stats since: 8149ns", f"Total frames rendered: {sum(n for _, n in GFX)}", "HISTOGRAM: " + " ".join(f"{ms}ms={n}" for ms, n in GFX),
                      "50th gpu percentile: 2ms", "GPU HISTOGRAM: 1ms=100 2ms=62", "", "Profile data in ms:", "", "---PROFILEDATA---",
                      "Flags,FrameTimelineVsyncId,IntendedVsync,Vsync,InputEventId,SwapBuffers,FrameCompleted,"]
      + [f"{flags},{i},{begin},{begin + 100},0,{begin + took - 50},{begin + took}," for i, (flags, begin, took) in enumerate(gfx_rows)]
      + ["---PROFILEDATA---", "", "View hierarchy:"])
own = random.Random("overruns")
write("ros2-overruns.log", [line for i in range(60) for line in (
    f"[ros2_control_node-1] [INFO] [{1747208770 + i}.612206667] [controller_manager]: Loaded hardware",
    f"[ros2_control_node-1] [WARN] [{1747208770 + i}.64] [controller_manager]: Overrun detected! The controller manager missed its desired rate of 500 Hz. "
    f"The loop took {2.1 + own.random():.6f} ms (missed cycles : 2).",
    f"[controller_server-2] [WARN] [{1747208770 + i}.7] [controller_server]: Control loop missed its desired rate of 20.0000 Hz. Current loop rate is {10 + 9 * own.random():.4f} Hz.")])
FOLDER = ASKED
write("timedemo.txt", ["Playing demo from walk.dem.", "2639 frames 38.561 seconds 78.44 fps (14.61 ms/f) 2.761 fps variability."])
write("benchmark-rows.csv", ["demofile,fps,framerate variability,totaltime,numframes"] + [f"walk{i}.dem,{120 + 9 * i}.5, {5 + i}.0, {18 + i}.2,{2600 + 40 * i}" for i in range(3)])
write("summary-rows.csv", ["File,Application Name,Average FPS (Application),Average frame time (ms) (Application),99th-percentile frame time (ms) (Application)"]
      + [f"run{i}.csv,game.exe,{60 + i},{1000 / (60 + i):.3f},2{i}.4" for i in range(3)])
write("min-max-avg.csv", ["Frames, Time (ms), Min, Max, Avg", "  2700, 60000, 30, 60, 45.000"])
write("whole-fps.csv", ["place,FPS"] + [f"{i},{60 + i % 3}" for i in range(20)])
write("no-column-line.csv", ["os,cpu,gpu,ram,kernel,driver", "Debian,CPU,,16000000,5.6,20.1"] + [f"88.4956,12,100,{100000 * i}" for i in range(20)])
write("many-columns.csv", [",".join(["Frame", "Presents"] + [f"Column{i}" for i in range(10)] + ["ClientIntervalMs", "More"])]
      + [",".join([str(i), "1"] + ["0.5"] * 10 + [f"11.{i:02d}", "0.1"]) for i in range(20)])
write("ticks.csv", ["frame,startTicks,displayTicks"] + [f"{i},{10_000_000 + 83_333 * i},{10_100_000 + 83_333 * i}" for i in range(20)])
write("sentences.log", [f"[node-1] [WARN] [17472087{70 + i}.64]: Overrun detected! The loop took {28 + i * .3:.6f} ms (missed cycles : 2)." for i in range(20)])
write("topic-hz.txt", ["average rate: 30.112", "\tmin: 0.004s max: 0.061s std dev: 0.00931s window: 31"] * 3)
