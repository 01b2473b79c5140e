// SPDX-License-Identifier: GPL-3.0-or-later
// How the program gets memory. The file replaces operator new: large tables (egprof/process/large_blocks.h) are read in
// no useful order, and with the processor's usual pages of 4 KB much of the time goes into finding where a page is.
// Test: tests/bench, whose large cases take a tenth to a fifth less.
#ifndef EGPROF_PROCESS_MEMORY_H_
#define EGPROF_PROCESS_MEMORY_H_

namespace egprof {

// Large tables go back to the system as soon as they are freed. The C library would raise its bound with the first.
void GiveBackLargeTables();

}  // namespace egprof

#endif  // EGPROF_PROCESS_MEMORY_H_
