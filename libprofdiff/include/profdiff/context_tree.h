// SPDX-License-Identifier: GPL-3.0-or-later
// Executions sampled by other profilers: whole stacks, added up by path.
#ifndef PROFDIFF_CONTEXT_TREE_H_
#define PROFDIFF_CONTEXT_TREE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/input.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"
#include "profdiff/trace.h"

namespace profdiff {

// The contents of one file.

// The samples of an execution: a tree with one node for each distinct path of calls, stored in preorder. The
// descendants of node n are the nodes n + 1 to end[n] - 1. Its first child is n + 1; the next sibling of a child c is
// end[c]. There may be several top-level nodes. The children of a node are different functions, in ascending order.
// Units: ticks, as in the derived profile.
struct ContextTree {
  std::vector<FunctionId> function;  // by node
  std::vector<std::uint32_t> end;    // by node: index of the node after its last descendant
  // by node: ticks of samples whose stacks end at the node; negative only in differences
  std::vector<std::int64_t> self;
  // By node: number of samples whose stacks end at the node. Empty if the file has no samples, only sums of ticks.
  std::vector<std::uint64_t> samples;
  // By node: sum of the squared ticks of the samples whose stacks end at the node. Empty if all samples have the same
  // number of ticks.
  std::vector<double> squares;
  std::int64_t stackless = 0;  // ticks of samples without a stack
  std::uint64_t stackless_samples = 0;
  // By node: number of calls of the node's function on this path. Empty if calls were not counted.
  std::vector<std::uint64_t> calls;

