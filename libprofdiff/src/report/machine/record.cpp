// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/cli/record_folder/run.py.
#include "report/machine/record.h"

#include <algorithm>
#include <string>

#include "base/utf8.h"
#include "report/format/json.h"
#include "report/machine/rows.h"

namespace profdiff {
namespace {

// True if the two runs of each pair printed the same; null if some run's output was not kept.
Cell SameOutput(const RecordComparison& record) {
  const auto is_known = [](const RecordPair& pair) { return pair.base->output && pair.other->output; };
  if (!std::ranges::all_of(record.pairs, is_known)) return {};
  return std::ranges::all_of(
      record.pairs, [](const RecordPair& pair) { return pair.base->output->sha256 == pair.other->output->sha256; });
}

Cell MeasureCell(const RecordMeasure& measure) {
  const PairedChange& change = measure.change;
  return Cell::Record{{"name", std::string(measure.name)},
                      {"base", change.base},
                      {"other", change.other},
                      {"percent", change.percent},
                      {"low", change.low},
                      {"high", change.high},
                      {"p", change.p},
                      {"pByRanks", change.wilcoxon_p},
                      {"significant", change.significant}};
}

}  // namespace

void AddRecord(TableWriter& writer, const RecordComparison& record, const RemedyWords& words) {
  const RecordFolder& folder = record.folder;
  const std::ptrdiff_t failed =
      std::ranges::count_if(folder.runs, [](const RecordedRun& run) { return run.state != RunState::kOk; });
  writer.AddValue("record", Cell::Record{{"directory", AsUtf8(record.directory)},
                                         {"state", std::string(RecordStateName(folder.state))},
                                         {"pairs", record.pairs.size()},
                                         {"recorder", AsUtf8(folder.recorder.name)},
                                         {"reason", AsUtf8(folder.recorder.reason)},
                                         {"runsFailed", static_cast<std::size_t>(failed)},
                                         {"sameOutput", SameOutput(record)}});
  writer.AddValue("measures", ListOf(record.measures, MeasureCell));
  writer.AddValue(
      "checks", ListOf(record.remarks, [&words](const RecordRemark& remark) {
        return Cell(Cell::Record{{"code", std::string(remark.code)}, {"text", AsUtf8(TextOf(remark.message, words))}});
      }));
}

void WriteRecordedTimes(std::string& out, const RecordComparison& record, const RemedyWords& words) {
  JsonWriter writer(out);
  WriteDocumentHead(writer, "recordedTimes");
  AddRecord(writer, record, words);
  writer.Finish();
}

}  // namespace profdiff
