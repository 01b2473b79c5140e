// SPDX-License-Identifier: GPL-3.0-or-later
// GNU gprof's listings of one profile, byte for byte.
#ifndef PROFDIFF_LISTING_H_
#define PROFDIFF_LISTING_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/call_graph.h"
#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"

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

}  // namespace profdiff

#endif  // PROFDIFF_LISTING_H_
