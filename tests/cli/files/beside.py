# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests reading a large profile concurrently with its image, and debug information concurrently with symbols: the
output and the first error are the same as with a single thread."""
import subprocess
import sys
from pathlib import Path

from checks import run

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'oracle'))
import gmon  # noqa: E402

FUNCTIONS = 10000  # enough for an image of more than a megabyte with debug information
GPROF = '/usr/bin/gprof'


def build(folder):
    """Compiles a program; returns its path and the addresses of its functions."""
    source, image = folder / 'many.c', folder / 'many'
    bodies = '\n'.join(f'int f{i}(int x)\n{{\n  x += {i};\n  return x * {i};\n}}' for i in range(FUNCTIONS))
    source.write_text(f'{bodies}\nint main(void) {{ return 0; }}\n')
    subprocess.run(['gcc', '-g', '-no-pie', '-o', image, source], check=True)
    symbols = subprocess.run(['nm', '--defined-only', image], capture_output=True, text=True, check=True).stdout
    found = {name: int(address, 16) for address, _, name in map(str.split, symbols.splitlines())}
    return image, [found[f'f{i}'] for i in range(FUNCTIONS)]


def profile(functions):
    """Returns a profile with scattered samples, and with calls to each function from the six functions before it."""
    low, high = functions[0] & ~3, functions[-1] + 64
    bins = (high - low) // 2
    histogram = gmon.Histogram(low, low + 2 * bins, [i % 97 == 0 for i in range(bins)])
    arcs = [gmon.Arc(caller + 4, callee, 1 + caller % 7)
            for step in range(1, 7) for caller, callee in zip(functions, functions[step:])]
    return gmon.write([histogram, *arcs])


def beside(checks, egprof, scene):
    folder = scene.path('beside')
    folder.mkdir()
    image, functions = build(folder)
    whole = profile(functions)
    checks.expect(min(image.stat().st_size, len(whole)) > 1 << 20, f'{image.stat().st_size} and {len(whole)} bytes are large')
    good, short, empty, text = (folder / name for name in ('gmon.out', 'short', 'empty', 'text'))
    good.write_bytes(whole)
    short.write_bytes(whole[:-7])
    empty.write_bytes(b'')
    text.write_bytes(b'neither an image nor a profile\n' * 50000)
    stripped = folder / 'stripped'
    subprocess.run(['strip', '-o', stripped, image], check=True)
    stripped.write_bytes(stripped.read_bytes() + bytes(1 << 20))

    for options in (['-p'], ['-q'], ['-l', '-p'], ['-i', '-p'], ['-p', '-S', text], ['-p', '--salvage'], ['-p', '--keep-going']):
        for files in ([image, good], [image, short], [stripped, good], [stripped, short], [text, text], [image, text],
                      [image, empty], [folder / 'none', good], [image, folder / 'none']):
            one, both = (run(egprof, '-b', *options, f'--threads={threads}', *files) for threads in (1, 4))
            checks.equal((both.status, both.out, both.err), (one.status, one.out, one.err), 'read beside the image', both.command)
    for options in (['-p'], ['-q'], ['-l', '-p']):
        theirs, ours = run(GPROF, '-b', *options, image, good), run(egprof, '-b', *options, image, good)
        checks.equal((ours.status, ours.out), (0, theirs.out), 'a large profile', ours.command)
    both = run(egprof, '-b', '-p', '--threads=4', stripped, short)
    checks.expect(both.status == 1 and 'has no symbols' in both.err and 'gmon' not in both.err, f'the image first: {both.err}')
