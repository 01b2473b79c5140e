// SPDX-License-Identifier: GPL-3.0-or-later
// Groups and judges functions, and chooses which of them are shown; the library formats the report.
// Tests: tests/cli/diff/run.py.
#include "egprof/listings/difference_report.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "egprof/executions/inputs.h"
#include "egprof/listings/comparison.h"
#include "egprof/listings/gates.h"
#include "egprof/listings/report_page.h"
#include "profdiff/digest.h"

namespace egprof {
namespace {

using Rows = ReportOptions::Rows;

// Removes the notes from the output, and returns them to be shown in the report.
std::vector<std::string> TakeCaveats(Output& output) {
  constexpr std::string_view kWarning = "warning: ";
  std::vector<std::string> caveats;
  for (std::string& note : std::exchange(output.notes, {})) {
    caveats.push_back(note.starts_with(kWarning) ? note.substr(kWarning.size()) : std::move(note));
  }
  if (!output.left_out.empty()) {
    caveats.push_back(std::to_string(output.left_out.size()) + " profiles could not be used and were left out");
  }
  return caveats;
}

const char* NameOf(Rows rows) {
  switch (rows) {
    case Rows::kLines:
      return "lines";
    case Rows::kFiles:
      return "files";
    case Rows::kNamespaces:
      return "namespaces";
    case Rows::kLibraries:
      return "images";
    case Rows::kFunctions:
      break;
  }
  return "functions";
}

std::optional<profdiff::GroupedDifference> Grouped(const ReportOptions& options, const Comparison& comparison) {
  const Rows rows = options.rows;
  if (rows == Rows::kFunctions || rows == Rows::kLines) return std::nullopt;
  const Executions& sides = comparison.sides;
  return profdiff::GroupDifference(
      comparison.difference, sides.base.runs, sides.other.runs, *sides.base.functions, *sides.other.functions,
      rows == Rows::kNamespaces ? profdiff::DigestGroups::kNamespace : profdiff::DigestGroups::kFile,
      options.listing.names.demangle);
}

// Throws unless both sides have times or both sides have calls.
void RequireSomethingInCommon(const Executions& sides, const Side& base, const Side& other) {
  const bool times = sides.base.has_histogram && sides.other.has_histogram;
  if (times || (sides.base.has_arcs && sides.other.has_arcs)) return;
  auto known = [](const Execution& execution, const Side& side) {
    const char* what = execution.has_histogram ? "times alone" : execution.has_arcs ? "calls alone" : "nothing";
    return JoinNames(side.profiles) + " has " + what;
  };
  throw profdiff::Error(profdiff::ErrorCode::kMissingRecords,
                        "nothing to compare: " + known(sides.base, base) + ", " + known(sides.other, other));
}

// Writes the report, with all notes so far, which state how comparable the sides are. `significance` may be null.
void WriteReport(const ReportOptions& options, const Comparison& comparison, const profdiff::Significance* significance,
                 Output& output) {
  const Executions& sides = comparison.sides;
  const std::optional<profdiff::GroupedDifference> grouped = Grouped(options, comparison);
  std::optional<profdiff::Significance> of_groups;
  std::optional<profdiff::Verdict> program;
  if (significance != nullptr) {
    program = profdiff::JudgeProgram(comparison.difference, sides.base.runs, sides.other.runs, comparison.scale);
    if (grouped) of_groups = profdiff::Judge(grouped->difference, grouped->base, grouped->other, comparison.scale);
  } else {
    output.notes.push_back("this build cannot distinguish change from noise: it was compiled without Boost.Math");
  }
  const profdiff::Difference& shown = grouped ? grouped->difference : comparison.difference;
  const profdiff::Significance* verdicts = of_groups ? &*of_groups : significance;
  if (verdicts != nullptr && verdicts->evidence == profdiff::Evidence::kNone)
    verdicts = nullptr;  // a note states why nothing could be judged
  profdiff::DigestChoice choice = options.digest;
  choice.demangle = options.listing.names.demangle;
  const profdiff::Digest digest = profdiff::MakeDigest(shown, verdicts, choice);

  profdiff::DigestView view{shown,
                            digest,
                            verdicts,
                            program ? &*program : nullptr,
                            grouped ? nullptr : sides.base.functions.get(),
                            grouped ? nullptr : sides.other.functions.get(),
                            sides.base.runs,
                            sides.other.runs,
                            comparison.labels,
                            TakeCaveats(output),
                            NameOf(options.rows),
                            choice.order,
                            output.columns,
                            options.full_names,
                            options.listing.names};
  profdiff::WriteDigest(output.text, view);
}

// Writes the report and the files that accompany it.
void Report(const ReportOptions& options, const Side& base, const Side& other, Output& output) {
  Loading loading(options, base, other, output);
  RequireSomethingInCommon(loading.sides(), base, other);
  loading.RequireRecords(options.styles);
  const Comparison comparison = loading.Subtract(output);
  std::optional<profdiff::Significance> significance;
  if (options.significance) significance = JudgeFunctions(comparison, output);
  const profdiff::Significance* const verdicts = significance ? &*significance : nullptr;
  output.stages.Begin(Stage::kWrite);
  // Must precede WriteReport, which removes the notes from `output`; the page shows them, too.
  profdiff::ReportPageOptions page = PageOptionsFor(options, output);
  page.scale = comparison.scale;
  WriteReport(options, comparison, verdicts, output);
  WriteComparison(options, options.styles, comparison, verdicts, output);
  page.gates = CheckGates(options, comparison.difference, verdicts, output);
  if (options.direction) return;  // WriteOneSided has already written the page
  DeliverReportPage(options, {comparison.difference, comparison.labels, verdicts}, page, output);
}

}  // namespace

void WriteReportOrListings(ReportOptions options, const Side& base, const Side& other, Output& output) {
  const bool has_verdicts = options.own_report || options.side_by_side || options.table_format != nullptr;
  options.significance = has_verdicts && profdiff::CanJudge();
  options.own_report ? Report(options, base, other, output) : RunDifference(options, base, other, output);
}

}  // namespace egprof
