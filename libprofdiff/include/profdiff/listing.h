// SPDX-License-Identifier: GPL-3.0-or-later
// Listings of profiles and differences for readers: GNU gprof's listings byte for byte, the same layout for a
// difference, side-by-side tables, context trees, and a summary for one screen.
#ifndef PROFDIFF_LISTING_H_
#define PROFDIFF_LISTING_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/context_tree.h"
#include "profdiff/difference.h"
#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/image.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"
#include "profdiff/significance.h"

namespace profdiff {

struct ScaledContexts;  // profdiff/context_tree.h

// Names of functions in listings.

// Mangling schemes of libiberty.
enum class DemangleStyle { kNone, kAuto, kGnuV3, kJava, kGnat, kDlang, kRust };

// Parses "none", "auto", "gnu-v3", "java", "gnat", "dlang" or "rust". Returns nullopt for any other text.
PROFDIFF_EXPORT std::optional<DemangleStyle> ParseDemangleStyle(std::string_view text);

// Returns the demangled form of a linkage name. Returns nullopt if the name is not mangled in that style, or if the
// demangled form would be more than 256 times as long as the name (for kGnat and kDlang, there is no bound). The
// target's leading character, leading dots and dollar signs, and a version after @ are kept, as in libbfd.
PROFDIFF_EXPORT std::optional<std::string> Demangle(std::string_view name, DemangleStyle style, char leading_char);

struct NameStyle {
  DemangleStyle demangle = DemangleStyle::kAuto;
  bool full_paths = false;    // -L: full source paths instead of base names
  bool source_lines = false;  // --inline-file-names: " (file:line)" after every name
};

struct ListingOptions {
  NameStyle names;
  bool brief = false;        // -b: no explanations
  bool traditional = false;  // -T: BSD layout
  bool show_unused = false;  // -z: list functions that have neither time nor calls
  int index_width = 80;      // -w: line width of the index
  std::size_t limit = 0;     // --limit: maximum number of rows or entries; 0: all
  unsigned threads = 1;      // number of writing threads; does not affect the text
  RemedyWords words = {};    // names of options in remarks
  // Called when the text of an unfinished listing has become long. The function must output all of the text except the
  // last character, and remove the part that it has output. If `drain` is empty, the whole text is kept in memory.
  std::function<void(std::string&)> drain = {};
};

// One execution, ready to be listed. All members refer to the same function table.
struct Execution {
  const FunctionTable& functions;
  const Profile& profile;
  const CallGraph& graph;
  const Selection& selection;
  const ScaledContexts* contexts = nullptr;  // the execution's whole stacks; null if they are unknown
};

// The entries of a call graph in the order of their printed indices. The entry at position i is printed with the index
// i + 1.
struct EntryOrder {
  struct Entry {
    FunctionId function;  // exactly one of the two ids is valid
    CycleId cycle;
  };
  std::vector<Entry> entries;
  std::vector<std::uint32_t> function_number;  // by FunctionId: printed index of the function; 0 if it has no entry
  std::vector<std::uint32_t> cycle_number;     // by CycleId: printed index of the cycle; 0 if it has no entry
};

// Assigns indices to all functions and cycles, largest propagated time first. Source: GPROF.md, section 8.6.
PROFDIFF_EXPORT EntryOrder NumberEntries(const Execution& execution);

// Each of the following three writers appends a section to `out`, preceded by a form feed if `out` already contains a
// section. All except WriteIndex return the number of rows or entries that --limit omitted.
// Source: GPROF.md, sections 10 and 11.
PROFDIFF_EXPORT std::size_t WriteFlatProfile(std::string& out, const Execution& execution, const EntryOrder& order,
                                             const ListingOptions& options);
PROFDIFF_EXPORT std::size_t WriteCallGraph(std::string& out, const Execution& execution, const EntryOrder& order,
                                           const ListingOptions& options);
// Returns the arcs of each function in the order of WriteCallGraph. The arcs of a function without an entry in the call
// graph are in reverse order of their ids.
PROFDIFF_EXPORT Adjacency ListArcs(const Execution& execution, const EntryOrder& order, const ListingOptions& options);
PROFDIFF_EXPORT void WriteIndex(std::string& out, const Execution& execution, const EntryOrder& order,
                                const ListingOptions& options);

// Listings by source position: execution counts and annotated source files.

// Writes the output of gprof's -C: how often each function and, with line granularity, each basic block was entered.
// Source: GPROF.md, section 12.
PROFDIFF_EXPORT void WriteExecCounts(std::string& out, const Execution& execution, const ListingOptions& options);

// Options of annotated source files (gprof's -A).
struct AnnotationOptions {
  bool all_lines = false;       // -x: annotate every line of a block, not only the first
  std::uint64_t min_count = 1;  // -m: counts below this value are printed as #####
  int table_length = 10;        // -t: length of the table of top lines; 0 omits the table
  bool show_unused = false;     // -z: include files without calls
  bool after_section = false;   // true if another section, even an empty one, precedes the first file
};

// Returns the source files that have lines to annotate, in reverse order of their ids.
PROFDIFF_EXPORT std::vector<SourceFileId> FilesToAnnotate(const Execution& execution, bool show_unused);

// Writes annotated files one after another. As in gprof, the last count printed in one file may appear on a line of the
// next file, so the same writer has to be used for all files.
class PROFDIFF_EXPORT SourceAnnotator {
 public:
  SourceAnnotator(const Execution& execution, const AnnotationOptions& options)
      : execution_(execution), options_(options) {}

