// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/lint/new_format_test.sh, tests/unit/egprof/gprof/options_test.cpp.
#include "egprof/options/format_rows.h"

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "egprof/cli/values.h"
#include "egprof/options/profile_rows.h"
#include "egprof/options/values.h"
#include "profdiff/formats.h"

namespace egprof {
namespace {

void SetTableFormat(CommandLine& line, TableOptions& options, std::string_view name) {
  if (const auto* found = profdiff::FindTableFormat(name); found != nullptr && !found->is_comment) {
    options.table_format = found;
    return;
  }
  std::vector<std::string> words;
  for (const profdiff::TableFormat& format : profdiff::TableFormats()) {
    if (!format.is_comment) words.push_back("'" + std::string(format.name) + "'");
  }
  FailWithUsage(line, "option '--format' needs " + Alternatives(words) + ", not '" + std::string(name) + "'");
}

// Option rows for all formats. There is only one object, because the rows point to strings that it owns.
class FormatRows {
 public:
  FormatRows() {
    std::string words;
    for (const profdiff::TableFormat& format : profdiff::TableFormats()) {
      if (!format.is_comment) words.append(words.empty() ? "" : "|").append(format.name);
    }
    table = {.name = "format",
             .value = Value::kRequired,
             .metavar = Keep(words),
             .help = "listings as text for people, or as tables or one document for programs",
             .act = [](CommandLine& line, TableOptions& o, const char* v) { SetTableFormat(line, o, v); }};
    const profdiff::TableFormat& markdown = CommentFormat();
    comment = {
        .name = Keep(std::string(markdown.name)),
        .value = Value::kOptional,
        .metavar = "FILE",
        .help = Keep("also write " + std::string(markdown.summary) + ", to FILE; without FILE instead of the report"),
        .act = [](CommentOptions& o, const char* v) { o.markdown = v == nullptr ? "" : v; }};
    for (const profdiff::GraphFormat& format : profdiff::GraphFormats()) {
      format.name == "gml" ? void(gml = RowOf(format)) : others.push_back(RowOf(format));
    }
  }
  FormatRows(const FormatRows&) = delete;
  FormatRows& operator=(const FormatRows&) = delete;

  OptionRow table, comment, gml;
  OptionRows others;

 private:
  OptionRow RowOf(const profdiff::GraphFormat& format) {
    const bool one_sided = format.write_difference == nullptr;
    return {.name = Keep(std::string(format.name)),
            .value = Value::kOptional,
            .metavar = "FILE",
            .help = Keep(std::string(format.summary) +
                         (one_sided ? "; for a difference only with --growth or --shrink" : "")),
            .excludes = &kAllRanks,
            .act = [](OutputOptions& o, const OptionRow& row, const char* v) {
              ChooseGraphFile(o, *profdiff::FindGraphFormat(row.name), v);
            }};
  }

  const char* Keep(std::string text) { return texts_.emplace_back(std::move(text)).c_str(); }

  std::deque<std::string> texts_;  // names and help texts; in a deque, so that their addresses do not change
};

const FormatRows& Rows() {
  static const FormatRows rows;
  return rows;
}

}  // namespace

const OptionRow& TableFormatRow() { return Rows().table; }

const OptionRow& CommentRow() { return Rows().comment; }

const profdiff::TableFormat& CommentFormat() {
  return *std::ranges::find(profdiff::TableFormats(), true, &profdiff::TableFormat::is_comment);
}

const OptionRow& GmlRow() { return Rows().gml; }

const OptionRows& OtherGraphRows() { return Rows().others; }

}  // namespace egprof
