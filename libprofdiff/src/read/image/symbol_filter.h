// SPDX-License-Identifier: GPL-3.0-or-later
// Which names of local symbols gprof takes for functions.
// Tests: tests/unit/read/image/symbol_filter_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_SYMBOL_FILTER_H_
#define PROFDIFF_READ_IMAGE_SYMBOL_FILTER_H_

#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace profdiff {

// Where the names of an image's symbols lie in memory, so that one can step from a name to the string behind it without
// ever reading bytes that belong to no name.
class KnownNames {
 public:
  // `collect` gives the addresses of all names, in any order. It is called once, when a string behind one is wanted for
  // the first time: few images have a name that needs it.
  explicit KnownNames(std::function<std::vector<const char*>()> collect) : collect_(std::move(collect)) {}

  // The string behind the zero byte at `end`; an empty one where no known name lies there.
  const char* Behind(const char* end);

  // What was found for a name that goes on with the string that begins there: many names share a run of strings.
  std::optional<bool> Verdict(const char* begin) const;
  void SetVerdict(const char* begin, bool is_function) { verdicts_.emplace(begin, is_function); }

 private:
  std::function<std::vector<const char*>()> collect_;
  std::vector<const char*> names_;  // ascending
  std::unordered_map<const char*, bool> verdicts_;
};

// True if a local symbol of that name counts as a function for gprof: digits may follow a dot, as may ".clone.N" and
// ".constprop.N"; any other dot, and any '$', is a compiler's mark on a piece of a function.
//
// gprof does not stop where a name ends in such a dot group. It goes on with what lies behind the name in memory, which
// is the next string of the image's string table, and drops the symbol if that one has a bad dot or a '$'. Whether
// `cp.constprop.0` is a function thus depends on its neighbour: with `crtstuff.c` behind it, it is none. Ordinary
// programs of `gcc -O2` show this, so equal listings need it.
bool IsFunctionName(const char* name, KnownNames& names);

// The same without the string behind the name: false where every neighbour leads to false.
bool MayBeFunctionName(const char* name);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_SYMBOL_FILTER_H_
