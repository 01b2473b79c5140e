// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof trace`.
// Test: tests/unit/egprof/trace/options_test.cpp.
#ifndef EGPROF_TRACE_OPTIONS_H_
#define EGPROF_TRACE_OPTIONS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "egprof/cli/option_row.h"
#include "egprof/console/output_file.h"
#include "egprof/options/options.h"
#include "profdiff/alignment.h"
#include "profdiff/formats.h"
#include "profdiff/trace.h"

namespace egprof {

// The format in which traces are written as profiles.
struct ProfileFormat {
  TableOptions listings = {};
  const profdiff::GraphFormat* graph = nullptr;  // of a call graph, instead of listings; null for none
  bool classic = false;                          // true for text in gprof's layout, false for side-by-side text

  bool IsText() const { return listings.WritesText() && graph == nullptr; }
  bool IsSideBySide() const { return IsText() && !classic; }
};

// The operands are the traces.
struct TraceOptions : CommandLine,
                      WorkOptions,
                      LayoutOptions,
                      RenameOptions,
                      DirectionOptions,
                      GateOptions,
                      CallOptions,
                      PageOptions,
                      CommentOptions {
  // What makes two calls calls of one function.
  enum class Identity : std::uint8_t {
    kUsual,  // the name and args.detail, without lines, object numbers and addresses
    kName,   // the name without these
    kExact,  // the name and args.detail as they are
  };

  // What is selected before calls are aligned: a call (--root), and a time.
  struct Part {
    std::string root;  // empty for all calls
    std::optional<std::uint64_t> from, to;
  };

  std::vector<profdiff::Input> inputs_a, inputs_b;  // the runs of each side; `inputs_b` is empty for a single trace
  std::array<Part, 2> parts;
  bool has_parts = false;               // true if an option of Part is given twice, so that sides differ
  std::optional<std::uint32_t> groups;  // --group; nullopt if processes are not added up
  Identity identity = Identity::kUsual;
  bool without_lines = false;  // --no-lines
  profdiff::AlignOptions align;
  profdiff::TraceDifferenceOptions difference;
  std::size_t top = 10;  // 0: all
  bool has_top = false;
  bool thread_table = false, function_table = false;

  // Names of files for further outputs; "" and "-" mean standard output.
  std::optional<std::string> blocks;
  std::optional<std::string> chrome;
  std::optional<std::string> profile;
  std::optional<ProfileFormat> profile_format;  // nullopt if the file name determines the format
  std::string timeline;  // file for the timeline, with the extension .csv, .json or .html; empty for none
  bool tree = false;

  const profdiff::TableFormat& ReportFormat() const {
    const bool is_of_report = !profile && profile_format;
    return *(is_of_report ? profile_format->listings : TableOptions()).table_format;
  }
  // True if another output goes to standard output and therefore replaces the report.
  bool HasOtherText() const {
    return tree || GoesToText(markdown) || GoesToText(blocks) || GoesToText(chrome) || GoesToText(profile) ||
           GoesToText(page) || (!timeline.empty() && LeadsToStandardOutput(timeline));
  }

 private:
  static bool GoesToText(const std::optional<std::string>& file) { return file && LeadsToStandardOutput(*file); }
};

// Requires a second trace; used by most options.
inline constexpr Condition kOtherTrace = {"needs two traces"};

// The options after `trace`, in the order of --help.
std::span<const OptionRow> TraceRows();

// Parses the command line. Regular expressions, scores and conditions are checked here, but no file is opened.
TraceOptions ParseTraceOptions(std::span<const char* const> arguments, const ParseRules& rules);

// Returns the format that --format selects. Without --format, the extension of the file given with --profile selects
// the format; the default is side-by-side text.
ProfileFormat ProfileFormatOf(const TraceOptions& options);

}  // namespace egprof

#endif  // EGPROF_TRACE_OPTIONS_H_
