// SPDX-License-Identifier: GPL-3.0-or-later
// Plans and writes the outputs of `egprof rank`. Outputs on standard output come in the order of --help.
// Tests: tests/cli/rank/run.py; tests/cli/files/outputs.py for files that are inputs.
#include "egprof/rank/outputs.h"

#include <string>

#include "egprof/executions/traces.h"
#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/options/format_rows.h"
#include "profdiff/error.h"
#include "profdiff/trace.h"

namespace egprof {
namespace {

constexpr profdiff::AttributeRow kEntries = {profdiff::AttributeOf::kEntries, profdiff::AttributeFrequency::kNone};

// Returns the kind of attributes for contexts, similarities and lattices, which can show only one kind. It is the first
// kind given with --attributes; by default, single entries without their frequency.
profdiff::AttributeRow RowOf(const ThreadRankOptions& options) {
  return options.rows.empty() ? kEntries : options.rows.front();
}

// True if the output is a document and --jsm names no file. The document then contains the similarities.
bool InDocument(const ThreadRankOptions& options) {
  return options.WritesDocument() && options.similarities && options.similarities->empty();
}

PlannedOutputs OutputsOf(const ThreadRankOptions& options) {
  PlannedOutputs outputs;
  auto add = [&outputs](const char* name, const std::optional<std::string>& file) {
    if (file) outputs.push_back({name, *file, false});
  };
  const char* const text = options.HasOtherText() ? "the report" : "the verdict";
  if (!options.WritesText() || !ReplacesReport(options)) {
    outputs.push_back({options.WritesText() ? text : "--format", "", options.WritesText()});
  }
  AddComment(options, outputs);
  add("--context", options.context);
  if (!InDocument(options)) add("--jsm", options.similarities);
  add("--lattice", options.lattice);
  add("--html", options.page);
  return outputs;
}

void WriteText(const ThreadRankOptions& options, const profdiff::RankingView& view, TextSink& out) {
  std::string& text = out.text;
  if (!options.HasOtherText()) {
    profdiff::RankingView styled = view;
    styled.styles = out.styles;
    return profdiff::WriteRanking(text, *options.table_format, styled);
  }
  auto begin = [&text] {
    if (!text.empty()) text += "\n";
  };
  if (options.table) profdiff::WriteRankTable(text, view);
  for (const profdiff::ThreadKey id : options.diffs) {
    begin();
    profdiff::WriteDiffNlr(text, view, id);
  }
  for (const auto& [a, b] : options.pairs) {
    begin();
    profdiff::WritePairDiffNlr(text, view, a, b);
  }
  if (options.folded) {
    begin();
    profdiff::WriteFoldedTraces(text, view);
  }
  if (options.classes) {
    begin();
    profdiff::WriteThreadClasses(text, view);
  }
}

// Throws kBadArgument for a thread that is in no good run, or not in the first bad run. Called before anything is
// written.
void CheckThreads(const ThreadRankOptions& options, const profdiff::RankingView& view) {
  const profdiff::FoldedTraces& folded = view.ranking.folded.front();
  const std::size_t good_runs = view.ranking.ranking.good;
  auto check = [&](const char* option, profdiff::ThreadKey id) {
    bool in_good = false;
    for (std::size_t run = 0; run < good_runs; ++run) in_good = in_good || folded.Find(run, id) != nullptr;
    const bool in_bad = folded.Find(good_runs, id) != nullptr;
    if (in_good && in_bad) return;
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          std::string(option) + ": " +
                              (in_bad ? "no good run has a" : view.bad_labels.front() + " has no") + " thread " +
                              std::to_string(id.rank) + "." + std::to_string(id.thread));
  };
  for (const profdiff::ThreadKey id : options.diffs) check("--diffnlr", id);
  for (const auto& [a, b] : options.pairs) {
    check("--cmpdiffnlr", a);
    check("--cmpdiffnlr", b);
  }
}

}  // namespace

void PlanRankFiles(const ThreadRankOptions& options, FileGuard& files) {
  AddTraceInputs(options.good, files);
  AddTraceInputs(options.bad, files);
  PlanOutputs(OutputsOf(options), files);
}

void WriteRankOutputs(const ThreadRankOptions& options, const profdiff::RankingView& view, TextSink& out,
                      FileGuard& files) {
  CheckThreads(options, view);
  std::optional<std::string> similarities = options.similarities;
  if (options.WritesText()) {
    if (!ReplacesReport(options)) WriteText(options, view, out);
  } else {
    profdiff::WriteRanking(out.text, *options.table_format, view, {similarities.has_value(), options.diffs});
  }
  DeliverTo(options.markdown, out, files,
            [&](std::string& text) { profdiff::WriteRanking(text, CommentFormat(), view); });
  if (InDocument(options)) similarities.reset();
  const profdiff::AttributeRow row = RowOf(options);
  DeliverTo(options.context, out, files, [&](std::string& text) { profdiff::WriteContextCsv(text, view, row); });
  DeliverTo(similarities, out, files, [&](std::string& text) { profdiff::WriteSimilaritiesCsv(text, view, row); });
  DeliverTo(options.page, out, files, [&](std::string& text) { profdiff::WriteRankingPage(text, view); });
  // Written last: a lattice that is too large is an error, and the other outputs are complete by then.
  DeliverTo(options.lattice, out, files, [&](std::string& text) { profdiff::WriteLatticeGml(text, view, row); });
}

}  // namespace egprof
