// SPDX-License-Identifier: GPL-3.0-or-later
// Formats models as text and as fields of tables.
// Tests: tests/unit/report/model/texts_test.cpp.
#ifndef PROFDIFF_REPORT_MODEL_ROWS_H_
#define PROFDIFF_REPORT_MODEL_ROWS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/models.h"
#include "report/format/table.h"

namespace profdiff {

// A model, and "base" or "other" if there are two executions.
struct ModelRow {
  const Model* model = nullptr;
  std::string_view side = {};
};

// Returns the rows of both executions, the base first. `other` may be null.
std::vector<ModelRow> RowsOf(const Models& models, const Models* other);

// Returns the demangled name, such as "dot(int)".
std::string FunctionText(const Model& model);
// Returns text such as "n = 1600, m = 2"; empty if there are no parameters.
std::string PlaceText(std::span<const std::string> parameters, std::span<const double> at);
// Returns a value with six significant digits, such as "1481.74 s".
std::string ValueText(double value, const std::string& unit);
// Returns the point with the largest values; with several parameters, the last point in order. Models have at least one
// point.
const ModelPoint& LargestPoint(const Model& model);

Fields<ModelRow> ModelFields();

// Writes models as a document or as tables.
void AddModels(TableWriter& writer, const Models& models, const Models* other);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MODEL_ROWS_H_
