// SPDX-License-Identifier: GPL-3.0-or-later
// Parses filter codes: [(INDEX)]DIGIT DIGIT{.GROUP}.DIGIT K NUMBER, for example (14)11.mem.mpicol.ompcrit.cust.0K10.
// The index is a label in the tables of the DiffTrace paper and has no effect.
// Source: figures 6, 10 and 12 of the paper. Tests: tests/unit/analyze/loops/filter_code_test.cpp.
#include <algorithm>
#include <charconv>
#include <set>

#include "profdiff/error.h"
#include "profdiff/ranking.h"

namespace profdiff {
namespace {

class CodeReader {
 public:
  CodeReader(std::string_view code, const std::vector<std::string>& cust) : code_(code), rest_(code), cust_(cust) {}

  RankFilter Read(std::optional<std::uint32_t> longest_body) {
    SkipIndex();
    const std::string_view text = rest_;
    filter_.drop_returns = ReadDigit();
    filter_.drop_stubs = ReadDigit();
    // Reads names of groups up to the digit that follows them. Names of groups begin with a letter.
    while (Take('.') && !rest_.starts_with('0') && !rest_.starts_with('1')) {
      AddGroup(rest_.substr(0, std::min(rest_.find('.'), rest_.size())));
    }
    // If the digit after the groups is 1, every function is kept, so the groups have no effect.
    const bool everything = ReadDigit();
    if (everything) filter_.keep.clear();
    if (!everything && named_.empty()) Refuse("keeps no functions: name groups before the 0, or replace it by 1");
    filter_.code = text.substr(0, text.size() - rest_.size());
    filter_.longest_body = ReadLongestBody();
    if (longest_body) filter_.longest_body = *longest_body;
    if (filter_.longest_body == 0 || filter_.longest_body > RankFilter::kLongestBody) {
      Refuse("has a K, the length of the longest loop body, that is not from 1 to " +
             std::to_string(RankFilter::kLongestBody));
    }
    filter_.code += "K" + std::to_string(filter_.longest_body);
    return filter_;
  }

 private:
  [[noreturn]] void Refuse(const std::string& cause, const Remedy& remedy = {}) const {
    throw Error(ErrorCode::kBadArgument, "filter '" + std::string(code_.substr(0, 100)) + "' " + cause, {}, {}, remedy);
  }
  [[noreturn]] void RefuseForm() const { Refuse("is not a code such as 11.mpi.ompcrit.0K10"); }

  bool Take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void SkipIndex() {
    if (!rest_.starts_with('(')) return;
    const std::size_t end = rest_.find_first_not_of("0123456789", 1);
    if (end == 1 || end >= rest_.size() || rest_[end] != ')') RefuseForm();
    rest_.remove_prefix(end + 1);
  }

  bool ReadDigit() {
    const bool one = Take('1');
    if (!one && !Take('0')) RefuseForm();
    return one;
  }

  void AddGroup(std::string_view name) {
    rest_.remove_prefix(name.size());
    const auto group = std::ranges::find(FilterGroups(), name, &FilterGroup::name);
    if (group == FilterGroups().end()) RefuseGroup(name);
    // Naming a group twice is an error, since the second name was probably meant to be another group.
    if (!named_.insert(group->name).second) Refuse("names the group '" + std::string(name) + "' twice");
    if (!group->expression.empty()) {
      filter_.keep.emplace_back(group->expression);
    } else if (cust_.empty()) {
      Refuse("names 'cust', but its expression is missing", {RemedyKind::kGiveCustomFilter, {}});
    } else {
      filter_.keep.insert(filter_.keep.end(), cust_.begin(), cust_.end());
    }
  }

  [[noreturn]] void RefuseGroup(std::string_view name) const {
    if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string_view::npos || name.empty()) RefuseForm();
    std::string known;
    for (const FilterGroup& group : FilterGroups()) known += (known.empty() ? "" : ", ") + std::string(group.name);
    Refuse("names the group '" + std::string(name.substr(0, 40)) + "', which is not one of " + known);
  }

  // Returns 0 for numbers that exceed 32 bits; the caller rejects 0 anyway.
  std::uint32_t ReadLongestBody() {
    std::uint32_t number = 0;
    if (!Take('K') || rest_.empty()) RefuseForm();
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (end != rest_.data() + rest_.size()) RefuseForm();
    return error == std::errc() ? number : 0;
  }

  const std::string_view code_;
  std::string_view rest_;
  const std::vector<std::string>& cust_;
  std::set<std::string_view> named_;  // groups named so far
  RankFilter filter_;
};

}  // namespace

RankFilter ParseRankFilter(std::string_view code, const std::vector<std::string>& cust,
                           std::optional<std::uint32_t> longest_body) {
  return CodeReader(code, cust).Read(longest_body);
}

}  // namespace profdiff
