#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The packages of scripts/package, as their users get them: judged, built again, installed and removed, started where nothing else is.
Usage: packages.py PIECE | packages.py   (the pieces)

Root alone can make a tree of another system: without it, or without the tools, a piece is skipped with 77. What is printed as
`name: number` are figures. scripts/campaign packages runs all pieces."""
import filecmp
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

TREE = pathlib.Path(__file__).resolve().parent.parent.parent
OUT = TREE / "build/packages"
AGAIN = TREE / "build/packages-again"
SYSTEMS = TREE / "build/packages-systems"
NAMES = ["jitterscope", "jitterscope-cli", "jitterscope-doc", "libjitterscope-dev"]
# What a system writes by itself, and what its package manager keeps.
OWN_BOOKS = ("/proc", "/sys", "/dev", "/tmp", "/run", "/root", "/var/cache", "/var/log", "/var/lib/apt", "/var/lib/dpkg", "/packages")
failures = []


def check(right, what):
    print(f"{'right' if right else 'WRONG'}: {what}", flush=True)
    if not right:
        failures.append(what)


def run(*command, **more):
    print("+", " ".join(map(str, command)), flush=True)
    return subprocess.run([str(word) for word in command], check=False, text=True, **more)


def output_of(*command, **more):
    done = run(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    return done.returncode, done.stdout


def needs(*tools):
    missing = [tool for tool in tools if not shutil.which(tool)]
    if os.geteuid() != 0:
        missing.append("root")
    if missing:
        print(f"skipped: there is no {', '.join(missing)}")
        sys.exit(77)


def made(folder, kind, *kinds):
    """The files of a kind, which scripts/package makes where they are missing."""
    here = sorted(folder.glob(kind))
    if not here:
        check(run(TREE / "scripts/package", *kinds, env={**os.environ, "JITTERSCOPE_OUT": str(folder)}).returncode == 0, f"scripts/package makes {kind}")
        here = sorted(folder.glob(kind))
    return here


def megabytes(path):
    return round(path.stat().st_size / 1e6, 1)


def unpacked_of(debs):
    folder = SYSTEMS / "unpacked"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for deb in debs:
        subprocess.run(["dpkg-deb", "-x", str(deb), str(folder)], check=True)
    return folder


# What lintian and the linker's flags say

def hardened(file):
    told = subprocess.run(["readelf", "-W", "-h", "-l", "-d", "--dyn-syms", str(file)], capture_output=True, text=True, check=True).stdout
    wanted = {"position-independent": "Type:                              DYN", "read-only relocations": "GNU_RELRO", "bound at the start": "NOW",
              "stack protector": "__stack_chk_fail"}
    return [name for name, mark in wanted.items() if mark not in told]


def debian():
    debs = made(OUT, "*.deb")
    check(sorted(deb.name.split("_")[0] for deb in debs) == NAMES, f"{len(debs)} packages: {', '.join(deb.name for deb in debs)}")
    for deb in debs:
        print(f"{deb.name}: {megabytes(deb)} MB")
    if shutil.which("lintian"):
        _, told = output_of("lintian", "--pedantic", "-I", "--allow-root", "--tag-display-limit", "0", *OUT.glob("*.changes"))
        tags = [line for line in told.splitlines() if re.match(r"[EWIP]: ", line)]
        check(not tags, f"lintian --pedantic -I finds nothing: {tags}")
        print(f"lintian_tags: {len(tags)}")
    else:
        print("lintian is not here: nothing was judged")
    unpacked = unpacked_of(debs)
    for name in ("usr/bin/jitterscope", "usr/bin/jitterscope-cli", "usr/libexec/jitterscope/libjitterscope-listen.so"):
        missing = hardened(unpacked / name)
        check(not missing, f"{name} is hardened{': without ' + ', '.join(missing) if missing else ''}")


def twice():
    """In another folder, and compiled again: nothing of the first build is there."""
    made(OUT, "*.deb")
    shutil.rmtree(AGAIN, ignore_errors=True)
    environment = {name: value for name, value in os.environ.items() if "CCACHE" not in name} | {"JITTERSCOPE_OUT": str(AGAIN)}
    kinds = ["source", "deb", "tarball"] + ["arm64"] * any(OUT.glob("*-arm64.tar.xz"))
    check(run(TREE / "scripts/package", *kinds, env=environment).returncode == 0, "scripts/package, again")
    equal = 0
    for first in sorted([*OUT.glob("*.deb"), *OUT.glob("*.tar.*"), *OUT.glob("*.dsc")]):
        same = (AGAIN / first.name).exists() and filecmp.cmp(first, AGAIN / first.name, shallow=False)
        check(same, f"{first.name} has the same bytes")
        equal += same
    print(f"equal_files: {equal}")


# A fresh system in a folder

def system(suite):
    """A bare Debian; nothing is in it but what its package manager needs."""
    folder = SYSTEMS / suite
    if not (folder / "etc/debian_version").exists():
        shutil.rmtree(folder, ignore_errors=True)
        SYSTEMS.mkdir(parents=True, exist_ok=True)
        done = run("mmdebstrap", "--variant=minbase", suite, folder)
        if done.returncode != 0:
            shutil.rmtree(folder, ignore_errors=True)
            print(f"skipped: {suite} cannot be had")
            sys.exit(77)
    return folder


def copy_of(folder):
    """What is installed in it stays out of the bare system."""
    copy = folder.with_name(folder.name + "-with-packages")
    shutil.rmtree(copy, ignore_errors=True)
    subprocess.run(["cp", "-a", str(folder), str(copy)], check=True)
    return copy


# How the kernel knows a program for 64-bit ARM, and what runs it (Documentation/admin-guide/binfmt-misc.rst). F: it is opened at once, so
# that a system in a folder need not have it.
ARM64 = (r":arm64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
         r":\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:/usr/bin/qemu-aarch64-static:F")


def inside(folder, command, network=False, emulated=False):
    """(exit code, output) of a shell's command line in the system of a folder, with processes and mounts of its own. Emulated: programs for
    64-bit ARM run there, and on this machine as little as before (a table of its own: Linux 6.7)."""
    mounts = f"mount -t proc proc {folder}/proc && mount --rbind /dev {folder}/dev && mount -t tmpfs tmpfs {folder}/run"
    environment = "env -i PATH=/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive"
    if emulated:
        mounts = f"mount -t binfmt_misc none /proc/sys/fs/binfmt_misc; printf %s '{ARM64}' >/proc/sys/fs/binfmt_misc/register; {mounts}"
    words = ["unshare", *(["--user", "--map-root-user"] if emulated else []), "--mount", "--propagation", "private", "--pid", "--fork", *([] if network else ["--net"]),
             "sh", "-ec", f"{mounts}; exec {environment} chroot {folder} sh -c \"$1\"", "sh", command]
    print(f"in {folder.name}$ {command}", flush=True)
    done = subprocess.run(words, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    # A system without fonts makes Qt say so, again and again.
    print("\n".join(line for line in done.stdout[-3000:].splitlines() if "QFont::" not in line), flush=True)
    return done.returncode, done.stdout


def books(folder):
    """{path: what it holds}; of folders and devices the kind."""
    found = {}
    for root, folders, files in os.walk(folder):
        at = "/" + os.path.relpath(root, folder).removeprefix(".")
        at = at.replace("//", "/")
        folders[:] = [name for name in folders if not os.path.join(at, name).startswith(OWN_BOOKS)]
        for name in folders + files:
            path = os.path.join(root, name)
            found[os.path.join(at, name)] = os.readlink(path) if os.path.islink(path) else "folder" if os.path.isdir(path) else os.stat(path).st_size
    return found


def seconds_of(command):
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - begin


def installed():
    """Installed in a fresh tree, tried as debian/tests say, removed without a trace; then beside what cmake --install has left."""
    needs("mmdebstrap", "unshare", "chroot")
    debs = made(OUT, "*.deb")
    folder = copy_of(system("bookworm"))
    (folder / "packages").mkdir()
    for deb in debs:
        shutil.copy(deb, folder / "packages")
    # What they depend on comes first, and what the tests use: what is left of it is not ours.
    used = "python3 cmake g++ make pkgconf shared-mime-info desktop-file-utils hicolor-icon-theme"
    code, told = inside(folder, f"apt-get update -q && apt-get install -s -q --no-install-recommends {used} /packages/*.deb", network=True)
    wanted = [name for name in re.findall(r"^Inst (\S+) ", told, re.MULTILINE) if name not in NAMES]
    check(code == 0, f"the packages can be installed in Debian 12, with {len(wanted)} others")
    if wanted:
        check(inside(folder, f"apt-get install -y -q --no-install-recommends {' '.join(wanted)}", network=True)[0] == 0, "what they depend on")
    before = books(folder)
    begin = time.monotonic()
    check(inside(folder, "apt-get install -y -q --no-install-recommends /packages/*.deb")[0] == 0, "installed, without network")
    print(f"seconds_to_install: {time.monotonic() - begin:.0f}")
    begin = time.monotonic()
    check(inside(folder, "jitterscope-cli run --frames 60")[0] == 0, "the first measurement: 60 frames at 60 Hz")
    print(f"milliseconds_to_60_frames: {1000 * (time.monotonic() - begin):.0f}")
    tests = TREE / "resources/packaging/debian/tests"
    for name in ("measure-and-export", "window", "library"):
        shutil.copy(tests / name, folder / "packages")
        code, _ = inside(folder, f"mkdir -p /tmp/{name} && AUTOPKGTEST_TMP=/tmp/{name} /packages/{name}")
        check(code == 0, f"debian/tests/{name}")
    check(inside(folder, f"apt-get purge -y -q {' '.join(NAMES)}")[0] == 0, "removed")
    after = books(folder)
    left = sorted(set(after) - set(before))
    lost = sorted(set(before) - set(after))
    changed = sorted(path for path in before if path in after and before[path] != after[path])
    # Caches of others, which they write again for every package.
    changed = [path for path in changed if not re.search(r"\.cache$|/ld\.so\.cache$|/aux-cache$", path)]
    check(not left and not lost and not changed, f"nothing is left: {left}, lost: {lost}, changed: {changed}")
    print(f"paths_compared: {len(before)}\npaths_left: {len(left)}")

    # cmake --install of the same version in /usr/local, and the packages over it.
    build = next((OUT / "work").glob("jitterscope-*/obj-*"))
    check(run("cmake", "--install", build, "--prefix", folder / "usr/local", stdout=subprocess.DEVNULL).returncode == 0, "cmake --install into /usr/local")
    check(inside(folder, "apt-get install -y -q --no-install-recommends /packages/*.deb")[0] == 0, "installed over it")
    _, told = inside(folder, "command -v jitterscope-cli; command -v jitterscope")
    check(told.split() == ["/usr/local/bin/jitterscope-cli", "/usr/local/bin/jitterscope"], f"what stands in /usr/local comes first: {told.split()}")
    check(inside(folder, "/usr/bin/jitterscope-cli --version && /usr/local/bin/jitterscope-cli --version")[0] == 0, "both run")
    check(inside(folder, f"apt-get purge -y -q {' '.join(NAMES)} && test -x /usr/local/bin/jitterscope-cli")[0] == 0, "removing the packages leaves the other")


def tarball(suite):
    """Unpacked and started in a bare system, where no Qt is, no X and no font."""
    needs("mmdebstrap", "unshare", "chroot", "xz")
    archive = [file for file in made(OUT, "jitterscope-[0-9]*-linux-*.tar.xz")][0]
    folder = system(suite)
    shutil.rmtree(folder / "opt", ignore_errors=True)
    (folder / "opt").mkdir()
    subprocess.run(["tar", "-C", str(folder / "opt"), "-xf", str(archive)], check=True)
    home = "/opt/" + next((folder / "opt").iterdir()).name
    print(f"{archive.name}: {megabytes(archive)} MB, unpacked {sum(file.lstat().st_size for file in (folder / 'opt').rglob('*')) / 1e6:.0f} MB")
    qt = [str(path) for path in folder.glob("usr/lib/*/libQt6*")]
    check(not qt, f"{suite} has no Qt of its own: {qt}")
    # As the loader sees them in the program: a plugin alone does not know where its libraries are.
    _, told = inside(folder, f"cd {home}; LD_TRACE_LOADED_OBJECTS=1 bin/jitterscope-cli; LD_TRACE_LOADED_OBJECTS=1 LD_PRELOAD=\"$(echo $PWD/plugins/*/*.so)\" bin/jitterscope")
    libraries = set(re.findall(r"^\s*(\S+) (?:=> (\S+) )?\(", told, re.MULTILINE))
    outside = {name for name, path in libraries if not (path or name).startswith("/opt/") and not name.startswith("linux-vdso")}
    base = r"(/lib64/)?(ld-linux[^/]*|lib(c|m|dl|rt|pthread|resolv|util|anl|mvec))\.so\.\d"
    check("not found" not in told and all(re.fullmatch(base, name) for name in outside), f"only the C library is the system's: {sorted(outside)}")
    print(f"libraries: {len(libraries)}\nlibraries_of_the_system: {len(outside)}")
    check(inside(folder, f"{home}/bin/jitterscope --version && {home}/bin/jitterscope-cli --version")[0] == 0, "both programs start")
    begin = time.monotonic()
    check(inside(folder, f"{home}/bin/jitterscope-cli run --frames 60 --csv /tmp/run.csv")[0] == 0, "the first measurement: 60 frames at 60 Hz")
    print(f"milliseconds_to_60_frames: {1000 * (time.monotonic() - begin):.0f}")
    check(inside(folder, f"{home}/bin/jitterscope-cli summarize /tmp/run.csv")[0] == 0, "what it wrote is read back")
    code, told = inside(folder, f"QT_QPA_PLATFORM=offscreen timeout 5 {home}/bin/jitterscope --page live --start")
    check(code == 124, f"the window stays until it is ended (offscreen): {code}")
    if shutil.which("Xvfb"):
        display = subprocess.Popen(["Xvfb", ":97", "-screen", "0", "1280x800x24", "-nolisten", "unix"], stderr=subprocess.DEVNULL)
        try:
            time.sleep(2)
            code, told = inside(folder, f"DISPLAY=:97 timeout 5 {home}/bin/jitterscope --page live --start", network=True)
            check(code == 124, f"the window stays until it is ended (X): {code}")
        finally:
            display.terminate()
            display.wait()
    texts = list((folder / home.lstrip("/") / "licences").iterdir())
    check(len(texts) > 10 and any(file.name.startswith("libqt6core") for file in texts), f"{len(texts)} licence files")
    check("qt6-base " in (folder / home.lstrip("/") / "licences/SOURCES.txt").read_text(encoding="utf-8"), "where the source of Qt is")


def arm64():
    """The archive for 64-bit ARM in a bare Debian of that kind, which qemu runs: measured, read back, a program listened to, the same numbers
    as here; programs compiled with what it holds."""
    needs("mmdebstrap", "unshare", "chroot", "xz", "qemu-aarch64-static", "aarch64-linux-gnu-g++")
    archive = max(made(OUT, "jitterscope-cli-*-linux-arm64.tar.xz", "arm64"), key=lambda path: path.stat().st_mtime)
    folder = SYSTEMS / "arm64"
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        SYSTEMS.mkdir(parents=True, exist_ok=True)
        # Unpacked and not set up: that would run its programs on this machine.
        if run("mmdebstrap", "--quiet", "--architectures=arm64", "--variant=extract", "--include=?essential", "bookworm", folder).returncode != 0:
            shutil.rmtree(folder, ignore_errors=True)
            print("skipped: bookworm for arm64 cannot be had")
            sys.exit(77)
        (folder / "complete").touch()
    shutil.rmtree(folder / "opt", ignore_errors=True)
    (folder / "opt").mkdir()
    subprocess.run(["tar", "-C", str(folder / "opt"), "-xf", str(archive)], check=True)
    there = next((folder / "opt").iterdir())
    home = f"/opt/{there.name}"
    cli = f"{home}/bin/jitterscope-cli"
    print(f"{archive.name}: {megabytes(archive)} MB, unpacked {sum(file.lstat().st_size for file in there.rglob('*')) / 1e6:.0f} MB")
    programs = [there / "bin/jitterscope-cli", there / "libexec/jitterscope/libjitterscope-listen.so"]
    for program in programs:
        missing = hardened(program)
        check(not missing, f"{program.name} is hardened{': without ' + ', '.join(missing) if missing else ''}")
    told = "".join(subprocess.run(["readelf", "-W", "-d", "-V", str(program)], capture_output=True, text=True, check=True).stdout for program in programs)
    needed = set(re.findall(r"Shared library: \[([^]]*)\]", told))
    check(needed <= {"libc.so.6", "libm.so.6", "ld-linux-aarch64.so.1"}, f"only the C library is the system's: {sorted(needed)}")
    newest = max(tuple(map(int, name.split("."))) for name in re.findall(r"Name: GLIBC_([\d.]+)", told))
    newest = ".".join(map(str, newest))
    check(f"(glibc) {newest} or newer" in (there / "README.txt").read_text(encoding="utf-8"), f"README.txt says that it needs glibc {newest}")
    print(f"most_glibc_minor: {newest.split('.')[1]}")

    # Programs of their own: with the one header from C, and with the library by CMake and by pkg-config.
    work = SYSTEMS / "arm64-programs"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    compiler, static, include = "aarch64-linux-gnu-g++", ["-static-libstdc++", "-static-libgcc"], there / "include"
    check(run("aarch64-linux-gnu-gcc", "-std=c99", f"-I{include}", "-c", TREE / "tests/one_header/c_test.c", "-o", work / "c.o").returncode == 0
          and run(compiler, "-std=c++17", f"-I{include}", include / "jitterscope/adaptive_wait_c.cpp", work / "c.o", *static, "-o", work / "one_header").returncode == 0,
          "a program in C is compiled with the one header")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "jitterscope"], capture_output=True, text=True, check=True,
                           env={**os.environ, "PKG_CONFIG_LIBDIR": str(there / "lib/pkgconfig")}).stdout.split()
    check(run(compiler, TREE / "examples/pacer_options/main.cpp", *flags, *static, "-o", work / "pacer_options").returncode == 0, "one with the library, by pkg-config")
    check(run("cmake", "-S", TREE / "examples/game_loop", "-B", work / "build", "-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64",
              f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_PREFIX_PATH={there}", f"-DCMAKE_EXE_LINKER_FLAGS={' '.join(static)}",
              stdout=subprocess.DEVNULL).returncode == 0 and run("cmake", "--build", work / "build", stdout=subprocess.DEVNULL).returncode == 0, "one with the library, by CMake")
    shutil.copy(work / "build/game_loop", work)
    check(run("aarch64-linux-gnu-gcc", "-O1", f"-I{TREE}", TREE / "tests/attach/loops.c", "-o", work / "loops", "-pthread").returncode == 0, "a loop to listen to")
    for name in ("one_header", "pacer_options", "game_loop", "loops"):
        shutil.copy(work / name, folder / "opt")

    code, told = inside(folder, f"uname -m && {cli} --version", emulated=True)
    if "binfmt_misc" in told:
        print("skipped: this kernel (before 6.7) cannot run programs for arm64 for one process alone")
        sys.exit(77)
    check(code == 0 and "aarch64" in told, "the program starts")
    check(inside(folder, f"{cli} list strategies", emulated=True)[0] == 0, "it lists its strategies")
    begin = time.monotonic()
    check(inside(folder, f"{cli} run --frames 60 --csv /tmp/run.csv", emulated=True)[0] == 0, "the first measurement: 60 frames at 60 Hz, in the emulator")
    print(f"milliseconds_to_60_frames: {1000 * (time.monotonic() - begin):.0f}")
    code, told = inside(folder, f"{cli} summarize /tmp/run.csv", emulated=True)
    check(code == 0 and re.search(r"^frames +60$", told, re.MULTILINE), "what it wrote is read back")
    check(inside(folder, "/opt/one_header", emulated=True)[0] == 0, "the program with the one header runs")
    check("adaptive" in inside(folder, "/opt/pacer_options", emulated=True)[1], "that of pkg-config runs")
    check("60 frames, late by" in inside(folder, "/opt/game_loop", emulated=True)[1], "that of CMake runs")
    # 200 frames are half of what the loop makes in that time on an idle machine.
    code, told = inside(folder, f"{cli} attach --duration 4s --csv /tmp/heard.csv -- /opt/loops rest 800", emulated=True)
    heard = folder / "tmp/heard.csv"
    rows = sum(line[:1].isdigit() for line in heard.read_text(encoding="utf-8").splitlines()) if heard.exists() else 0
    check(code == 7 and rows > 200 and "one for each nanosleep" in " ".join(told.split()), f"attach listens to a program, which ends as ever ({code})")
    print(f"frames_heard: {rows}")


def arm64_numbers():
    """What the archive for 64-bit ARM computes on simulated machines are the bytes of the build here."""
    needs("xz", "qemu-aarch64-static")
    sysroot = OUT / "work/sysroot-arm64"
    built = [*OUT.glob(f"work/*/obj-{os.uname().machine}-*/bin/jitterscope-cli"), TREE / "build/release/bin/jitterscope-cli"]
    here = next((path for path in built if path.exists()), None)
    archives = sorted(OUT.glob("jitterscope-cli-*-linux-arm64.tar.xz"), key=lambda path: path.stat().st_mtime)
    if not here or not archives or not sysroot.exists():
        print("skipped: scripts/package arm64 was not made, or there is no build for this processor")
        sys.exit(77)
    folder = SYSTEMS / "arm64-numbers"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run(["tar", "-C", str(folder), "-xf", str(archives[-1])], check=True)
    there = next(folder.iterdir()) / "bin/jitterscope-cli"
    code, told = output_of(sys.executable, "-B", TREE / "tests/windows/same_numbers.py", folder / "files", here, "--", "qemu-aarch64-static", "-L", sysroot, there)
    found = re.search(r"same numbers: (\d+) files of (\d+) runs, (\d+) differ", told)
    check(code == 0 and found, f"what it computes are the bytes of the build here: {told[-1000:]}")
    print(f"files_compared: {found[1] if found else 0}\nfiles_that_differ: {found[3] if found else 0}")


def rpm():
    """Nothing is built: there is no Fedora here. The test packaging_lists compares the spec with what is installed."""
    if not shutil.which("rpmlint") or not shutil.which("rpm"):
        print("skipped: there is no rpmlint, or no rpm, which it calls")
        sys.exit(77)
    spec = TREE / "resources/packaging/jitterscope.spec"
    code, told = output_of("rpmlint", "--rpmlintrc", spec.with_suffix(".rpmlintrc"), spec)
    found = re.search(r"(\d+) errors, (\d+) warnings", told)
    check(code == 0 and found and found.groups() == ("0", "0"), f"rpmlint: {found and found[0]}")
    print(f"rpmlint_findings: {int(found[1]) + int(found[2]) if found else 1}")


# What Fedora's macros say, as far as the spec uses them; Debian's rpm has none of them.
FEDORA = {"cmake": "cmake -S . -B build -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib64 -DCMAKE_INSTALL_LIBEXECDIR=libexec",
          "cmake_build": "cmake --build build", "cmake_install": "DESTDIR=%{buildroot} cmake --install build", "_libdir": "/usr/lib64",
          "_libexecdir": "/usr/libexec", "_metainfodir": "/usr/share/metainfo", "_unitdir": "/usr/lib/systemd/system",
          "systemd_post()": ":", "systemd_preun()": ":", "systemd_postun()": ":", "debug_package": "%{nil}"}


def rpm_built():
    """The spec is built here: each file that is installed is in one of its packages, and each file that it names is there."""
    needs("rpmbuild", "appstream-util", "desktop-file-validate")
    top = SYSTEMS / "rpm"
    shutil.rmtree(top, ignore_errors=True)
    (top / "SOURCES").mkdir(parents=True)
    made(OUT, "jitterscope.spec", "source")
    shutil.copy(OUT / "jitterscope.spec", top)
    for source in OUT.glob("jitterscope-*.tar.xz"):
        if "linux" not in source.name:
            shutil.copy(source, top / "SOURCES")
    defined = [word for name, value in {**FEDORA, "_topdir": str(top)}.items() for word in ("--define", f"{name} {value}")]
    code, told = output_of("rpmbuild", "-bb", "--nodeps", *defined, top / "jitterscope.spec")
    check(code == 0, "rpmbuild builds the spec" + ("" if code == 0 else ": " + told[-2000:]))
    packages = sorted(re.match(r"([a-z-]+)-\d", file.name)[1] for file in top.glob("RPMS/*/*.rpm"))
    print(f"rpms: {len(packages)}")
    check(packages == ["jitterscope", "jitterscope-cli", "jitterscope-devel", "jitterscope-doc"], f"four packages: {packages}")


def started():
    """The package's programs against those of the build, 20 starts of each in turn."""
    debs = made(OUT, "*.deb")
    unpacked = unpacked_of(debs)
    build = TREE / "build/release/bin"
    if not build.exists():
        print("skipped: nothing is built in build/release")
        sys.exit(77)
    for name, arguments in (("jitterscope-cli", ["run", "--machine", "linux-default", "--frames", "10"]), ("jitterscope", ["--help"])):
        pairs = [(seconds_of([unpacked / "usr/bin" / name, *arguments]), seconds_of([build / name, *arguments])) for _ in range(20)]
        package, tree = (statistics.median(times) for times in zip(*pairs))
        print(f"{name} {' '.join(arguments)}: {1000 * package:.1f} ms from the package, {1000 * tree:.1f} ms from the build")


PIECES = {"debian": debian, "twice": twice, "installed": installed, "tarball-bookworm": lambda: tarball("bookworm"),
          "tarball-trixie": lambda: tarball("trixie"), "arm64": arm64, "arm64-numbers": arm64_numbers, "rpm": rpm, "rpm-built": rpm_built, "started": started}

if __name__ == "__main__":
    if len(sys.argv) < 2:
        print("\n".join(PIECES))
        sys.exit(0)
    if sys.argv[1] not in PIECES:
        sys.exit(__doc__)
    PIECES[sys.argv[1]]()
    print(f"wrong: {len(failures)}")
    sys.exit(1 if failures else 0)
