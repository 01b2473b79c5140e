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
#include "profdiff/functions.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"
#include "profdiff/trace.h"

namespace profdiff {

// The content of one file.

// The samples of an execution: one node for each distinct path of calls, in flat preorder. The descendants of node n
// are the nodes n + 1 to end[n] - 1. Its first child is n + 1; the next sibling of a child c is end[c]. There may be
// several top-level nodes. The children of a node are different functions, in ascending order. Units: ticks, as in the
// derived profile.
struct ContextTree {
  std::vector<FunctionId> function;    // by node
  std::vector<std::uint32_t> end;      // by node: the node after its last descendant
  std::vector<std::int64_t> self;      // by node: ticks of samples that end there; negative in differences only
  std::vector<std::uint64_t> samples;  // by node: number of these samples; empty if ticks are sums without samples
  std::vector<double> squares;  // by node: sum of the squares of their ticks; empty if all samples have the same weight
  std::int64_t stackless = 0;   // ticks of samples without any stack
  std::uint64_t stackless_samples = 0;

  std::size_t size() const { return function.size(); }
};

// A tree and its unit.
struct ScaledContexts {
  std::shared_ptr<const ContextTree> tree;  // null without stacks
  double scale = 1;                         // value of a tick in the unit of its profile
};

// The formats of other profilers. ReadStacks recognises each by its content.
enum class StackFormat : std::uint8_t {
  kPerfScript,  // text of `perf script`
  kPerfData,    // perf's recordings, which only perf can read
  kCallgrind,   // costs by function and call, no stacks
  kPprof,       // profile.proto
  kFolded,      // "a;b;c 12" on each line
  kSpeedscope,
  kFirefox,     // also written by samply
  kCpuProfile,  // V8's format, written by Chrome and Node
};
inline constexpr std::size_t kStackFormats = 8;

// The format's name in messages and options: "perf", "perf.data", "callgrind", "pprof", "folded", "speedscope",
// "firefox", "cpuprofile".
PROFDIFF_EXPORT std::string_view StackFormatName(StackFormat format);
PROFDIFF_EXPORT std::optional<StackFormat> FindStackFormat(std::string_view name);

// The quantity that was counted or timed.
struct StackEvent {
  std::string name;         // as in the file
  std::string unit;         // "seconds", or the counted quantity: "Ir", "bytes", "samples"
  double rate = 1;          // ticks per unit: 1e9 for seconds, otherwise 1
  bool is_sampled = true;   // false: values are sums without samples
  std::uint64_t count = 0;  // number of samples with this event, before filters; 0 if unknown
};

// A thread with samples.
struct StackThread {
  std::string name;     // its command
  std::string process;  // id or name of its process; empty when unknown
  std::string number;   // empty when unknown
  std::uint64_t samples = 0;
};

// One file's content.
struct StackProfile {
  std::string path;
  StackFormat format = StackFormat::kPerfScript;
  std::vector<StackEvent> events;    // in file order; never empty
  std::size_t event = 0;             // index of the event that was read
  std::vector<StackThread> threads;  // threads of all events, in file order; empty for formats without threads
  FunctionTable functions;           // sorted by name and image; units are images
  ContextTree contexts;
  std::optional<Profile> counted;    // for callgrind, which has no stacks: then `contexts` is empty
  std::vector<std::string> missing;  // omitted parts of a damaged file, as messages; only when salvaging
  std::vector<std::string> remarks;  // messages about oddities that are not damage
};

// Reading.

// Returns the linkage name of the function at an offset in a file, given the file's path in the profile; empty if
// unknown.
using FunctionFinder = std::function<std::string(std::string_view image, std::uint64_t offset)>;

// Selects the parts of a file that are read. Expressions are ECMAScript regular expressions that match anywhere in a
// text; several are alternatives.
struct StackOptions {
  std::optional<StackFormat> format;  // detected from the content if not set
  std::string event;                  // if empty: the format's own default, a clock, cycles, or the first event
  std::string unit;                   // for folded stacks: "ns", "us", "ms", "s", "bytes" or a name; if empty: samples
  std::vector<std::string> threads, processes;              // by command or id
  std::vector<std::pair<std::string, std::string>> labels;  // for pprof: key, and expression for the value
  bool no_kernel = false, no_inline = false;                // attributes the time of such frames to their callers
  std::vector<std::string> hide;  // linkage or demangled names of frames whose time is attributed to their callers
  FunctionFinder find_function;   // names pprof's locations without a name; may be empty
  bool salvage = false;           // reads a damaged file up to the damage; StackProfile::missing describes the rest
};

// Reads up to `size` bytes into a buffer and returns their number: 0 at the end only.
using ByteReader = std::function<std::size_t(char* buffer, std::size_t size)>;

// Detects a file's format from its first bytes, also if gzip-compressed. Nothing for other formats, and for pipes and
// devices, which are not read.
// Errors: kSystem; kBadCompression.
PROFDIFF_EXPORT std::optional<StackFormat> FormatOfStacks(const std::string& path);

// Reads a profile from a file, a pipe, or standard input ("-"); or from a source of bytes, which messages call `path`.
// Shape: functions and children by name and image; the order of the file does not matter.
// Cost: linear; for text formats, additional memory grows with distinct paths, not with samples.
// Errors: kSystem; kBadMagic for an unknown format; kUnsupported for perf.data, gperftools' own format, and formats
// that this build cannot read; kTruncated, kBadProfile (offset() is a line or a byte, see message()), kOverflow;
// kBadArgument for invalid options; kBadCompression.
// Source: perf-script(1); Callgrind's format specification; pprof's profile.proto; speedscope's file format schema;
// Firefox's processed profile format; V8's .cpuprofile.
PROFDIFF_EXPORT StackProfile ReadStacks(const std::string& path, const StackOptions& options = {});
PROFDIFF_EXPORT StackProfile ReadStacks(const ByteReader& bytes, const std::string& path,
                                        const StackOptions& options = {});

// Values derived from stacks.

// The profile of a tree: exact self and inclusive times, unknown calls. `functions` is the size of the function table.
// Units: those of the event.
// Cost: linear in nodes; without recursion.
PROFDIFF_EXPORT Profile ProfileOfContexts(const ContextTree& contexts, std::size_t functions, const StackEvent& event);

// The profile of a file, with or without stacks; or of some of its stacks, as returned by KeepStacks.
PROFDIFF_EXPORT Profile ProfileOfStacks(const StackProfile& stacks);
PROFDIFF_EXPORT Profile ProfileOfStacks(const StackProfile& stacks, const ContextTree& contexts);

// The stacks that a selection keeps. If the selection includes functions by time (-F, -n) or graph (-f), a stack must
// contain one of them; it must not contain a function excluded by time (-E, -N). Functions excluded from the graph (-e)
// stay in their stacks.
PROFDIFF_EXPORT ContextTree KeepStacks(const ContextTree& contexts, const Selection& selection);

// Adds up several files as one execution: functions with equal name and image are the same.
// Errors: kIncompatible if units differ, or if some have stacks and others not; kOverflow; kBadArgument for no file.
PROFDIFF_EXPORT StackProfile AddStacks(std::span<const StackProfile> parts);

// The stacks of one of several profiles, with the FunctionIds of their sum (AddStacks), which has all functions.
PROFDIFF_EXPORT ContextTree ContextsOn(const FunctionTable& functions, const StackProfile& part);
// The same for the counts of a profile without stacks. Errors: kBadArgument for a profile with stacks.
PROFDIFF_EXPORT Profile CountsOn(const FunctionTable& functions, const StackProfile& part);

// The calls of all threads of a trace as a tree without samples, whose ticks are nanoseconds. `functions` is the table
// returned by ProfileOfTrace. Omits paths without time.
// Errors: kOverflow for 292 years and more.
PROFDIFF_EXPORT ContextTree ContextsOfTrace(const Trace& trace, const FunctionTable& functions);

// The union of two trees.
// Shape: preorder as in ContextTree; the children of a node by joined function.
struct JoinedContexts {
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::vector<FunctionId> function;        // by node: ids in Match::functions
  std::vector<std::uint32_t> end;          // by node
  std::vector<std::uint32_t> base, other;  // by node: its index in each tree, or kNone

  std::size_t size() const { return function.size(); }
};

// Joins two trees: nodes match if their paths match function by function.
// Cost: linear in nodes, plus sorting of children; without recursion.
PROFDIFF_EXPORT JoinedContexts JoinContexts(const ContextTree& base, const ContextTree& other, const Match& match);

// The joined stacks of two executions, and their values.
struct ContextDifference {
  JoinedContexts joined;
  ScaledContexts base, other;
};

// The share (0 to 1) of broken stacks, whose outermost function does not start a thread as _start or clone do: their
// callers were lost, so inclusive times are too small. Nothing for files without calls, and for formats other than
// perf's if no stack begins with such a function, as these formats may omit it.
PROFDIFF_EXPORT std::optional<double> ShareOfBrokenStacks(const StackProfile& stacks);

}  // namespace profdiff

#endif  // PROFDIFF_CONTEXT_TREE_H_
