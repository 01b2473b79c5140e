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

// A model and, if there are two executions, its side: "base" or "other".
struct ModelRow {
  const Model* model = nullptr;
  std::string_view side = {};
};

// Returns the rows of both executions, the base first. `other` may be null.
std::vector<ModelRow> RowsOf(const Models& models, const Models* other);

// Returns the demangled name of the model's function, such as "dot(int)", after its callers, such as "main;dot(int)".
std::string FunctionText(const Model& model);
// Returns parameters and their values, such as "n = 1600, m = 2"; empty if there are no parameters.
std::string PlaceText(std::span<const std::string> parameters, std::span<const double> at);
// Returns a value with six significant digits and its unit, such as "1481.74 s".
std::string ValueText(double value, const std::string& unit);
// Returns the point with the largest value of the parameter; with several parameters, the last point in order. Each
// model has at least one point.
const ModelPoint& LargestPoint(const Model& model);

Fields<ModelRow> ModelFields();

// Writes models as a document or as tables.
void AddModels(TableWriter& writer, const Models& models, const Models* other);

// Writes a short report in Markdown; `other` may be null.
void WriteModelText(std::string& out, const Models& models, const Models* other, std::size_t limit,
                    const TextStyles& styles);
void WriteModelComment(std::string& out, const Models& models, const Models* other);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MODEL_ROWS_H_
