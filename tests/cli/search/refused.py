# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that, before the first run, a search refuses outputs that would overwrite what the runs need, and outputs that
cannot be written."""
import os

# Adds a line to the file "runs" for each run.
COUNTING = '#!/bin/sh\necho ran >> runs\n'


def check(checks, scene):
    folder = scene.folder / 'refused'
    (folder / 'bin').mkdir(parents=True)
    for name in ('prog', 'small', 'bin/found'):
        (folder / name).write_text(COUNTING)
        (folder / name).chmod(0o755)
    (folder / 'input').write_text('input\n')
    (folder / 'to_recording').symlink_to('new/lackey')
    (folder / 'to_nowhere').symlink_to('none/file')
    (folder / 'empty').write_text('')
    before = {path: path.read_text() for path in folder.rglob('*') if path.is_file()}
    overwrites, recording = 'would overwrite', 'would overwrite a recording in the directory of --keep'
    path = f'{folder}/bin:{os.environ["PATH"]}'
    for words, message in ((['--html=./prog', './prog'], overwrites),
                           (['--html=bin/found', 'found'], overwrites),
                           (['--html=prog', 'env', 'A=b', './prog'], overwrites),
                           (['--db=prog:a/b/c', './prog'], overwrites),
                           (['--html=input', './prog', './input'], overwrites),
                           (['--html=input', './prog', '--from=input'], overwrites),
                           (['--html=small', '--array-command=./small', './prog'], overwrites),
                           (['--html=input', './prog'], 'would overwrite the file of standard input'),
                           (['--keep=new', '--html=new/callgrind', './prog'], recording),
                           (['--keep=new', '--structure=new/lackey.log', './prog'], recording),
                           (['--keep=new', '--html=to_recording', './prog'], recording),
                           (['--keep=new', '--db=new/uftrace:a/b/c', './prog'], recording),
                           (['--html=', './prog'], "option '--html' needs a file"),
                           (['--structure=', './prog'], "option '--structure' needs a file"),
                           (['--structure=none/x.xml', './prog'], 'none/x.xml: No such file'),
                           (['--structure=to_nowhere', './prog'], 'to_nowhere: No such file'),
                           (['--html=none/x.html', './prog'], 'none/x.html: No such file'),
                           (['--html=empty/x.html', './prog'], 'empty/x.html: Not a directory'),
                           (['--html=bin', './prog'], 'bin: Is a directory'),
                           (['--db=none/x.db:a/b/c', './prog'], 'none/x.db: No such file'),
                           (['--db=to_recording:a/b/c', './prog'], 'to_recording: No such file'),
                           (['--db=small:a/b/c', './prog'], 'small: not a store of egprof')):
        with open(folder / 'input', encoding='utf-8') as file:
            shown = scene.search('--provider=callgrind' if 'small' not in str(words) else '--provider=lackey', *words,
                                 folder=folder, path=path, stdin=file)
        if message.endswith('store of egprof') and 'without SQLite' in shown.err:
            continue
        checks.equal((shown.returncode, shown.out, message in shown.err), (1, '', True), message,
                     (shown.command, shown.err))
    after = {path: path.read_text() for path in folder.rglob('*') if path.is_file()}
    checks.equal(after, before, 'nothing is run, created or changed', folder)
    checks.equal((folder / 'new').exists(), False, 'the directory of --keep is not left behind', folder)


def allowed(checks, scene):
    """Other files in the directory of --keep can be written. A trial that a store already has is refused before the
    first run."""
    few = ['--provider=callgrind', '--threshold=0', './small']
    shown = scene.search('--keep=beside', '--html=beside/page.html', '--structure=beside/s.xml', *few)
    checks.equal(shown.returncode, 0, 'beside recordings', shown.err)
    checks.equal(sorted(path.name for path in (scene.folder / 'beside').iterdir()),
                 ['callgrind', 'callgrind.log', 'page.html', 's.xml'], 'beside recordings', shown.err)
    first = scene.search('--db=trials.db:a/b/c', *few)
    if 'without SQLite' in first.err:
        return
    again = scene.search('--db=trials.db:a/b/c', *few)
    other = scene.search('--db=trials.db:a/b/d', *few)
    checks.equal((first.returncode, again.returncode, again.out, other.returncode), (0, 1, '', 0), 'a trial twice',
                 again.err)
    checks.equal('trial a/b/c already exists' in again.err, True, 'a trial twice', again.err)
