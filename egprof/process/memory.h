// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of the program. The source file replaces operator new: blocks of 2 MB and more are aligned to huge pages and
// request them, because large tables are read in random order and page lookups would cost much of the time. Figure:
// without huge pages, -q of a million random arcs takes 1.1 times as long, -l -p of 100,000 functions 1.3 times
// (processor seconds, one thread).
// Tests: tests/bench, case D; tests/cli/files/run.py checks the memory of listings.
#ifndef EGPROF_PROCESS_MEMORY_H_
#define EGPROF_PROCESS_MEMORY_H_

namespace egprof {

// Makes the C library return large tables to the system as soon as they are freed. By default, the C library raises its
// threshold for this when the first table is freed, and memory use then exceeds the bound in the manual (200,000 arcs
// 12 times, -s: 37.0 MB instead of 36.9).
void GiveBackLargeTables();

}  // namespace egprof

#endif  // EGPROF_PROCESS_MEMORY_H_
