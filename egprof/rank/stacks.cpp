// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/rank/stacks.h"

#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/options/format_rows.h"
#include "egprof/rank/attach.h"
#include "profdiff/alignment.h"
#include "profdiff/ranking.h"
#include "profdiff/stacks.h"

namespace egprof {
namespace {

AttachedStacks StacksFor(const ThreadRankOptions& options) {
  if (!options.processes.empty()) return TakeStacks(options);
  return {profdiff::ReadStackSnapshots(options.snapshots), {}};
}

void Note(const profdiff::StackSnapshots& stacks, Messages& messages) {
  for (const profdiff::Message& remark : stacks.remarks) messages.Note(remark);
}

}  // namespace

void RunStacks(const ThreadRankOptions& options, Console& console) {
  const bool is_text = options.table_format == nullptr;
  PlannedOutputs outputs;
  if (!is_text || !ReplacesReport(options)) outputs.push_back({is_text ? "the report" : "--format", "", is_text});
  AddComment(options, outputs);
  PlanOutputs(outputs, console.files);
  console.stages.Begin(Stage::kReadTraces);
  const profdiff::StackSnapshots good = profdiff::ReadStackSnapshots(options.good_snapshots);
  const AttachedStacks taken = StacksFor(options);
  Note(taken.stacks, console.messages);
  Note(good, console.messages);
  console.stages.Begin(Stage::kAnalyse);
  const profdiff::StackFindings findings = profdiff::CompareStacks(taken.stacks, good, taken.locks);
  console.stages.Begin(Stage::kWrite);
  const profdiff::StackView view{findings, console.out.columns, {}};
  if (options.table_format != nullptr) {
    profdiff::WriteStackTables(console.out.text, *options.table_format, view);
  } else if (!ReplacesReport(options)) {
    profdiff::WriteStackReport(console.out.text, {findings, console.out.columns, console.out.styles});
  }
  DeliverTo(options.markdown, console.out, console.files,
            [&](std::string& text) { profdiff::WriteStackTables(text, CommentFormat(), view); });
}

}  // namespace egprof
