// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/report/machine/json_test.cpp, tests/unit/report/machine/csv_test.cpp.
#include "report/machine/conclusion.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "report/machine/rows.h"

namespace profdiff {
namespace {

std::string TextCell(const Message& message, const RemedyWords& words) { return AsUtf8(TextOf(message, words)); }

constexpr const char* kNoFunction = "there is no function of that name";

Cell ConditionCell(Cell text, GateOutcome outcome, Cell why, Cell::List functions) {
  return Cell::Record{{"text", std::move(text)},
                      {"result", std::string(WordOf(outcome))},
                      {"why", std::move(why)},
                      {"functions", std::move(functions)}};
}

Cell NumberCell(const std::optional<double>& number) { return number ? Cell(*number) : Cell(); }

// A row of the table.
struct Line {
  Cell row, result, low, high, functions, text, why;
};

}  // namespace

void AddConclusion(TableWriter& writer, const Conclusion& conclusion, const Difference& difference,
                   const RemedyWords& words) {
  writer.AddValue("verdict", Cell::Record{{"kind", std::string(WordOf(conclusion.kind))},
                                          {"text", AsUtf8(TextOf(conclusion, difference, words))},
                                          {"low", NumberCell(conclusion.low)},
                                          {"high", NumberCell(conclusion.high)},
                                          {"why", TextCell(conclusion.why, words)}});
  Cell::List conditions = ListOf(conclusion.gates.gates, [&words](const GateResult& gate) {
    return ConditionCell(AsUtf8(gate.condition), gate.outcome, TextCell(gate.why, words), ListOf(gate.offenders, IdOf));
  });
  for (const std::string& name : conclusion.gates.unknown) {
    conditions.push_back(ConditionCell(AsUtf8(name), GateOutcome::kUnknown, kNoFunction, {}));
  }
  writer.AddValue("conditions", std::move(conditions));
  writer.AddValue(
      "doubts", ListOf(conclusion.doubts, [&words](const Doubt& doubt) {
        return Cell(Cell::Record{{"code", std::string(WordOf(doubt.code))}, {"text", TextCell(doubt.message, words)}});
      }));
}

void WriteConclusionTable(TableWriter& writer, const Conclusion& conclusion, const Difference& difference,
                          const RemedyWords& words) {
  std::vector<Line> lines = {{"verdict", std::string(WordOf(conclusion.kind)), NumberCell(conclusion.low),
                              NumberCell(conclusion.high), Cell(), AsUtf8(BriefTextOf(conclusion, difference)),
                              TextCell(conclusion.why, words)}};
  for (const GateResult& gate : conclusion.gates.gates) {
    lines.push_back({"condition", std::string(WordOf(gate.outcome)), Cell(), Cell(), ListOf(gate.offenders, IdOf),
                     AsUtf8(gate.condition), TextCell(gate.why, words)});
  }
  for (const std::string& name : conclusion.gates.unknown) {
    lines.push_back(
        {"condition", std::string(WordOf(GateOutcome::kUnknown)), Cell(), Cell(), Cell(), AsUtf8(name), kNoFunction});
  }
  for (const Doubt& doubt : conclusion.doubts) {
    lines.push_back(
        {"doubt", std::string(WordOf(doubt.code)), Cell(), Cell(), Cell(), TextCell(doubt.message, words), Cell()});
  }
  Fields<std::size_t> fields;
  const auto add = [&](const char* name, Cell Line::*member) {
    fields.Add(name, [&lines, member](std::size_t line) { return lines[line].*member; });
  };
  add("row", &Line::row);
  add("result", &Line::result);
  add("low", &Line::low);
  add("high", &Line::high);
  add("functions", &Line::functions);
  add("text", &Line::text);
  add("why", &Line::why);
  std::vector<std::size_t> rows;
  for (std::size_t line = 0; line < lines.size(); ++line) rows.push_back(line);
  constexpr std::string_view kColumns = "row result low high functions text why";
  WriteRows(writer, "verdict", ListColumns(kColumns), fields, std::span<const std::size_t>(rows));
}

}  // namespace profdiff
