-- SPDX-License-Identifier: MIT
-- A game with LÖVE's own loop. Once a second it says how many frames it has drawn in that second: an account of its own.
local place, frames, begun = 0, 0, nil

function love.update(dt)
    place = (place + 200 * dt) % 640
end

function love.draw()
    love.graphics.circle("fill", place, 240, 40)
    local now = love.timer.getTime()
    begun = begun or now
    frames = frames + 1
    if now - begun >= 1 then
        print(string.format("rate %.2f", frames / (now - begun)))
        io.stdout:flush()
        frames, begun = 0, now
    end
end
