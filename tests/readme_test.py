#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""README.md shows what egprof prints: its example, of the paper on the differential profile, is made here and run.

  readme_test.py [--egprof PATH] [--update]     --update writes what egprof prints into README.md
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "tests" / "oracle"))
import gmon  # noqa: E402

SELF = {  # seconds: base, other
    "main": (1.15, 3.08), "f_b": (1.09, 1.70), "f_c": (3.19, 1.91), "f_d": (5.51, 2.04)}
CALLS = {("main", "f_b"): (1, 1), ("main", "f_c"): (1, 1), ("f_b", "f_d"): (1, 2), ("f_c", "f_d"): (30, 20)}


def MakeImage(folder):
    """A program of four functions; their addresses."""
    source = "".join(f"int {name}(int x) {{ return x * {n + 2}; }}\n" for n, name in enumerate(SELF))
    (folder / "program.c").write_text(source)
    subprocess.run(["gcc", "-O0", "-nostdlib", "-static", "-Wl,-e,main,-u,etext", "-o", "program", "program.c"],
                   cwd=folder, check=True)
    listing = subprocess.run(["nm", "program"], cwd=folder, check=True, capture_output=True, text=True).stdout
    return {name: int(address, 16) for address, name in re.findall(r"(\w+) T (\w+)", listing) if name in SELF or name == "etext"}


def WriteProfile(path, addresses, side):
    low, high = addresses["main"], addresses["etext"]
    bins = [0] * ((high - low) // 2)
    for name, seconds in SELF.items():
        bins[(addresses[name] - low) // 2 + 2] = round(100 * seconds[side])
    records = [gmon.Histogram(low, high, bins)]
    records += [gmon.Arc(addresses[caller] + 4, addresses[callee], counts[side])
                for (caller, callee), counts in CALLS.items()]
    path.write_bytes(gmon.write(records))


def Lines(text):
    """A text without what nobody sees in README.md: blanks at the ends of lines, line feeds at its end."""
    return [line.rstrip() for line in text.rstrip("\n").splitlines()]


# A block of README.md that starts with `$ egprof`: the command, and what it prints.
EXAMPLE = re.compile(r"^```\n\$ (egprof .*)\n((?:(?!```).*\n)*)```$", re.M)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--egprof", default=os.environ.get("EGPROF", TOP / "build" / "egprof" / "egprof"))
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    egprof = pathlib.Path(arguments.egprof).resolve()
    failures = examples = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        addresses = MakeImage(folder)
        for side, profile in enumerate(("before.gmon", "after.gmon")):
            WriteProfile(folder / profile, addresses, side)
        readme = (TOP / "README.md").read_text()
        for example in EXAMPLE.finditer(readme):
            command, shown = example.groups()
            run = subprocess.run([egprof, *command.split()[1:]], cwd=folder, capture_output=True, text=True)
            printed = "\n".join(Lines(run.stdout)) + "\n"
            readme = readme.replace(example[0], f"```\n$ {command}\n{printed}```")
            examples += 1
            same = run.returncode == 0 and Lines(printed) == Lines(shown)
            failures += not same
            print("ok     " if same else "FAILED ", command)
            if not same:
                print(run.stdout + run.stderr)
        if arguments.update:
            (TOP / "README.md").write_text(readme)
    print(f"{examples - failures} passed, {failures} failed")
    return failures > 0 or examples == 0


sys.exit(main())
