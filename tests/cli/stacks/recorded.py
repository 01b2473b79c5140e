# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares egprof's output for every recorded file with the results of the independent reader."""
from stack_formats import Wanted, add_threads, add_up

from scene import PAIRS, TOP, read, sums_of
from stack_documents import Numbers

FILES = sorted(path.name for path in PAIRS.glob('*.gz') if not path.name.endswith('.txt.gz'))
ROUNDED = 10  # instructions by which Callgrind's inclusive costs can exceed the total
CYCLES = ('cycles1.perf', 'cycles2.perf', 'cycles1.callgrind')
# (file, egprof's options, Wanted(...) for the independent reader, which selects the same data)
CHOSEN = [
    ('events.perf.gz', ['--event=page-faults'], Wanted(event='page-faults')),
    ('events.perf.gz', ['--no-kernel'], Wanted(no_kernel=True)),
    ('events.perf.gz', ['--event=page-faults', '--no-kernel'], Wanted(event='page-faults', no_kernel=True)),
    ('readable.perf.gz', ['--no-inline'], Wanted(no_inline=True)),
    ('old.perf.gz', ['--thread=worker 2 12345'], Wanted(threads=('worker 2 12345',))),
    ('old.perf.gz', ['--thread=worker 1', '--thread=^prog'], Wanted(threads=('worker 1', '^prog'))),
    ('old.perf.gz', ['--process=prog'], Wanted(processes=('prog',))),
    ('old.perf.gz', ['--hide=_M_run', '--hide=^main$'], Wanted(hide=('_M_run', '^main$'))),
    ('old.firefox.gz', ['--thread=worker'], Wanted(threads=('worker',))),
    ('old.speedscope.gz', ['--thread=worker'], Wanted(threads=('worker',))),
    ('old.folded.gz', ['--unit=ms', '--hide=^worker'], Wanted(unit='ms', hide=('^worker',))),
    ('old.folded.gz', ['--unit=bytes'], Wanted(unit='bytes')),
    ('old.folded.gz', ['--unit=pages'], Wanted(unit='pages')),
    ('go_old.cpu.pb.gz', ['--event=samples'], Wanted(event='samples')),
    ('go_old.cpu.pb.gz', ['--no-inline'], Wanted(no_inline=True)),
    ('go_old.cpu.pb.gz', ['--label=phase=^parse$'], Wanted(labels=(('phase', '^parse$'),))),
    ('go_old.cpu.pb.gz', ['--label=phase=parse', '--label=phase=order'],
     Wanted(labels=(('phase', 'parse'), ('phase', 'order')))),
    ('go_old.heap.pb.gz', ['--event=alloc_objects'], Wanted(event='alloc_objects')),
    ('go_diff.heap.pb.gz', ['--event=alloc_space'], Wanted(event='alloc_space')),
    ('threads.callgrind.out-01.gz', ['--event=Dr'], Wanted(event='Dr')),
]


def each_file(checks, scene):
    for name in FILES:
        _compare(checks, scene, name, [], sums_of(name), read(name))
    for name in CYCLES:
        path = str(TOP / 'testdata/profiles' / name)
        _compare(checks, scene, path, [], sums_of(path), read(path))
    for name, options, wanted in CHOSEN:
        _compare(checks, scene, name, options, sums_of(name, wanted), read(name, wanted), wanted)
    checks.expect(len(FILES) > 20, f'{len(FILES)} files were recorded')


def threads_of_callgrind(checks, scene):
    names = [f'threads.callgrind.out-0{number}.gz' for number in (1, 2)]
    added = add_threads([read(name) for name in names])
    shown = scene.document(*names)
    _same_numbers(checks, shown, add_up(added), added, 'files of threads add up')


def _compare(checks, scene, name, options, sums, recording, wanted=Wanted()):
    shown = scene.document(*options, name, graph=bool(sums.arc_calls or sums.arc_total))
    event = recording.event(wanted.event)
    what = ' '.join([name, *options])
    checks.equal(shown.unit, recording.units[event], f'unit of {what}')
    checks.equal((shown.whole, shown.unattributed), ([sums.whole - sums.paths[()]], [sums.paths[()]]), f'all of {what}')
    checks.equal(shown.totals['format'], recording.format, f'format of {what}')
    checks.equal(shown.totals['event'], event, f'event of {what}')
    checks.equal(shown.totals['events'], list(recording.units), f'events of {what}')
    checks.equal(shown.totals['inclusive'], 'exact', f'inclusive times of {what}')
    checks.equal(shown.totals['callsKnown'], recording.sums is not None, f'calls of {what}')
    checks.equal(shown.totals['samples'], sums.count if recording.sampled else None, f'samples of {what}')
    _same_numbers(checks, shown, sums, recording, what)


def _same_numbers(checks, shown, sums, recording, what):
    is_counted, is_sampled = recording.sums is not None, recording.sampled

    def numbers(key):
        own_calls = sums.arc_calls[key, key] if is_counted else 0
        return Numbers(sums.own[key], sums.total[key], sums.samples[key] if is_sampled else None,
                       sums.total_samples[key] if is_sampled else None,
                       sums.calls[key] + own_calls if is_counted else None)

    # A listing leaves out functions that took no time and were never called, so they can be absent from egprof's
    # output.
    expected = {key: numbers(key) for key in sums.functions()}
    found = shown.functions()
    checks.equal(found, {key: value for key, value in expected.items() if key in found}, f'functions of {what}')
    checks.expect(not any(any(expected[key][:2]) for key in set(expected) - set(found)), f'all functions of {what}')
    arcs = sums.arc_calls if is_counted else sums.arc_total
    mine = {arc: (None if is_counted else sums.arc_own[arc], sums.arc_total[arc],
                  sums.arc_calls[arc] if is_counted else None) for arc in arcs}
    found = shown.arcs()
    checks.equal(found, {arc: value for arc, value in mine.items() if arc in found}, f'arcs of {what}')
    left_out = {arc: value for arc, value in mine.items() if arc not in found and value[1] and not is_signed(sums)}
    checks.equal(left_out, {}, f'all arcs of {what}')
    for key, value in shown.functions().items():
        most = shown.whole[0] + (ROUNDED if is_counted else 0)
        checks.expect(is_signed(sums) or value.total <= most, f'{what}: total of {key} is at most all')


def is_signed(sums):
    return any(value < 0 for value in sums.paths.values())
