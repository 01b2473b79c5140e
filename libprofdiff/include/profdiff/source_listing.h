// SPDX-License-Identifier: GPL-3.0-or-later
// Listings by place in the source: execution counts and annotated source files.
#ifndef PROFDIFF_SOURCE_LISTING_H_
#define PROFDIFF_SOURCE_LISTING_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/listing.h"

namespace profdiff {

// gprof's -C: how often each function, and with line granularity each basic block, was entered.
// Source: gprof-behaviour section 12.
PROFDIFF_EXPORT void WriteExecCounts(std::string& out, const Execution& execution, const ListingOptions& options);

// gprof's -A.
struct AnnotationOptions {
  bool all_lines = false;       // -x: every line of a block, not only its first
  std::uint64_t min_count = 1;  // -m: fewer executions show as #####
  int table_length = 10;        // -t: length of the table of top lines; 0 leaves it out
  bool show_unused = false;     // -z: files without calls as well
  bool after_section = false;   // a section stands before the first file, even if it has no lines
};

// The source files that have something to annotate, the one known last first.
PROFDIFF_EXPORT std::vector<SourceFileId> FilesToAnnotate(const Execution& execution, bool show_unused);

// Writes annotated files one after another. A count printed last in one file may be shown on a line of the next, as
// gprof does, so one writer serves all files of a run.
class PROFDIFF_EXPORT SourceAnnotator {
 public:
  SourceAnnotator(const Execution& execution, const AnnotationOptions& options)
      : execution_(execution), options_(options) {}

  // Appends what stands above a file where several are printed: its name, and a form feed where something precedes.
  void WriteHeading(std::string& out, SourceFileId file);

  // Appends `text`, the content of `file`, with counts before its lines and a summary after them.
  void Write(std::string& out, SourceFileId file, const std::string& text);

 private:
  Execution execution_;
  AnnotationOptions options_;
  std::uint64_t last_count_ = 0;
  bool is_first_ = true;
};

// The profile as gprof has it after -A, for its function order: where the first function of the table is also the first
// selected one on its line, calls of the line's other functions count as its own. A slip of gprof's, which shows where
// nobody calls the first function.
PROFDIFF_EXPORT Profile ProfileAfterAnnotation(const Execution& execution);

// Where ReadSourceFile finds a source file. Errors: kSystem, with gprof's message.
PROFDIFF_EXPORT std::string FindSourceFile(const std::string& path, const std::vector<std::string>& search_path);

// The content of a source file, looked for at `path`, then below and by base name in the directories of `search_path`.
// Errors: kSystem, with gprof's message.
PROFDIFF_EXPORT std::string ReadSourceFile(const std::string& path, const std::vector<std::string>& search_path);

}  // namespace profdiff

#endif  // PROFDIFF_SOURCE_LISTING_H_
