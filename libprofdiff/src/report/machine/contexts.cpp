// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the call paths of --tree as a table or as an array of a document. profdiff/formats.h describes the columns.
//
// Tests: tests/unit/report/machine/contexts_test.cpp.
#include "report/machine/contexts.h"

#include <numeric>
#include <optional>
#include <string>

#include "profdiff/error.h"
#include "report/machine/fields.h"
#include "values/listed_times.h"

namespace profdiff {
namespace {

// The columns of the tables, as "heading=key" (see ListColumns), for one execution and for a difference.
constexpr std::string_view kOne =
    "context parent depth percent self=numbers.self total=numbers.total samples=numbers.samples "
    "totalSamples=numbers.totalSamples id=function line file linkageName name";

constexpr std::string_view kTwo =
    "context parent depth baseSelf=base.self otherSelf=other.self diffSelf=difference.self baseTotal=base.total "
    "otherTotal=other.total diffTotal=difference.total baseSamples=base.samples otherSamples=other.samples "
    "diffSamples=difference.samples baseTotalSamples=base.totalSamples otherTotalSamples=other.totalSamples "
    "diffTotalSamples=difference.totalSamples status match id=function line file linkageName name";

// Calls add(name, member) for each number of a call path on one side.
template <class Add>
void ForEachNumber(const ContextRows& rows, Add add) {
  add("self", &ContextNumbers::self);
  add("total", &ContextNumbers::total);
  if (!rows.has_samples) return;
  add("samples", &ContextNumbers::samples);
  add("totalSamples", &ContextNumbers::total_samples);
}

Cell Subtract(double base, double other) { return SecondsDifference(base, other); }
Cell Subtract(std::uint64_t base, std::uint64_t other) { return CountDifference(base, other); }

[[noreturn]] void FailWithout(const std::optional<ProfileOrigin>& origin) {
  throw Error(ErrorCode::kMissingRecords, "a tree needs whole stacks, which profiles of " +
                                              (origin ? origin->format : std::string("gprof")) + " do not have");
}

// True if a side can have whole stacks. A side from callgrind or from a listing has none, because these have costs of
// functions and arcs. The result decides which side an error message names.
bool MayHaveStacks(const SideTotals& side) {
  return side.origin && side.origin->format != "callgrind" && side.origin->format != kListingFormat;
}

bool Differs(const ContextRow& row) {
  return SecondsDifference(row.base.self, row.other.self) != 0 ||
         SecondsDifference(row.base.total, row.other.total) != 0;
}

}  // namespace

const ScaledContexts& RequireContexts(const Execution& execution) {
  if (execution.contexts == nullptr || execution.contexts->tree == nullptr) FailWithout(execution.profile.origin);
  return *execution.contexts;
}

const ContextDifference& RequireContexts(const Difference& difference) {
  if (difference.contexts == nullptr) {
    FailWithout((MayHaveStacks(difference.base) ? difference.other : difference.base).origin);
  }
  return *difference.contexts;
}

ContextFields::ContextFields(const Execution& execution, const ContextRows& rows, const FunctionTexts& texts)
    : numbers(rows.rows.size()), has_other_(false) {
  AddPlaces(rows);
  const double all = execution.profile.Seconds(execution.profile.total_ticks);
  // Only tables have the percentage: a document contains the total, from which readers can compute it.
  fields.AddForTables("percent", [&rows, all](std::uint32_t row) {
    return all != 0 ? Cell(100 * rows.rows[row].base.total / all) : Cell();
  });
  AddNumbers(rows, "numbers.", &ContextRow::base);
  AddNamesForTables(fields, texts, [&rows](std::uint32_t row) { return rows.rows[row].function; });
}

ContextFields::ContextFields(const Difference& difference, const ContextRows& rows, const FunctionTexts& texts)
    : numbers(rows.rows.size()), has_other_(true) {
  AddPlaces(rows);
  AddNumbers(rows, "base.", &ContextRow::base);
  AddNumbers(rows, "other.", &ContextRow::other);
  AddDifferences(rows);
  // Status and match are columns of tables; a document has them in the objects of its functions.
  fields.AddForTables("status", [&rows](std::uint32_t row) {
    const ContextRow& context = rows.rows[row];
    return StatusName(context.base.present, context.other.present, Differs(context));
  });
  fields.AddForTables("match", [&rows, &difference](std::uint32_t row) {
    return MatchCell(difference.match.pairs[rows.rows[row].function.value]);
  });
  AddNamesForTables(fields, texts, [&rows](std::uint32_t row) { return rows.rows[row].function; });
}

void ContextFields::AddPlaces(const ContextRows& rows) {
  std::iota(numbers.begin(), numbers.end(), 0U);
  fields.AddForTables("context", [](std::uint32_t row) { return row; });
  // A row refers to its function by id, and to its parent by index, so that a document contains each name once.
  fields.Add("function", [&rows](std::uint32_t row) {
    const FunctionId function = rows.rows[row].function;
    return function.valid() ? Cell(IdOf(function)) : Cell();  // null for the sum of omitted paths
  });
  fields.Add("parent", [&rows](std::uint32_t row) {
    const std::uint32_t parent = rows.rows[row].parent;
    return parent != ContextRow::kNone ? Cell(parent) : Cell();
  });
  fields.AddForTables("depth", [&rows](std::uint32_t row) { return rows.rows[row].depth; });
}

void ContextFields::AddNumbers(const ContextRows& rows, const char* object, ContextNumbers ContextRow::*side) {
  ForEachNumber(rows, [&](const char* name, auto value) {
    fields.Add(std::string(object) + name, [&rows, side, value](std::uint32_t row) {
      const ContextNumbers& numbers_of_side = rows.rows[row].*side;
      // The value is null, not 0, if the path does not exist on this side.
      return numbers_of_side.present ? Cell(numbers_of_side.*value) : Cell();
    });
  });
}

void ContextFields::AddDifferences(const ContextRows& rows) {
  ForEachNumber(rows, [&](const char* name, auto value) {
    fields.Add(std::string("difference.") + name, [&rows, value](std::uint32_t row) {
      const ContextRow& context = rows.rows[row];
      return Subtract(context.base.*value, context.other.*value);
    });
  });
}

void ContextFields::Write(TableWriter& writer) const {
  if (writer.IsDocument()) {
    WriteObjects(writer, "contexts", fields, numbers);
  } else {
    WriteRows(writer, "tree", ListColumns(has_other_ ? kTwo : kOne), fields, numbers);
  }
}

}  // namespace profdiff
