#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""egprof looks at itself: two builds of it, at -O1 and at -O2, read the same few hundred profiles, and egprof shows what
the optimisation changed. What must hold for any difference is checked on this real one.

  run.py [--egprof PATH]     BUILD_DIR in the environment names the build folder
"""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("BUILD_DIR", HERE.parent.parent / "build"))
PROFILES = 300  # read in one go: about a second of work
failures = 0
checks = 0


def Check(what, holds, detail=""):
    global checks, failures
    checks += 1
    failures += not holds
    print(f"{'ok     ' if holds else 'FAILED '} {what}" + (f"\n        | {detail}" if detail and not holds else ""))


def Run(*command, cwd):
    return subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, check=True).stdout


def Profiled(program, folder, name, *arguments):
    """Runs an instrumented program; what it printed, and the profile it left under the given name."""
    text = Run(program, *arguments, cwd=folder)
    (folder / "gmon.out").rename(folder / name)
    return text


ROW = re.compile(r" *(-?\d+\.\d\d) (.{8,}) +(-?\d+\.\d\d) +(\d+|-) +(\d+|-) +(-?\d+)  ([X-]{2})  (.*)")


def Rows(text):
    """The rows of a side-by-side flat profile: name -> [(base self, other self, diff, base calls, other calls, diff)]."""
    rows = collections.defaultdict(list)
    for line in text.splitlines():
        found = ROW.fullmatch(line)
        if not found:
            continue
        seconds = found[2]
        cells = [seconds[:8].strip(), seconds[8:].strip()]
        rows[found[8]].append((*cells, float(found[3]), found[4], found[5], int(found[6])))
    return rows


def GprofRows(text):
    """The rows of gprof's flat profile: name -> [(self seconds, calls)]."""
    rows = collections.defaultdict(list)
    for line in text.splitlines():
        if re.match(r" *\d+\.\d\d ", line):
            rows[line[54:]].append((line[17:26].strip(), line[26:35].strip() or "-"))
    return rows


def SideDisagrees(rows, gprof, side):
    """Functions of one side whose seconds or calls are not those of gprof's listing of that side."""
    def Cells(row):
        return row[side] or "0.00", row[3 + side]
    return [name for name, listed in gprof.items()
            if sorted(listed) != sorted(Cells(row) for row in rows.get(name, [])
                                        if row[side] not in ("", "0.00") or row[3 + side] not in ("-", "0"))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--egprof", default=BUILD / "egprof" / "egprof")
    egprof = pathlib.Path(parser.parse_args().egprof).resolve()
    images = [BUILD.resolve() / "tests" / "dogfood" / f"egprof_pg_O{level}" for level in (1, 2)]
    if not all(image.exists() for image in images):
        print("0 passed, 0 failed, 1 skipped")
        return 0

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        Profiled(images[0], folder, "first.gmon", "--help")
        work = ["-b", images[0]] + ["first.gmon"] * PROFILES
        texts = [Profiled(image, folder, f"O{i + 1}.gmon", *work) for i, image in enumerate(images)]
        Check("both builds print the same", texts[0] == texts[1] != "")
        base, other = [images[0], "O1.gmon"], [images[1], "O2.gmon"]

        difference = Run(egprof, "-b", *base, "--subtract", *other, "--side-by-side", cwd=folder)
        shown = Run(egprof, "-b", "-p", "--side-by-side", "--limit=12", *base, "--subtract", *other, cwd=folder)
        print("\n".join(line[:140] for line in shown.splitlines()), "\n")
        totals = re.search(r"^base (\S+) seconds, other (\S+) seconds, difference (\S+) seconds", difference, re.M)
        Check("the closing line names the seconds of both sides, and both took time",
              totals is not None and all(float(totals[side]) > 0.1 for side in (1, 2)), difference[-300:])
        Check("egprof's own functions took time on both sides",
              re.search(r"\d\.\d\d +\d+\.\d\d +-?\d+\.\d\d +\d+ +\d+ +-?\d+  XX  profdiff::", difference) is not None)
        Check("functions and arcs are on both sides", re.search(r"^arcs: [1-9]\d* on both sides", difference, re.M) is not None)

        flat = ["-b", "-p", "--side-by-side", "--no-demangle"]
        forth = Rows(Run(egprof, *flat, *base, "--subtract", *other, cwd=folder))
        back = Rows(Run(egprof, *flat, *other, "--subtract", *base, cwd=folder))
        mirrored = {n: sorted((b, a, 0 - d, d2, d1, -c) for a, b, d, d1, d2, c in rows) for n, rows in forth.items()}
        Check("the other way round everything is mirrored",
              len(forth) > 100 and mirrored == {n: sorted(rows) for n, rows in back.items()})
        same = Rows(Run(egprof, *flat, *base, "--subtract", *base, cwd=folder))
        Check("minus itself, every row is zero",
              len(same) > 100 and all(row[2] == 0 and row[5] == 0 for rows in same.values() for row in rows))

        strict = Rows(Run(egprof, *flat, "--symbols=gprof", *base, "--subtract", *other, cwd=folder))
        for side, (image, profile) in enumerate((base, other)):
            listing = Run("gprof", "-b", image, profile, cwd=folder)
            Check(f"side {side + 1}: egprof lists it as gprof does",
                  listing == Run(egprof, "-b", image, profile, cwd=folder))
            plain = GprofRows(Run("gprof", "-b", "-p", "--no-demangle", image, profile, cwd=folder))
            wrong = SideDisagrees(strict, plain, side)
            Check(f"side {side + 1}: its {len(plain)} functions have gprof's seconds and calls in the difference",
                  len(plain) > 100 and not wrong, ", ".join(wrong[:5]))

        Run(egprof, "--gml=graph.gml", "--gml-nodes=0", *base, "--subtract", *other, cwd=folder)
        readers = HERE.parent / "golden" / "gml_readers.py"
        read = subprocess.run([sys.executable, readers, folder / "graph.gml", "-", "-"], capture_output=True, text=True)
        Check("every reader of GML reads the difference", read.returncode == 0, read.stdout[-600:] + read.stderr[-600:])

    print(f"{checks - failures} passed, {failures} failed")
    return failures > 0


sys.exit(main())
