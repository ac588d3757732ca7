#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the three manifests with which winget installs the command line from the zip; sends nothing.

Usage: winget.py ZIP --url URL --publisher NAME [--out FOLDER]
  ZIP        what cmake --build --preset windows --target package made
  URL        where that very file will lie; winget compares its hash
The fields are those of Microsoft's schema 1.6.0 (learn.microsoft.com/windows/package-manager/package/manifest).
"""
import argparse
import hashlib
import pathlib
import re
import sys
import zipfile

IDENTIFIER = "Jitterscope.Jitterscope"
SCHEMA = "1.6.0"
PROGRAM = "jitterscope-cli.exe"
ARCHITECTURES = {"x86_64": "x64", "i686": "x86"}
NAME = re.compile(r"jitterscope-(?P<version>\d+(\.\d+)+)-windows-(?P<processor>\w+)\.zip")


def manifests(archive, url, publisher):
    """{file name: [(field, value)]}; a value is text, or a list of fields that make one entry of a list."""
    named = NAME.fullmatch(archive.name)
    if named is None or named["processor"] not in ARCHITECTURES:
        raise ValueError(f"{archive.name} is not named jitterscope-VERSION-windows-({'|'.join(ARCHITECTURES)}).zip")
    if not url.startswith("https://") or not url.endswith(".zip"):
        raise ValueError("the URL is https://….zip")
    with zipfile.ZipFile(archive) as packed:
        inside = [name for name in packed.namelist() if name.endswith("/" + PROGRAM)]
    if len(inside) != 1:
        raise ValueError(f"{archive.name} does not hold {PROGRAM} once")
    same = [("PackageIdentifier", IDENTIFIER), ("PackageVersion", named["version"])]
    installer = [("InstallerType", "zip"), ("NestedInstallerType", "portable"),
                 ("NestedInstallerFiles", [("RelativeFilePath", inside[0].replace("/", "\\")), ("PortableCommandAlias", "jitterscope-cli")]),
                 ("Platform", ["Windows.Desktop"]), ("MinimumOSVersion", "10.0.0.0"),
                 ("Installers", [("Architecture", ARCHITECTURES[named["processor"]]), ("InstallerUrl", url),
                                 ("InstallerSha256", hashlib.sha256(archive.read_bytes()).hexdigest().upper())])]
    locale = [("PackageLocale", "en-US"), ("Publisher", publisher), ("PackageName", "Jitterscope"), ("License", "MIT"),
              ("ShortDescription", "Measures how late a sleeping thread wakes, and what it costs to be on time"),
              ("Moniker", "jitterscope"), ("Tags", ["benchmark", "frame-pacing", "jitter", "latency", "sleep", "timer"])]
    kinds = {"": ("version", [("DefaultLocale", "en-US")]), ".installer": ("installer", installer), ".locale.en-US": ("defaultLocale", locale)}
    return {f"{IDENTIFIER}{part}.yaml": same + fields + [("ManifestType", kind), ("ManifestVersion", SCHEMA)]
            for part, (kind, fields) in kinds.items()}


def yaml_of(fields):
    """Every value in quotes, since 1.10 is a version and no number."""
    quoted = lambda value: '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    lines = []
    for name, value in fields:
        if isinstance(value, str):
            lines.append(f"{name}: {quoted(value)}")
        elif isinstance(value[0], str):
            lines += [f"{name}:"] + [f"- {quoted(entry)}" for entry in value]
        else:
            lines.append(f"{name}:")
            lines += [f"{'- ' if i == 0 else '  '}{inner}: {quoted(text)}" for i, (inner, text) in enumerate(value)]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("zip", type=pathlib.Path)
    parser.add_argument("--url", required=True)
    parser.add_argument("--publisher", required=True)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/winget"))
    given = parser.parse_args()
    try:
        files = manifests(given.zip, given.url, given.publisher)
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        sys.exit(f"winget.py: {error}")
    given.out.mkdir(parents=True, exist_ok=True)
    for name, fields in files.items():
        (given.out / name).write_text(f"# yaml-language-server: $schema=https://aka.ms/winget-manifest.{dict(fields)['ManifestType']}.{SCHEMA}.schema.json\n\n"
                                      + yaml_of(fields), encoding="utf-8")
    print(f"{len(files)} manifests in {given.out}")


if __name__ == "__main__":
    main()