  std::size_t size() const { return function.size(); }
};

// A tree, and the unit of its values.
struct ScaledContexts {
  std::shared_ptr<const ContextTree> tree;  // null if there are no stacks
  double scale = 1;                         // value of a tick in the profile's unit
};

// The quantity that was counted or timed.
struct StackEvent {
  std::string name;         // name as in the file
  std::string unit;         // "seconds", or the quantity that is counted: "Ir", "bytes", "samples"
  double rate = 1;          // ticks per unit: 1e9 for seconds, otherwise 1
  bool is_sampled = true;   // false if values were not derived from counted samples
  std::uint64_t count = 0;  // number of samples with this event, before options select some of them; 0 if unknown
};

// A thread with samples.
struct StackThread {
  std::string name;     // name of the thread's command
  std::string process;  // id or name of the thread's process; empty if unknown
  std::string number;   // id of the thread; empty if unknown
  std::uint64_t samples = 0;
};

// The contents of one file of stacks.
struct StackProfile {
  std::string path;
  const InputFormat* format = nullptr;
  std::vector<StackEvent> events;  // in file order; never empty
  std::size_t event = 0;           // index of the event that was read
  // Threads with samples of any event, in file order; empty if the format does not distinguish threads.
  std::vector<StackThread> threads;
  FunctionTable functions;  // sorted by name and image; FunctionTable::units_are_images is set
  ContextTree contexts;
  std::optional<Profile> counted;  // set only for callgrind, whose files have no stacks; `contexts` is then empty
  // messages about omitted parts of a damaged file; empty unless StackOptions::salvage is set
  std::vector<Message> missing;
  std::vector<Message> remarks;     // messages about unusual contents that do not indicate damage
  Loss loss;                        // without `broken_stacks`, which ShareOfBrokenStacks computes
  std::uint64_t other_records = 0;  // for perf: number of records that are neither samples nor losses; they are skipped
  // Name of the event that is the file's default, but was not read, because the file has no values of it; usually
  // empty.
  std::string empty_default;
  // why numbers without a unit are not taken for numbers of samples; empty if they are, or if the unit is known
  std::optional<Message> unknown_unit;
};

// Reading files of stacks.

// Returns the linkage name of the function at an offset in an image; empty if unknown. `image` is the image's path in
// the profile.
using FunctionNamer = std::function<std::string(std::string_view image, std::uint64_t offset)>;

// Options that select the parts of a file to read. Expressions are regular expressions (RE2) that match anywhere
// in a string. In a list of expressions, one match is enough.
struct StackOptions {
  const InputFormat* format = nullptr;  // recognised by the contents if null
  // Name of the event to read. If empty, the first of the following that exists is read: the default event that the
  // file names, a clock, cycles, the first event.
  std::string event;
  // For folded stacks, whose files do not contain it: the unit of the numbers, which is "samples", "ns", "us", "ms",
  // "s", "bytes" or a name. Without `period`, a unit other than samples gives sums of an unknown number of samples. If
  // neither is given, the numbers are taken for samples; but if the median of the stacks' numbers is above 1000, or all
  // of them are multiples of a number, they may be times or bytes, so the event is then not sampled.
  std::string unit;
  std::vector<std::string> threads, processes;              // expressions for the name or the id of a thread or process
  std::vector<std::string> without_processes;               // ids or names of commands whose samples are left out
  std::vector<std::pair<std::string, std::string>> labels;  // for pprof: a key, and an expression for its value
  bool no_kernel = false, no_inline = false;  // true to attribute the time of kernel or inlined frames to their callers
  bool kernel_as_one = false;                 // true to read all functions of the kernel as one, "[kernel]"
  std::uint32_t period = 0;                   // for folded stacks: the value of one sample, in their unit; 0 if unknown
  std::vector<std::string> hide;  // linkage or demangled names of frames whose time is attributed to their callers
  FunctionNamer find_function;    // returns names for pprof's locations that have none; may be empty
  bool salvage = false;  // true to read a damaged file up to the damage; StackProfile::missing describes the rest
};

// Reads up to `size` bytes into a buffer and returns the number of bytes read, which is 0 only at the end.
using ByteReader = std::function<std::size_t(char* buffer, std::size_t size)>;

// Returns a reader of the unpacked bytes of a file that is compressed with gzip; an empty function for any other file.
// Errors: kSystem; when reading: kSystem, kBadCompression.
PROFDIFF_EXPORT ByteReader UnpackedBytes(const std::string& path);

// A perf.data file, converted to text by perf.
struct PerfText {
  ByteReader text;  // the output of perf script
  // what perf counted besides: lost samples by event, and throttling
  std::vector<std::pair<std::string, std::uint64_t>> lost = {};
  std::uint64_t throttles = 0;
};

// Reads a profile from a file, a pipe, or standard input ("-"), or from a source of bytes, which messages call `path`.
// Shape: functions and children are sorted by name and image, whatever their order in the file.
// Cost: linear; for text formats, additional memory grows with the number of distinct paths, not with the number of
// samples.
// Errors: kSystem; kUnknownFormat for an unknown format; kUnsupported for perf.data, gperftools' own format, and
// formats that this build cannot read; kTruncated, kBadProfile (place() is a line or a byte), kOverflow; kBadArgument
// for invalid options; kBadCompression. Source: perf-script(1); Callgrind's format specification; pprof's
// profile.proto; speedscope's file format schema; Firefox's processed and raw profile formats; V8's .cpuprofile; the
// source of DHAT's viewer.
PROFDIFF_EXPORT StackProfile ReadStacks(const std::string& path, const StackOptions& options = {});
PROFDIFF_EXPORT StackProfile ReadStacks(const ByteReader& bytes, const std::string& path,
                                        const StackOptions& options = {});

// Values derived from stacks.

// Adds up several files as one execution. Functions with the same name and image are the same function.
// Errors: kIncompatible if units differ, or if only some of the files have stacks; kOverflow; kBadArgument if there is
// no file.
PROFDIFF_EXPORT StackProfile AddStacks(std::span<const StackProfile> parts);

// Returns the calls of all threads of a trace as a tree without samples, in ticks of a nanosecond. `functions` is the
// table returned by ProfileOfTrace. Paths without time are omitted. Errors: kOverflow for 292 years or more.
PROFDIFF_EXPORT ContextTree ContextsOfTrace(const Trace& trace, const FunctionTable& functions);

// The union of two trees.
// Shape: preorder as in ContextTree; children of a node are sorted by joined function.
struct JoinedContexts {
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::vector<FunctionId> function;        // by node: ids in Match::functions
  std::vector<std::uint32_t> end;          // by node
  std::vector<std::uint32_t> base, other;  // by node: its index in each tree; kNone if the tree does not have it

  std::size_t size() const { return function.size(); }
};

// Joins two trees. Two nodes match if each function on the path to one node matches the function at the same position
// on the path to the other node. Cost: linear in nodes, plus sorting of children, without recursion.
PROFDIFF_EXPORT JoinedContexts JoinContexts(const ContextTree& base, const ContextTree& other, const Match& match);

// The joined stacks of two executions, and both trees with their values.
struct ContextDifference {
  JoinedContexts joined;
  ScaledContexts base, other;
};

}  // namespace profdiff

#endif  // PROFDIFF_CONTEXT_TREE_H_
