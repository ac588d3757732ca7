#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Real programs of Debian, listened to: is the loop that `attach` finds the one that they have? Each has a display and a home of its own.
Usage: programs.py JITTERSCOPE_CLI NAME | programs.py --names | programs.py JITTERSCOPE_CLI all

Exit: 0 it is, 1 it is not, 77 the program is not installed. What a program is known to do stands beside each: its own source, its own
count, or what the test itself has written. Rates are those of software that paces itself, so they hold on a busy machine too, as long
as the machine can draw so many frames; how busy it was is printed."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import games
from stage import HERE, Missing, Stage, where
from planting import busy_percent, dies_with_parent

SKIPPED = 77
LAVFI = "av://lavfi:testsrc=rate=25:size=320x240"
MPV = ["--no-config", "--vo=gpu", "--gpu-sw=yes", "--ao=null", "--no-terminal", "--loop-file=inf"]


class Wrong(Exception):
    """What was found is not so."""


def loop_of(report, said):
    if report is None:
        raise Wrong(f"no report was written: {said.strip()[-400:]}")
    if report["loop"] is None:
        raise Wrong(f"no loop: {report['verdict']}")
    return report["loop"]


def expect(holds, what, report):
    if not holds:
        candidates = "; ".join(f"{each['rate_hz']:.1f} Hz {each['boundary']} {each['call']} {each['thread']}" for each in report["candidates"][:6])
        raise Wrong(f"{what}; verdict: {report['verdict']}; candidates: {candidates}")


def expect_rate(report, said, hz, apart):
    loop = loop_of(report, said)
    expect(abs(loop["rate_hz"] - hz) <= apart, f"{loop['rate_hz']:.2f} Hz, not {hz} ± {apart}", report)
    return loop


