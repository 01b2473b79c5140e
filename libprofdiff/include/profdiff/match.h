// SPDX-License-Identifier: GPL-3.0-or-later
// Matching the functions of two executions, and the user's rules for renamed functions.
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
#include "profdiff/image.h"

namespace profdiff {

// Renamed functions: the user's rules, and suggestions for rules.

struct Difference;  // profdiff/difference.h
struct Trace;       // profdiff/trace.h

// A rule "REGEX=REPLACEMENT": replacing every match of REGEX (in RE2's syntax) in a name of the base gives the name on
// the other side. An equals sign in REGEX is written \=.
struct RenameRule {
  std::string text;
  bool demangled = false;  // true if the rule applies to demangled names, false if it applies to linkage names
};

// Compiled rules.
class PROFDIFF_EXPORT Renames {
 public:
  // Longer names are not changed, and names do not become longer: each rule can multiply the length.
  static constexpr std::size_t kLongestName = 4096;

  Renames() = default;
  // Compiles rules. Errors: kBadArgument for a rule without "=" and for an expression that is invalid or
  // too large; cause() quotes the rule.
  explicit Renames(const std::vector<RenameRule>& rules);

  bool empty() const { return linkage_ == nullptr && demangled_ == nullptr; }
  bool HasDemangled() const { return demangled_ != nullptr; }

  // Applies all rules to a name, one after the other. Returns nullopt if no rule changes the name.
  std::optional<std::string> Linkage(std::string_view name) const { return Apply(linkage_.get(), name); }
  std::optional<std::string> Demangled(std::string_view name) const { return Apply(demangled_.get(), name); }

 private:
  struct Rules;  // compiled expressions; immutable, so copies can share them
  static std::optional<std::string> Apply(const Rules* rules, std::string_view name);

  std::shared_ptr<const Rules> linkage_, demangled_;  // null if there are no rules of this kind
};

// Compiled substitutions: "s/REGEX/TEXT/FLAGS" as in sed, but REGEX has the syntax of RenameRule. Any
// character but a backslash can take the place of the slashes. In TEXT, \1 to \9 are groups and & is the whole match.
// Flags: g replaces all matches instead of the first one, i ignores case.
class PROFDIFF_EXPORT Substitutions {
 public:
  Substitutions() = default;
  // Errors: kBadArgument; cause() quotes the substitution.
  explicit Substitutions(const std::vector<std::string>& texts);

  bool empty() const { return rules_ == nullptr; }
  // Applies all substitutions, one after the other: to the linkage name and, if that does not change, to the demangled
  // name. Returns the name itself if neither changes. Names longer than Renames::kLongestName are not changed.
  std::string Apply(std::string_view name, char leading_char = '\0') const;

 private:
  std::string ApplyToText(std::string_view text) const;

