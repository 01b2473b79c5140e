// SPDX-License-Identifier: GPL-3.0-or-later
// Which function of one execution is which function of the other, and the rules of a user for functions that have
// another name there.
#ifndef PROFDIFF_MATCH_H_
#define PROFDIFF_MATCH_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/functions.h"

namespace profdiff {

// Functions that have another name in the other execution: rules of the user, and suggestions for such rules.

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

// Which function of one execution is which function of the other.

class Renames;  // profdiff/match.h

// By which rule two functions were found to be the same, in the order the rules are tried.
enum class MatchRule : std::uint8_t {
  kUnmatched,   // only on one side
  kSameSymbol,  // one image on both sides
  kName,        // the linkage name, unique on both sides
  kFile,        // a name that occurs several times: same source file, in order of address
  kClone,       // compiler clones: same name and same kinds of suffix
  kLine,        // rows that are source lines: same function, file and line
  kRename,      // the base's name as the user's rules change it is the other's
  kSignature,   // the qualified name in C++, unique on both sides, with other parameters
  kImage,       // a name that occurs several times: same program or library, or what is left over on both sides
};

// A full outer join of two function tables.
struct Match {
  struct Pair {
    FunctionId base;   // invalid: only the other side has the function
    FunctionId other;  // invalid: only the base has the function
    MatchRule rule = MatchRule::kUnmatched;
  };
  std::vector<Pair> pairs;  // each function of each side stands in exactly one; order as in the joined table

  // The joined functions, same order as `pairs`: by name, source file, address.
  FunctionTable functions;
  std::vector<FunctionId> from_base;   // joined id by base id
  std::vector<FunctionId> from_other;  // joined id by other id
};

// Joins two tables. `same_image` says that both are one image's, read with the same options.
// Symmetric: exchanging the arguments exchanges the sides of each pair and changes nothing else.
// Lines of source, in tables that have them, match by function, file and line; all other rows by the rules of
// functions. `renames`, if given, are the one thing that is about the base's names alone.
// Works on up to `threads` threads; the result is the same for any number.
// Source: ARCHITECTURE.md ("Which function is which").
PROFDIFF_EXPORT Match MatchFunctions(const FunctionTable& base, const FunctionTable& other, bool same_image,
                                     const Renames* renames = nullptr, unsigned threads = 1);

}  // namespace profdiff

#endif  // PROFDIFF_MATCH_H_
