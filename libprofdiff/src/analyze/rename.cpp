// SPDX-License-Identifier: GPL-3.0-or-later
// What a user's rules make of a name. std::regex goes back and tries again, calling itself for every character: an
// expression such as (a*)*$ takes time that doubles with each one. Names are therefore read through an iterator that
// stops this. Test: tests/unit/analyze/rename_test.cpp.
#include "profdiff/rename.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <regex>
#include <utility>

#include "profdiff/error.h"

namespace profdiff {
namespace {

// The first "=" that no backslash protects.
std::size_t FindSeparator(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '=') {
      return i;
    }
  }
  return std::string_view::npos;
}

[[noreturn]] void Refuse(const std::string& rule, const std::string& cause) {
  throw Error(ErrorCode::kBadArgument, "rename rule '" + rule + "': " + cause);
}

std::string Cause(const std::regex_error& error) {
  if (error.code() == std::regex_constants::error_space) return "the expression is too large";
  return std::string("no regular expression: ") + error.what();
}

constexpr std::string_view kDigits = "0123456789";

// True if the text begins with a number of so many digits that no expression can mean it.
bool IsHugeNumber(std::string_view text) {
  constexpr std::size_t kMostDigits = 6;
  return std::min(text.find_first_not_of(kDigits), text.size()) > kMostDigits;
}

// True if a repetition, or a reference to a group, is huge: the C++ library reads any number into an int.
bool HasHugeNumber(std::string_view expression) {
  for (std::size_t i = 0; i < expression.size(); ++i) {
    if (expression[i] != '\\' && expression[i] != '{') continue;
    if (IsHugeNumber(expression.substr(i + 1))) return true;
    if (expression[i] == '\\') {
      ++i;  // what it protects
    } else if (const std::size_t second = expression.find_first_not_of(kDigits, i + 1);
               second < expression.size() && expression[second] == ',') {
      if (IsHugeNumber(expression.substr(second + 1))) return true;
    }
  }
  return false;
}

std::uintptr_t StackAddress() { return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); }

struct TooMuch {};

// What one rule may spend on one name.
class Budget {
 public:
  void Spend() {
    const std::uintptr_t now = StackAddress();
    const std::uintptr_t depth = now < start_ ? start_ - now : now - start_;
    if (--steps_ <= 0 || depth > kDeepest) throw TooMuch();
  }

 private:
  static constexpr std::uintptr_t kDeepest = std::uintptr_t{4} << 20;  // half of the usual stack
  std::int64_t steps_ = 10'000'000;                                    // tenths of a second
  std::uintptr_t start_ = StackAddress();
};

// Each look at a character is paid for.
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

struct Rule {
  std::regex expression;
  std::string replacement;
  std::string text;
};

// Errors: kBadArgument.
Rule Compile(const std::string& text) {
  const std::size_t separator = FindSeparator(text);
  if (separator == std::string::npos) Refuse(text, "there is no '=' between expression and replacement");
  if (separator == 0) Refuse(text, "the expression is empty");
  if (separator > Renames::kLongestExpression) Refuse(text.substr(0, 40) + "...", "the expression is too large");
  if (HasHugeNumber(std::string_view(text).substr(0, separator))) Refuse(text, "a number is too large");
  try {
    std::regex expression(text.substr(0, separator), std::regex::ECMAScript | std::regex::optimize);
    return {std::move(expression), text.substr(separator + 1), text};
  } catch (const std::regex_error& error) {
    Refuse(text, Cause(error));
  }
}

// Throws TooMuch.
std::string Replace(const std::string& name, const std::regex& expression, const std::string& replacement) {
  Budget budget;
  std::string renamed;
  const char* begin = name.data();
  std::regex_replace(std::back_inserter(renamed), PaidCharacter(begin, budget),
                     PaidCharacter(begin + name.size(), budget), expression, replacement);
  return renamed;
}

}  // namespace

struct Renames::Rules : std::vector<Rule> {};

Renames::Renames(const std::vector<RenameRule>& rules) {
  Rules linkage, demangled;
  for (const RenameRule& rule : rules) (rule.demangled ? demangled : linkage).push_back(Compile(rule.text));
  if (!linkage.empty()) linkage_ = std::make_shared<const Rules>(std::move(linkage));
  if (!demangled.empty()) demangled_ = std::make_shared<const Rules>(std::move(demangled));
}

std::optional<std::string> Renames::Apply(const Rules* rules, std::string_view name) {
  if (rules == nullptr || name.size() > kLongestName) return std::nullopt;
  std::string renamed(name);
  for (const Rule& rule : *rules) {
    try {
      renamed = Replace(renamed, rule.expression, rule.replacement);
    } catch (const TooMuch&) {
      Refuse(rule.text, "the expression is too complex for the name '" + std::string(name.substr(0, 200)) + "'");
    } catch (const std::regex_error&) {  // too complex for this name
      return std::nullopt;
    }
    if (renamed.size() > kLongestName) return std::nullopt;
  }
  return renamed == name ? std::nullopt : std::optional<std::string>(std::move(renamed));
}

}  // namespace profdiff
