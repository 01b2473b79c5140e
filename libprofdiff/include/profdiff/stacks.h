// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks of the threads of running processes: which threads move, what they wait for, and who is the cause.
#ifndef PROFDIFF_STACKS_H_
#define PROFDIFF_STACKS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/formats.h"
#include "profdiff/ranking.h"

namespace profdiff {

// The stack of a thread at one moment.
struct ThreadStack {
  std::uint64_t tid = 0;            // the system's number of the thread; 0 if unknown
  std::vector<std::string> frames;  // functions, outermost first, without parameters; kUnnamed if they have no name
  bool lacks_callers = false;       // true if the outermost frames could not be found

  static constexpr std::string_view kUnnamed = "??";
};

struct ProcessStacks {
  std::uint32_t rank = 0;
  std::uint64_t process = 0;  // the system's number of the process; 0 if unknown
  std::string_view source;    // the program that wrote the text: "eu-stack" or "gdb"
  std::vector<ThreadStack> threads;
};

// The stacks of all processes of a program at several moments, which should be at least a second apart.
struct StackSnapshots {
  std::vector<std::vector<ProcessStacks>> snapshots;  // by time, then by rank
  std::vector<Message> remarks;                       // processes without stacks, and why
};

// Parses what eu-stack, gdb ("thread apply all bt") or pstack printed about one process or its core file. `path` is the
// file in messages. Errors: kUnknownFormat for other text; kBadTrace for damaged text; kLostRecords for text without
// stacks that says why, as in "Operation not permitted".
PROFDIFF_EXPORT ProcessStacks ParseStacks(std::string_view text, const std::string& path);

// Reads a directory for each snapshot, with a file for each process. The number in the name of a file is the rank.
// Errors: as for ParseStacks; kSystem; kBadArgument for names without numbers, or without any stack.
PROFDIFF_EXPORT StackSnapshots ReadStackSnapshots(const std::vector<std::string>& directories);

// A thread of a live process that waits for a lock, or for the end of a thread.
struct LockWait {
  std::uint32_t rank = 0;
  std::uint64_t tid = 0;
  std::uint64_t address = 0;  // of the lock; 0 for the end of a thread
  std::uint64_t owner = 0;    // tid of the thread that holds the lock, or that has to end
};

struct StackedThread {
  ThreadKey id;                     // threads of a rank are numbered by tid
  std::vector<std::string> frames;  // in the last snapshot that has any, as CompareStacks shortens them
  bool moves = false;               // true if its frames differ between snapshots
  bool waits = false;               // true if its last frame waits for other threads
};

// Threads whose stacks begin with the same functions.
struct StackNode {
  std::vector<std::string> frames;  // those after the frames of the parent
  std::vector<ThreadKey> ids;
  std::uint32_t end = 0;  // index after the last descendant; nodes are in preorder
};

struct StackClass {
  std::vector<ThreadKey> ids;
  std::vector<std::string> frames;
};

struct StackFindings {
  std::size_t snapshots = 0, good = 0, ranks = 0;  // `good` is the number of good snapshots
  std::vector<StackedThread> threads;              // sorted by id
  std::vector<StackNode> tree;
  std::vector<StackClass> classes;  // threads with the same stack; most threads first
  std::vector<ThreadWait> waits;    // for locks and ends of threads
  std::vector<WaitCycle> cycles;
  RankVerdict verdict = RankVerdict::kUnknown;  // kStopped; kNone if threads move; kUnknown
  std::vector<ThreadKey> suspects;
  std::string collective;           // the collective operation in which the suspects are not; may be empty
  std::size_t in_collective = 0;    // number of ranks in it or, without a name, in several ones
  std::vector<std::uint32_t> gaps;  // ranks that are not in all snapshots
  // Over all snapshots: `frames` is the sum of those that were compared, and of the three numbers after it.
  std::uint64_t frames = 0, starts = 0, inner = 0, middle = 0;
  std::size_t without_frames = 0, without_callers = 0, unnamed = 0;  // stacks; stacks; compared frames
  bool mixes_sources = false;  // true if good snapshots come from another program than the others
};

// Merges the stacks of all threads, and finds out whether the program stopped and which threads are the cause.
// Functions that start threads are dropped, as are functions inside of MPI and of waits for locks and threads, and the
// middle of stacks with more than a thousand frames. A program stopped if no thread moved in three snapshots, or if
// threads wait for each other. Suspects are not in the collective operation that the other ranks have reached; frames
// that `good` has, too, are no reason for suspicion.
PROFDIFF_EXPORT StackFindings CompareStacks(const StackSnapshots& stacks, const StackSnapshots& good = {},
                                            std::span<const LockWait> locks = {});

// Stacks of running processes, ready to be written.
struct StackView {
  const StackFindings& stacks;
  std::size_t columns = 100;  // width of a line, in characters
  TextStyles styles = {};     // of the report as text; other outputs do not use them
};

// Writes whether the program stopped, the suspects and the waits, and then the tree of all stacks; as a document of the
// kind "stacks", or as tables of threads and of classes.
PROFDIFF_EXPORT void WriteStacks(std::string& out, const TableFormat& format, const StackView& view);

// Writes a self-contained HTML page: the answer, a cell for each thread, and the tree of all stacks. Errors: those of
// RequirePages().
PROFDIFF_EXPORT void WriteStackPage(std::string& out, const StackView& view);

}  // namespace profdiff

#endif  // PROFDIFF_STACKS_H_
