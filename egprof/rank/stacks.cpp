// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/rank/stacks.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "egprof/listings/file_plan.h"
#include "egprof/listings/listings.h"
#include "egprof/options/format_rows.h"
#include "egprof/rank/attach.h"
#include "profdiff/alignment.h"
#include "profdiff/formats.h"
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

// Registers the outputs, which may replace no file of a snapshot.
void RegisterFiles(const ThreadRankOptions& options, FileGuard& files) {
  if (options.page) profdiff::RequirePages();
  for (const auto* directories : {&options.snapshots, &options.good_snapshots}) {
    files.AddInputs([directories] {
      std::vector<std::string> inputs;
      for (const std::string& directory : *directories) {
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
          inputs.push_back(entry.path().string());
        }
      }
      return inputs;
    });
  }
  const bool is_text = options.WritesText();
  PlannedOutputs outputs;
  if (!is_text || !ReplacesReport(options)) outputs.push_back({is_text ? "the report" : "--format", "", is_text});
  AddComment(options, outputs);
  if (options.page) outputs.push_back({"--html", *options.page, false});
  PlanOutputs(outputs, files);
}

}  // namespace

void RunStacks(const ThreadRankOptions& options, Console& console) {
  RegisterFiles(options, console.files);
  console.stages.Begin(Stage::kReadTraces);
  const profdiff::StackSnapshots good = profdiff::ReadStackSnapshots(options.good_snapshots);
  const AttachedStacks taken = StacksFor(options);
  Note(taken.stacks, console.messages);
  Note(good, console.messages);
  console.stages.Begin(Stage::kAnalyse);
  const profdiff::StackFindings findings = profdiff::CompareStacks(taken.stacks, good, taken.locks);
  console.stages.Begin(Stage::kWrite);
  const profdiff::StackView view{findings, console.out.columns, console.out.styles};
  if (!options.WritesText() || !ReplacesReport(options)) {
    profdiff::WriteStacks(console.out.text, *options.table_format, view);
  }
  DeliverTo(options.markdown, console.out, console.files,
            [&](std::string& text) { profdiff::WriteStacks(text, CommentFormat(), view); });
  DeliverTo(options.page, console.out, console.files, [&](std::string& page) { profdiff::WriteStackPage(page, view); });
}

}  // namespace egprof
