# SPDX-License-Identifier: MIT
"""How to start the games. Each raises Missing where it is not installed."""
import os
import subprocess

from stage import HERE, PYTHON, Missing, where


def doom():
    data = next((path for path in ("/usr/share/games/doom/freedoom1.wad", "/usr/share/games/doom/freedoom2.wad") if os.path.exists(path)), None)
    if data is None:
        raise Missing("freedoom is not installed; scripts/programs installs it")
    return [where("chocolate-doom"), "-iwad", data, "-window", "-geometry", "640x480", "-nosound"]


def pygame():
    if subprocess.run([PYTHON, "-c", "import pygame"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode != 0:
        raise Missing("python3-pygame is not installed; scripts/programs installs it")
    return [PYTHON, str(HERE / "game.py")]


def love():
    return [where("love"), str(HERE / "love")]


def dosbox():
    return [where("dosbox"), "-noconsole", "-c", "dir"]


def supertux():
    return [where("supertux2"), "--window", "--geometry", "1024x768", "--disable-sound", "--disable-music"]


def neverball():
    return [where("neverball")]


def tux_racer():
    return [where("etr")]


def pingus():
    return [where("pingus")]


def noiz2sa():
    return [where("noiz2sa"), "-window", "-nosound"]


def starfighter():
    return [where("starfighter")]


def stella():
    return [where("stella")]


def frozen_bubble():
    return [where("frozen-bubble"), "--no-sound"]


def burgerspace():
    return [where("burgerspace"), "--no-sound"]


TK = """
import tkinter
window = tkinter.Tk()
canvas = tkinter.Canvas(window)
canvas.pack()
def frame(number=0):
    canvas.delete("all")
    canvas.create_rectangle(number % 200, 10, number % 200 + 30, 60, fill="red")
    window.after(20, frame, number + 1)
frame()
window.mainloop()
"""


def tk():
    if subprocess.run([PYTHON, "-c", "import tkinter"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode != 0:
        raise Missing("python3-tk is not installed; scripts/programs installs it")
    return [PYTHON, "-c", TK]


def squiral():
    path = next((path for path in ("/usr/libexec/xscreensaver/squiral", "/usr/lib/xscreensaver/squiral") if os.path.exists(path)), None)
    if path is None:
        raise Missing("xscreensaver-data-extra is not installed; scripts/programs installs it")
    return [path]


def in_terminal(name):
    """A program of a terminal, with one of its own."""
    return lambda: [where("script"), "--quiet", "--command", f"TERM=xterm {where(name)}", "/dev/null"]


GAMES = {"doom": doom, "pygame": pygame, "love": love, "dosbox": dosbox, "supertux": supertux, "neverball": neverball, "tux-racer": tux_racer}
