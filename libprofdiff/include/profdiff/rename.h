// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that have another name in the other execution: rules of the user, and suggestions for such rules.
#ifndef PROFDIFF_RENAME_H_
#define PROFDIFF_RENAME_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/ids.h"

namespace profdiff {

struct Difference;     // profdiff/difference.h
struct FunctionTable;  // profdiff/functions.h
struct Trace;          // profdiff/trace.h

// "REGEX=REPLACEMENT": what ECMAScript's replace makes of every occurrence of REGEX in a name of the base is the name
// on the other side. An equals sign in REGEX is written \=.
struct RenameRule {
  std::string text;
  bool demangled = false;  // concerns readable names, else linkage names
};

// Rules, ready for use.
class PROFDIFF_EXPORT Renames {
 public:
  // Names longer than this are left as they are: regular expressions need stack for every character.
  static constexpr std::size_t kLongestName = 4096;
  // Enough for any name with a backslash before every character.
  static constexpr std::size_t kLongestExpression = 2 * kLongestName;

  Renames() = default;
  // Errors: kBadArgument for text without "=" and for an expression that is bad, or longer than kLongestExpression;
  // message() quotes it.
  explicit Renames(const std::vector<RenameRule>& rules);

  bool empty() const { return linkage_ == nullptr && demangled_ == nullptr; }
  bool HasDemangled() const { return demangled_ != nullptr; }

  // A name after all rules, one after the other; nothing if no rule changes it.
  // Errors: kBadArgument for a rule that would take a name forever, or all of the stack.
  std::optional<std::string> Linkage(std::string_view name) const { return Apply(linkage_.get(), name); }
  std::optional<std::string> Demangled(std::string_view name) const { return Apply(demangled_.get(), name); }

 private:
  struct Rules;  // expressions that are compiled already; never changed, so copies share them
  static std::optional<std::string> Apply(const Rules* rules, std::string_view name);

  std::shared_ptr<const Rules> linkage_, demangled_;  // null without any
};

// Reads a file of rules, one a line: REGEX=REPLACEMENT, or with "--rename=" or "--rename-demangled=" before it. Empty
// lines and those that begin with # say nothing. Single quotes around a rule are those of a shell.
// Errors: kSystem.
PROFDIFF_EXPORT std::vector<RenameRule> ReadRenameFile(const std::string& path);

// Gives functions of trace A the names that they have in B, so that their calls can be partners. As in MatchFunctions,
// rules concern names that the other side does not have, linkage names first; a name is given if B has it and A has
// not, and to one function alone. Other parameters alone make no partners here (MatchRule::kSignature): a trace has no
// functions that were not called, so a name that it has once may have overloads. Returns how many functions have
// another name now; shapes are found anew then. Cost: linear in names and, where one changes, in calls. Errors:
// kBadArgument, as Renames::Linkage.
PROFDIFF_EXPORT std::size_t RenameCalls(Trace& a, const Trace& b, const Renames& renames);

// Two functions, each on one side alone, that may be one.
struct RenameSuggestion {
  FunctionId base, other;  // of the joined table
  double score = 0;        // 0 … 1
  double seconds = 0;      // self time of both, which a wrong answer would show as a change
  std::string reasons;     // for people
};

// Likely partners for functions that are left on one side: by their names as they are in C++ (scope, last name,
// template arguments, parameters), callers and callees in common, calls, size of code, and source file. Ordered by
// time, most first; a function is in one suggestion at most.
// `base` and `other` are the tables that were joined.
// Cost: each function is compared with 64 others at most, those that share a rare neighbour, file or word of the name;
// three times, because what was found once tells more about others.
PROFDIFF_EXPORT std::vector<RenameSuggestion> SuggestRenames(const Difference& difference, const FunctionTable& base,
                                                             const FunctionTable& other);

}  // namespace profdiff

#endif  // PROFDIFF_RENAME_H_
