// SPDX-License-Identifier: GPL-3.0-or-later
// gprof's rule that decides by name whether a local symbol is a function.
// Tests: tests/unit/read/image/symbol_filter_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_SYMBOL_FILTER_H_
#define PROFDIFF_READ_IMAGE_SYMBOL_FILTER_H_

#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace profdiff {

// The addresses of an image's symbol names in memory. They allow moving from a name to the next string without reading
// any other bytes.
class KnownNames {
 public:
  // `collect` returns the addresses of all names, in any order. Only the first call of Behind() calls it, because few
  // images need the names.
  explicit KnownNames(std::function<std::vector<const char*>()> collect) : collect_(std::move(collect)) {}

  // Returns the string that begins after the zero byte at `end`, or "" if that string is not within a known name; never
  // nullptr.
  const char* Behind(const char* end);

  // Returns the cached result of IsFunctionName for names whose search continues at `begin`; nullopt if there is none.
  // Results are cached because the searches for many names run through the same strings.
  std::optional<bool> Verdict(const char* begin) const;
  void SetVerdict(const char* begin, bool is_function) { verdicts_.emplace(begin, is_function); }

 private:
  std::function<std::vector<const char*>()> collect_;
  std::vector<const char*> names_;  // ascending
  std::unordered_map<const char*, bool> verdicts_;
};

// True if gprof treats a local symbol of that name as a function: a dot may be followed by digits, and ".clone.N" and
// ".constprop.N" are allowed; any other dot, and any '$', is a compiler's mark on a part of a function.
//
// gprof does not stop at the end of a name with such a dot group. It continues with the memory that follows, which is
// the next string of the image's string table, and drops the symbol if that string has a bad dot or a '$'. Whether
// `cp.constprop.0` is a function thus depends on the next string: before `crtstuff.c`, it is not. This occurs in
// ordinary programs compiled with `gcc -O2`, so it has to be reproduced for listings to be equal.
bool IsFunctionName(const char* name, KnownNames& names);

// Returns false if the name cannot be a function's name, whichever string follows it.
bool MayBeFunctionName(const char* name);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_SYMBOL_FILTER_H_
