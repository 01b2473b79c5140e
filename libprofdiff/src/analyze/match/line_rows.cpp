// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the address ranges of a source line into one row. A compiler splits the code of a line into several ranges,
// differently at each level of optimisation, and gprof lists each range separately (GPROF.md, section 6). Two builds
// can be compared only if each line is one row. A function is not joined with the line on which it begins, as only
// functions are called.
// Test: tests/unit/analyze/match/line_rows_test.cpp.
#include "values/line_rows.h"

#include <bit>
#include <cstdint>
#include <utility>

#include "analyze/match/match_groups.h"
#include "base/seeded_hash.h"
#include "values/arc_index.h"

namespace profdiff {
namespace {

// Size of the bit set of used lines, a Bloom filter with one hash function. A false positive only adds a row without
// times and calls.
constexpr std::size_t kBitsPerRow = 4;
constexpr std::size_t kFewestBits = 64;

bool IsUsed(const Profile& profile, std::size_t row) {
  return profile.self_ticks[row] != 0 || profile.calls[row] != 0 || profile.self_calls[row] != 0;
}

// Returns the key of a line, which is the same for all its ranges. Files are identified by index.
MatchKey KeyOf(const Function& range) {
  MatchKey key{range.name, {}, {}, 0, 0, range.line};
  key.address = range.file.value;
  return key;
}

FunctionTable WithoutRows(const FunctionTable& table) {
  FunctionTable empty;
  empty.files = table.files;
  empty.units = table.units;
  empty.storage = table.storage;
  empty.leading_char = table.leading_char;
  empty.by_line = table.by_line;
  empty.has_addresses = false;
  empty.indirect = table.indirect;
  return empty;
}

}  // namespace

UsedLines::UsedLines(std::size_t rows) : bits_(std::bit_ceil(kBitsPerRow * rows + kFewestBits)) {}

// The seed is constant, so that false positives are the same in every run. Collisions cannot slow down this table, as
// it has no chains to search.
std::size_t UsedLines::BitOf(const Function& line) const {
  const std::uint64_t hash = HashOf({line.name, {}, {}, 0, 0, line.line}, SeededHash(0));
  return static_cast<std::size_t>(hash >> 32) & (bits_.size() - 1);
}

void UsedLines::Add(const FunctionTable& table, const Profile& profile) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (IsUsed(profile, i) && IsLine(table, FunctionId(i))) bits_[BitOf(table.functions[i])] = true;
  }
  for (const Arc& arc : profile.arcs) {
    if (IsLine(table, arc.caller)) bits_[BitOf(table[arc.caller])] = true;
  }
}

bool UsedLines::MayHave(const Function& line) const { return bits_[BitOf(line)]; }

// Each row has the position of the first range of its line, so that rows remain in order of address.
LineRows JoinLines(const FunctionTable& table, const UsedLines* used) {
  LineRows rows{WithoutRows(table), std::vector<FunctionId>(table.size())};
  KeyedFunctions lines([&table](FunctionId id) { return KeyOf(table[id]); }, SeededHash());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Function& range = table.functions[i];
    if (!IsLine(table, FunctionId(i)) || (used != nullptr && !used->MayHave(range))) continue;
    lines.Add(FunctionId(i), KeyOf(range));
  }
  const MatchKeyNumbers numbers(lines);
  std::vector<FunctionId> row_of_number(numbers.size());
  std::size_t next = 0;  // index of the next row in `lines`
  for (std::size_t i = 0; i < table.size(); ++i) {
    // Walks over the table and over `lines` (the kept rows of lines, in the order of the table) at the same time.
    const bool is_next = next < lines.size() && lines[next] == FunctionId(i);
    if (!is_next && IsLine(table, FunctionId(i))) continue;
    const FunctionId row = is_next ? row_of_number[numbers.numbers()[next]] : FunctionId();
    rows.row_of[i] = row.valid() ? row : FunctionId(rows.functions.size());
    if (!row.valid()) rows.functions.functions.push_back(table.functions[i]);
    if (is_next) row_of_number[numbers.numbers()[next++]] = rows.row_of[i];
  }
  return rows;
}

Profile JoinLines(Profile profile, const LineRows& rows) {
  const std::size_t count = rows.functions.size();
  const auto self_ticks = std::exchange(profile.self_ticks, std::vector<double>(count));
  const auto calls = std::exchange(profile.calls, std::vector<std::uint64_t>(count));
  const auto self_calls = std::exchange(profile.self_calls, std::vector<std::uint64_t>(count));
  const auto arcs = std::exchange(profile.arcs, {});
  profile.blocks.clear();
  for (std::size_t i = 0; i < rows.row_of.size(); ++i) {
    if (!rows.row_of[i].valid()) continue;
    const std::size_t row = rows.row_of[i].value;
    profile.self_ticks[row] += self_ticks[i];
    profile.calls[row] += calls[i];
    profile.self_calls[row] += self_calls[i];
  }
  // Maps functions to rows. In each table, the id size() is the callee of calls through a register.
  auto row_of = [&rows](FunctionId f) {
    return f.value < rows.row_of.size() ? rows.row_of[f.value] : FunctionId(rows.functions.size());
  };
  ArcIndex known;
  for (const Arc& arc : arcs) {
    FunctionId caller = row_of(arc.caller), callee = row_of(arc.callee);
    if (!caller.valid() || !callee.valid()) continue;
    profile.arcs[known.FindOrAdd(caller, callee, profile.arcs).value].count += arc.count;
  }
  return profile;
}

Selection JoinLines(const Selection& selection, const LineRows& rows) {
  Selection joined;
  joined.active = selection.active;
  joined.bits.assign(rows.functions.size(), 0);
  for (std::size_t i = 0; i < rows.row_of.size(); ++i) {
    if (!rows.row_of[i].valid()) continue;
    std::uint16_t& bits = joined.bits[rows.row_of[i].value];
    bits = static_cast<std::uint16_t>(bits | selection.bits[i]);
  }
  return joined;
}

}  // namespace profdiff
