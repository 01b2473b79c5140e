// SPDX-License-Identifier: GPL-3.0-or-later
// gprof's rule for names of local symbols that are functions.
// Tests: tests/unit/read/image/symbol_filter_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_SYMBOL_FILTER_H_
#define PROFDIFF_READ_IMAGE_SYMBOL_FILTER_H_

#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace profdiff {

// Addresses of an image's symbol names in memory, for moving from a name to the string after it without reading other
// bytes.
class KnownNames {
 public:
  // `collect` returns the addresses of all names, in any order. Called once, on the first call of Behind(), as few
  // images need it.
  explicit KnownNames(std::function<std::vector<const char*>()> collect) : collect_(std::move(collect)) {}

  // The string after the zero byte at `end`; empty if no known name begins there.
  const char* Behind(const char* end);

  // The cached result for names whose search continues at `begin`, as many names share a run of strings.
  std::optional<bool> Verdict(const char* begin) const;
  void SetVerdict(const char* begin, bool is_function) { verdicts_.emplace(begin, is_function); }

 private:
  std::function<std::vector<const char*>()> collect_;
  std::vector<const char*> names_;  // ascending
  std::unordered_map<const char*, bool> verdicts_;
};

// True if a local symbol of that name counts as a function for gprof: a dot may be followed by digits, and ".clone.N"
// and ".constprop.N" are allowed; any other dot, and any '$', is a compiler's mark on a part of a function.
//
// gprof does not stop at the end of a name with such a dot group. It continues with the following memory, which is the
// next string of the image's string table, and drops the symbol if that string has a bad dot or a '$'. Whether
// `cp.constprop.0` is a function thus depends on the next string: before `crtstuff.c` it is not. This occurs in
// ordinary programs of `gcc -O2`, so that equal listings require it.
bool IsFunctionName(const char* name, KnownNames& names);

// The same without the next string: false if the result is false for every next string.
bool MayBeFunctionName(const char* name);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_SYMBOL_FILTER_H_