def expect_own_count(report, out, apart):
    """`rate N` of each second that it ran, as it has counted itself."""
    own = sorted(float(rate) for rate in re.findall(r"^rate ([\d.]+)$", out, re.MULTILINE))
    if not own:
        raise Wrong("it has counted nothing")
    middle = own[len(own) // 2]
    rate = 1e9 / report["loop"]["mean_ns"]["frame_time"]
    expect(abs(rate - middle) <= apart * middle, f"{rate:.2f} frames a second, it has counted {middle:.2f}", report)


def doom(stage, cli):
    """35 tics a second: i_timer.h of its source."""
    report, _, said = stage.attach(cli, games.doom())
    loop = expect_rate(report, said, 35, 0.5)
    expect(loop["main_thread"], "not its main thread", report)


def pygame(stage, cli):
    """What it counts itself. It asks for 60; pygame makes 16 ms of that, and a sleep takes longer than it was asked to."""
    report, out, said = stage.attach(cli, games.pygame())
    loop = loop_of(report, said)
    expect(loop["main_thread"] and loop["boundary"] == "present", "not the present of its main thread", report)
    expect_own_count(report, out, 0.1)


def mpv_film(stage, cli):
    """25: the film is made so, by mpv itself."""
    film = stage.folder / "film.mkv"
    subprocess.run([where("mpv"), "--no-config", "--no-terminal", LAVFI + ":duration=6", f"--o={film}", "--ovc=mpeg4"], env=stage.environment,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120, check=True)
    film_loop(stage, cli, str(film))


def mpv_pattern(stage, cli):
    """25: the test pattern is asked for so."""
    film_loop(stage, cli, LAVFI)


def film_loop(stage, cli, source):
    report, _, said = stage.attach(cli, [where("mpv"), *MPV, source])
    loop = expect_rate(report, said, 25, 0.5)
    expect("vo" in loop["thread"] and loop["boundary"] == "present", f"{loop['boundary']} on {loop['thread']}, not the present of mpv/vo", report)


def love(stage, cli):
    """What it counts itself, in its second of each second."""
    report, out, said = stage.attach(cli, games.love())
    loop = loop_of(report, said)
    expect(loop["main_thread"] and loop["boundary"] == "present", "not the present of its main thread", report)
    expect_own_count(report, out, 0.2) # nothing paces it, so it changes with what else the machine does


def java(stage, cli):
    """A sleep of ten milliseconds and a little work: 1000 / 10.2."""
    compiler = where("javac")
    subprocess.run([compiler, "-d", str(stage.folder), str(HERE / "Loop.java")], check=True, env=stage.environment)
    report, _, said = stage.attach(cli, [where("java"), "-cp", str(stage.folder), "Loop"])
    expect_rate(report, said, 98, 2)


def dosbox(stage, cli):
    """Its tick is 1 ms (dosbox.cpp), its screen 70 Hz; 9 Hz is a thing of the sound. Which one is meant may be left open."""
    report, _, said = stage.attach(cli, games.dosbox())
    if report is None:
        raise Wrong(f"no report was written: {said.strip()[-400:]}")
    if report["answer"] == "ambiguous":
        return
    rate = loop_of(report, said)["rate_hz"]
    expect(900 <= rate <= 1100 or 69 <= rate <= 71, f"{rate:.1f} Hz, neither its tick nor its screen", report)


def supertux(stage, cli):
    """Drawn by the processor, it has no time to wait."""
    report, _, said = stage.attach(cli, games.supertux())
    loop = loop_of(report, said)
    expect(loop["kind"] == "work-bound", f"kind {loop['kind']}", report)


def sleeps_fixed(command, meant):
    """The same sleep after each frame, whatever came before: `meant` a second without its work."""
    def check(stage, cli):
        report, _, said = stage.attach(cli, command())
        loop = loop_of(report, said)
        expect(loop["kind"] == "fixed-sleep", f"kind {loop['kind']}", report)
        expect(abs((loop["rate_meant_hz"] or 0) - meant) < 0.01 * meant, f"means {loop['rate_meant_hz']}, not {meant}", report)
        expect(loop["rate_hz"] <= 1.01 * meant, f"{loop['rate_hz']:.1f} Hz, more than {meant}", report)
    return check


def presents_its_frames(game):
    """Not its sound: the present of its main thread."""
    def check(stage, cli):
        report, _, said = stage.attach(cli, game())
        loop = loop_of(report, said)
        expect(loop["main_thread"] and loop["boundary"] == "present", f"{loop['boundary']} on {loop['thread']}", report)
    return check


def vulkan(stage, cli):
    """vkcube: each frame by vkQueuePresentKHR."""
    report, _, said = stage.attach(cli, [where("vkcube")])
    loop = loop_of(report, said)
    expect(loop["main_thread"] and loop["call"] == "vk-present", f"{loop['boundary']} {loop['call']}", report)


def wayland(stage, cli):
    """Weston's simplest client, which paints by itself: each frame by wl_surface.commit, on a compositor without a screen."""
    command = [where("weston-simple-shm")]
    compositor = subprocess.Popen([where("weston"), "--backend=headless-backend.so", "--socket=jitterscope", "--idle-time=0"], env=stage.environment,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=dies_with_parent)
    try:
        limit = time.monotonic() + 20
        while not (stage.folder / "jitterscope").exists() and time.monotonic() < limit:
            time.sleep(0.1)
        report, _, said = stage.attach(cli, command, environment={"WAYLAND_DISPLAY": "jitterscope"})
    finally:
        compositor.terminate()
        compositor.wait()
    loop = loop_of(report, said)
    expect(loop["main_thread"] and loop["call"] == "wl-commit", f"{loop['boundary']} {loop['call']}", report)


def refused(stage, cli, command, why):
    report, _, said = stage.attach(cli, command, seconds=1)
    if report is not None or why not in said:
        raise Wrong(f"not refused: {said.strip()[-400:]}")


def go(stage, cli):
    """Prometheus is written in Go, and Debian has it."""
    refused(stage, cli, [where("prometheus"), "--version"], "it is written in Go")


def static(stage, cli):
    compiler = where("cc")
    source, program = stage.folder / "static.c", stage.folder / "static"
    source.write_text("int main(void) { return 0; }\n", encoding="ascii")
    subprocess.run([compiler, "-static", str(source), "-o", str(program)], check=True)
    refused(stage, cli, [str(program)], "it is statically linked")


def setuid(stage, cli):
    program = stage.folder / "setuid"
    shutil.copy(where("true"), program)
    os.chmod(program, 0o4755)
    refused(stage, cli, [str(program)], "it runs with rights of its own")


CHECKS = {"doom": doom, "pygame": pygame, "mpv-film": mpv_film, "mpv-pattern": mpv_pattern, "love": love, "java": java, "dosbox": dosbox,
          "supertux": supertux, "neverball": presents_its_frames(games.neverball), "tux-racer": presents_its_frames(games.tux_racer), "vulkan": vulkan, "wayland": wayland, "go": go,
          # usleep(40000) of sl.c; napms(40) of cmatrix.c; 10 ms of squiral.c; 20 ms of games.tk()
          "sl": sleeps_fixed(games.in_terminal("sl"), 25), "cmatrix": sleeps_fixed(games.in_terminal("cmatrix"), 25),
          "squiral": sleeps_fixed(games.squiral, 100), "tk": sleeps_fixed(games.tk, 50), "static": static, "setuid": setuid}


def run(cli, name):
    """Exit code."""
    before = busy_percent()
    try:
        with Stage() as stage:
            CHECKS[name](stage, cli)
    except Missing as missing:
        print(f"{name}: skipped: {missing}", flush=True)
        return SKIPPED
    except Wrong as wrong:
        print(f"{name}: WRONG, with {before:.0f} % of the processors used before: {wrong}", flush=True)
        return 1
    print(f"{name}: right, with {before:.0f} % of the processors used before", flush=True)
    return 0


def main():
    if sys.argv[1:] == ["--names"]:
        print("\n".join(CHECKS))
        return 0
    cli, name = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]
    codes = [run(cli, each) for each in (CHECKS if name == "all" else [name])]
    return 1 if 1 in codes else codes[0] if len(codes) == 1 else 0


if __name__ == "__main__":
    sys.exit(main())
