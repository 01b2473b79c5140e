// SPDX-License-Identifier: GPL-3.0-or-later
// std::regex backtracks, with one level of recursion for each character: the time for an expression such as (a*)*$
// doubles with every character. Names are therefore read through an iterator that counts steps and throws when it
// reaches a bound.
#include "base/bounded_regex.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "profdiff/error.h"

namespace profdiff {
namespace {

std::string Cause(const std::regex_error& error) {
  if (error.code() == std::regex_constants::error_space) return "the expression is too large";
  return std::string("not a regular expression: ") + error.what();
}

constexpr std::string_view kDigits = "0123456789";

// True if the text begins with a number that has more digits than a number in any sensible expression.
bool IsHugeNumber(std::string_view text) {
  constexpr std::size_t kMostDigits = 6;
  return std::min(text.find_first_not_of(kDigits), text.size()) > kMostDigits;
}

// True if the number of a repetition or of a group reference is huge: the C++ library reads every number into an int
// without a check.
bool HasHugeNumber(std::string_view expression) {
  for (std::size_t i = 0; i < expression.size(); ++i) {
    if (expression[i] != '\\' && expression[i] != '{') continue;
    if (IsHugeNumber(expression.substr(i + 1))) return true;
    if (expression[i] == '\\') {
      ++i;  // skips the escaped character
    } else if (const std::size_t second = expression.find_first_not_of(kDigits, i + 1);
               second < expression.size() && expression[second] == ',') {
      if (IsHugeNumber(expression.substr(second + 1))) return true;
    }
  }
  return false;
}

std::uintptr_t StackAddress() { return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); }

// Bounds on time and stack for matching one expression against one name. The depth of recursion is measured as the
// distance between stack frames, since the C++ library does not limit it.
class Budget {
 public:
  void Spend() {
    const std::uintptr_t now = StackAddress();
    const std::uintptr_t depth = now < start_ ? start_ - now : now - start_;
    if (--steps_ <= 0 || depth > kDeepest) throw TooComplex();
  }

 private:
  static constexpr std::uintptr_t kDeepest = std::uintptr_t{4} << 20;  // bytes: half of the default stack of 8 MiB
  // Number of remaining steps. Performing the initial number of steps takes a few tenths of a second.
  std::int64_t steps_ = 10'000'000;
  std::uintptr_t start_ = StackAddress();
};

// An iterator that takes one step from the budget for each character that is read. Comparisons also take a step,
// because at the end of a name the matcher only compares positions.
class PaidCharacter {
 public:
  using iterator_category = std::bidirectional_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  PaidCharacter() = default;
  PaidCharacter(const char* at, Budget& budget) : at_(at), budget_(&budget) {}

  reference operator*() const {
    budget_->Spend();
    return *at_;
  }
  PaidCharacter& operator++() {
    ++at_;
    return *this;
  }
  PaidCharacter operator++(int) { return {at_++, *budget_}; }
  PaidCharacter& operator--() {
    --at_;
    return *this;
  }
  PaidCharacter operator--(int) { return {at_--, *budget_}; }
  bool operator==(const PaidCharacter& other) const {
    if (budget_ != nullptr) budget_->Spend();
    return at_ == other.at_;
  }

 private:
  const char* at_ = nullptr;
  Budget* budget_ = nullptr;
};

// Calls `act`. Converts error_complexity and error_stack, which the C++ library may throw while matching, to
// TooComplex.
template <class Act>
auto Bounded(Act act) {
  try {
    return act();
  } catch (const std::regex_error&) {
    throw TooComplex();
  }
}

PaidCharacter Begin(const std::string& name, Budget& budget) { return {name.data(), budget}; }
PaidCharacter End(const std::string& name, Budget& budget) { return {name.data() + name.size(), budget}; }

}  // namespace

std::regex CompileBounded(const std::string& expression, bool ignores_case) {
  if (HasHugeNumber(expression)) throw Error(ErrorCode::kBadArgument, "a number is too large");
  try {
    // Uses `optimize`, because an expression is compiled once and applied to every name in a file.
    const auto flags = std::regex::ECMAScript | std::regex::optimize;
    return std::regex(expression, ignores_case ? flags | std::regex::icase : flags);
  } catch (const std::regex_error& error) {
    throw Error(ErrorCode::kBadArgument, Cause(error));
  }
}

bool FindBounded(const std::string& name, const std::regex& expression) {
  Budget budget;
  return Bounded([&] { return std::regex_search(Begin(name, budget), End(name, budget), expression); });
}

std::string ReplaceBounded(const std::string& name, const std::regex& expression, const std::string& replacement,
                           bool all) {
  Budget budget;
  return Bounded([&] {
    std::string replaced;
    const auto flags = all ? std::regex_constants::format_default : std::regex_constants::format_first_only;
    std::regex_replace(std::back_inserter(replaced), Begin(name, budget), End(name, budget), expression, replacement,
                       flags);
    return replaced;
  });
}

}  // namespace profdiff
