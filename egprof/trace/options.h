// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `egprof trace`.
// Test: tests/unit/egprof/trace/options_test.cpp.
#ifndef EGPROF_TRACE_OPTIONS_H_
#define EGPROF_TRACE_OPTIONS_H_

#include <optional>
#include <span>
#include <string>

#include "egprof/cli/option_row.h"
#include "egprof/console/output_file.h"
#include "egprof/options/options.h"
#include "profdiff/alignment.h"
#include "profdiff/formats.h"
#include "profdiff/trace.h"

namespace egprof {

// The format in which traces are written as profiles: tables, call graphs or, if both are null, text.
struct ProfileFormat {
  const profdiff::TableFormat* table = nullptr;
  const profdiff::GraphFormat* graph = nullptr;
  bool classic = false;  // text in the layout of gprof, not side by side

  bool IsText() const { return table == nullptr && graph == nullptr; }
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
                      PageOptions {
  profdiff::AlignOptions align;
  profdiff::TraceDifferenceOptions difference;

  // Names of files for further outputs; "" and "-" mean standard output.
  std::optional<std::string> blocks;
  std::optional<std::string> chrome;
  std::optional<std::string> profile;
  std::optional<ProfileFormat> profile_format;  // nullopt: determined by the file name
  std::string timeline;                         // .csv, .json or .html; empty for none
  bool tree = false;

  // True if sections on standard output replace the report.
  bool HasOtherText() const {
    return tree || GoesToText(blocks) || GoesToText(chrome) || GoesToText(profile) || GoesToText(page) ||
           (!timeline.empty() && LeadsToStandardOutput(timeline));
  }

 private:
  static bool GoesToText(const std::optional<std::string>& file) { return file && LeadsToStandardOutput(*file); }
};

// The condition that there is a second trace. Most options need it.
inline constexpr Condition kOtherTrace = {"needs two traces"};

// The options after `trace`, in the order of --help.
std::span<const OptionRow> TraceRows();

// Parses the command line. Regular expressions, scores and conditions are checked here; files are not.
TraceOptions ParseTraceOptions(std::span<const char* const> arguments, const ParseRules& rules);

// Returns the format that --format selects, otherwise the one that the extension of --profile's file selects, by
// default side-by-side text.
ProfileFormat ProfileFormatOf(const TraceOptions& options);

}  // namespace egprof

#endif  // EGPROF_TRACE_OPTIONS_H_
