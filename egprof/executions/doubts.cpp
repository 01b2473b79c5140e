// SPDX-License-Identifier: GPL-3.0-or-later
// What the library has no word for: files named twice, and an option that shows other functions.
// Test: tests/unit/egprof/executions/doubts_test.cpp.
#include "egprof/executions/doubts.h"

#include <algorithm>
#include <string>

#include "profdiff/image.h"

namespace egprof {

void DoubtFiles(const Side& base, const Side& other, Output& output) {
  for (const std::string& profile : base.profiles) {
    if (std::any_of(other.profiles.begin(), other.profiles.end(),
                    [&profile](const std::string& path) { return IsSameFile(profile, path); })) {
      return output.Warn("the same file is on both sides: " + profile);
    }
  }
}

void NoteExtraFunctions(const profdiff::Difference& difference, const profdiff::FunctionTable& base,
                        const profdiff::FunctionTable& other, Output& output) {
  constexpr std::size_t kLongest = 60;
  const auto is_extra = [](const profdiff::FunctionTable& table, profdiff::FunctionId id,
                           const profdiff::SideNumbers& numbers) {
    return id.valid() && numbers.Used() && !profdiff::IsForGprof(table[id]);
  };
  std::size_t count = 0;
  std::string first;
  for (std::size_t i = 0; i < difference.functions.size(); ++i) {
    const profdiff::Match::Pair& pair = difference.match.pairs[i];
    const profdiff::Difference::Row& row = difference.functions[i];
    if (!is_extra(base, pair.base, row.base) && !is_extra(other, pair.other, row.other)) continue;
    if (count++ == 0) first = difference.match.functions.functions[i].name;
  }
  if (count == 0) return;
  if (first.size() > kLongest) first = first.substr(0, kLongest - 3) + "...";
  output.notes.push_back(std::to_string(count) + (count == 1 ? " function, " : " functions, such as ") + first +
                         (count == 1 ? ", is" : ", are") +
                         " not in gprof's listings, which give such time and calls to neighbours in memory; "
                         "--symbols=gprof compares those numbers");
}

}  // namespace egprof