  struct Rules;
  std::shared_ptr<const Rules> rules_;  // null if there are none
};

// Applies substitutions to the names of a table. Functions that have the same name afterwards remain separate. Returns
// true if a name changed. Errors: as for Substitutions::Apply.
PROFDIFF_EXPORT bool SubstituteNames(FunctionTable& functions, const Substitutions& substitutions);
// Does the same for a trace. Functions that have the same name afterwards become one; CallTree::shape is recomputed.
PROFDIFF_EXPORT bool SubstituteNames(Trace& trace, const Substitutions& substitutions);

// Reads a file with one rule per line: REGEX=REPLACEMENT, optionally after "--rename=" or "--rename-demangled=". Empty
// lines and lines that begin with # are skipped. Single quotes around a rule are interpreted as in a shell.
// Errors: kSystem.
PROFDIFF_EXPORT std::vector<RenameRule> ReadRenameFile(const std::string& path);

// Renames functions of trace A to their names in B, so that their calls can match. As in MatchFunctions, rules apply
// only to names that the other side lacks, and rules for linkage names come first. A new name must exist in B but not
// in A, and is given to at most one function. Unlike in MatchFunctions, functions with different parameters
// (MatchRule::kSignature) do not match: a trace contains only called functions, so a name that occurs once may have
// overloads. Finally, functions match whose names differ only in generated parts (MatchRule::kGenerated), even without
// rules. Returns the number of renamed functions; if it is not 0, CallTree::shape is recomputed. Cost: linear in
// names and, if a name changes, in calls. Errors: as for Renames::Linkage.
PROFDIFF_EXPORT std::size_t RenameCalls(Trace& a, const Trace& b, const Renames& renames);

// Renames functions of trace A whose names differ from names in B only in lines, object numbers and addresses, which
// change when a program is edited, rebuilt or run again: "solve (app.py:12)", "app.py(12): solve", "step#7",
// "<Net object at 0x7f01>"; or only in whether paths have slashes or backslashes. If both sides have the same number of
// names that are equal but for these, the names match in order of the numbers; names with addresses match only if there
// is one on each side. Returns the number of renamed functions; if it is not 0, CallTree::shape is recomputed. Cost: as
// for RenameCalls.
PROFDIFF_EXPORT std::size_t RenameByPlaces(Trace& a, const Trace& b);

// Removes lines, object numbers and addresses from the names of a trace; functions that get the same name become one.
// Returns true if a name changes; CallTree::shape is then recomputed. Cost: as for RenameCalls.
PROFDIFF_EXPORT bool RemovePlaces(Trace& trace);

// Makes one function of those that only the counting of a trace's producer tells apart, such as "ProfilerStep#7" and
// "ProfilerStep#8" of PyTorch, or "Worker #3 working" of Bazel. Returns true if a name changes; CallTree::shape is then
// recomputed.
PROFDIFF_EXPORT bool JoinCountedNames(Trace& trace);

// A likely match between a function that only the base has and a function that only the other side has.
struct RenameSuggestion {
  FunctionId base, other;  // ids in the joined table
  double score = 0;        // from 0 to 1
  // sum of the self times of both functions, which is wrongly reported as a change if they are not matched
  double seconds = 0;
  std::string reasons;  // reasons why the two functions probably match, as text for reports
};

// Returns likely matches for functions that are on one side only. The matches are found by the parts of their C++ names
// (scope, last name, template arguments, parameters), common callers and callees, calls, code size, and source file.
// Suggestions are sorted by time, descending; a function occurs in at most one suggestion. `base` and `other` are the
// tables that were joined.
// Cost: there are three rounds, since the matches of one round help to find further ones. In each round, a function is
// compared with at most 64 functions that have the same rare neighbour, the same rare word in their names, or the same
// file.
PROFDIFF_EXPORT std::vector<RenameSuggestion> SuggestRenames(const Difference& difference, const FunctionTable& base,
                                                             const FunctionTable& other);

// Matching the functions of two executions.

// The rule that matched two functions. Rules are tried in this order, except where noted.
enum class MatchRule : std::uint8_t {
  kUnmatched,   // no match: the function is on one side only
  kSameSymbol,  // same symbol; only if both sides have the same image
  kName,        // same linkage name, unique on both sides
  kFile,        // for a name that occurs several times: same source file, in order of address
  kClone,       // for compiler clones: same name and same kinds of suffixes
  kLine,        // for rows of source lines: same function, file and line
  kRename,      // the name in the base, after the user's rules are applied, equals the name on the other side
  kSignature,   // same qualified C++ name, unique on both sides, with different parameters
  // for a name that occurs several times: same program or library, or the only function of that name left on both sides
  kImage,
  kGenerated,  // same name, unique on both sides, except for parts that a compiler generated; tried last
};

// A full outer join of two function tables.
struct Match {
  struct Pair {
    FunctionId base;   // invalid if only the other side has the function
    FunctionId other;  // invalid if only the base has the function
    MatchRule rule = MatchRule::kUnmatched;
  };
  // in the order of the joined table; each function of each side is in exactly one pair
  std::vector<Pair> pairs;

  // The joined functions in the order of `pairs`: by name, source file and address.
  FunctionTable functions;
  std::vector<FunctionId> from_base;   // ids in the joined table, indexed by id in the base
  std::vector<FunctionId> from_other;  // ids in the joined table, indexed by id on the other side
};

// Joins two tables. `same_image` means that both tables were read from the same image with the same options. Without
// `renames`, which apply only to names of the base, the join is symmetric: swapping the arguments swaps the sides of
// each pair and changes nothing else. Source lines match by function, file and line; all other rows match by the rules
// for functions. Uses up to `threads` threads; the result does not depend on their number.
// Source: ARCHITECTURE.md ("Which function is which").
PROFDIFF_EXPORT Match MatchFunctions(const FunctionTable& base, const FunctionTable& other, bool same_image,
                                     const Renames* renames = nullptr, unsigned threads = 1);

}  // namespace profdiff

#endif  // PROFDIFF_MATCH_H_
