// SPDX-License-Identifier: GPL-3.0-or-later
// A compiler scatters the code of a line, and scatters it differently at each level of optimisation. gprof lists each
// stretch; to compare two builds, a line has to be one row. Functions are not joined with the lines they begin on:
// calls lead to functions alone. Test: tests/unit/analyze/line_rows_test.cpp.
#include "profdiff/line_rows.h"

#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace profdiff {
namespace {

using LineKey = std::tuple<std::string_view, std::uint32_t, std::uint32_t>;  // function, file, line

}  // namespace

LineRows JoinLines(const FunctionTable& table) {
  LineRows rows;
  rows.functions = table;
  rows.functions.functions.clear();
  rows.functions.has_addresses = false;
  rows.row_of.reserve(table.size());
  std::map<LineKey, FunctionId> known;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Function& stretch = table.functions[i];
    FunctionId next(rows.functions.size());
    FunctionId row = next;
    if (IsLine(table, FunctionId(i))) {
      row = known.try_emplace({stretch.name, stretch.file.value, stretch.line}, next).first->second;
    }
    if (row == next) rows.functions.functions.push_back(stretch);
    rows.row_of.push_back(row);
  }
  return rows;
}

Profile JoinLines(const Profile& profile, const LineRows& rows) {
  Profile joined = profile;
  const std::size_t count = rows.functions.size();
  joined.self_ticks.assign(count, 0);
  joined.calls.assign(count, 0);
  joined.self_calls.assign(count, 0);
  joined.blocks.clear();
  joined.arcs.clear();
  for (std::size_t i = 0; i < rows.row_of.size(); ++i) {
    std::size_t row = rows.row_of[i].value;
    joined.self_ticks[row] += profile.self_ticks[i];
    joined.calls[row] += profile.calls[i];
    joined.self_calls[row] += profile.self_calls[i];
  }
  auto row_of = [&rows](FunctionId f) {  // what calls through a register lead to is number size() in either table
    return f.value < rows.row_of.size() ? rows.row_of[f.value] : FunctionId(rows.functions.size());
  };
  std::unordered_map<std::uint64_t, std::size_t> known;
  for (const Arc& arc : profile.arcs) {
    FunctionId caller = row_of(arc.caller), callee = row_of(arc.callee);
    auto [place, is_new] = known.try_emplace(std::uint64_t{caller.value} << 32 | callee.value, joined.arcs.size());
    if (is_new) joined.arcs.push_back({caller, callee, 0});
    joined.arcs[place->second].count += arc.count;
  }
  return joined;
}

Selection JoinLines(const Selection& selection, const LineRows& rows) {
  Selection joined;
  joined.active = selection.active;
  joined.bits.assign(rows.functions.size(), 0);
  for (std::size_t i = 0; i < rows.row_of.size(); ++i) {
    std::uint16_t& bits = joined.bits[rows.row_of[i].value];
    bits = static_cast<std::uint16_t>(bits | selection.bits[i]);
  }
  return joined;
}

}  // namespace profdiff
