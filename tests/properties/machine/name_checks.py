# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that every output keeps names that are difficult for readers, for example a name of 1 MB."""
import collections
import json
import re
import subprocess

import networkx
from checks import GPROF

import gml_readers
from formats import annotate, read_folded, read_rows
from strange_names import NAMES, make_image, make_profile, text_of

TEXTS = [text_of(name) for name in NAMES]
# Names as callgrind files and folded stacks contain them: without control characters and characters that end a frame.
CALLGRIND = [re.sub(r'[\0-\x1f\x7f]', lambda found: f'\\x{ord(found[0]):02x}', text) for text in TEXTS]
FOLDED = [re.sub(r'[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]', '?', re.sub(r' (?=[0-9.]+$)', '_', text.replace(';', ':'))) for text in TEXTS]
LISTINGS = [('-b', '-p'), ('-b', '-q'), ('-b', '-C'), ('-b', '-p', '-q', '-z', '--no-demangle'), ('-b', '-T'), ('-b', '-c'),
            ('-b', '-r'), ('-b', '-l')]


class Scene:
    def __init__(self, checks, egprof, folder):
        self.checks, self.egprof, self.folder = checks, egprof, folder
        self.image, self.profile, self.other = folder / 'names', folder / 'profile', folder / 'other'
        make_image(self.image)
        make_profile(self.profile, 3)
        make_profile(self.other, 7)
        self.sides = {'one': [self.image, self.profile],
                      'difference': [self.image, self.profile, '--subtract', self.image, self.other]}

    def bytes_of(self, *words):
        done = subprocess.run([self.egprof, *words], capture_output=True, check=False, timeout=60)
        self.checks.equal(done.returncode, 0, f'status, {done.stderr}', words)
        return done.stdout

    def same_names(self, names, expected, what):
        # Symbols that the linker adds are ignored.
        ours = collections.Counter(name for name in names if not str(name).startswith('_'))
        theirs = collections.Counter(expected)
        wrong = [str(name)[:80] for name in (ours - theirs) + (theirs - ours)]
        self.checks.expect(not wrong, f'{what}: {wrong}')


def listings(scene):
    for options in LISTINGS:
        words = [*options, scene.image, scene.profile]
        gprof = subprocess.run([GPROF, *words], capture_output=True, check=True, env={'LC_ALL': 'C'}).stdout
        scene.checks.expect(scene.bytes_of(*words) == gprof, "gprof's bytes in a pipe", words)
        with open(scene.folder / 'listing', 'wb') as file:
            subprocess.run([scene.egprof, *words], stdout=file, check=True)
        scene.checks.expect((scene.folder / 'listing').read_bytes() == gprof, "gprof's bytes in a file", words)
    for listing in ('-p', '-q', '-C'):
        shown = scene.bytes_of('-b', '-z', '--side-by-side', listing, *scene.sides['difference'])
        scene.checks.expect(all(name in shown for name in NAMES), f'side by side {listing}: the names as they are')


def tables(scene):
    for side, words in scene.sides.items():
        for listing in ('-p', '-q', '-C'):
            text = scene.bytes_of('-z', '--no-demangle', '--format=csv', listing, *words).decode()
            rows = [row for row in read_rows(text)
                    if row.get('row', 'function') == 'function']
            scene.same_names([row['linkageName'] for row in rows], TEXTS, f'CSV {listing} of {side}')
        document = json.loads(scene.bytes_of('-z', '--no-demangle', '--format=json', '-p', '-q', *words))
        scene.same_names([function['linkageName'] for function in document['functions']], TEXTS,
                         f'JSON of {side}')


def graphs(scene):
    path = scene.folder / 'names.gml'
    scene.bytes_of(f'--gml={path}', '--gml-nodes=0', '--no-demangle', *scene.sides['difference'])
    breaches = gml_readers.Check(str(path))
    scene.checks.expect(not breaches, f'GML: {[breach[:300] for breach in breaches[:3]]}')
    graph = networkx.read_gml(path, label='id')
    scene.same_names([name for _, name in graph.nodes(data='name')], TEXTS, 'GML')


def costs(scene):
    for side, words in (('one', scene.sides['one']), ('growth', ['--growth', *scene.sides['difference']])):
        path = scene.folder / f'callgrind.out.{side}'
        scene.bytes_of(f'--callgrind={path}', '--no-demangle', *words)
        scene.checks.expect(not re.search(rb'[\0-\x09\x0b-\x1f\x7f]', path.read_bytes()), f'callgrind of {side}: control characters')
        scene.checks.expect(re.search(rf'^ob=\(1\) {re.escape(str(scene.image))}$', path.read_text(), re.MULTILINE),
                            f'callgrind of {side}: the object')
        _, rows = annotate(path)
        scene.same_names([name for _, name in rows], CALLGRIND, f'callgrind of {side}')
    for side, words in scene.sides.items():
        shown = scene.bytes_of('--folded', '--no-demangle', *words).decode()
        lines = read_folded(shown)
        scene.checks.equal((len(lines), {len(numbers) for _, numbers in lines}),
                           (shown.count('\n'), {1 if side == 'one' else 2}), f'folded {side}: every line is one')
        scene.same_names([frames[-1] for frames, _ in lines], FOLDED, f'folded {side}')


def symbol_file(scene):
    """Tests a symbol file, with the names that a line of nm can contain: those without blanks."""
    names = [name for name in NAMES if not re.search(rb'[ \t\r\n\v\f]', name)]
    lines = [b'%x T %s\n' % (0x401000 + 16 * n, name) for n, name in enumerate(names)]
    (scene.folder / 'symbols').write_bytes(b''.join(lines) + b'%x T last\n' % (0x401000 + 16 * len(names)))
    words = ['-b', '-z', '-S', scene.folder / 'symbols', *scene.sides['one']]
    shown = scene.bytes_of('-p', *words)
    scene.checks.expect(all(b'  %s\n' % name in shown for name in names), 'names of a symbol file as they are')
    rows = read_rows(scene.bytes_of('-p', '--format=csv', *words).decode())
    scene.same_names([row['linkageName'] for row in rows], [text_of(name) for name in names] + ['last'], 'symbol file, CSV')


def check_names(checks, egprof, folder):
    folder.mkdir()
    scene = Scene(checks, egprof, folder)
    for part in (listings, tables, graphs, costs, symbol_file):
        part(scene)
