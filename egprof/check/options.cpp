// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `egprof check` and their effects.
#include "egprof/check/options.h"

#include <string>

#include "egprof/cli/values.h"
#include "egprof/cli/walk.h"
#include "egprof/options/format_rows.h"
#include "egprof/options/property_rows.h"
#include "egprof/options/shared_rows.h"

namespace egprof {
namespace {

constexpr std::size_t kBuckets = 32, kMostBuckets = 4096;  // default and maximum number of buckets of --histogram
constexpr Condition kOneSide = {"cannot be combined with --subtract"};

// clang-format off
constexpr OptionRow kSubtractRow = {
  .name = "subtract", .help = "the runs that follow are the other side: base minus other",
  .marks = Operand::Kind::kSubtract};

constexpr OptionRow kImageRow = {
  .name = "image", .value = Value::kRequired, .metavar = "FILE",
  .help = "the program that the address trace was recorded from; default: the program named in the trace",
  .needs = &kAddressTrace,
  .act = [](CheckOptions& o, const char* v) { o.measure.image = v; }};

constexpr OptionRow kReferenceRow = {
  .name = "reference", .value = Value::kRequired, .metavar = "RUN",
  .help = "a run with fewer ranks or threads, to show how the computation time scales",
  .excludes = &kOneSide,
  .act = [](CheckOptions& o, const char* v) { o.reference = v; }};

constexpr OptionRow kTableRow = {
  .name = "table", .help = "show how many times each property was found in each run; each run is a program of its own",
  .excludes = &kOneSide,
  .act = [](CheckOptions& o, const char*) { o.table = true; }};

constexpr OptionRow kFromRow = {
  .name = "from", .value = Value::kRequired, .metavar = "TIME",
  .help = "for traces: only from this time on, counted from the first call, in s, ms, us or ns",
  .needs = &kATrace,
  .act = [](CheckOptions& o, const char* v) { o.measure.from = Time(o, "--from", v); }};

constexpr OptionRow kToRow = {
  .name = "to", .value = Value::kRequired, .metavar = "TIME",
  .help = "for traces: only up to this time",
  .needs = &kATrace,
  .act = [](CheckOptions& o, const char* v) { o.measure.to = Time(o, "--to", v); }};

constexpr OptionRow kPathsRow = {
  .name = "paths", .help = "for traces: also show the time lost in waits and in libraries as a tree of calls",
  .excludes = &kOneSide,
  .act = [](CheckOptions& o, const char*) { o.paths = true; }};

constexpr OptionRow kHistogramRow = {
  .name = "histogram", .value = Value::kOptional, .metavar = "N",
  .help = "for an address trace: show references and misses by address, in N buckets for each array; default: 32",
  .excludes = &kOneSide,
  .act = [](CheckOptions& o, const char* v) {
    o.histogram = true;
    o.measure.buckets = v == nullptr ? kBuckets : profdiff::NumberFrom<std::size_t>(v).value_or(0);
    if (o.measure.buckets < 1 || o.measure.buckets > kMostBuckets) {
      FailWithUsage(o, std::string("option '--histogram' needs a number from 1 to 4096, not '") + v + "'");
    }
  }};
// clang-format on

void SplitRuns(CheckOptions& options) {
  bool subtracts = false;
  for (const Operand& operand : options.operands) {
    if (operand.kind == Operand::Kind::kSubtract) {
      if (subtracts) return FailWithUsage(options, "--subtract is given twice");
      subtracts = true;
    } else {
      (subtracts ? options.other : options.base).emplace_back(operand.text);
    }
  }
  if (options.base.empty()) return FailWithUsage(options, "no run given");
  if (options.measure.from >= options.measure.to) FailWithUsage(options, "--from must be before --to");
  if (options.first_cache) {
    options.measure.cache_size = options.first_cache->size;
    options.measure.cache_ways = options.first_cache->ways;
    options.measure.cache_line = options.first_cache->line;
  }
  if (subtracts && options.other.empty()) return FailWithUsage(options, "no run to subtract: name it after --subtract");
  const auto refuse = [&](std::initializer_list<const char*> names, const char* with) {
    for (const char* name : names) {
      if (options.Used(name)) Fail(options, std::string("--") + name + " cannot be combined with " + with);
    }
  };
  if (options.table) refuse({"html", "markdown", "reference", "instances", "limit", "paths"}, "--table");
  if (options.histogram && (options.page || options.table || options.store)) {
    Fail(options, "--histogram cannot be combined with --table, --html or --db");
  }
  if (options.histogram) refuse({"markdown", "instances", "limit", "paths"}, "--histogram");
  if ((options.table || subtracts) && options.store)
    Fail(options, "--db cannot be combined with --table or --subtract");
  if (subtracts) Try(options, [&] { RefuseThoseThatExclude(options, kOneSide); });
}

}  // namespace

constexpr Condition kATrace = {"needs a trace of calls, but no run is one"};
constexpr Condition kAddressTrace = {"needs an address trace of valgrind's lackey, but no run is one"};

std::span<const OptionRow> CheckRows() {
  static const OptionRows rows = WithoutGprof(Join({
      UnderHeading(
          "Which runs",
          {kSubtractRow, kReferenceRow, kPhaseRow, kInstancesRow, kFromRow, kToRow, kImageRow,
           Needing(kAddressTrace, WithHelp("the first-level data cache that is simulated for address traces: size, "
                                           "ways and line size, in bytes; default: 32768,8,64",
                                           kCacheRow))}),
      UnderHeading("Which properties", {kPropertyRows}),
      UnderHeading("The report", {WithHelp("format of the findings", TableFormatRow()), CommentRow(), kPropertyPageRow,
                                  kPropertyStoreRow, kTableRow, kPathsRow, kHistogramRow, kStructureRow,
                                  WithHelp("show only the first N rows of the table; 0: all", kLimitRow)}),
      UnderHeading(
          "Other",
          {WithHelp("exit status 3 if it holds for a finding, for example 'LC1MissesOverMemRef > 5%', 'severity > 0.2' "
                    "or, with --subtract, 'growth > 1%'; repeatable",
                    kPropertyGateRow),
           WithHelp("use the intact parts of a damaged recording, report what is missing, and end with status 2",
                    kSalvageRow),
           kSafetyRows, kTerminalRows, kTimingRow, kHelpRow, kVersionRow}),
  }));
  return rows;
}

CheckOptions ParseCheckOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  return ParseInSteps<CheckOptions>(arguments, CheckRows(), rules, SplitRuns);
}

}  // namespace egprof
