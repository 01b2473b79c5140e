#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests input files that are cut, damaged, missing or hostile, and files that egprof writes (writing.py, outputs.py).

    tests/cli/files/run.py --egprof build/egprof/egprof
"""
import gzip
import os
import random
import re
import resource
import struct
import subprocess
import tempfile
from pathlib import Path

from scene import ANNOUNCED, ARC, HEADER, LIST, Scene  # also makes tests/properties/golden importable
from checks import TOP, Checks, parse_arguments, run
from beside import beside
from memory import memory
from memory_limit import memory_limit, memory_warning
from names import names
from outputs import outputs
from sandbox import sandbox
from writing import ended, two_writers, writing


def salvage(checks, egprof, scene):
    whole = run(egprof, *LIST, scene.image, scene.path('one'))
    same = run(egprof, *LIST, '--salvage', scene.image, scene.path('one'))
    checks.equal((same.status, same.out, same.err), (0, whole.out, ''), 'nothing to save', same.command)

    step = 1 if os.environ.get('PROFDIFF_TEST_FULL') == '1' else 97  # tries every length, or only some of them
    for size in sorted({*range(HEADER, len(scene.bytes), step), *range(scene.arcs_at, len(scene.bytes), 5)}):
        cut = scene.make('cut', scene.bytes[:size])
        plain, saved = run(egprof, *LIST, scene.image, cut), run(egprof, '-b', '-i', '--salvage', scene.image, cut)
        arcs = max(0, size - scene.arcs_at) // ARC
        at_border = size == HEADER or (size >= scene.arcs_at and (size - scene.arcs_at) % ARC == 0)
        checks.equal(plain.status, 0 if at_border and size >= scene.arcs_at + ARC else 1, f'{size} bytes without salvage', plain.command)
        checks.expect(f'\t{arcs} call-graph record' in saved.out, f'{size} bytes: {arcs} arcs', saved.command)
        bins = (size - HEADER - ANNOUNCED) // 2
        if at_border:
            checks.equal(saved.err, '', f'{size} bytes: nothing is missing', saved.command)
        elif 0 <= bins < scene.bins:
            checks.expect(f'missing: {scene.bins - bins} of {scene.bins} bins' in saved.err, f'{size} bytes', saved.err)
        else:
            checks.expect('missing: ' in saved.err and f'used: {int(bins >= 0)} histogram' in saved.err,
                          f'{size} bytes', saved.err)

    packed = gzip.compress(scene.bytes)
    for size in range(30, len(packed), 41):
        cut = scene.make('cut.gz', packed[:size])
        plain, saved = run(egprof, '-b', '-i', scene.image, cut), run(egprof, '-b', '-i', '--salvage', scene.image, cut)
        checks.equal(plain.status, 1, f'{size} packed bytes without salvage', plain.command)
        checks.expect(saved.status in (0, 1) and 'cannot unpack' in saved.err, f'{size} packed bytes', saved.err)
    tail = scene.make('tail', scene.bytes + b'\x07rubbish')
    saved = run(egprof, *LIST, '--salvage', scene.image, tail)
    checks.equal((saved.out, saved.status), (whole.out, 0), 'rubbish at the end', saved.command)
    checks.expect(f'all that follows byte {len(scene.bytes)}' in saved.err, 'where it begins', saved.err)
    text = scene.make('text', b'This is no profile. It has words in it, and more of them.\n' * 9)
    checks.equal(run(egprof, *LIST, '--salvage', scene.image, text).status, 1, 'what is no profile is not saved')


def keep_going(checks, egprof, scene):
    bad = [scene.make('bad1', scene.bytes[:-5]), scene.path('missing'), scene.make('bad2', b'gmon\x07' + bytes(40)),
           scene.make('other', scene.bytes[:HEADER + 9] + b'\x77' + scene.bytes[HEADER + 10:])]
    good = [scene.path('one'), scene.path('two')]
    rng = random.Random(1)
    for threads in ('--threads=1', '--threads=4'):
        for _ in range(8):
            files = good * rng.randint(1, 20) + rng.sample(bad, rng.randint(1, len(bad)))
            rng.shuffle(files)
            files = [scene.path('one'), *files]
            rest = [f for f in files if f in good]
            for options in (LIST, ('-b', '--ranks')):
                expected = run(egprof, *options, scene.image, *rest)
                shown = run(egprof, threads, '--keep-going', *options, scene.image, *files)
                skipped = [f for f in files if f in bad and (options is LIST or f.name != 'other')]
                if options is LIST or 'other' not in [f.name for f in files]:
                    checks.equal(shown.out if options is LIST else len(shown.out.splitlines()),
                                 expected.out if options is LIST else len(expected.out.splitlines()),
                                 'the rest', shown.command)
                checks.equal(shown.status, 2 if skipped else 0, 'status', shown.command)
                lines = [line.strip() for line in shown.err.splitlines() if ':   ' in line]
                checks.expect(len(lines) == len(skipped) and all(str(f) in line for f, line in zip(skipped, lines)),
                              f'names the bad: {shown.err}', shown.command)
    both = run(egprof, *LIST, '--keep-going', scene.image, *bad[:2])
    checks.equal((both.status, both.out), (1, ''), 'nothing is left', both.command)
    saved = run(egprof, '-b', '-p', '--keep-going', '--salvage', scene.image, scene.path('one'), bad[0], bad[1])
    checks.equal(saved.err.count('left out 1 profile'), 1, 'what can be saved is not left out', saved.command)
    ranks = run(egprof, '-b', '--ranks', '--format=csv', '--keep-going', scene.image, bad[1], good[0])
    checks.expect(',1,' in ranks.out.splitlines()[1], 'a rank keeps its number', ranks.command)
    runs = run(egprof, '-b', '-p', '--runs', '--keep-going', scene.image, good[0], bad[0], good[1], '--subtract',
               scene.image, *good)
    plain = run(egprof, '-b', '-p', '--runs', scene.image, *good, '--subtract', scene.image, *good)
    without_names = [re.sub(r'(?m)^[+-] (base|other): .*', '', text) for text in (runs.out, plain.out)]
    checks.equal(*without_names, 'runs that are left out do not count', runs.command)


def thousand_ranks(checks, egprof, scene):
    """Tests one bad file among 1,000, at several positions and with several kinds of damage."""
    last_count = len(scene.bytes) - 4
    good = [scene.make(f'rank.{n}', scene.bytes[:last_count] + struct.pack('<I', n + 1)) for n in range(1000)]
    other_unit = scene.bytes[:HEADER + 25] + b'minutes'.ljust(15, b'\0') + scene.bytes[HEADER + 40:]
    bad = {'cut off': scene.bytes[:-7], 'no profile': b'no profile\n' * 9, 'empty': b'', 'missing': None,
           'of another unit': other_unit, 'packed and damaged': gzip.compress(scene.bytes)[:-9] + bytes(9)}
    for number, (what, content) in zip((500, 1, 999, 700, 250, 42), bad.items()):
        path = scene.path(f'bad rank.{number}')
        if content is not None:
            path.write_bytes(content)
        files, rest = [*good[:number], path, *good[number + 1:]], [*good[:number], *good[number + 1:]]
        for options in (LIST, ('-b', '-s', '-i')):
            expected = run(egprof, *options, scene.image, *rest, cwd=scene.folder)
            sums = [scene.path('gmon.sum').read_bytes()] if '-s' in options else []
            refused = run(egprof, *options, scene.image, *files, cwd=scene.folder)
            checks.equal((refused.status, path.name in refused.err or content == other_unit), (1, True),
                         f'{what}: refused', refused.err)  # gprof's message about units does not name the file
            shown = run(egprof, '--keep-going', *options, scene.image, *files, cwd=scene.folder)
            checks.equal((shown.status, shown.out), (2, expected.out), f'{what}: the other 999', shown.err)
            checks.expect(re.fullmatch(rf'\S+: left out 1 profile.*\n\S+:   .*{re.escape(path.name)}.*\n', shown.err),
                          f'{what}: {shown.err!r}')
            checks.equal(sums, [scene.path('gmon.sum').read_bytes()] if sums else [], f'{what}: gmon.sum of the 999')


def limits(checks, egprof, scene):
    """A large size in a header does not make egprof allocate that much memory."""
    record = scene.bytes[HEADER:HEADER + ANNOUNCED]
    for bins in (0x7fffffff, 0xffffffff, 0x10000000):
        huge = record[:17] + bins.to_bytes(4, 'little') + record[21:]
        path = scene.make('huge', scene.bytes[:HEADER] + huge + bytes(1000))
        for options in ((), ('--salvage',), ('--keep-going',)):
            command = [egprof, '-b', '-p', *options, scene.image, path]
            done = subprocess.run(command, capture_output=True, check=False, timeout=20,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (64 << 20,) * 2))
            checks.expect(done.returncode in (0, 1) and b'out of memory' not in done.stderr,
                          f'{bins} bins announced: {done.stderr[:200]}', command)
    blocks = scene.make('blocks', scene.bytes + b'\x02\xff\xff\xff\xff' + bytes(64))
    saved = run(egprof, '-b', '-i', '--salvage', scene.image, blocks)
    checks.expect('4294967291 of 4294967295 basic blocks' in saved.err, 'blocks announced', saved.err)


def shrinking(checks, egprof, scene):
    """Tests an image that is truncated while it is mapped."""
    library = scene.path('shrink.so')
    subprocess.run(['gcc', '-shared', '-fPIC', '-o', library, Path(__file__).with_name('shrink.c'), '-ldl'], check=True)
    image, demo = scene.path('image-that-shrinks'), TOP / 'testdata/demo'
    subprocess.run(['gcc', '-O1', '-g', '-pg', '-fno-inline', '-o', image, demo / 'main.c', demo / 'count_2.c'], check=True)
    done = subprocess.run([egprof, '-b', '-l', '-p', image, scene.path('one')], capture_output=True, text=True, check=False,
                          env={**os.environ, 'LD_PRELOAD': str(library)})
    checks.equal((done.returncode, 'was truncated' in done.stderr), (1, True), 'a file that shrinks', done.args)
    checks.equal(image.stat().st_size, 100, 'it did shrink')


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    os.umask(0o022)
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        scene = Scene(Path(name))
        for part in (salvage, keep_going, thousand_ranks, limits, writing, ended, two_writers, memory, names, shrinking,
                     beside, outputs, memory_limit, memory_warning, sandbox):
            part(checks, arguments.egprof, scene)
    checks.finish()


main()
