// SPDX-License-Identifier: GPL-3.0-or-later
// What matters of a difference, for one screen: a verdict, the rows that changed most, and what is left out.
#ifndef PROFDIFF_DIGEST_H_
#define PROFDIFF_DIGEST_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/export.h"
#include "profdiff/listing.h"
#include "profdiff/profile.h"
#include "profdiff/significance.h"

namespace profdiff {

// What functions can be put together by.
enum class DigestGroups : std::uint8_t {
  kFile,       // source file, or the symbol table's file symbol
  kNamespace,  // the outermost scope of the demangled name
};

// A difference by groups of functions. Calls are those from other groups.
// Shape: `difference` has functions (the groups, by name), arcs with adjacency, and totals; there are no cycles.
struct GroupedDifference {
  Difference difference;
  RunTable base, other;
};

// Puts functions together. `base` and `other` are the runs that `difference` was made from; `base_functions` and
// `other_functions` the tables.
PROFDIFF_EXPORT GroupedDifference GroupDifference(const Difference& difference, const RunTable& base,
                                                  const RunTable& other, const FunctionTable& base_functions,
                                                  const FunctionTable& other_functions, DigestGroups groups,
                                                  DemangleStyle demangle);

// Judges the self time of all functions together, as Judge does that of each. Errors: as Judge.
PROFDIFF_EXPORT Verdict JudgeProgram(const Difference& difference, const RunTable& base, const RunTable& other,
                                     double scale = 1);

enum class DigestOrder : std::uint8_t {
  kWeight,  // what is more than noise first, then |difference| of times and of calls descending
  kBase,
  kOther,
  kDifference,  // |difference|
  kCalls,       // |difference|
  kName,
};

// "base", "other", "difference", "calls" or "name"; nothing for any other word.
PROFDIFF_EXPORT std::optional<DigestOrder> ParseDigestOrder(std::string_view word);

struct DigestChoice {
  DigestOrder order = DigestOrder::kWeight;
  std::size_t top = 20;                    // rows; 0 is all
  double least = 0;                        // seconds: rows whose |difference| is less are left out
  std::vector<std::string> focus, ignore;  // ECMAScript expressions, for readable and for linkage names
  DemangleStyle demangle = DemangleStyle::kAuto;
};

struct Digest {
  struct Row {
    FunctionId function;
    FunctionId caller;  // on whose behalf most of it changed; invalid where that is not known
  };
  struct LeftOut {
    std::size_t rows = 0;
    double seconds = 0;  // of difference, base minus other
  };
  std::vector<Row> rows;
  bool times = false, calls = false;  // both sides have, and know, them: else there is no difference of them
  LeftOut by_name, unchanged, small, beyond;
};

// Chooses rows. `significance` may be null. All differences of seconds of rows and of what is left out add up to the
// difference of the whole.
// Errors: kBadArgument for a bad expression.
PROFDIFF_EXPORT Digest MakeDigest(const Difference& difference, const Significance* significance,
                                  const DigestChoice& choice);

// Throws what MakeDigest would throw for these expressions.
PROFDIFF_EXPORT void CheckExpressions(const std::vector<std::string>& expressions);

// What a digest is shown with. References and pointers are not owned.
struct DigestView {
  const Difference& difference;  // of functions, lines or groups
  const Digest& digest;
  const Significance* significance = nullptr;                                 // of the rows; null: not judged
  const Verdict* program = nullptr;                                           // of all time
  const FunctionTable *base_functions = nullptr, *other_functions = nullptr;  // null for groups
  const RunTable &base_runs, &other_runs;
  SideLabels labels;
  std::vector<std::string> doubts;  // why the sides cannot well be compared; what verdicts rest on is in `significance`
  std::string rows_are = "functions";
  DigestOrder order = DigestOrder::kWeight;
  std::size_t columns = 100;  // of a line
  bool full_names = false;    // whole, whatever their length
  NameStyle names;
};

// Appends the verdict, the rows and what was left out, as text.
PROFDIFF_EXPORT void WriteDigest(std::string& out, const DigestView& view);

}  // namespace profdiff

#endif  // PROFDIFF_DIGEST_H_
