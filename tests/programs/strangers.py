#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs of Debian that `attach` was not made with, and a truth from elsewhere: the calls of SDL or EGL that count_frames.c counts in the program,
the pictures that xtrace counts between the program and its display, or a rate that the program itself is asked for or prints. What is counted
is counted over the same seconds: those in which the most frames of the CSV begin where a counted one does.
A row for each: the rate that was found, the true one, the kind. Before it, how much of the processors was in use.
By hand: six minutes. Usage: strangers.py JITTERSCOPE_CLI [PROGRAM...]     (scripts/programs strangers installs them)

`kind`: what its source or its system calls show; several where what it waits for depends on the machine. A rate is right within 2 %, or
one frame, and `open` is an answer too: a program whose loop stays open between two is not wrong."""
import bisect
import csv
import dataclasses
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import time

from stage import HERE, PYTHON, Missing, Stage, where
from planting import busy_percent

SAME_FRAME = 2_000_000   # ns; a frame and what was counted of it begin closer: so much, or a tenth of a frame
COUNTED = ("SDL_Flip", "SDL_UpdateRect", "SDL_UpdateRects", "SDL_GL_SwapBuffers", "SDL_GL_SwapWindow", "SDL_RenderPresent",
           "SDL_UpdateWindowSurface", "SDL_UpdateWindowSurfaceRects", "SDL_Delay", "SDL_PollEvent", "eglSwapBuffers") # as count_frames.c has them
DRAWN = "(?:Poly|Fill|Copy|Put|Clear)[A-Za-z]*"
SCREENSAVERS = "/usr/libexec/xscreensaver"
PHP = """
for ($n = 0, $begun = microtime(true); true; ++$n) {
    usleep(16667);
    for ($j = 0, $x = 0; $j < 20000; $j++) $x += $j;
    if (microtime(true) - $begun >= 1) { printf("rate %.2f\\n", ($n + 1) / (microtime(true) - $begun)); $n = -1; $begun = microtime(true); }
}"""
PYGLET = """
import time, pyglet
window = pyglet.window.Window(320, 240, vsync=False)
n, begun = 0, time.monotonic()
@window.event
def on_draw():
    global n, begun
    window.clear()
    n += 1
    now = time.monotonic()
    if now - begun >= 1:
        print('rate %.2f' % (n / (now - begun)), flush=True)
        n, begun = 0, now
pyglet.clock.schedule_interval(lambda dt: None, 1 / 60)
pyglet.app.run()"""
LUA = """
local socket = require("socket")
local last = socket.gettime()
local n, begun = 0, last
io.stdout:setvbuf("line")
while true do
    local x = 0
    for i = 1, 200000 do x = x + i end
    local rest = 1 / 50 - (socket.gettime() - last)
    if rest > 0 then socket.sleep(rest) end
    last = socket.gettime()
    n = n + 1
    if last - begun >= 1 then
        print(("rate %.2f"):format(n / (last - begun)))
        n, begun = 0, last
    end
end"""
OCAML = """
let () = let due = ref (Unix.gettimeofday ()) in
while true do
    due := !due +. 0.02;
    let s = ref 0 in for i = 1 to 100000 do s := !s + i done;
    let rest = !due -. Unix.gettimeofday () in
    if rest > 0. then ignore (Unix.sleepf rest)
