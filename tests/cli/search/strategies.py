# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that all strategies find the same leaves of the tree of findings.

Scripts that copy stored recordings replace the recorders."""
import gzip
import json
import subprocess
import tarfile

from checks import TOP

DATA = TOP / 'testdata' / 'properties'
STRATEGIES = ('location', 'property', 'all')
UFTRACE = '#!/bin/sh\nwhile [ "$1" != -d ]; do shift; done\nmkdir -p "$2" && cp -r KEPT/. "$2"\n'
VALGRIND = '''#!/bin/sh
for word; do
  case $word in
    --callgrind-out-file=*) cp KEPT.callgrind "${word#*=}" ;;
    --log-file=*) cp KEPT.lackey "${word#*=}" ;;
  esac
done
'''


def leaves_of(document):
    return {(each['name'], each['callee'], each['dataStructure'], json.dumps(each['region']))
            for each in document['properties'] if each['leaf']}


def search_all(checks, scene, tools, *arguments):
    """Searches with each strategy. Returns the documents, in the order of STRATEGIES."""
    path = f'{tools}:/usr/bin:/bin'
    found = [scene.document(checks, f'--strategy={strategy}', *arguments, path=path) for strategy in STRATEGIES]
    for strategy, document in zip(STRATEGIES, found):
        checks.equal(leaves_of(document), leaves_of(found[0]), 'leaves of ' + strategy, arguments)
        checks.equal([each['tool'] for each in document['experiments'] if each['run']],
                     [each['tool'] for each in found[0]['experiments'] if each['run']], 'runs of ' + strategy, arguments)
    return found


def recorder(scene, kept, name, script):
    path = scene.folder / 'tools' / kept / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script.replace('KEPT', str(scene.folder / kept)))
    path.chmod(0o755)
    return path.parent


def waits(checks, scene):
    for archive in ('waits', 'team_llvm'):
        with tarfile.open(DATA / f'{archive}.tar.xz') as packed:
            packed.extractall(scene.folder)
    for kept, phase, count in (('team', [], 12), ('team_llvm', [], 12), ('ranks', ['--phase=work'], 8)):
        tools = recorder(scene, kept, 'uftrace', UFTRACE)
        found = search_all(checks, scene, tools, '--provider=uftrace', *phase, './counted')
        shown = subprocess.run([scene.egprof, 'check', '--format=json', *phase, kept], cwd=scene.folder, capture_output=True,
                               text=True, check=True)
        leaves = leaves_of(found[0])
        checks.equal((leaves, len(leaves)), (leaves_of(json.loads(shown.stdout)), count), 'leaves as of check', kept)
        kinds = {each['region']['kind'] for each in found[0]['properties'] if each['leaf']}
        checks.equal('function' in kinds, False, 'leaves are within functions', kinds)


def counts(checks, scene):
    for name, file in (('references.callgrind', 'references.callgrind'), ('references.lackey', 'references.lackey'),
                       ('references.elf', 'references')):
        (scene.folder / file).write_bytes(gzip.decompress((DATA / f'{name}.gz').read_bytes()))
    (scene.folder / 'references').chmod(0o755)
    tools = recorder(scene, 'references', 'valgrind', VALGRIND)
    found = search_all(checks, scene, tools, '--provider=callgrind', '--provider=lackey', '--cache=1024,2,64', './references')
    checks.equal({('ConflictMisses', 'un')} <= {(each['name'], each['dataStructure']) for each in found[2]['properties']}, True,
                 'arrays', found[2]['experiments'])


def check(checks, scene):
    waits(checks, scene)
    counts(checks, scene)
