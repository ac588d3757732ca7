#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each shell that is here offers every command, every option of every command as --help has it, and the ids behind an option.
Usage: completion.py JITTERSCOPE_CLI"""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time


class Bash:
    """Calls the completion function with the words of a line."""
    def __init__(self, script, folder):
        self.file = folder / "completion.bash"
        self.file.write_bytes(script)

    def offered(self, line):
        words = line.split(" ")
        text = (f"source {self.file}; compopt() {{ :; }}; COMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}; _jitterscope; "
                "printf '%s\\n' \"${COMPREPLY[@]}\"")
        return set(subprocess.run(["bash", "--norc", "-c", text], capture_output=True, text=True, check=True).stdout.split("\n")) - {""}

    def close(self):
        pass


class Fish:
    """Fish says itself what it would offer."""
    def __init__(self, script, folder):
        self.file = folder / "jitterscope-cli.fish"
        self.file.write_bytes(script)
        self.home = folder

    def offered(self, line):
        done = subprocess.run(["fish", "--no-config", "-c", f"source {self.file}; complete -C '{line}'"], capture_output=True, text=True, check=True,
                              env={**os.environ, "HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home), "XDG_DATA_HOME": str(self.home)})
        return {each.split("\t")[0] for each in done.stdout.split("\n")} - {""}

    def close(self):
        pass


class Zsh:
    """On a terminal of its own: what is given to compadd is written down, and the end of each completion."""
    SETUP = """fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D
compadd() {{ local -a hits; builtin compadd -A hits "$@"; (( $#hits )) && print -rl -- $hits >> {out}; builtin compadd "$@" }}
whole() {{ zle complete-word; print -r -- '<end>' >> {out}; BUFFER=; }}
zle -N whole; bindkey '^I' whole; zstyle ':completion:*' list-prompt ''; LISTMAX=-1; PROMPT=; print -r -- '<end>' >> {out}
"""

    READY = "ready> "

    def __init__(self, script, folder):
        (folder / "_jitterscope-cli").write_bytes(script)
        self.out = folder / "zsh.out"
        self.out.touch()
        setup = folder / "setup.zsh"
        setup.write_text(self.SETUP.format(folder=folder, out=self.out))
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ["TERM"] = "dumb"
            os.environ["PS1"] = self.READY
            os.execvp("zsh", ["zsh", "-f", "-i"])
        self.ends = 0
        self.wait_until_it_reads()
        self.send(f"source {setup}\r")

    def wait_until_it_reads(self):
        """What is typed before the first prompt may be lost: zsh then sets its terminal up anew."""
        seen = b""
        limit = time.monotonic() + 30
        while self.READY.encode() not in seen and time.monotonic() < limit:
            if select.select([self.terminal], [], [], 0.05)[0]:
                seen += os.read(self.terminal, 65536)

    def send(self, text):
        """Types, and waits until a completion (or the setup) has ended."""
        os.write(self.terminal, text.encode())
        self.ends += 1
        seen = b""
        limit = time.monotonic() + 30
        while self.out.read_text().count("<end>\n") < self.ends:
            if time.monotonic() > limit:
                raise TimeoutError(f"zsh does not answer to {text!r}; it has shown {seen[-500:]!r}")
            if select.select([self.terminal], [], [], 0.05)[0]:
                seen += os.read(self.terminal, 65536)

    def offered(self, line):
        before = self.out.stat().st_size
        self.send(line + "\t")
        with open(self.out, encoding="utf-8") as file:
            file.seek(before)
            return set(file.read().split("\n")) - {"", "<end>"}

    def close(self):
        os.write(self.terminal, b"\rexit\r")
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    cli = sys.argv[1]

    def told(*words):
        return subprocess.run([cli, *words], capture_output=True, check=True)

    def helped(*words):
        return told(*words, "--help").stdout.decode()

    commands = re.findall(r"^  ([a-z]+) ", helped().split("Subcommands:")[1].split("\n\n")[0], re.MULTILINE)
    options = {command: re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", helped(command), re.MULTILINE) for command in commands}
    checks, failed = 0, []
    for name, kind in (("bash", Bash), ("zsh", Zsh), ("fish", Fish)):
        if shutil.which(name) is None:
            print(f"{name} is not here")
            continue
        with tempfile.TemporaryDirectory() as place:
            shell = kind(told("completion", name).stdout, pathlib.Path(place))

            def check(line, wanted):
                nonlocal checks
                checks += 1
                missing = set(wanted) - shell.offered(line)
                if missing:
                    failed.append(f"{name}: {line!r} does not offer {sorted(missing)}")

            check("jitterscope-cli ", commands)
            for command in commands:
                check(f"jitterscope-cli {command} --", options[command])
            check("jitterscope-cli run --strategy ", ["spin", "adaptive", "precise-sleep"])
            check("jitterscope-cli run --strategy ada", ["adaptive"])
            check("jitterscope-cli lab ", ["well", "drift"])
            check("jitterscope-cli list ", ["strategies", "formats"])
            if name != "zsh": # there it is offered after the comma by itself
                check("jitterscope-cli with --cure slack,ex", ["slack,exact"])
            shell.close()
    if len(commands) < 10 or min(map(len, options.values())) < 1:
        failed.append(f"--help was not understood: {options}")
    print("\n".join(failed))
    print(f"completion: {checks} checks, {len(failed)} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
