// SPDX-License-Identifier: GPL-3.0-or-later
// Memory allocation of the whole program. memory.cpp replaces operator new: blocks of 2 MB and more are aligned to huge
// pages, and huge pages are requested for them. Large tables are read in random order, so with small pages, the
// translation of addresses would take much of the time. Without huge pages, -q with a million random arcs takes 1.1
// times as much processor time, and -l -p with 100,000 functions takes 1.3 times as much (measured with one thread).
// Tests: tests/bench, case D; tests/cli/files/run.py checks the memory of listings.
#ifndef EGPROF_PROCESS_MEMORY_H_
#define EGPROF_PROCESS_MEMORY_H_

namespace egprof {

// Makes the C library return large tables to the system as soon as they are freed. By default, only blocks above a
// certain size are returned at once, and freeing the first table raises this size. Memory use then exceeds the bound in
// the manual: the sum (-s) of a file that contains the same 200,000 arcs 12 times took 37.0 MB; the bound is 36.9 MB.
void GiveBackLargeTables();

}  // namespace egprof

#endif  // EGPROF_PROCESS_MEMORY_H_
