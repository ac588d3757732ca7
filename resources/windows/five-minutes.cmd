@echo off
rem SPDX-License-Identifier: MIT
rem What only a real Windows shows, measured in five minutes and packed into ONE file to send: jitterscope-windows.zip, where this was started.
rem Leave the machine alone meanwhile. No name of host, user or folder is written. "five-minutes quick" only tries that it works.
setlocal
set "cli=%~dp0bin\jitterscope-cli.exe"
set "made=%CD%\jitterscope-windows"
set "rounds=5" & set "seconds=20" & set "quick="
if "%~1"=="quick" set "rounds=1" & set "seconds=1" & set "quick=--quick"
if not exist "%cli%" echo There is no %cli% & exit /b 1
if not exist "%made%" mkdir "%made%"
cd /d "%made%"

ver > ver.txt
"%cli%" --version --verbose > version.txt
echo 1 of 6: which tick the system's timer has, asked for, granted and observed
"%cli%" experiment slack %quick% --redact --csv tick.csv > nul 2>> said.txt
echo 2 of 6: a run as the system gives it
"%cli%" run --strategy system-sleep --rate 60 --duration %seconds% --redact --json run-as-it-is.json --csv run-as-it-is.csv > nul 2>> said.txt
echo 3 of 6: the same with a tick of 1 ms and the class for sound
"%cli%" run --strategy system-sleep --rate 60 --duration %seconds% --slack 1ms --realtime --redact --json run-tick.json --csv run-tick.csv > nul 2>> said.txt
echo 4 of 6: a run of adaptive
"%cli%" run --strategy adaptive --rate 240 --duration %seconds% --redact --json run-adaptive.json --csv run-adaptive.csv > nul 2>> said.txt
echo 5 of 6: a race of five ways to wait
"%cli%" race --strategies system-sleep,timer-sleep,hires-timer,adaptive,spin --rates 60,240 --rounds %rounds% --seconds 2 --redact --json race.json > nul 2>> said.txt
echo 6 of 6: a diagnosis, with the facts of this machine
if defined quick (
    "%cli%" diagnose --job game-60 --machine windows-15ms --redact --json diagnose.json > nul 2>> said.txt
) else (
    "%cli%" diagnose --job game-60 --redact --json diagnose.json > nul 2>> said.txt
)

cd ..
if exist jitterscope-windows.zip del jitterscope-windows.zip
tar -a -c -f jitterscope-windows.zip jitterscope-windows
if not exist jitterscope-windows.zip powershell -NoProfile -Command "Compress-Archive jitterscope-windows jitterscope-windows.zip"
if exist jitterscope-windows.zip (
    echo Send this file: %CD%\jitterscope-windows.zip
) else (
    echo It could not be packed here. Pack the folder %made% and send it.
)
