#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every command's --json keeps what its schema in docs/schemas says, and each schema refuses what it does not know.
Usage: schemas.py JITTERSCOPE_CLI SCHEMAS [LOGS [PROGRAM]]; LOGS: a folder of logs; PROGRAM: a loop that `attach` can listen to."""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

MACHINE = ["--machine", "linux-default"]
LISTS = ["strategies", "policies", "work", "experiments", "machines", "labs", "formats"]


def outputs(cli, logs, program):
    """Pairs of what was called and the JSON that it wrote."""
    with tempfile.TemporaryDirectory() as place:
        def file(name):
            return str(pathlib.Path(place) / name)

        def told(*words, codes=(0,)):
            done = subprocess.run([cli, *words], stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=120)
            assert done.returncode in codes, (words, done.returncode, done.stderr.decode()[-400:])
            return done.stdout

        def written(*words, codes=(0,)):
            told(words[0], "--json", file("out.json"), *words[1:], codes=codes)
            return " ".join(words), json.loads(pathlib.Path(file("out.json")).read_text(encoding="utf-8"))

        run = ["run", *MACHINE, "--rate", "1000", "--frames", "1500", "--warmup", "10"]
        yield written(*run)
        yield written(*run, "--redact")
        yield written("run", *MACHINE, "--frames", "50")
        for name in ("a", "b"):
            told(*run, "--seed", "1" if name == "a" else "2", "--csv", file(f"{name}.csv"))
        # Of this machine: what simulated ones do not know.
        here = ["run", "--rate", "500", "--frames", "150"]
        yield written(*here)
        yield written(*here, "--slack", "1ns", "--cpu", "0", codes=(0, 1))
        told(*here, "--csv", file("here.csv"))
        yield written("compare", file("here.csv"), file("a.csv"), "--tolerance", "1ms")
        yield written("race", "--rates", "240", "--rounds", "2", "--seconds", "0.1", "--strategies", "system-sleep,adaptive")
        yield written("lab", "sleep", "--here")
        yield written("compare", file("a.csv"), file("b.csv"))
        yield written("compare", "--redact", file("a.csv"), file("b.csv"))
        yield written("summarize", file("a.csv"), file("b.csv"))
        yield written("summarize", file("a.csv"), "--from", "0.2", "--to", "0.9")
        yield written("compare", file("a.csv"), file("b.csv"), "--from", "0.2", "--to", "0.9")
        yield written("diagnose", "--recorded", file("a.csv"), "--job", "game-60")
        for log in sorted(pathlib.Path(logs).iterdir()) if logs else ():
            done = subprocess.run([cli, "summarize", str(log), "--json", file("log.json"), "--job", "game-60"], capture_output=True, check=False)
            if done.returncode == 0:
                yield f"summarize {log.name}", json.loads(pathlib.Path(file("log.json")).read_text(encoding="utf-8"))
        yield written("diagnose", "--job", "game-144", "--quick", *MACHINE)
        for experiment in json.loads(told("list", "experiments", "--json"))["experiments"]:
            yield written("experiment", experiment["id"], *MACHINE, "--quick")
        yield written("race", *MACHINE, "--rates", "240", "--rounds", "2", "--seconds", "0.2")
        for lab in json.loads(told("list", "labs", "--json"))["labs"]:
            yield written("lab", lab["id"], *([] if lab["id"] == "challenge" else ["--guess", "1"]))
        for what in LISTS:
            yield f"list {what}", json.loads(told("list", what, "--json"))
        if program:
            for more in ([], ["--cure", "slack", "--block", "500ms"]):
                yield written("attach", "--duration", "1s", *more, "--", program, "rest", "500" if more else "250", codes=(7,))
            yield written("attach", "--duration", "1s", "--", "true", codes=(0, 125))


def errors_of(validator, value):
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:160]}" for error in validator.iter_errors(value)]


def main():
    try:
        import jsonschema
    except ImportError:
        print("skipped: python3-jsonschema is not installed")
        sys.exit(77)
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    cli, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    validators = {}
    for path in sorted(folder.glob("*.schema.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validators[path.name.removesuffix(".schema.json")] = jsonschema.Draft202012Validator(schema)
    checks, failed, seen = 0, [], {}
    for what, value in outputs(cli, *sys.argv[3:5], *[None] * (5 - len(sys.argv))):
        kind = value.get("jitterscope")
        checks += 1
        if list(value)[:3] != ["jitterscope", "version", "schema"] or kind not in validators:
            failed.append(f"{what}: begins with {list(value)[:3]}, kind {kind}")
            continue
        seen.setdefault(kind, value)
        failed += [f"{what}: {error}" for error in errors_of(validators[kind], value)[:5]]
    for kind, validator in validators.items():
        if kind not in seen:
            if kind == "loop" and len(sys.argv) < 5:
                continue # there is no listener here
            failed.append(f"{kind}: no command wrote it")
            continue
        # A schema that takes everything says nothing.
        for key in list(seen[kind]):
            lacking = copy.deepcopy(seen[kind])
            other = lacking.pop(key)
            wrong = {**copy.deepcopy(seen[kind]), key: {"no": "such thing"} if not isinstance(other, dict) else 1}
            checks += 1
            if not errors_of(validator, wrong):
                failed.append(f"{kind}: {key} may be anything")
        checks += 1
        if not errors_of(validator, {**seen[kind], "another": 1}) or not errors_of(validator, {"jitterscope": kind}):
            failed.append(f"{kind}: an unknown field or a missing one is taken")
    print("\n".join(failed))
    print(f"schemas: {checks} checks, {len(failed)} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
