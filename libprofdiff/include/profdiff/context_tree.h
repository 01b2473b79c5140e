// SPDX-License-Identifier: GPL-3.0-or-later
// Executions as other profilers sample them: whole stacks, added up by path.
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
#include "profdiff/functions.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"
#include "profdiff/trace.h"

namespace profdiff {

// What samples of one file have in common.

// The samples of an execution: one node for each distinct path of calls, in flat preorder. The descendants of node n
// are the nodes n + 1 to end[n] - 1. Its first child is n + 1; the next sibling of a child c is end[c]. There may be
// several top-level nodes. The children of a node are different functions, in ascending order. Units: ticks, as in the
// profile that is made of it.
struct ContextTree {
  std::vector<FunctionId> function;    // by node
  std::vector<std::uint32_t> end;      // by node: the one behind the last below it
  std::vector<std::int64_t> self;      // by node: ticks of samples that end there; below 0 in differences alone
  std::vector<std::uint64_t> samples;  // by node: how many these are; empty where ticks are sums without samples
  std::vector<double> squares;  // by node: sum of the squares of their ticks; empty where all samples weigh the same
  std::int64_t stackless = 0;   // ticks of samples without any stack
  std::uint64_t stackless_samples = 0;

  std::size_t size() const { return function.size(); }
};

// A tree and its unit.
struct ScaledContexts {
  std::shared_ptr<const ContextTree> tree;  // null: there are no stacks
  double scale = 1;                         // of a tick, in the unit of the profile that belongs to it
};

// The formats of other profilers. ReadStacks recognises each by its content.
enum class StackFormat : std::uint8_t {
  kPerfScript,  // text of `perf script`
  kPerfData,    // what perf records: perf alone can read it
  kCallgrind,   // costs by function and call, no stacks
  kPprof,       // profile.proto
  kFolded,      // "a;b;c 12" on each line
  kSpeedscope,
  kFirefox,     // also of samply
  kCpuProfile,  // V8's, as Chrome and Node write it
};
inline constexpr std::size_t kStackFormats = 8;

// For people and for options: "perf", "perf.data", "callgrind", "pprof", "folded", "speedscope", "firefox",
// "cpuprofile".
PROFDIFF_EXPORT std::string_view StackFormatName(StackFormat format);
PROFDIFF_EXPORT std::optional<StackFormat> FindStackFormat(std::string_view name);

// What was counted or timed.
struct StackEvent {
  std::string name;         // as in the file
  std::string unit;         // "seconds", else what a number counts: "Ir", "bytes", "samples"
  double rate = 1;          // ticks a unit: 1e9 of seconds, else 1
  bool is_sampled = true;   // else numbers are sums without samples
  std::uint64_t count = 0;  // samples that have it, before filters; 0 where unknown
};

// A thread that has samples.
struct StackThread {
  std::string name;     // its command
  std::string process;  // its process's number, or name; empty when unknown
  std::string number;   // empty when unknown
  std::uint64_t samples = 0;
};

// One file's content.
struct StackProfile {
  std::string path;
  StackFormat format = StackFormat::kPerfScript;
  std::vector<StackEvent> events;    // in the order in which the file has them; never empty
  std::size_t event = 0;             // the one that was read
  std::vector<StackThread> threads;  // of all events, in the order of the file; empty where a format has none
  FunctionTable functions;           // by name and image; units are images
  ContextTree contexts;
  std::optional<Profile> counted;    // of callgrind, which has no stacks: `contexts` is empty
  std::vector<std::string> missing;  // what of a damaged file was left out, for people; only when salvaging
  std::vector<std::string> remarks;  // what is no damage, but may surprise people
};

// Reading.

// The linkage name of the function at an offset in a file, by that file's path as a profile names it; empty if that is
// not known.
using FunctionFinder = std::function<std::string(std::string_view image, std::uint64_t offset)>;

// What of a file counts. Expressions are ECMAScript's, found anywhere in a text; several are alternatives.
struct StackOptions {
  std::optional<StackFormat> format;  // detected from the content if not set
  std::string event;                  // else the format's own default, a clock, cycles, or the first
  std::string unit;                   // of folded stacks: "ns", "us", "ms", "s", "bytes" or a name; else samples
  std::vector<std::string> threads, processes;              // by command or number
  std::vector<std::pair<std::string, std::string>> labels;  // of pprof: key, expression for the value
  bool no_kernel = false, no_inline = false;                // such frames' time goes to their callers
  std::vector<std::string> hide;                            // the same for names, linked or readable
  FunctionFinder find_function;                             // for pprof's places without a name; may be empty
  bool salvage = false;  // of a damaged file, samples before the damage count; StackProfile::missing says what does not
};

// Takes up to `size` bytes into a buffer, and returns how many: 0 at the end alone.
using ByteReader = std::function<std::size_t(char* buffer, std::size_t size)>;

// What a file holds, by its first bytes; also gzip-compressed. Nothing for what is none of these formats, and for pipes
// and devices, from which nothing is taken.
// Errors: kSystem; kBadCompression.
PROFDIFF_EXPORT std::optional<StackFormat> FormatOfStacks(const std::string& path);

// Reads a profile, from a file, a pipe, or for "-" standard input; or from bytes, which messages call `path`.
// Shape: functions and children by name and image, whatever the order in the file.
// Cost: linear; memory beside the file grows with paths, not with samples, of text formats.
// Errors: kSystem; kBadMagic for none of the formats; kUnsupported for perf.data and gperftools' own format, and for
// what this build cannot read; kTruncated, kBadProfile (offset() is a line or a byte, as message() says), kOverflow;
// kBadArgument for options; kBadCompression.
// Source: perf-script(1); Callgrind's format specification; pprof's profile.proto; speedscope's file format schema;
// Firefox's processed profile format; V8's .cpuprofile.
PROFDIFF_EXPORT StackProfile ReadStacks(const std::string& path, const StackOptions& options = {});
PROFDIFF_EXPORT StackProfile ReadStacks(const ByteReader& bytes, const std::string& path,
                                        const StackOptions& options = {});

// What follows from stacks.

// The profile of a tree: exact self and inclusive times, unknown calls. `functions` is the size of the function table.
// Units: those of the event.
// Cost: linear in nodes; without recursion.
PROFDIFF_EXPORT Profile ProfileOfContexts(const ContextTree& contexts, std::size_t functions, const StackEvent& event);

// The profile of a file, whether it has stacks or not; or of some of its stacks, as KeepStacks gives them.
PROFDIFF_EXPORT Profile ProfileOfStacks(const StackProfile& stacks);
PROFDIFF_EXPORT Profile ProfileOfStacks(const StackProfile& stacks, const ContextTree& contexts);

// The stacks that a selection keeps: those through a function of its including half of times (-F, -n) or of the graph
// (-f), if it has any; and of these, those through no function of the excluding half of times (-E, -N). Functions that
// are left out of the graph (-e) stay in their stacks.
PROFDIFF_EXPORT ContextTree KeepStacks(const ContextTree& contexts, const Selection& selection);

// Profiles of several files as one execution: functions of one name and image are one.
// Errors: kIncompatible where units differ, or where some have stacks and others not; kOverflow; kBadArgument for none.
PROFDIFF_EXPORT StackProfile AddStacks(std::span<const StackProfile> parts);

// The stacks of one of several profiles by the functions of their sum (AddStacks), which has all of them.
PROFDIFF_EXPORT ContextTree ContextsOn(const FunctionTable& functions, const StackProfile& part);
// Likewise the counts of one that has no stacks. Errors: kBadArgument for one that has.
PROFDIFF_EXPORT Profile CountsOn(const FunctionTable& functions, const StackProfile& part);

// The calls of all threads of a trace as a tree: ticks are nanoseconds, and there are no samples. `functions` is the
// table of its ProfileOfTrace. Paths on which no time was spent are left out.
// Errors: kOverflow for 292 years and more.
PROFDIFF_EXPORT ContextTree ContextsOfTrace(const Trace& trace, const FunctionTable& functions);

// Two trees laid upon each other.
// Shape: preorder as in ContextTree; the children of a node by joined function.
struct JoinedContexts {
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::vector<FunctionId> function;        // by node: of Match::functions
  std::vector<std::uint32_t> end;          // by node
  std::vector<std::uint32_t> base, other;  // by node: which one of each tree it is, or kNone

  std::size_t size() const { return function.size(); }
};

// Nodes are the same where their paths are, function by matched function: there is one such join.
// Cost: linear in nodes but for the order of children; without recursion.
PROFDIFF_EXPORT JoinedContexts JoinContexts(const ContextTree& base, const ContextTree& other, const Match& match);

// The stacks of two executions, joined, and their numbers.
struct ContextDifference {
  JoinedContexts joined;
  ScaledContexts base, other;
};

// The share of stacks (0 to 1) whose outermost function is no start of a thread, such as _start or clone: their callers
// were lost, so inclusive times are too small. Nothing for files without calls. Nothing, except for perf's files, if no
// stack begins with such a start: other formats may leave it out.
PROFDIFF_EXPORT std::optional<double> ShareOfBrokenStacks(const StackProfile& stacks);

}  // namespace profdiff

#endif  // PROFDIFF_CONTEXT_TREE_H_
