// SPDX-License-Identifier: GPL-3.0-or-later
// Regular expressions given by users or by recordings, applied to untrusted names in linear time.
// Tests: tests/unit/base/regex_test.cpp.
#ifndef PROFDIFF_BASE_REGEX_H_
#define PROFDIFF_BASE_REGEX_H_

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace profdiff {

class Regex {
 public:
  enum class Syntax {
    kRe2,    // that of the RE2 library: Perl's without look-around and back references
    kPosix,  // POSIX extended; "." is any character
  };

  // Matches nothing.
  Regex() = default;
  // Compiles an expression, with `ignores_case` one in which upper and lower case are the same. Names are bytes: a
  // letter outside ASCII in UTF-8 is several characters. Errors: kBadArgument; cause() does not quote the expression.
  explicit Regex(const std::string& text, bool ignores_case = false, Syntax syntax = Syntax::kRe2);

  // True if the expression matches anywhere in the name.
  bool Find(std::string_view name) const;

  // Returns the name with all matches, or only the first one, replaced. In a replacement, "$1" to "$99" are groups,
  // "$&" is the whole match, and "$$" a dollar sign.
  std::string Replace(std::string_view name, std::string_view replacement, bool all = true) const;

 private:
  std::shared_ptr<const re2::RE2> compiled_;
};

}  // namespace profdiff

#endif  // PROFDIFF_BASE_REGEX_H_
