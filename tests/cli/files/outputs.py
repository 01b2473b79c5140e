# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that an output to a file that is also read, and two outputs to one file, are refused before anything is
written."""
import os
import shutil
import subprocess

from checks import GPROF, TOP, run, without_verdict

TRACES = TOP / 'testdata/traces'
DEMO = TOP / 'testdata/demo'
JSON = '[{"name":"f","ph":"X","pid":1,"tid":1,"ts":1,"dur":2}]'


def contents(folder):
    """Returns the files below a folder: {path: content, or target if it is a link}."""
    return {path: os.readlink(path) if path.is_symlink() else path.read_bytes()
            for path in folder.rglob('*') if path.is_symlink() or path.is_file()}


class Place:
    """A folder in which nothing may change when a command line is refused."""

    def __init__(self, checks, egprof, folder):
        self.checks, self.egprof, self.folder = checks, egprof, folder
        folder.mkdir()

    def run(self, *arguments, **more):
        return run(self.egprof, *arguments, cwd=self.folder, **more)

    def refuses(self, cause, *arguments, **more):
        before = contents(self.folder)
        done = self.run(*arguments, **more)
        self.checks.equal((done.status, done.out, done.err.count('\n')), (1, '', 1), f'refused: {done.err}', done.command)
        self.checks.expect(cause in done.err, f'"{cause}" in {done.err}', done.command)
        self.checks.expect(contents(self.folder) == before, 'nothing is written', done.command)

    def accepts(self, *arguments, **more):
        done = self.run(*arguments, **more)
        self.checks.equal((done.status, without_verdict(done.err)), (0, ''), 'accepted', done.command)
        return done

    def names_of(self, file):
        """Returns different ways to name a file: paths, symbolic links, and a hard link."""
        links = [self.folder / f'{name}-of-{file.replace("/", "-")}' for name in ('link', 'chain', 'hard')]
        for link in links:
            link.unlink(missing_ok=True)
        links[0].symlink_to(self.folder / file)
        links[1].symlink_to(links[0].name)
        os.link(self.folder / file, links[2])
        return [file, f'./{file}', f'../{self.folder.name}/{file}', f'round/{file}', str(self.folder / file),
                *(link.name for link in links)]


def profiles_and_more(checks, egprof, scene):
    """Refuses outputs to any file that a listing is made from, whichever name is used for the file."""
    place = Place(checks, egprof, scene.path('inputs'))
    folder = place.folder
    (folder / 'round').symlink_to('.')
    shutil.copy(scene.image, folder / 'prog')
    for name, profile in (('ga', 'one'), ('gb', 'two')):
        shutil.copy(scene.path(profile), folder / name)
    (folder / 'syms').write_bytes(subprocess.run(['nm', 'prog'], cwd=folder, check=True, capture_output=True).stdout)
    (folder / 'rules').write_text('old=new\n')
    (folder / 'map').write_text('a.o: main\n')
    (folder / 'args').write_text('-b @inner')
    (folder / 'inner').write_text('prog ga')
    both = ['prog', 'ga', '--subtract', 'gb']
    lines = {'ga': both, 'gb': both, 'prog': both, 'rules': ['--rename-file=rules', *both], 'args': ['@args'],
             'inner': ['@args'], 'syms': ['-S', 'syms', 'prog', 'ga'], 'map': ['-R', 'map', 'prog', 'ga']}
    options = ('--gml', '--callgrind', '--folded', '--html')
    count = 0
    for file, line in lines.items():
        for name in place.names_of(file):
            option = options[count % len(options)]
            place.refuses(f'{name}: {option} would overwrite ', f'{option}={name}', *line)
            count += 1
    with open(folder / 'ga', 'rb') as profile:
        before = contents(folder)
        done = subprocess.run([egprof, '--gml=ga', 'prog', '-'], cwd=folder, stdin=profile, capture_output=True, check=False)
    checks.equal((done.returncode, contents(folder) == before), (1, True), 'standard input', done.stderr)
    with open(folder / 'ga', 'ab') as appended:
        done = subprocess.run([egprof, '-b', 'prog', 'ga'], cwd=folder, stdout=appended, stderr=subprocess.PIPE, check=False)
    checks.equal((done.returncode, b'ga: standard output is redirected to this file' in done.stderr, contents(folder) == before),
                 (1, True, True), '>>ga', done.stderr)
    done = place.accepts('--gml=new', *both)
    again = place.accepts('--gml=new', *both)
    checks.equal(again.out, done.out, 'an output may be written again')


def sums(checks, egprof, scene):
    """Checks that gmon.sum can be read and written by one command, which is how gprof adds a profile to a sum. Other
    files must not be overwritten through links."""
    place = Place(checks, egprof, scene.path('own-sum'))
    folder = place.folder
    shutil.copy(scene.image, folder / 'prog')
    shutil.copy(scene.path('one'), folder / 'ga')
    shutil.copy(scene.path('two'), folder / 'gmon.out')
    expected = []
    for program in (GPROF, egprof):
        (folder / 'gmon.sum').unlink(missing_ok=True)
        for profiles in (['gmon.out', 'ga'], ['gmon.out', 'gmon.sum'], ['./gmon.sum', 'ga'], [str(folder / 'gmon.sum')]):
            done = run(program, '-s', 'prog', *profiles, cwd=folder)
            checks.equal((done.status, done.err), (0, ''), 'the idiom', done.command)
        expected.append((folder / 'gmon.sum').read_bytes())
    # Skips the header, because gprof does not set its spare bytes.
    checks.equal(expected[0][20:], expected[1][20:], "gprof's sum of sums")
    way_out = 'run egprof in another'
    place.refuses('gmon.sum: -s and --gml cannot both be written to it', '-s', '--gml=./gmon.sum', 'prog', 'ga')
    (folder / 'gmon.sum').unlink()
    place.refuses('-s and --folded cannot both be written to it', '-s', '--folded=./gmon.sum', 'prog', 'ga')
    for make in (os.symlink, os.link):
        for target, line in (('ga', ['ga']), ('prog', ['ga']), ('ga', ['ga', 'gmon.sum'])):
            (folder / 'gmon.sum').unlink(missing_ok=True)
            make(folder / target, folder / 'gmon.sum')
            place.refuses(way_out, '-s', 'prog', *line)
    (folder / 'gmon.sum').unlink(missing_ok=True)
    shutil.copy(scene.image, folder / 'gmon.sum')
    place.refuses('gmon.sum: -s would overwrite this file', '-s', 'gmon.sum', 'ga')

    (folder / 'gmon.sum').unlink()
    (folder / 'gmon.sum').symlink_to('ga')
    before = (folder / 'ga').read_bytes()
    os.symlink(egprof, scene.path('gprof'))
    strict = run(scene.path('gprof'), '-s', 'prog', 'ga', cwd=folder)
    checks.equal((strict.status, (folder / 'ga').read_bytes() != before), (0, True), "under gprof's name as gprof")


def sources(checks, egprof, scene):
    """Outputs to source files that -A reads, to files that -y writes, and to a separate file with debug information are
    refused."""
    place = Place(checks, egprof, scene.path('sources'))
    folder = place.folder
    for source in ('main.c', 'count_2.c', 'words.h'):
        shutil.copy(DEMO / source, folder)
    subprocess.run(['gcc', '-O1', '-g', '-pg', '-fno-inline', '-o', 'prog', 'main.c', 'count_2.c'], cwd=folder, check=True)
    subprocess.run(['./prog'], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    place.refuses('main.c: --gml would overwrite ', '-A', '--gml=main.c', 'prog')
    place.refuses('count_2.c: --gml would overwrite ', '-s', '-A', '-y', '--gml=count_2.c', 'prog')
    (folder / 'main.c-ann').symlink_to('gmon.out')
    place.refuses('main.c-ann: -y would overwrite gmon.out, which is an input', '-A', '-y', '-s', 'prog')
    (folder / 'main.c-ann').unlink()
    place.refuses('main.c-ann: --gml and -y cannot both be written to it', '-A', '-y', '--gml=main.c-ann', 'prog')
    place.run('-A', '-y', 'prog')
    checks.expect((folder / 'main.c-ann').exists(), '-y still writes')
    for command in (['objcopy', '--only-keep-debug', 'prog', 'prog.debug'], ['strip', '-g', 'prog'],
                    ['objcopy', '--add-gnu-debuglink=prog.debug', 'prog']):
        subprocess.run(command, cwd=folder, check=True)
    place.refuses('prog.debug: --folded would overwrite ', '--folded=prog.debug', 'prog')


def traces(checks, egprof, scene):
    """Refuses outputs that would overwrite an input: a trace, a file in the folder of a trace or a rank, or a file of
    rules or arguments."""
    place = Place(checks, egprof, scene.path('traces'))
    folder = place.folder
    (folder / 'round').symlink_to('.')
    for name in ('one', 'two', 'ranks/rank.0', 'ranks/rank.1'):
        shutil.copytree(TRACES / 'simple', folder / name)
    for name in ('x.json', 'page', 'ranks/trace.2.json'):
        (folder / name).write_text(JSON)
    (folder / 'rules').write_text('old=new\n')
    (folder / 'args').write_text('one two')
    parts = [path.name for path in (TRACES / 'simple').iterdir()]
    options, count = ('--chrome', '--profile', '--blocks'), 0
    lines = [(['one', 'two'], f'{side}/{part}') for part in parts for side in ('one', 'two')]
    lines += [(['ranks', 'ranks'], f'ranks/rank.{rank}/{parts[rank]}') for rank in (0, 1)]
    lines += [(['ranks', 'one'], 'ranks/trace.2.json'), (['x.json', 'page'], 'x.json'), (['x.json', 'page'], 'page'),
              (['--rename-file=rules', 'one', 'two'], 'rules'), (['@args'], 'args')]
    for line, file in lines:
        for name in place.names_of(file):
            option = options[count % len(options)]
            place.refuses(f'{name}: {option} would overwrite ', 'trace', *line, f'{option}={name}')
            count += 1
    place.refuses('x.json: --timeline would overwrite ', 'trace', 'x.json', 'page', '--timeline=./x.json')
    for name in ('info', 'one/info', 'one/task.txt'):
        (folder / 'page.html').unlink(missing_ok=True)
        (folder / 'page.html').symlink_to(name if name != 'info' else 'two/info')
        place.refuses('page.html: --timeline would overwrite ', 'trace', 'one', 'two', '--timeline=page.html')
    for option in ('--html', '--lattice', '--context', '--jsm'):
        for name in ('two/info', './x.json', 'ranks/rank.0/info'):
            place.refuses(f'{name}: {option} would overwrite ', 'rank', 'one', 'ranks', '--against', 'two', 'x.json',
                          f'{option}={name}')
        place.refuses('cannot both be written to it', 'rank', 'one', '--against', 'two', '--html=new' if option != '--html'
                      else '--jsm=new', f'{option}=./new')
        place.refuses('cannot both go there', 'rank', 'one', '--against', 'two', f'{option}=-')
    for _ in range(2):  # run twice, because outputs inside a recording's folder do not become part of the recording
        place.accepts('trace', 'one', 'two', '--profile=one/report.csv', '--blocks=one/blocks.csv')


def two_outputs(checks, egprof, scene):
    """Refuses two outputs to one file, whether it exists or not, and several formats mixed on standard output."""
    place = Place(checks, egprof, scene.path('two-outputs'))
    folder = place.folder
    (folder / 'round').symlink_to('.')
    (folder / 'link').symlink_to('new')
    shutil.copy(scene.image, folder / 'prog')
    shutil.copy(scene.path('one'), folder / 'ga')
    shutil.copy(scene.path('two'), folder / 'gb')
    for name in ('x.json', 'y.json'):
        (folder / name).write_text(JSON)
    line, trace = ['prog', 'ga'], ['trace', 'x.json', 'y.json']
    spellings = ['new', './new', 'round/new', str(folder / 'new'), 'link', 'round/../two-outputs/new']
    for there in (False, True):
        if there:
            (folder / 'new').write_text('old')
            os.link(folder / 'new', folder / 'hard')
            spellings.append('hard')
        for name in spellings[1:]:
            place.refuses('cannot both be written to it', '--gml=new', f'--folded={name}', *line)
            place.refuses('cannot both be written to it', f'--callgrind={name}', '--folded=new', *line)
            place.refuses('cannot both be written to it', *trace, '--chrome=new', f'--blocks={name}')
            place.refuses('cannot both be written to it', *trace, '--profile=new', f'--chrome={name}')
    cases = [('--callgrind', '--gml'), ('--format=json', '--gml'), ('--format=csv', '--folded'), ('-p', '--gml'),
             ('-i', '--gml'), ('--gml=/dev/stdout', '--folded'), ('--gml=-', '--callgrind=/dev/fd/1'),
             ('-q', '--folded=/proc/self/fd/1'), ('-p', '--html=-'), ('--callgrind', '--folded', '--gml')]
    for options in cases:
        place.refuses('cannot both go there; give the second a file: --', *options, *line)
    for options in [('--tree', '--chrome=-'), ('--blocks', '--chrome=/dev/stdout'), ('--tree', '--profile', '--format=json'),
                    ('--profile', '--format=gml', '--blocks'), ('--chrome=-', '--profile')]:
        place.refuses('cannot both go there; give the second a file: --', *trace, *options)

    for options in [('--gml=/dev/null', '--folded=/dev/null'), ('-p', '-q', '-C'), ('-p', '--gml=/dev/null'),
                    ('--gml', '--folded=/dev/null'), ('--gml=/dev/stdout',), ('-s', '--gml')]:
        place.accepts(*options, *line)
    checks.equal(place.accepts('--gml=/dev/stdout', *line).out, place.accepts('--gml', *line).out, '/dev/stdout')
    place.accepts('-p', '--explain-matches', 'prog', 'ga', '--subtract', 'gb')
    for options in [('--tree', '--blocks'), ('--chrome=/dev/stdout',), ('--blocks=/dev/stdout', '--tree'), ('--profile', '--tree'),
                    ('--chrome=/dev/null', '--profile=/dev/null')]:
        place.accepts(*trace, *options)
    script = f'"{egprof}" --gml=/dev/fd/3 --folded=/dev/fd/3 prog ga 3>&1 | cat >copy; exit $PIPESTATUS'
    done = subprocess.run(['bash', '-c', script], cwd=folder, capture_output=True, check=False)
    checks.equal((done.returncode, b'Creator' in (folder / 'copy').read_bytes()), (0, True), 'a pipe takes both', done.stderr)
    for redirected in ('-p --gml=out prog ga >out', '--gml=/dev/fd/3 --folded=out prog ga 3>out', '--gml=/dev/stdout --folded=out prog ga >out'):
        done = subprocess.run(['bash', '-c', f'"{egprof}" {redirected}'], cwd=folder, capture_output=True, check=False)
        checks.equal((done.returncode, b'cannot both be written to it' in done.stderr), (1, True), redirected, done.stderr)


def outputs(checks, egprof, scene):
    for part in (profiles_and_more, sums, sources, traces, two_outputs):
        part(checks, egprof, scene)
