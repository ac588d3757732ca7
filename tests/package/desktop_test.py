#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What desktops read of the window: desktop file, AppStream file, MIME types, icons. Usage: desktop_test.py TREE [WINDOW]
WINDOW: the built program, which says which pages there are. What needs a tool that is not here is left out, and that is said."""
import configparser
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

TREE = pathlib.Path(sys.argv[1])
ID = "org.jitterscope.Jitterscope"
DESKTOP, METAINFO, MIME = (TREE / f"resources/{ID}.{kind}" for kind in ("desktop", "metainfo.xml", "mime.xml"))
MIME_SPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"
# The one thing that appstreamcli has to say: METAINFO gives the reason.
ALLOWED = "cid-contains-uppercase-letter"
# Below tests, and the type that a desktop is to see.
TYPES = {
    "application/x-jitterscope-lab+json": ["faults/corpus/lab/well.jslab"],
    "application/x-jitterscope-session+json": ["faults/corpus/runs/two.jssession"],
    "text/x-jitterscope-samples": ["faults/corpus/runs/samples.csv"],
    "text/x-mangohud-log": ["import/logs/mangohud-us.csv", "import/logs/mangohud-ms.csv", "import/logs/mangohud-comma.csv"],
    "text/x-presentmon-log": ["import/logs/presentmon1.csv", "import/logs/presentmon1-comma.csv", "import/logs/presentmon24-qpc-ms.csv", "import/logs/ocat.csv",
                              "import/logs/frameview.csv", "import/logs/capframex.csv"],
    "text/x-fraps-log": ["import/logs/fraps-times.csv"],
    "text/x-afterburner-log": ["import/logs/afterburner.hml"],
    "text/x-cyclictest-log": ["import/logs/cyclictest-h.txt", "import/logs/cyclictest-v.txt", "import/logs/cyclictest-q.txt"],
    "application/x-cyclictest+json": ["import/logs/cyclictest.json"],
    "application/x-capframex+json": ["import/logs/capframex.json", "import/logs/capframex-two.json"],
    "text/x-hdrhistogram-percentiles": ["import/logs/percentiles.hgrm", "import/logs/percentiles.csv"],
    "text/x-hdrhistogram-log": ["import/logs/jhiccup.hlog"],
    "text/x-rtla-log": ["import/logs/timerlat-hist.txt", "import/logs/osnoise-hist.txt"],
    "text/x-oslat-log": ["import/logs/oslat.txt"],
    "text/x-hwlatdetect-log": ["import/logs/hwlatdetect.txt"],
    "text/x-android-gfxinfo": ["import/logs/gfxinfo.txt"],
    # Tables and texts that are anybody's stay what they are.
    "text/csv": ["import/logs/plain-ms.csv", "import/logs/fps.csv", "import/logs/no-header.csv"],
    "text/plain": ["import/logs/plain-column.txt", "import/logs/wrk2.txt"],
    "application/json": ["faults/corpus/run/run.json"],
}
failures, left_out = [], []


def check(right, what):
    if not right:
        failures.append(what)


def tool(name):
    if not shutil.which(name):
        left_out.append(name)
    return shutil.which(name)


def output_of(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def desktop_entries():
    entries = configparser.RawConfigParser(strict=True)
    entries.optionxform = str
    entries.read_string(DESKTOP.read_text(encoding="utf-8"))
    return entries


def check_actions(entries, window):
    """Each action starts the window on a page that there is."""
    catalogue = (TREE / "ui/pages/page_catalog.cpp").read_text(encoding="utf-8")
    pages = re.findall(r'\{"(\w+)", QT_TRANSLATE_NOOP\("Page"', catalogue)
    if window:
        told = re.search(r"--page ID +Page to show \(one of ([^)]*)\)", output_of(window, "--help").stdout)
        check(told and re.split(r",\s+", told[1]) == pages, f"{window} --help names other pages than {pages}")
    actions = entries["Desktop Entry"]["Actions"].strip(";").split(";")
    check([f"Desktop Action {action}" for action in actions] == entries.sections()[1:], f"the actions {actions} are not those of the file")
    shown = []
    for section in entries.sections()[1:]:
        words = shlex.split(entries[section]["Exec"])
        check(words[:2] == ["jitterscope", "--page"] and words[2] in pages, f"{section}: {words} shows no page of {pages}")
        shown.append(words[2])
    check(len(set(shown)) == len(shown), f"two actions show the same page: {shown}")


def check_desktop_file(entries):
    if tool("desktop-file-validate"):
        run = output_of("desktop-file-validate", str(DESKTOP))
        check(run.returncode == 0 and not run.stdout + run.stderr, f"desktop-file-validate: {run.stdout}{run.stderr}")
    icon = entries["Desktop Entry"]["Icon"]
    for name in (f"icons/{icon}.svg", f"icons/desktop/{icon}-symbolic.svg", f"icons/desktop/{icon}-small.svg"):
        check((TREE / "resources" / name).exists(), f"there is no {name}")


def check_metainfo(entries, folder):
    root = xml.parse(METAINFO).getroot()
    releases = [each.get("version") for each in root.iter("release")]
    changelog = re.findall(r"^## (\d\S*)( \(unreleased\))?", (TREE / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    check(releases == [version for version, _ in changelog], f"releases {releases} are not those of CHANGELOG.md")
    for release, (version, unreleased) in zip(root.iter("release"), changelog):
        check((release.get("type") == "development") == bool(unreleased), f"{version} is released in one of metainfo and CHANGELOG.md")
    types = {each.text for each in root.iter("mediatype")}
    check(types <= set(entries["Desktop Entry"]["MimeType"].strip(";").split(";")), "metainfo provides types that the desktop file does not open")
    with_pictures = folder / METAINFO.name
    subprocess.run(["cmake", "-D", f"SOURCE={METAINFO}", "-D", f"TARGET={with_pictures}", "-D", "HOME_URL=https://example.org/jitterscope", "-P",
                    str(TREE / "cmake/metainfo.cmake")], check=True)
    pictures = [each.text for each in xml.parse(with_pictures).getroot().iter("image")]
    check(len(pictures) >= 3, f"with an address there are these pictures: {pictures}")
    for picture in pictures:
        check((TREE / picture.removeprefix("https://example.org/jitterscope/")).exists(), f"{picture} is no picture of the tree")
    if tool("appstreamcli"):
        for file in (METAINFO, with_pictures):
            told = [line for line in output_of("appstreamcli", "validate", "--pedantic", "--no-net", "--no-color", str(file)).stdout.splitlines()
                    if re.match(r"[EWIP]: ", line)]
            check(all(ALLOWED in line for line in told), f"appstreamcli of {file}: {told}")


def check_types(entries, folder):
    opened = set(entries["Desktop Entry"]["MimeType"].strip(";").split(";"))
    defined = {each.get("type") for each in xml.parse(MIME).getroot().iter(f"{MIME_SPACE}mime-type")}
    check(opened == defined, f"opened and not defined, or the other way: {opened ^ defined}")
    check(defined <= set(TYPES) | {"application/x-jitterscope-plan+json"}, f"without a file of the tests: {defined - set(TYPES)}")
    if not tool("update-mime-database") or not pathlib.Path("/usr/share/mime/packages/freedesktop.org.xml").exists():
        return
    data = folder / "share"
    (data / "mime/packages").mkdir(parents=True)
    shutil.copy(MIME, data / f"mime/packages/{ID}.xml")
    environment = {**os.environ, "XDG_DATA_HOME": str(data), "XDG_DATA_DIRS": "/usr/share", "LC_ALL": "C.UTF-8"}
    run = output_of("update-mime-database", str(data / "mime"), env=environment)
    check(run.returncode == 0 and not run.stderr, f"update-mime-database: {run.stderr}")
    if not tool("gio"):
        return
    files = [(kind, TREE / "tests" / name) for kind, names in TYPES.items() for name in names]
    for kind, older in (("plan", "jitterscope-plan"), ("session", "jitterscope_session"), ("lab-state", "jitterscope_lab")):
        mime = f"application/x-jitterscope-{kind.removesuffix('-state')}+json"
        for name, head in ((f"{kind}.json", f'{{\n  "jitterscope": "{kind}",\n  "version": 1,\n'), (f"{kind}-packed.json", f'{{"jitterscope":"{kind}","version":1,'),
                           (f"{kind}-before.json", f'{{\n  "{older}": 1,\n')):
            (folder / name).write_text(head + '"rate_hz": 60}\n', encoding="utf-8")
            files.append((mime, folder / name))
    for kind, file in files:
        told = re.search(r"standard::content-type: (.*)", output_of("gio", "info", "-a", "standard::content-type", str(file), env=environment).stdout)
        check(told and told[1] == kind, f"{file.name} is taken for {told and told[1]}, not for {kind}")


def main():
    entries = desktop_entries()
    with tempfile.TemporaryDirectory() as folder:
        check_actions(entries, sys.argv[2] if len(sys.argv) > 2 else None)
        check_desktop_file(entries)
        check_metainfo(entries, pathlib.Path(folder))
        check_types(entries, pathlib.Path(folder))
    for failure in failures:
        print(failure)
    print(f"{len(failures)} faults; left out without {', '.join(left_out)}" if left_out else f"{len(failures)} faults")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
