# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds wait states between ranks and the offsets of their clocks, independently of egprof, from calls read by
events.py. Supports only one communicator and blocking messages."""
from collections import defaultdict
from fractions import Fraction

SENDS = ('MPI_Send', 'MPI_Ssend')
MEETINGS = {'MPI_Barrier': 'WaitAtBarrier', 'MPI_Allreduce': 'WaitAtNxN'}
COLLECTIVES = (*MEETINGS, 'MPI_Bcast', 'MPI_Reduce')


class Run:
    """The calls of all ranks. Only calls in the function `phase` are analysed; if it is None, all calls are. The region
    of a property is the function that made the call; `has_functions` is false if only MPI was recorded."""

    def __init__(self, ranks, phase=None, has_functions=True):
        self.ranks, self.phase, self.has_functions = ranks, phase, has_functions
        self.meetings = list(zip(*([call for call in calls if call.name in COLLECTIVES] for calls in ranks)))
        self.messages = list(self._match())
        self.offsets, self.half_width = self._fit()

    def _match(self):
        """Yields (rank, send, rank, receive) for each message. Messages with the same source, destination and tag are
        matched in order."""
        sent = defaultdict(list)
        for rank, calls in enumerate(self.ranks):
            for call in calls:
                if call.name in SENDS:
                    sent[rank, call.partner, call.tag].append(call)
        for rank, calls in enumerate(self.ranks):
            for call in calls:
                if call.name == 'MPI_Recv':
                    yield call.partner, sent[call.partner, rank, call.tag].pop(0), rank, call

    def _orders(self):
        """Yields (rank, time, rank, time) for each pair of events that must happen in this order."""
        for source, send, rank, receive in self.messages:
            yield source, send.begin, rank, receive.end
            if send.name == 'MPI_Ssend':
                yield rank, receive.begin, source, send.end
        for calls in self.meetings:
            root = calls[0].root
            for i, one in enumerate(calls):
                for j, other in enumerate(calls):
                    if one.name in MEETINGS or root == (i if one.name == 'MPI_Bcast' else j):
                        yield i, one.begin, j, other.end

    def _fit(self):
        """Returns a list of offsets, and half the width of the widest range of possible offsets. The offset of a clock
        is relative to the clock of rank 0; it is the middle of the possible range, or 0 if all clocks already agree."""
        count = range(len(self.ranks))
        far = float('inf')
        most = [[0 if i == j else far for j in count] for i in count]  # most[i][j] >= offset of j - offset of i
        for i, before, j, after in self._orders():
            if i != j:
                most[j][i] = min(most[j][i], after - before)
        if all(bound >= 0 for row in most for bound in row):
            return [0 for _ in count], 0
        for k in count:
            for i in count:
                for j in count:
                    most[i][j] = min(most[i][j], most[i][k] + most[k][j])
        return ([Fraction(most[0][j] - most[j][0], 2) for j in count],
                max(Fraction(most[0][j] + most[j][0], 2) for j in count))

    def _region(self, call):
        return call.caller if self.has_functions else call.name

    def counts(self, call):
        return self.phase is None or self.phase in call.around

    def useful(self, rank):
        """Returns the time of one rank in the phase, without MPI and without the recorder's own work at the end."""
        def time_in(chosen):
            return sum(call.end - call.begin for call in self.ranks[rank] if chosen(call))

        covered = time_in(lambda call: call.name == self.phase if self.phase else not call.around)
        return covered - time_in(lambda call: call.name == 'EZTrace finalize') - self.mpi_time(rank)

    def length(self):
        """Returns the duration of the phase, from its earliest start to its latest end."""
        spans = [[(call.begin + offset, call.end + offset) for call in calls if self.phase in (None, call.name)]
                 for calls, offset in zip(self.ranks, self.offsets)]
        return max(end for span in spans for _, end in span) - min(begin for span in spans for begin, _ in span)

    def mpi_time(self, rank):
        calls = [call for call in self.ranks[rank] if call.name.startswith('MPI_') and self.counts(call)]
        return sum(call.end - call.begin for call in calls)

    def waits(self):
        """Returns {(property, region, routine): {rank: [nanoseconds lost, number of waits]}}."""
        found = defaultdict(dict)

        def add(name, rank, call, until, until_rank):
            until = until + self.offsets[until_rank] - self.offsets[rank]
            lost = min(until, call.end) - call.begin
            if lost > 0 and self.counts(call):
                sums = found[name, self._region(call), call.name].setdefault(rank, [0, 0])
                sums[0] += lost
                sums[1] += 1

        for source, send, rank, receive in self.messages:
            add('LateSender', rank, receive, send.begin, source)
            later = [sent.begin + self.offsets[other] for other, sent, to, got in self.messages
                     if to == rank and got.begin > receive.begin]
            if later and min(later) < send.begin + self.offsets[source]:
                add('WrongOrder', rank, receive, send.begin, source)
            # A sender that leaves before the receiver enters does not wait for it.
            if send.end + self.offsets[source] >= receive.begin + self.offsets[rank]:
                add('LateReceiver', source, send, receive.begin, rank)
        for calls in self.meetings:
            last = max(range(len(calls)), key=lambda rank: calls[rank].begin + self.offsets[rank])
            for rank, call in enumerate(calls):
                if call.name in MEETINGS:
                    add(MEETINGS[call.name], rank, call, calls[last].begin, last)
                elif call.name == 'MPI_Bcast':
                    add('LateBroadcast', rank, call, calls[call.root].begin, call.root)
                elif rank == call.root:
                    add('EarlyReduce', rank, call, calls[last].begin, last)
        return dict(found)
