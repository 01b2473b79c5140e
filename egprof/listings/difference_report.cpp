// SPDX-License-Identifier: GPL-3.0-or-later
// Groups and judges functions, and chooses which of them are shown; the library formats the report.
// Tests: tests/cli/diff/run.py.
#include "egprof/listings/difference_report.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "egprof/console/message_text.h"
#include "egprof/console/remedies.h"
#include "egprof/executions/inputs.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/gates.h"
#include "egprof/listings/report_page.h"
#include "profdiff/formats.h"
#include "profdiff/listing.h"
#include "values/amount_words.h"

namespace egprof {
namespace {

using Rows = ReportOptions::Rows;

constexpr std::size_t kLongestFile = 48;  // in the report, in characters

// Returns the messages as texts, with the names of files shortened to `longest_file` characters. `readings` selects
// those about how files were read.
std::vector<profdiff::Message> TextsOf(std::vector<Messages::Entry> entries, bool readings, std::size_t longest_file) {
  std::erase_if(entries, [readings](const Messages::Entry& entry) { return IsReading(entry) != readings; });
  for (Messages::Entry& entry : entries) {
    entry.message.file = profdiff::CutToCharacters(entry.message.file, longest_file, "…");
  }
  std::vector<profdiff::Message> texts;
  for (const Messages::Entry& entry : MergeFiles(entries)) {
    texts.emplace_back(MessageText(entry.message, Wording::kOwn));
  }
  return texts;
}

std::vector<profdiff::Message> ReadingsOf(const std::vector<Messages::Entry>& entries) {
  return TextsOf(entries, /*readings=*/true, kLongestFile);
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

std::optional<profdiff::GroupedDifference> Grouped(Rows rows, profdiff::DemangleStyle demangle,
                                                   const Comparison& comparison) {
  if (rows == Rows::kFunctions || rows == Rows::kLines) return std::nullopt;
  const Executions& sides = comparison.sides;
  return profdiff::GroupDifference(
      comparison.difference, sides.base.runs, sides.other.runs, *sides.base.functions, *sides.other.functions,
      rows == Rows::kNamespaces ? profdiff::DigestGroups::kNamespace : profdiff::DigestGroups::kFile, demangle);
}

// Throws unless both sides have times or both sides have calls.
void RequireSomethingInCommon(const Loading& loading) {
  const Executions& sides = loading.sides();
  const bool times = sides.base.has_histogram && sides.other.has_histogram;
  if (times || (sides.base.has_arcs && sides.other.has_arcs)) return;
  auto known = [](const Execution& execution, const Side& side) {
    const std::string amounts = profdiff::AmountsWord(execution.profile.dimension) + " alone";
    return JoinNames(side.profiles) + " has " +
           (execution.has_histogram ? amounts
            : execution.has_arcs    ? "calls alone"
                                    : "nothing");
  };
  throw profdiff::Error(
      profdiff::ErrorCode::kMissingRecords,
      "nothing to compare: " + known(sides.base, loading.base()) + ", " + known(sides.other, loading.other()));
}

// What the report says beside the numbers.
struct Remarks {
  std::vector<profdiff::Message> caveats, readings;
};

// Leaves out the messages that are doubts about the conclusion, because reports show all doubts.
std::vector<Messages::Entry> WithoutDoubts(std::vector<Messages::Entry> entries,
                                           const profdiff::Conclusion& conclusion) {
  std::erase_if(entries, [&conclusion](const Messages::Entry& entry) {
    return std::ranges::any_of(conclusion.doubts,
                               [&entry](const profdiff::Doubt& doubt) { return doubt.message == entry.message; });
  });
  return entries;
}

using DigestUser = std::function<void(const profdiff::DigestView& view)>;

// Makes the digest of a report, and passes it to `use`. `significance` may be null.
void WithDigest(const ReportOptions& options, const profdiff::NameStyle& names, const Comparison& comparison,
                const profdiff::Significance* significance, Remarks remarks, std::size_t columns,
                const DigestUser& use) {
  const Executions& sides = comparison.sides;
  const std::optional<profdiff::GroupedDifference> grouped = Grouped(options.rows, names.demangle, comparison);
  std::optional<profdiff::Significance> of_groups;
  if (significance != nullptr && grouped) {
    of_groups = JudgeRuns(comparison, grouped->difference, grouped->base, grouped->other);
  }
  const profdiff::Difference& shown = grouped ? grouped->difference : comparison.difference;
  const profdiff::Significance* verdicts = of_groups ? &*of_groups : significance;
  if (verdicts != nullptr && verdicts->evidence == profdiff::Evidence::kNone)
    verdicts = nullptr;  // a note states why nothing could be judged
  profdiff::DigestChoice choice = options.digest;
  choice.demangle = names.demangle;
  const profdiff::Digest digest = profdiff::MakeDigest(shown, verdicts, choice);

  profdiff::DigestView view{shown,
                            digest,
                            verdicts,
                            comparison.conclusion,
                            grouped ? nullptr : sides.base.functions.get(),
                            grouped ? nullptr : sides.other.functions.get(),
                            sides.base.runs,
                            sides.other.runs,
                            comparison.labels,
                            std::move(remarks.caveats),
                            NameOf(options.rows),
                            choice.order,
                            columns,
                            options.full_names,
                            names,
                            WordsForRemedy,
                            std::move(remarks.readings)};
  use(view);
}

// Writes the difference as the document that --format=json writes.
void WriteJsonBeside(const std::string& file, const OutputOptions& outputs, const LayoutOptions& layout,
                     const Comparison& comparison, const profdiff::Significance* significance, Console& console) {
  const Executions& sides = comparison.sides;
  profdiff::MachineListings listings{.flat = sides.base.has_histogram && sides.other.has_histogram,
                                     .graph = sides.base.has_arcs && sides.other.has_arcs};
  if (outputs.styles.Has(Style::kTree)) listings.tree = outputs.tree;
  listings.record = comparison.record;
  DeliverInParts(
      file,
      [&](std::string& text, const std::function<void(std::string&)>& drain) {
        profdiff::ListingOptions listing = layout.listing;
        listing.words = WordsForRemedy;
        listing.drain = drain;
        profdiff::WriteListings(text, *profdiff::FindTableFormat("json"), comparison.difference, comparison.labels,
                                significance, listings, listing, &comparison.conclusion);
      },
      console.out, console.files);
}

// Returns a command that could be next: more runs if one run of a side cannot tell, otherwise the page.
std::string HintFor(const Comparison& comparison, const OutputOptions& outputs) {
  using Kind = profdiff::ConclusionKind;
  const Kind kind = comparison.conclusion.kind;
  const Executions& sides = comparison.sides;
  const bool has_one_run = std::min(sides.base.runs.runs, sides.other.runs.runs) <= 1;
  if (has_one_run && (kind == Kind::kUnknown || kind == Kind::kNoise)) {
    return "'egprof record OLD NEW' runs two programs several times in turns, which shows smaller differences";
  }
  if (outputs.page || kind == Kind::kEqual) return "";
  return "'egprof diff --html=page.html ...' writes a page with callers, callees and a flame graph";
}

// Writes the report and the files that accompany it.
void Report(Loading loading, const ReportOptions& report, const ComparisonOptions& options,
            const OutputOptions& outputs, const LayoutOptions& layout, Console& console) {
  RequireSomethingInCommon(loading);
  loading.RequireRecords(outputs, outputs.styles);
  Comparison comparison = loading.Subtract(options.normalize, console.messages);
  std::optional<profdiff::Significance> significance;
  if (options.significance) significance = JudgeFunctions(comparison, console.messages);
  const profdiff::Significance* const verdicts = significance ? &*significance : nullptr;
  console.stages.Begin(Stage::kWrite);
  // The report and the page show the messages so far, which state how comparable the sides are.
  const std::vector<Messages::Entry> entries = WithoutDoubts(console.messages.Take(), comparison.conclusion);
  CheckGates(options, layout.listing.names.demangle, verdicts, comparison);
  const std::size_t left_out = console.messages.left_out().size();
  if (!ReplacesReport(outputs)) {
    WithDigest(report, layout.listing.names, comparison, verdicts,
               {CaveatsOf(entries, left_out, kLongestFile), ReadingsOf(entries)}, console.out.columns,
               [&](const profdiff::DigestView& view) {
                 profdiff::DigestView styled = view;
                 styled.styles = console.out.styles;
                 profdiff::WriteDigest(console.out.text, styled);
               });
    console.hint = HintFor(comparison, outputs);
  }
  AddCaveats(CaveatsOf(entries, left_out), comparison.conclusion);
  WriteComparison({outputs.styles, outputs, layout, options.direction}, options, comparison, verdicts,
                  console.outlets());
  profdiff::ReportPageOptions page =
      PageOptionsFor(outputs, layout.listing, options.direction, entries, console.messages.wording());
  page.scale = comparison.scale;
  page.gates = comparison.conclusion.gates;
  page.conclusion = &comparison.conclusion;
  ReportGates(layout.listing.names.demangle, comparison, console.gate_log());
  WriteBeside(report, outputs, layout, comparison, verdicts, entries, console);
  if (options.direction) return;  // WriteOneSided has already written the page
  DeliverReportPage(outputs.page, {comparison.difference, comparison.labels, verdicts, comparison.conclusion}, page,
                    console.out, console.files);
}

}  // namespace

std::vector<profdiff::Message> CaveatsOf(const std::vector<Messages::Entry>& entries, std::size_t left_out,
                                         std::size_t longest_file) {
  std::vector<profdiff::Message> caveats = TextsOf(entries, /*readings=*/false, longest_file);
  if (!profdiff::CanJudge()) {
    caveats.emplace_back(
        "this build cannot distinguish change from noise: it was compiled without Boost.Math (Debian: libboost-dev)");
  }
  if (left_out != 0) caveats.emplace_back(std::to_string(left_out) + " profiles could not be used and were left out");
  return caveats;
}

void WriteBeside(const ReportOptions& report, const OutputOptions& outputs, const LayoutOptions& layout,
                 const Comparison& comparison, const profdiff::Significance* significance,
                 const std::vector<Messages::Entry>& entries, Console& console) {
  if (outputs.json) WriteJsonBeside(*outputs.json, outputs, layout, comparison, significance, console);
  if (!outputs.markdown) return;
  // Rows beyond the first ten are folded, so there can be more of them than in the report.
  constexpr std::size_t kMostRows = 500;
  ReportOptions folded = report;
  if (!layout.has_limit) folded.digest.top = kMostRows;
  // The caveats are among the doubts of the conclusion.
  WithDigest(folded, layout.listing.names, comparison, significance, {{}, ReadingsOf(entries)}, console.out.columns,
             [&](const profdiff::DigestView& view) {
               std::string text;
               profdiff::WriteMarkdown(text, view, comparison.difference);
               Deliver(*outputs.markdown, text, console.out, console.files);
             });
}

void WriteReportOrListings(Loading loading, const ReportOptions& report, ComparisonOptions comparison,
                           const OutputOptions& outputs, const LayoutOptions& layout, Console& console) {
  const bool has_verdicts =
      outputs.own_report || comparison.side_by_side || !outputs.WritesText() || outputs.json || outputs.markdown;
  comparison.significance = has_verdicts && profdiff::CanJudge();
  outputs.own_report ? Report(std::move(loading), report, comparison, outputs, layout, console)
                     : RunDifference(std::move(loading), report, comparison, outputs, layout, console);
}

}  // namespace egprof
