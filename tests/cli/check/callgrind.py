# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests Callgrind files that are large, have several threads, or are of different kinds."""
import re

HEAD = '# callgrind format\nversion: 1\npositions: line\nevents: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\n'
# Limit on the memory that each additional function takes. Storing a reason for each property and region would take
# 26,000 bytes for each function.
MOST_BYTES_A_FUNCTION = 4000


def large(checks, scene):
    """Memory grows only with the number of functions, calls and lines."""
    def write(name, functions):
        lines = [HEAD, 'fl=a.c\nfn=main\n1 5 2 1 0 1 0 0 0 0']
        lines += [f'cfn=f{i}\ncalls=1 1\n{2 + i % 50} 100 40 20 1 {i % 7} 3 0 1 1' for i in range(functions)]
        lines += [f'fn=f{i}\n10 40 20 10 1 {i % 7} 1 0 1 0\n+1 40 10 5 0 0 1 0 0 1\n+1 20 10 5 0 0 1 0 0 0'
                  for i in range(functions)]
        return scene.write(name, '\n'.join(lines) + '\n')
    peaks = []
    for name, functions in (('few', 1000), ('many', 21000)):
        shown = scene.check('--timing', write(name, functions))
        checks.equal(shown.status, 0, 'read', shown.command)
        peaks.append(float(re.search(r'peak memory +([\d.]+) MB', shown.err)[1]) * 1e6)
    each = (peaks[1] - peaks[0]) / 20000
    checks.expect(each < MOST_BYTES_A_FUNCTION, f'{each:.0f} bytes for each function', 'many')


def threads(checks, scene):
    """Files that callgrind wrote with --separate-threads=yes are read as one process. Threads that do not call main
    belong to the phase as a whole."""
    def write(name, thread, functions, pid=7):
        return scene.write(name, f'version: 1\npid: {pid}\npart: 1\nthread: {thread}\nevents: Ir Dr Dw D1mr D1mw\nfl=a.c\n' + functions)
    main = write('t-01', 1, 'fn=start\n1 50 9 9 9 9\nfn=main\n2 10 4 0 0 0\ncfn=work\ncalls=1 5\n3 100 40 0 10 0\nfn=work\n5 100 40 0 10 0\n')
    workers = [write(f't-0{i}', i, 'fn=begin\n8 10 4 0 0 0\ncfn=work\ncalls=1 5\n9 100 40 0 30 0\nfn=work\n5 100 40 0 30 0\n') for i in (2, 3)]
    other = write('p-01', 1, (scene.folder / main).read_text().split('fl=a.c\n')[1], 8)
    for paths in ([main, *workers], [workers[1], main, workers[0]]):
        document = scene.document(checks, *paths)
        checks.equal((document['phase']['region'], document['phase']['locations']), ('main', 3), 'three threads', paths)
        work = next(each for each in document['properties'] if (each['name'], each['region']['kind'], each['region']['name']) ==
                    ('LC1ReadMissesOverMemRef', 'function', 'work'))
        checks.equal((work['severity'], work['share']), (70 / 120, 1), 'the sum of them', work)
        checks.equal([(each['rank'], each['thread'], each['severity']) for each in work['locations']],
                     [(0, 1, 0.75), (0, 2, 0.75), (0, 0, 0.25)], 'each thread', work)
    both = scene.document(checks, main, workers[0], other)
    checks.equal({(each['rank'], each['thread']) for found in both['properties'] for each in found['locations']},
                 {(0, 0), (0, 1), (1, 0)}, 'two processes', both['phase'])
    again = scene.document(checks, main, main)
    checks.equal({(each['rank'], each['thread']) for found in again['properties'] for each in found['locations']},
                 {(0, 0), (1, 0)}, 'the same thread twice is two processes', again['phase'])
    whole = scene.write('whole', 'events: Ir\nfn=f\n1 5\n')
    shown = scene.check(main, whole)
    checks.equal((shown.status, f'{whole}: its phase differs from that of {main}' in shown.err), (1, True),
                 'a process without main', shown.err)


def caches(checks, scene):
    """If only one of two recordings has caches, the message names the recording without caches and explains how to
    record it."""
    with_caches = scene.write('with', 'desc: I1 cache: 1 B\ndesc: D1 cache: 1 B\ndesc: LL cache: 2 B\nevents: Ir Dr D1mr\nfn=f\n1 5 2 1\n')
    without = scene.write('without', 'desc: I1 cache: \ndesc: D1 cache: \ndesc: LL cache: \nevents: Ir\nfn=f\n1 5\n')
    for arguments in ([with_caches, without], [without, with_caches], [with_caches, '--subtract', without],
                      [without, '--subtract', with_caches]):
        shown = scene.check(*arguments)
        checks.equal((shown.status, shown.out, shown.err.splitlines()[-1].split(': ', 1)[1]),
                     (1, '', "without: recorded without a simulation of caches, but with with one; record it with "
                             "'valgrind --tool=callgrind --cache-sim=yes'"), 'one has no caches', shown.err)
    shown = scene.check(without, '--subtract', without)
    checks.equal(shown.status, 0, 'both have none', shown.err)
