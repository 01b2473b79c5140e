# SPDX-License-Identifier: GPL-3.0-or-later
"""The folder in which an image's command lines run: the image, its profiles, and the files that options can name.

Everything is made anew in each run of the tests. testdata/cases/options.txt and options.py refer to the files made
here.
"""
import random
import shutil
from pathlib import Path

from gmon import Arc, Blocks, Histogram, write, write_bsd
from images import PROGRAMS
from random_profiles import Family

ARGUMENTS = {
    'args': '-b -p\n',
    'args.quoted': '-b "-p" \'-w\' 4\\0 "-k" "a b/c d" \\-z\n\t -q\n',
    'args.nested': '@args -T\n',
    'args.empty': '',
    'args.files': '-b\na.out\ngmon.out\n',
    'args.specs': '-p{f0} -q{f1}/{f0} -k {f0}/{f1}',
}


class Stage:
    def __init__(self, folder, image, names, seed, families):
        self.folder, self.image = Path(folder), image
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        rng = random.Random(f'stage {seed} {image.name}')
        (self.folder / 'a.out').symlink_to(image.path)
        (self.folder / 'src').symlink_to(PROGRAMS)
        self.real = self._real_profiles(rng)
        self.families = [self._write_family(f'random.{seed}.{n}', Family(rng, image), rng) for n in range(families)]
        self.odd = self._odd_profiles(rng)
        for name, text in {**ARGUMENTS, **self._symbol_files(), **self._maps()}.items():
            (self.folder / name).write_text(names.fill(text) if name in ARGUMENTS else text)

    def _real_profiles(self, rng):
        """Provides the profiles of two runs, or two generated profiles if the image cannot be run."""
        names = ['gmon.out', 'gmon.2']
        family = Family(rng, self.image)
        for name in names:
            if self.image.profiles:
                (self.folder / name).symlink_to(self.image.folder / name)
            else:
                (self.folder / name).write_bytes(family.gmon_file())
        return names

    def _write_family(self, name, family, rng):
        names = [f'{name}.{i}' for i in range(rng.choice([1, 1, 2, 3]))]
        for each in names:
            family.write_file(self.folder / each)
        return names

    def _odd_profiles(self, rng):
        """Writes profiles with only one kind of record each, and profiles in the BSD formats."""
        layout, functions = self.image.layout, self.image.functions
        low, high = self.image.text
        size = max(1, min(500, (high - low) // 4))
        histogram = Histogram(low, high, [rng.choice([0, 0, 1, 2, rng.randrange(50)]) for _ in range(size)])
        arcs = [Arc(rng.choice(functions).address + 1, rng.choice(functions).address, rng.randrange(40))
                for _ in range(3 * min(len(functions), 60))]
        some = rng.sample(functions, min(len(functions), 12))
        blocks = Blocks([(f.address + rng.choice([0, 0, 2, 4, 7]), rng.randrange(30)) for f in some])
        files = {
            'blocks': write([histogram, *arcs, blocks], layout), 'only.blocks': write([blocks], layout),
            'only.arcs': write(arcs, layout), 'only.histogram': write([histogram], layout), 'empty': write([], layout),
            'new.bsd': write_bsd(histogram, arcs, layout), 'old.bsd': write_bsd(histogram, arcs, layout, old=True)}
        for name, data in files.items():
            (self.folder / name).write_bytes(data)
        return [name for name in files if name != 'empty']

    def _symbol_files(self):
        """Returns symbol files in the format of nm: a plain one, one with irrelevant lines, and one with only a fifth
        of the functions. In gprof, the samples of the last symbol depend on uninitialised memory, so that symbol is
        placed above all samples."""
        functions = self.image.functions
        last = f'{functions[-1].address + 16:x} T the_last\n'
        lines = [f'{f.address:016x} {f.kind} {f.name}\n' for f in functions]
        odd = [f'0x{f.address:x}\t{"tT"[n % 2]}   {f.name} and more\n' for n, f in enumerate(functions)]
        odd[1:1] = [f'{functions[0].address + 1:x} D data\n', '                 U unknown\n', '\n', 'word\n']
        return {'nm.txt': ''.join(lines) + last, 'nm.odd': ''.join(odd) + last, 'nm.few': ''.join(lines[::5]) + last}

    def _maps(self):
        """Returns maps in the format of nm -A, by object file. They lack the last symbol, whose samples depend on
        uninitialised memory."""
        functions = [f for f in self.image.functions if f.kind in 'Tt' and f.address < self.image.text[1]]
        own = [f for f in functions if f.file] or functions
        lines = [f'{f.file or "part" + str(n % 3)}.o:{f.address:016x} {f.kind} {f.name}\n' for n, f in enumerate(own)]
        lines.sort(key=lambda line: line.split(':')[0])
        some = lines[::3]
        return {
            'map.txt': 'No symbols in crt1.o\n' + ''.join(lines), 'map.part': ''.join(some),
            'map.one': f'one.o:{own[0].name} {own[-1].name}\n', 'map.other': ''.join(some) + 'other.o:0 T nowhere\n',
            'map.bad': 'no colon in here\n', 'map.blank': 'file.o:noblank\n'}
