// SPDX-License-Identifier: GPL-3.0-or-later
// Texts about how a bad run ended: ends of ranks, waits, cycles of waits, and calls that good runs do not make.
//
// Tests: tests/unit/report/ranking/texts_test.cpp; tests/cli/rank/failures.py tests them on recordings.
#ifndef PROFDIFF_REPORT_RANKING_EVIDENCE_H_
#define PROFDIFF_REPORT_RANKING_EVIDENCE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

// Returns "SIGSEGV" for 11, and "signal 99" for a signal without a name.
std::string SignalText(int signal);

// Returns text such as "SIGSEGV in main > load, 1.4 s before mpirun ended the others".
std::string FirstEndText(const RankingView& view, const BadEnd& end);

// Returns text such as "0.2 (holds 0x40) -> 0.4 (holds 0x80) -> 0.2; 0.1 0.3 wait for them".
std::string CycleText(const std::vector<ThreadWait>& waits, const WaitCycle& cycle, DemangleStyle style);

// Returns text such as "in exchange after MPI_Send, good runs call MPI_Recv; here MPI_Send (call 12, 1.200 s)".
std::string ReasonText(const RankingView& view, const Reason& reason);

// Returns text such as "0.4 in process: 0.121 s, in other threads at most 0.013 s".
std::string SlowerText(const RankingView& view, const SlowerFunction& slower);

// Returns the first reason of a thread, or of any thread of a run; null if there is none.
const Reason* FindReason(const RankingView& view, ThreadKey id);

// True if a function of a run has no name: its name is then an address, such as "prog+0x12".
bool LacksNames(const ThreadRanking& ranking);

// Returns the number of threads whose change is unknown, and text that says so.
std::size_t CountUnknown(const Ranking& ranking);
std::string UnknownText(std::size_t unknown);

// Writes a summary of about ten lines: the verdict, the suspects, the reasons, and the threads that wait with suspects.
void WriteRankVerdict(std::string& out, const RankingView& view);

// Appends the same text as WriteRankVerdict. Returns the offset in `out` of the line with the answer, which other lines
// can precede.
std::size_t AppendRankVerdict(std::string& out, const RankingView& view);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKING_EVIDENCE_H_