done"""


@dataclasses.dataclass(frozen=True)
class Stranger:
    name: str
    kind: str                # words of the JSON's `kind`, apart by blanks; none: it is not known
    command: tuple = ()      # empty: its name alone
    hz: float = 0            # that it is asked for; below 0: at most so many; 0: counted
    calls: str = ""          # a function of SDL or EGL that it calls once a frame; empty: it is counted on the way to its display, or by itself
    request: str = "(?:MIT-SHM-)?PutImage"
    pieces: int = 0          # it shows its pictures in pieces: those that are closer than so many ms are one
    setgid: bool = False     # a copy of it can be listened to
    text: str = ""           # a script in the place of the last word


STRANGERS = [
    Stranger("lbreakout2", "fixed-sleep", calls="SDL_PollEvent", setgid=True),          # SDL_Delay(5) in its menu
    Stranger("ltris", "fixed-sleep", calls="SDL_PollEvent", setgid=True),               # the same
    Stranger("circuslinux", "fixed-sleep", ("circuslinux", "--disable-sound"), calls="SDL_Flip", setgid=True), # SDL_Delay(30)
    Stranger("kobodl", "rest work-bound", ("kobodl", "-nofullscreen", "-nosound"), setgid=True),
    Stranger("powermanga", "deadline", ("powermanga", "--nosound"), calls="SDL_UpdateRect", setgid=True),
    Stranger("pingus", "rest"),
    Stranger("madbomber", "fixed-sleep", ("madbomber", "--disable-sound"), calls="SDL_PollEvent"), # SDL_Delay(50), and a picture that stands still
    Stranger("starfighter", "deadline", calls="SDL_RenderPresent"),
    Stranger("rrootage", "deadline work-bound", ("rrootage", "-window", "-nosound"), calls="SDL_GL_SwapBuffers"),
    Stranger("noiz2sa", "deadline", ("noiz2sa", "-window", "-nosound"), calls="SDL_Flip"),
    Stranger("gltron", "fixed-sleep", calls="SDL_GL_SwapBuffers"),
    Stranger("armagetronad", "work-bound", ("armagetronad", "-w"), calls="SDL_GL_SwapBuffers"),
    Stranger("teeworlds", "work-bound", calls="SDL_GL_SwapWindow"),
    Stranger("scummvm", "unknown poll rest", ("scummvm", "--path=/usr/share/scummvm/beneath-a-steel-sky", "sky")),
    Stranger("stella", "deadline", hz=60),
    Stranger("glmark2", "work-bound present", ("glmark2", "-b", "build:duration=60", "-s", "400x300")),
    Stranger("glxgears", "work-bound present"),
    Stranger("es2gears_x11", "work-bound present", calls="eglSwapBuffers"),
    Stranger("xdaliclock", "rest deadline unknown"),
    Stranger("coral", "fixed-sleep unknown", (SCREENSAVERS + "/coral",), request="PolyFillRectangle", pieces=10), # 20 ms
    Stranger("flame", "fixed-sleep unknown", (SCREENSAVERS + "/flame",), request="PolyFillRectangle", pieces=25), # in parts of 33 ms
    Stranger("gears", "fixed-sleep work-bound", (SCREENSAVERS + "/gears",)),
    Stranger("hexadrop", "fixed-sleep", (SCREENSAVERS + "/hexadrop",), request="FillPoly", pieces=10), # 30 ms
    Stranger("freedroid", "fixed-sleep work-bound", calls="SDL_Flip"),
    Stranger("frozen-bubble", "rest", ("frozen-bubble", "--no-sound"), calls="SDL_PollEvent"),
    Stranger("bloboats", "poll", calls="SDL_GL_SwapBuffers"),
    Stranger("blobwars", "present rest", ("blobwars", "-window", "-noaudio"), calls="SDL_RenderPresent"),
    Stranger("trackballs", "work-bound", ("trackballs", "-w"), calls="SDL_GL_SwapWindow"),
    Stranger("briquolo", "work-bound", ("briquolo", "-w"), calls="SDL_GL_SwapBuffers"),
    Stranger("cacafire", "fixed-sleep", hz=-200),                                             # usleep(5000) of libcaca
    Stranger("cyclictest", "deadline", ("cyclictest", "-q", "-i", "10000", "-D", "30"), hz=100),
    Stranger("jackd", "deadline", ("jackd", "-d", "dummy", "-r", "48000", "-p", "512"), hz=93.75),
    Stranger("php", "fixed-sleep", ("php", "-r", PHP)),
    Stranger("lua", "rest", ("lua5.4",), text=LUA),
    Stranger("ocaml", "deadline", ("ocaml", "unix.cma"), hz=50, text=OCAML),
    Stranger("ffmpeg", "poll", ("ffmpeg", "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc=rate=30:size=320x240", "-f", "null", "-"), hz=30),
    Stranger("toppler", "poll", ("toppler", "-s"), calls="SDL_RenderPresent"),                # steps of SDL_Delay(2)
    Stranger("burgerspace", "", ("burgerspace", "--no-sound"), calls="SDL_Flip"),             # 55 ms a frame
    Stranger("alex4", ""),
    Stranger("xgalaga", "event", ("xgalaga", "-nosound", "-window"), request="CopyArea", pieces=10), # setitimer
    Stranger("halo", "fixed-sleep poll unknown", (SCREENSAVERS + "/halo",), request=DRAWN, pieces=10),     # 100 ms, in pieces of 33 ms
    Stranger("rocks", "fixed-sleep unknown", (SCREENSAVERS + "/rocks",), request=DRAWN, pieces=10),   # 50 ms, the same
    Stranger("interference", "fixed-sleep work-bound unknown", (SCREENSAVERS + "/interference",)),      # 30 ms
    Stranger("openmsx", "", calls="SDL_GL_SwapWindow"),
    Stranger("barrage", "", calls="SDL_PollEvent"),
    Stranger("pyglet", "", (PYTHON, "-c", PYGLET)),
]


class Wire:
    """The pictures between a program and its display."""

    def __init__(self, stage, stranger):
        self.stranger = stranger
        self.file = stage.folder / "wire.txt"
        display = f":{300 + os.getpid() % 600}"
        self.environment = {"DISPLAY": display}
        self.tracer = subprocess.Popen([where("xtrace"), "-n", "-k", "-m", "1", "--monotonic-timestamps", "-D", display, "-d",
                                        stage.environment["DISPLAY"], "-o", str(self.file)],
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.5)

    def end(self):
        self.tracer.terminate()
        self.tracer.wait()

    def times(self):
        """When its pictures began, ns; of the client that shows most."""
        times = {}
        for line in self.file.read_text(encoding="utf-8", errors="replace").splitlines():
            request = re.match(rf"([\d.]+) (\d+):<:.*Request\([^)]*\): {self.stranger.request} ", line)
            if request:
                times.setdefault(request[2], []).append(int(float(request[1]) * 1e9))
        most = sorted(max(times.values(), key=len, default=[]))
        apart = self.stranger.pieces * 1_000_000 or -1
        return [at for before, at in zip([-1_000_000_000, *most], most) if at - before > apart]


class Calls:
    """The calls of one function in the program itself, counted by count_frames.c."""

    def __init__(self, stage, stranger):
        self.stranger = stranger
        self.file = stage.folder / "counted"
        library = stage.folder / "libcount_frames.so"
        subprocess.run([where("cc"), "-O1", "-shared", "-fPIC", str(HERE / "count_frames.c"), "-o", str(library), "-ldl"], check=True)
        self.environment = {"LD_PRELOAD": str(library), "JITTERSCOPE_COUNT": str(self.file)}

    def end(self):
        pass

    def times(self):
        """When each of them began, ns; in the process that has most."""
        data = self.file.read_bytes() if self.file.exists() else bytes(16)
        times = {}
        for number in range(min(struct.unpack_from("q", data)[0], len(data) // 16 - 1)):
            at, process, call = struct.unpack_from("qii", data, 16 + 16 * number)
            if COUNTED[call] == self.stranger.calls:
                times.setdefault(process, []).append(at)
        return sorted(max(times.values(), key=len, default=[]))


def counted_rate(counted, starts, length):
    """How many a second were counted in the `length` ns that the frames took which begin at `starts`, of which only the distances are known:
    where most of them begin with a counted one."""
    apart = min(SAME_FRAME, length / max(1, len(starts)) / 10)
    some = starts[::max(1, len(starts) // 500)]

    def fits(shift):
        count = 0
        for start in some:
            after = bisect.bisect_left(counted, start + shift - apart)
            count += after < len(counted) and counted[after] <= start + shift + apart
        return count
    first = starts[:3] # one of them may show nothing
    shifts = [at - start for start in first for at in counted if at - start + length <= counted[-1] + length / 10]
    if not shifts or not starts:
        return 0
    begin = max(shifts, key=fits)
    return (bisect.bisect_left(counted, begin + length - apart) - bisect.bisect_left(counted, begin - apart)) / length * 1e9


def starts_of(file):
    """When the frames of a CSV begin, ns from the first."""
    if not file.exists():
        return []
    with open(file, encoding="utf-8") as text:
        return [int(row["start_ns"]) for row in csv.DictReader(line for line in text if not line.startswith("#"))]


def command_of(stranger, stage):
    words = list(stranger.command or (stranger.name,))
    words[0] = where(words[0])
    if stranger.setgid:
        copy = stage.folder / pathlib.Path(words[0]).name
        shutil.copyfile(words[0], copy)
        copy.chmod(0o755)
        words[0] = str(copy)
    if stranger.text:
        script = stage.folder / "script"
        script.write_text(stranger.text, encoding="ascii")
        words.append(str(script))
    return words


def once(stranger, cli):
    """(found rate, true rate, found kind, whether both are right)"""
    with Stage() as stage:
        command = command_of(stranger, stage)
        counter = (Calls if stranger.calls else Wire)(stage, stranger)
        frames = stage.folder / "frames.csv"
        try:
            report, out, said = stage.attach(cli, command, seconds=8, options=("--csv", str(frames)), environment={"TERM": "xterm", **counter.environment})
        finally:
            counter.end()
        if report is None:
            raise Missing(f"no report: {said.strip()[-200:]}")
        if report["loop"] is None or report["answer"] == "ambiguous":
            rates = " or ".join(f"{each['rate_hz']:.1f}" for each in report["candidates"][:2])
            return rates, "", report["answer"], "open"
        loop = report["loop"]
        own = sorted(float(rate) for rate in re.findall(r"^rate ([\d.]+)$", out, re.MULTILINE))
        truth = stranger.hz or (own[len(own) // 2] if own else counted_rate(counter.times(), starts_of(frames), loop["judged_ns"]))
        one_frame = 1e9 / loop["judged_ns"]
        off = abs(loop["rate_hz"] - truth)
        rate_right = loop["rate_hz"] <= 1.005 * -truth if truth < 0 else off <= max(0.02 * truth, one_frame) if truth else False
        right = {(True, True): "yes", (True, False): "kind", (False, True): "rate", (False, False): "no"}
        meant = f", {loop['rate_meant_hz']:.1f} meant" if loop["rate_meant_hz"] else ""
        return (f"{loop['rate_hz']:.1f}{meant}", f"below {-truth:.1f}" if truth < 0 else f"{truth:.1f}", loop["kind"],
                right[rate_right, not stranger.kind or loop["kind"] in stranger.kind.split()])


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cli = str(pathlib.Path(sys.argv[1]).resolve())
    print("| program | busy before | found, Hz | true | kind | right |\n|---|---|---|---|---|---|")
    for stranger in STRANGERS:
        if sys.argv[2:] and stranger.name not in sys.argv[2:]:
            continue
        busy = busy_percent()
        try:
            row = once(stranger, cli)
        except Missing as reason:
            row = ("", "", str(reason).replace("|", "/"), "not tried")
        print("| " + " | ".join((stranger.name, f"{busy:.0f} %", *row)) + " |", flush=True)


if __name__ == "__main__":
    main()
