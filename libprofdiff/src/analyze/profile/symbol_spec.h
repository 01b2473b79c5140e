// SPDX-License-Identifier: GPL-3.0-or-later
// Parses symspecs, and tests whether functions match them.
// Grammar: "file:function", "file:line", "file", "line", "function"; a word with a dot is a file. Source: GPROF.md,
// sections 2.1 and 2.2.
// Tests: tests/unit/analyze/profile/select_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROFILE_SYMBOL_SPEC_H_
#define PROFDIFF_ANALYZE_PROFILE_SYMBOL_SPEC_H_

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "profdiff/image.h"
#include "profdiff/profile.h"

namespace profdiff {

// Functions of the profiling runtime. gprof excludes them from three tables by specs with their names, in this order
// and before the specs of the command line (GPROF.md, section 2.3).
inline constexpr std::array<std::string_view, 6> kRuntimeFunctions = {
    ":_gprof_mcount", ":mcount", ":_mcount", ":__mcount", ":__mcount_internal", ":__mcleanup"};
inline constexpr std::array<SpecTable, 3> kRuntimeTables = {SpecTable::kTime, SpecTable::kGraph, SpecTable::kFlat};

// One side of a spec. An empty file or name, or a line of 0, matches everything.
struct SpecPattern {
  std::string_view file;
  std::uint32_t line = 0;
  std::string_view name;
};

SpecPattern ParsePattern(std::string_view text);

// Bit set of name lengths, to reject most names without a comparison; bit 63 is for 63 bytes and more.
class NameLengths {
 public:
  void Add(std::size_t length) { lengths_.set(std::min(length, lengths_.size() - 1)); }
  void AddAll() { lengths_.set(); }
  bool Has(std::size_t length) const { return lengths_[std::min(length, lengths_.size() - 1)]; }

 private:
  std::bitset<64> lengths_;
};

// A pattern prepared for one table: its file is resolved to source files of the table.
class PatternMatcher {
 public:
  PatternMatcher(const FunctionTable& table, const SpecPattern& pattern, SpecRules rules);

  bool Matches(const Function& function) const {
    if (!pattern_.file.empty() && std::ranges::find(files_, function.file) == files_.end()) return false;
    if (pattern_.line != 0 && pattern_.line != function.line) return false;
    if (pattern_.name.empty()) return true;
    std::string_view name = function.name;
    if (leading_char_ != '\0' && !name.empty() && name[0] == leading_char_) name.remove_prefix(1);
    return name == pattern_.name;
  }
  // Adds the lengths that matching names can have.
  void AddNameLengths(NameLengths& lengths) const;

 private:
  SpecPattern pattern_;
  char leading_char_;
  std::vector<SourceFileId> files_;  // source files named by the pattern; empty if the pattern has no file
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROFILE_SYMBOL_SPEC_H_
