// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the difference of execution counts (gprof's -C), one line per function: "%10s %9s %9s  %2s  %s". These are the
// columns of the side-by-side tables without the columns of seconds.
//
// Test: tests/unit/report/difference/counts_test.cpp.
#include "base/text.h"
#include "profdiff/listing.h"
#include "report/difference/side_by_side_lines.h"
#include "report/format/limit.h"
#include "report/gprof/names.h"
#include "values/row_order.h"

namespace profdiff {
namespace {

constexpr std::string_view kHeading =
    "    +calls    -calls      diff  sym\n"
    "     calls     calls     calls  +-  name\n";

// Returns a dash if the number of calls is 0, which includes sides whose calls were not counted.
std::string CallsCell(const SideNumbers& side) { return side.calls == 0 ? "-" : std::to_string(side.calls); }

void AppendRow(std::string& out, const Difference& difference, const Difference::Row& row) {
  AppendRight(out, CallsCell(row.base), 10);
  AppendText(out, CallsCell(row.other), 9);
  AppendText(out, CallsDifference(difference, row.base.calls, row.other.calls), 9);
  out.append("  ").append(SidesCell(row.base.present, row.other.present)).append("  ");
}

void AppendSidesWithoutCalls(std::string& out, const Difference& difference) {
  const bool base = difference.base.calls_known, other = difference.other.calls_known;
  if (base && other) return;
  out += base ? "Calls of the other side" : other ? "Calls of the base" : "Calls";
  out += " were not counted.\n";
}

}  // namespace

std::size_t WriteCountsDifference(std::string& out, const Difference& difference, const SideLabels& labels,
                                  const ListingOptions& options) {
  StartSection(out);
  if (!options.brief) AppendSideLabels(out, labels);
  AppendSidesWithoutCalls(out, difference);
  out += kHeading;
  NameStyle style = StyleFor(options.names, options.traditional);
  // gprof's -C prints the file and the line of each function (GPROF.md, section 12); here they follow the name.
  style.source_lines = true;
  FunctionNames names(difference.match.functions, style);
  std::vector<FunctionId> rows = OrderCountRows(difference, options.show_unused);
  const std::size_t left_out = CutRows(rows, options.limit);
  for (const FunctionId f : rows) {
    AppendRow(out, difference, difference.functions[f.value]);
    out.append(names.Display(f)).append("\n");
    DrainIfLong(out, options.drain);
  }
  AppendLeftOut(out, left_out, "rows");
  return left_out;
}

}  // namespace profdiff
