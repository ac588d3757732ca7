#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each system call refused, one at a time, as a sandbox may: never a hang, never a signal. Either it goes on without, or
it ends with exit 1 (of attach: 125) and says what is wrong. refuse.c sets the filter before main(): what the loader
needs it has. The filter is also that of the program which attach starts, so that one may fail by itself.
Usage: refusals.py jitterscope-cli refuse.so attach_loops [--long]"""
import concurrent.futures
import errno
import os
import re
import signal
import subprocess
import sys

from faults import Folder, Tally, whole

LONG = "--long" in sys.argv
CALLS = """brk chdir clock_getres clock_gettime clock_nanosleep clone clone3 close close_range connect dup3 eventfd2 execve exit_group
faccessat faccessat2 fallocate fchmod fchmodat fchown fcntl fdatasync flock fstat fsync ftruncate futex getcwd getdents64 geteuid getpid
getppid getrandom getrusage gettid getuid getxattr ioctl kill linkat lseek madvise memfd_create mkdirat mlock mmap mprotect mremap munmap
nanosleep newfstatat openat pipe2 ppoll prctl pread64 prlimit64 pselect6 pwrite64 read readlinkat renameat renameat2 rseq rt_sigaction
rt_sigprocmask rt_sigreturn sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getparam sched_getscheduler
sched_setaffinity sched_setscheduler sched_yield set_robust_list sigaltstack socket statfs statx symlinkat sysinfo tgkill timerfd_create
timerfd_settime umask uname unlinkat utimensat wait4 waitid write writev
access arch_prctl chmod fork link mkdir open pipe poll readlink rename rmdir select stat symlink unlink vfork""".split()
ERRORS = ["EPERM", "ENOSYS", "EINVAL", "EACCES", "ENOMEM"]
NOT_HERE = 77
# Without exit() no thread of any program ends: libc calls it again and again. If rseq() is refused to new threads
# alone, libc ends the program, and says so.
LIBC_ENDS = {"rseq": b"rseq registration failed"}


def commands(cli, loops):
    run = [cli, "run", "--rate", "1000", "--duration", "100ms", "--strategy"]
    attach = [cli, "attach", "--duration", "1s", "--json", "a.json"]
    short = {"run": run + ["absolute-sleep", "--csv", "a.csv", "--json", "a.json"], "attach": attach + ["--", loops, "rest", "3"]}
    if not LONG:
        return short
    return short | {"timer": run + ["timer-sleep", "--csv", "-"],
                    "cures": attach + ["--block", "500ms", "--cure", "slack,realtime,pin,exact", "--", loops, "rest", "400"]}


def one(refuse, kind, command, call, error):
    """What is wrong with it, or None; NOT_HERE where the call does not exist."""
    environment = {**os.environ, "LD_PRELOAD": refuse, "REFUSE_CALL": call, "REFUSE_ERROR": str(getattr(errno, error)),
                   "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"}
    with Folder() as folder:
        process = subprocess.Popen(command, env=environment, cwd=folder.path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True)
        what = f"{kind}, {call} refused with {error}"
        try:
            said = process.communicate(timeout=60)[1]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return f"{what}: it hangs; {process.communicate()[1][-200:]}"
        code = process.returncode
        if code == NOT_HERE:
            return NOT_HERE
        if code == -signal.SIGABRT and LIBC_ENDS.get(call, b"?") in said:
            return None
        if code < 0:
            return f"{what}: signal {-code}; {said[-200:]}"
        if kind in ("run", "timer"):
            if code not in (0, 1):
                return f"{what}: exit {code}; {said[-200:]}"
            if code == 0 and kind == "run" and not (whole(folder.content("a.csv")) and (folder.content("a.json") or b"").rstrip().endswith(b"}")):
                return f"{what}: exit 0, and the files are not whole"
            strays = folder.strays(["a.csv", "a.json", "a.csv.partial"])
            if strays and call not in ("unlinkat", "unlink"):
                return f"{what}: left {strays}"
        elif code not in (1, 3, 7, 125): # 3: its own, where it cannot be set up
            return f"{what}: exit {code}; {said[-200:]}"
        if code in (1, 125) and call != "write" and not re.search(rb"^(jitterscope-cli: |It ended after |The listener in )", said, re.MULTILINE):
            return f"{what}: exit {code} without a word; {said[-200:]}"
    return None


def main():
    arguments = [os.path.abspath(path) for path in sys.argv[1:] if path != "--long"]
    if len(arguments) != 3:
        sys.exit(__doc__)
    cli, refuse, loops = arguments
    tally = Tally()
    # In the short form each call with one error: the first of a turn that goes on from call to call.
    tries = [(kind, command, call, error) for kind, command in commands(cli, loops).items() for place, call in enumerate(CALLS)
             for error in (ERRORS if LONG else [ERRORS[place % 3]])]
    skipped = set()
    with concurrent.futures.ThreadPoolExecutor(4) as executor:
        for outcome, (_, _, call, _) in zip(executor.map(lambda each: one(refuse, *each), tries), tries):
            if outcome == NOT_HERE:
                skipped.add(call)
            else:
                tally.check(outcome is None, outcome)
    if not tally.tried:
        print("no filter may be set here")
        sys.exit(NOT_HERE)
    print(f"calls: {len(CALLS) - len(skipped)}")
    tally.end("refusals")


if __name__ == "__main__":
    main()
