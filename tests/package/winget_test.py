#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The manifests for winget have the fields that schema 1.6.0 asks for, in its forms, and the hash of the zip. Usage: winget_test.py TREE"""
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

try:
    import yaml
except ImportError:
    print("no Python module yaml here")
    sys.exit(77) # skipped

TREE = pathlib.Path(sys.argv[1])
URL = "https://example.org/jitterscope-0.3.0-windows-x86_64.zip"
# From Microsoft's schemas: what is required, and the pattern or the choice of each.
COMMON = {"PackageIdentifier": r"[^\.\s\\/:\*\?\"<>\|]{1,32}(\.[^\.\s\\/:\*\?\"<>\|]{1,32}){1,7}", "PackageVersion": r"[^\\/:\*\?\"<>\|]{1,128}",
          "ManifestVersion": r"1\.6\.0"}
REQUIRED = {
    "Jitterscope.Jitterscope.yaml": {"DefaultLocale": r"en-US", "ManifestType": "version"},
    "Jitterscope.Jitterscope.installer.yaml": {"InstallerType": "zip", "NestedInstallerType": "portable", "ManifestType": "installer",
                                               "MinimumOSVersion": r"\d+(\.\d+){0,3}"},
    "Jitterscope.Jitterscope.locale.en-US.yaml": {"PackageLocale": r"en-US", "Publisher": r".{2,256}", "PackageName": r".{2,256}", "License": r".{3,512}",
                                                  "ShortDescription": r".{3,256}", "Moniker": r"\S{1,40}", "ManifestType": "defaultLocale"},
}


def write(folder, archive, url=URL):
    return subprocess.run([TREE / "scripts/winget.py", archive, "--url", url, "--publisher", "A \"publisher\"", "--out", folder / "out"],
                          capture_output=True, text=True)


def check(condition, what):
    if not condition:
        sys.exit(f"winget_test: {what}")


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    archive = folder / "jitterscope-0.3.0-windows-x86_64.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("jitterscope-0.3.0-windows-x86_64/bin/jitterscope-cli.exe", b"MZ")
        packed.writestr("jitterscope-0.3.0-windows-x86_64/README.txt", b"read me")
    made = write(folder, archive)
    check(made.returncode == 0, made.stderr)
    check({path.name for path in (folder / "out").iterdir()} == set(REQUIRED), "three files")
    read = {}
    for file, fields in REQUIRED.items():
        read[file] = yaml.safe_load((folder / "out" / file).read_text(encoding="utf-8"))
        for field, pattern in {**COMMON, **fields}.items():
            value = read[file].get(field)
            check(isinstance(value, str) and re.fullmatch(pattern, value), f"{file}: {field} is {value!r}")
        check(read[file]["PackageVersion"] == "0.3.0", "the zip's version")
    installer = read["Jitterscope.Jitterscope.installer.yaml"]
    check(installer["NestedInstallerFiles"] == [{"RelativeFilePath": "jitterscope-0.3.0-windows-x86_64\\bin\\jitterscope-cli.exe",
                                                 "PortableCommandAlias": "jitterscope-cli"}], "the program in the zip")
    check(installer["Installers"] == [{"Architecture": "x64", "InstallerUrl": URL,
                                       "InstallerSha256": hashlib.sha256(archive.read_bytes()).hexdigest().upper()}], "where it lies, and its hash")
    check(read["Jitterscope.Jitterscope.locale.en-US.yaml"]["Publisher"] == 'A "publisher"', "the publisher")
    check(len(read["Jitterscope.Jitterscope.locale.en-US.yaml"]["Tags"]) <= 16, "at most 16 tags")

    check(write(folder, archive, "http://example.org/a.zip").returncode == 1, "a URL without TLS is refused")
    empty = folder / "jitterscope-0.3.0-windows-x86_64.zip"
    with zipfile.ZipFile(empty, "w") as packed:
        packed.writestr("README.txt", b"read me")
    refused = write(folder, empty)
    check(refused.returncode == 1 and "does not hold jitterscope-cli.exe" in refused.stderr, "a zip without the program is refused")
    check(write(folder, folder / "other.zip").returncode == 1, "another name is refused")
print("the manifests are as the schema asks")
