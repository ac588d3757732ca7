# SPDX-License-Identifier: MIT
"""A game with pygame, as its tutorials write it: 60 frames a second, which pygame makes of whole milliseconds. Once a second it says how
many frames it has shown in that second: an account of its own. Ends when it is asked to."""
import signal
import sys
import time

import pygame

signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
pygame.init()
screen = pygame.display.set_mode((640, 480))
clock = pygame.time.Clock()
place, frames, begun = 0, 0, time.monotonic()
while True:
    if any(event.type == pygame.QUIT for event in pygame.event.get()):
        break
    place = (place + 4) % 640
    screen.fill((20, 24, 30))
    pygame.draw.circle(screen, (80, 190, 255), (place, 240), 40)
    pygame.display.flip()
    clock.tick(60)
    frames += 1
    if time.monotonic() - begun >= 1:
        print(f"rate {frames / (time.monotonic() - begun):.2f}", flush=True)
        frames, begun = 0, time.monotonic()
