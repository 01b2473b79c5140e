// SPDX-License-Identifier: GPL-3.0-or-later
// A summary of a difference for one screen: a verdict, the rows that changed most, and the sum of all omitted rows.
#ifndef PROFDIFF_DIGEST_H_
#define PROFDIFF_DIGEST_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/conclusion.h"
#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/export.h"
#include "profdiff/listing.h"
#include "profdiff/profile.h"
#include "profdiff/significance.h"

namespace profdiff {

// The criterion by which functions are grouped.
enum class DigestGroups : std::uint8_t {
  kFile,       // the source file, or the file that the symbol table names
  kNamespace,  // the outermost scope of the demangled name
};

// The difference of groups of functions. A group is treated as one function, so only calls from other groups are
// counted.
// Shape: `difference` has functions (the groups, by name), arcs with adjacency, and totals; there are no cycles.
struct GroupedDifference {
  Difference difference;
  RunTable base, other;
};

// Groups the functions of a difference. `base` and `other` are the runs of the two sides; `base_functions` and
// `other_functions` are their tables.
PROFDIFF_EXPORT GroupedDifference GroupDifference(const Difference& difference, const RunTable& base,
                                                  const RunTable& other, const FunctionTable& base_functions,
                                                  const FunctionTable& other_functions, DigestGroups groups,
                                                  DemangleStyle demangle);

// Judges whether the difference of the time of all samples, in functions or not, is significant, as Judge does for each
// function. Errors: as for Judge.
PROFDIFF_EXPORT Verdict JudgeProgram(const Difference& difference, const RunTable& base, const RunTable& other,
                                     double scale = 1);

enum class DigestOrder : std::uint8_t {
  kWeight,  // significant rows first, then by |difference| of times and of calls, descending
  kBase,
  kOther,
  kDifference,  // |difference of times|
  kCalls,       // |difference of calls|
  kName,
  kTotal,  // |difference of inclusive times|; the rows show inclusive times
};

// Parses "base", "other", "difference", "calls", "name" or "total". Returns nullopt for any other word.
PROFDIFF_EXPORT std::optional<DigestOrder> ParseDigestOrder(std::string_view word);

struct DigestChoice {
  DigestOrder order = DigestOrder::kWeight;
  std::size_t top = 20;  // maximum number of rows; 0 for all
  double least = 0;      // in seconds; rows with a smaller |difference| are omitted
  // ECMAScript expressions for demangled and linkage names; `focus` keeps functions, `ignore` omits them
  std::vector<std::string> focus, ignore;
  DemangleStyle demangle = DemangleStyle::kAuto;
};

struct Digest {
  struct Row {
    FunctionId function;
    FunctionId caller;  // the caller that accounts for the largest part of the change; invalid if unknown
  };
  struct LeftOut {
    std::size_t rows = 0;
    double seconds = 0;  // sum of differences, base minus other
  };
  std::vector<Row> rows;
  // True if the rows are about inclusive times: with DigestOrder::kTotal, and with kWeight if inclusive times changed
  // significantly, but no self time did. Inclusive times of different rows have time in common, so `seconds` of omitted
  // rows are then no sums.
  bool totals = false;
  // true if times (or calls) are known on both sides, so that their difference is known
  bool times = false, calls = false;
  // Omitted rows, by reason: excluded by `focus` or `ignore`; without any difference; below DigestChoice::least; after
  // the first `top` rows.
  LeftOut by_name, unchanged, small, beyond;
};

// Chooses rows. `significance` may be null. Unless Digest::totals is true, the seconds of the chosen and the omitted
// rows add up to the total difference.
// Errors: kBadArgument for a bad expression.
PROFDIFF_EXPORT Digest MakeDigest(const Difference& difference, const Significance* significance,
                                  const DigestChoice& choice);

// Throws the errors that MakeDigest would throw for these expressions.
PROFDIFF_EXPORT void CheckExpressions(const std::vector<std::string>& expressions);

// A digest and the values that are shown with it. References and pointers are not owned.
struct DigestView {
  const Difference& difference;  // the difference of functions, lines or groups
  const Digest& digest;
  const Significance* significance = nullptr;  // verdicts on the rows; null if they were not judged
  const Conclusion& conclusion;                // about the total time, with the doubts to show
  // tables of the sides; null if the rows are groups
  const FunctionTable *base_functions = nullptr, *other_functions = nullptr;
  const RunTable &base_runs, &other_runs;
  SideLabels labels;
  std::vector<Message> caveats;  // results of plausibility checks; the reasons for verdicts are in `significance`
  std::string rows_are = "functions";
  DigestOrder order = DigestOrder::kWeight;
  std::size_t columns = 100;  // width of a line, in characters
  bool full_names = false;    // true if names are never shortened
  NameStyle names;
  RemedyWords words = {};         // names of the options that the text mentions
  std::vector<Message> readings;  // how files were read, which does not limit the numbers
};

// Appends the verdict, the rows and the sum of omitted rows as text.
PROFDIFF_EXPORT void WriteDigest(std::string& out, const DigestView& view);

// Appends the same in Markdown, for a comment on a change: the verdict, the results of gates, ten rows, and the other
// rows of the digest folded, as far as they fit into 60,000 characters. Names and words that could act as markup are
// code. `of_functions` has the functions to which the gates of the conclusion refer; view.difference may have groups.
// `columns` is not used.
PROFDIFF_EXPORT void WriteMarkdown(std::string& out, const DigestView& view, const Difference& of_functions);

}  // namespace profdiff

#endif  // PROFDIFF_DIGEST_H_
