#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes golden.prom: the metrics of the probes in openmetrics_test.cpp, by a computation that shares nothing with the program."""
import decimal
import pathlib

NS = decimal.Decimal("1e-9")
FIRST = [-2500, 0, 34, 1000, 1001, 200_000, 5_000_000, 1_500_000_000]
SECOND = [150_001]
LABELS = r'machine="here",policy="keep-working",rate_hz="60000/1001",seat="a\"b\\c\nd",strategy="system-sleep"'
BOUNDS = ["0"] + [f"{digit}e-06" for digit in ("1", "1.5", "2", "3", "5", "7")] + [f"{digit}e-05" for digit in ("1", "1.5", "2", "3", "5", "7")]
BOUNDS += [f"0.000{d}" for d in ("1", "15", "2", "3", "5", "7")] + [f"0.00{d}" for d in ("1", "15", "2", "3", "5", "7")]
BOUNDS += [f"0.0{d}" for d in ("1", "15", "2", "3", "5", "7")] + [f"0.{d}" for d in ("1", "15", "2", "3", "5", "7")] + ["1"]
out = []


def seconds(nanoseconds):
    text = format((nanoseconds * NS).normalize(), "f")
    return "0" if text in ("-0", "0E-9") else text


def family(name, kind, about, *samples):
    out.append(f"# HELP jitterscope_{name} {about}")
    out.append(f"# TYPE jitterscope_{name} {kind}")
    for suffix, label, value in samples:
        out.append(f"jitterscope_{name}{suffix}{{{LABELS}{label}}} {value}")


def one(name, kind, about, value, label=""):
    family(name, kind, about, ("", label, value))


def main():
    every = FIRST + SECOND
    one("build_info", "gauge", "Always 1; the program's version is a label.", 1, ',version="@VERSION@"')
    one("target_rate_hertz", "gauge", "Frames a second that were asked for.", 60000 / 1001)
    one("tolerance_seconds", "gauge", "A frame is late above it.", "0.0001")
    one("probe_interval_seconds", "gauge", "How often a probe begins.", 600)
    buckets = [("_bucket", f',le="{le}"', sum(1 for late in every if max(late, 0) * NS <= decimal.Decimal(le))) for le in BOUNDS]
    family("lateness_seconds", "histogram", "How late frames started; one that started early counts as 0.", *buckets,
           ("_bucket", ',le="+Inf"', len(every)), ("_sum", "", seconds(sum(max(late, 0) for late in every))), ("_count", "", len(every)))
    one("frames_total", "counter", "Frames that count in the statistics.", len(every))
    one("late_frames_total", "counter", "Frames with a lateness above the tolerance.", sum(1 for late in every if late > 100_000))
    one("early_seconds_total", "counter", "How early frames started that started before their deadline.",
        seconds(-sum(min(late, 0) for late in every)))
    one("lost_iterations_total", "counter", "Slots that were never run.", 127)
    one("stopped_frames_total", "counter", "Frames left out because the process was stopped before them.", 1)
    one("lost_samples_total", "counter", "Frames and sleeps that were measured but not kept.", 5)
    one("native_sleeps_total", "counter", "Sleeps that were asked of the system.", 3 + 7 + 2)  # kept, dropped from memory, lost
    family("cpu_seconds_total", "counter", "CPU time during probes.", ("", ',of="thread"', "0.105"), ("", ',of="process"', "0.18"))
    one("probe_seconds_total", "counter", "How long probes measured.", "3")
    family("probes_total", "counter", "Probes, by how they ended: complete, incomplete (ended early), failed (nothing measured).",
           ("", ',result="complete"', 1), ("", ',result="incomplete"', 1), ("", ',result="failed"', 1))
    one("disturbed_probes_total", "counter", "Probes that other programs, pressure or a hypervisor disturbed.", 1)
    one("last_probe_timestamp_seconds", "gauge", "When the last probe that measured frames ended, in seconds since 1970.", 1795381330)
    one("last_probe_success", "gauge", "Whether the last probe measured; if not, the other figures are those of an earlier one.", 0)
    one("last_probe_complete", "gauge", "Whether the probe reached its end.", 0)
    one("last_probe_disturbed", "gauge", "Whether other programs, pressure or a hypervisor disturbed it.", 1)
    one("last_probe_pressure_ratio", "gauge", "Share of the time in which some thread waited for a processor, by /proc/pressure/cpu.", "0.64")
    one("last_probe_steal_ratio", "gauge", "Share of all processors' time that the hypervisor took, by /proc/stat.", "0.03")
    one("last_probe_duration_seconds", "gauge", "How long the probe measured.", 1)
    one("last_probe_late_ratio", "gauge", "Share of the frames with a lateness above the tolerance.", 1)
    one("last_probe_lateness_p50_seconds", "gauge", "Median of lateness; negative is early.", seconds(150_001))
    one("last_probe_lateness_max_seconds", "gauge", "The largest lateness.", seconds(150_001))  # p99 wants 100 frames
    family("last_probe_cpu_ratio", "gauge", "CPU use: of thread and process 1 is one processor, of machine all of them.",
           ("", ',of="thread"', "0.005"), ("", ',of="process"', "0.055"), ("", ',of="machine"', "0.9"))
    pathlib.Path(__file__).with_name("golden.prom").write_text("\n".join(out) + "\n", encoding="utf-8")


main()