  // Appends the heading of a file, which is needed if several files are printed: the file's name, preceded by a form
  // feed unless this is the first file.
  void WriteHeading(std::string& out, SourceFileId file);

  // Appends `text`, the contents of `file`, with counts before the lines and a summary after them.
  void Write(std::string& out, SourceFileId file, const std::string& text);

 private:
  Execution execution_;
  AnnotationOptions options_;
  std::uint64_t last_count_ = 0;
  bool is_first_ = true;
};

// Returns the profile from which gprof derives the order of functions in the sections after the annotated source files
// (-A). Reproduces a gprof bug: if the table's first function is also the first selected function on its source line,
// the calls of the other functions on that line are added to it. This changes the order only if the first function has
// no callers.
PROFDIFF_EXPORT Profile ProfileAfterAnnotation(const Execution& execution);

// Returns the path at which ReadSourceFile finds a source file. Errors: kSystem, with gprof's message.
PROFDIFF_EXPORT std::string FindSourceFile(const std::string& path, const std::vector<std::string>& search_path);

// Returns the contents of a source file. Tries `path` itself; then, if `path` is relative, `path` in each directory of
// `search_path`; then the base name in each of these directories. Errors: kSystem, with gprof's message.
PROFDIFF_EXPORT std::string ReadSourceFile(const std::string& path, const std::vector<std::string>& search_path);

// Columns of the side-by-side flat table of a difference.

struct Significance;  // profdiff/significance.h

// A column of the side-by-side flat table. Most columns consist of three: the base, the other side, their difference.
struct Column {
  std::string_view name;            // such as "self"
  std::string_view description;     // one line
  bool needs_significance = false;  // true if the column consists of verdicts only
};

// Returns all columns, in the order of lists of them.
PROFDIFF_EXPORT std::vector<Column> DifferenceColumns();

struct ColumnChoice {
  // Names of columns, in order. The functions' presence ("sym +-") and names always follow as the last columns.
  // Writers throw kBadArgument for an unknown name.
  std::vector<std::string> columns = {"impact", "self", "calls"};
  // Needed for "interval", "deviation" and the range in "calls"; may be null.
  const Significance* significance = nullptr;
};

// Labels of the sides, shown in the lines "+ base: …" and "- other: …".
struct SideLabels {
  std::string base;  // "IMAGE, PROFILES"
  std::string other;
};

// Each writer appends a section to `out`, preceded by a form feed if `out` already contains a section. It returns the
// number of rows or entries that --limit omitted; the side-by-side tables also print this number in their last line.

// The classic layout: gprof's columns, which contain differences.
PROFDIFF_EXPORT std::size_t WriteFlatDifference(std::string& out, const Difference& difference,
                                                const ListingOptions& options);
PROFDIFF_EXPORT std::size_t WriteGraphDifference(std::string& out, const Difference& difference,
                                                 const ListingOptions& options);
PROFDIFF_EXPORT void WriteIndexDifference(std::string& out, const Difference& difference,
                                          const ListingOptions& options);

// The side-by-side layout: both sides and their difference next to each other.
PROFDIFF_EXPORT std::size_t WriteFlatSideBySide(std::string& out, const Difference& difference,
                                                const SideLabels& labels, const ListingOptions& options,
                                                const ColumnChoice& choice = {});
PROFDIFF_EXPORT std::size_t WriteGraphSideBySide(std::string& out, const Difference& difference,
                                                 const SideLabels& labels, const ListingOptions& options);

// Writes the number of calls of each function (base, other and difference), and the place where the function is
// defined.
PROFDIFF_EXPORT std::size_t WriteCountsDifference(std::string& out, const Difference& difference,
                                                  const SideLabels& labels, const ListingOptions& options);

// Returns a message about Difference::unshared_cycles; nullopt if there are no such cycles.
// WriteJoinedCycles lists all of these cycles: for each, a line for the cycle and a line for each member.
PROFDIFF_EXPORT std::optional<Message> SummarizeJoinedCycles(const Difference& difference);
PROFDIFF_EXPORT void WriteJoinedCycles(std::string& out, const Difference& difference, const ListingOptions& options);

// Writes the lines below a difference in the classic layout: a blank line, a note that this is a difference, and its
// sides.
PROFDIFF_EXPORT void WriteDifferenceLabels(std::string& out, const SideLabels& labels);

// Writes the last lines of every difference: the time of all samples, what follows from it, and how much the sides have
// in common. `conclusion` is TextOf or BriefTextOf a conclusion; without it, only figures are written.
PROFDIFF_EXPORT void WriteTotals(std::string& out, const Difference& difference, std::string_view conclusion = {});

// Matched functions, and the rules that matched them.

// Writes a line for each joined function: the rule that matched it, and its name, or both names if they differ.
PROFDIFF_EXPORT void WriteMatches(std::string& out, const Match& match, const FunctionTable& base,
                                  const FunctionTable& other, DemangleStyle demangle = DemangleStyle::kAuto);

// Writes suggestions as a file for ReadRenameFile. Each suggestion is a comment with its score, demangled names and
// reasons, followed by "--rename='^OLD$=NEW'", quoted for a shell. Rules use linkage names, so each rule applies to one
// function.
PROFDIFF_EXPORT void WriteSuggestions(std::string& out, const Match& match,
                                      const std::vector<RenameSuggestion>& suggestions,
                                      DemangleStyle demangle = DemangleStyle::kAuto);

// Trees derived from other trees.

// The end of the stacks at which a tree begins.
enum class TreeDirection : std::uint8_t {
  kDown,  // the outermost callers
  kUp,    // the innermost functions, with their callers below
};

// Returns a tree with the growth (other minus base) or shrinkage (base minus other) of each path. The tree's functions
// are joined functions, and the tree has no sample counts. Negative differences count as 0. A function that moved to
// another path therefore appears to have grown on that path.
// Units: ticks of the base. If the sides' ticks differ, the unit is a thousandth of the smaller tick, and values are
// rounded.
// Errors: kOverflow.
PROFDIFF_EXPORT ScaledContexts OneSidedContexts(const ContextDifference& contexts, Direction direction);

// Tables of paths.

// Values of a path on one side. Units: times as in the profile.
struct ContextNumbers {
  bool present = false;  // true if the side has the path
  double self = 0;       // time of stacks that end at the path's last function
  double total = 0;      // time of stacks that begin with the path, including `self`
  std::uint64_t samples = 0, total_samples = 0;
};

struct ContextRow {
  static constexpr std::uint32_t kNone = 0xffffffff;

