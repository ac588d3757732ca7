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


GAMES = {"doom": doom, "pygame": pygame, "love": love, "dosbox": dosbox, "supertux": supertux, "neverball": neverball, "tux-racer": tux_racer}