  FunctionId function;           // the path's last function; invalid for the sum of the parent's remaining paths
  std::uint32_t parent = kNone;  // index of the row for the path without its last function
  std::uint32_t depth = 0;       // number of ancestors
  std::uint32_t paths = 1;       // number of paths whose values the row adds up
  ContextNumbers base, other;    // only `base` is used for a single execution
};

// The rows of a table of paths.
// Shape: preorder. The paths below a parent are sorted by |difference| (for one execution by |total|), largest first;
// the sum of the remaining paths comes last.
struct ContextRows {
  std::vector<ContextRow> rows;
  std::size_t left_out = 0;  // number of paths without a row of their own
  bool has_samples = false;  // true if all sides have samples
};

struct ContextChoice {
  TreeDirection direction = TreeDirection::kDown;
  std::size_t rows = 0;  // maximum number of rows; 0 for all
  bool adds_up = false;  // true to add a row below a parent for the sum of its paths without a row
};

// Chooses rows one by one: the next row is that of the largest path whose parent already has a row.
// Cost: O(n log n) for n nodes; without recursion. Errors: as for InvertContexts.
PROFDIFF_EXPORT ContextRows ChooseContexts(const ScaledContexts& contexts, const ContextChoice& choice);
PROFDIFF_EXPORT ContextRows ChooseContexts(const ContextDifference& contexts, const Match& match,
                                           const ContextChoice& choice);

// The share of time in stacks that both sides have in common, and wrappers: functions on one side only that prevent
// other stacks from matching. A wrapper is above everything that the sides have in common, and at least a tenth of its
// side's time is below it.
struct CommonContexts {
  double share = 1;                  // from 0 to 1, as a fraction of both sides' times
  std::vector<FunctionId> wrappers;  // joined functions, at most four; those with the most time below them come first
};

// Output as text.

// Each writer appends a section to `out`, preceded by a form feed if `out` already contains a section. The section has
// a line for each path, indented by its depth. `options.limit` bounds the lines below the heading. Returns the number
// of paths without a line.
// Errors: kMissingRecords if either side has no stacks.
PROFDIFF_EXPORT std::size_t WriteContextTree(std::string& out, const Execution& execution, TreeDirection direction,
                                             const ListingOptions& options);
// A "~" after a difference means that the difference of the function's inclusive values may be noise. `significance`
// may be null.
PROFDIFF_EXPORT std::size_t WriteContextTree(std::string& out, const Difference& difference, const SideLabels& labels,
                                             const Significance* significance, TreeDirection direction,
                                             const ListingOptions& options);

// Returns a message with the share of the time in stacks that both sides have in common, and with the wrappers to hide,
// if any, as its remedy. Returns nullopt if the share is at least one half.
PROFDIFF_EXPORT std::optional<Message> DescribeUncommonContexts(const Difference& difference);

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
  // regular expressions (RE2) for demangled and linkage names; `focus` keeps functions, `ignore` omits them
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
  // Omitted rows, by reason: excluded by `focus` or `ignore`; without any difference; below DigestChoice::least; within
  // noise and, on both sides, under a thousandth of the total; after the first `top` rows.
  LeftOut by_name, unchanged, small, faint, beyond;
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
  TextStyles styles = {};         // not used in Markdown
};

// Appends the verdict, the rows and the sum of omitted rows as text.
PROFDIFF_EXPORT void WriteDigest(std::string& out, const DigestView& view);

// Appends the same in Markdown, for a comment on a change: the verdict, the results of gates, ten rows, and the other
// rows of the digest folded, as far as they fit into 60,000 characters. Names and words that could act as markup are
// code. `of_functions` has the functions to which the gates of the conclusion refer; view.difference may have groups.
// `columns` is not used.
PROFDIFF_EXPORT void WriteMarkdown(std::string& out, const DigestView& view, const Difference& of_functions);

}  // namespace profdiff

#endif  // PROFDIFF_LISTING_H_
