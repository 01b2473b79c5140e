// SPDX-License-Identifier: GPL-3.0-or-later
// What a command line asks for. Parsing is pure: arguments in, Options out; nothing is printed, opened or looked up.
// Test: tests/unit/egprof/cli/options_test.cpp.
#ifndef EGPROF_CLI_OPTIONS_H_
#define EGPROF_CLI_OPTIONS_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "egprof/diff/choices.h"
#include "egprof/trace/choices.h"
#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/formats.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "profdiff/selection.h"
#include "profdiff/significance.h"

namespace egprof {

struct OptionRow;

// What can be written.
enum class Style : unsigned {
  kFlat = 1,
  kGraph = 2,
  kExecCounts = 4,
  kAnnotatedSource = 8,
  kFunctionOrder = 16,
  kFileOrder = 32,
  kFileInfo = 64,
  kSum = 128,
  kGml = 256,
  kCallgrind = 512,
  kFolded = 1024,
  kMatches = 2048,
  kSuggestions = 4096,
  kCycles = 8192,
};

// A set of styles.
class Styles {
 public:
  bool empty() const { return bits_ == 0; }
  bool Has(Style style) const { return (bits_ & static_cast<unsigned>(style)) != 0; }
  void Add(Style style) { bits_ |= static_cast<unsigned>(style); }
  void Remove(Style style) { bits_ &= ~static_cast<unsigned>(style); }
  void Remove(Styles styles) { bits_ &= ~styles.bits_; }

 private:
  unsigned bits_ = 0;
};

// Listings that samples or calls are needed for.
inline bool NeedsHistogram(Styles styles) { return styles.Has(Style::kFlat) || styles.Has(Style::kFolded); }
inline bool NeedsArcs(Styles styles) {
  return styles.Has(Style::kGraph) || styles.Has(Style::kGml) || styles.Has(Style::kCallgrind) ||
         styles.Has(Style::kFolded);
}

// A file of the command line, or an option that may say to which side the files after it belong.
struct Operand {
  enum class Kind { kFile, kBase, kSubtract, kBrief, kSum };
  Kind kind = Kind::kFile;
  std::string text;       // the file's name
  std::size_t place = 0;  // which argument it is or is part of
  bool alone = true;      // "-s", not "-bs" or "--sum"
};

struct Options {
  // What there is to do. The last two: `failure` is what goes to standard error, as whole lines.
  enum class Task { kRun, kVersion, kHelp, kFail, kFailWithUsage };
  Task task = Task::kRun;
  std::string failure;

  std::string program;  // as typed
  bool strict = false;  // gprof's own options alone

  std::vector<Operand> operands;
  std::vector<const OptionRow*> used;  // every option, in order

  // Listings. `mentioned` are those a user spoke of, to have them or not.
  Styles styles;
  Styles mentioned;
  profdiff::ListingOptions listing;
  // The style given last; --no-demangle does not forget it.
  profdiff::DemangleStyle demangle_style = profdiff::DemangleStyle::kAuto;

  // Which functions.
  std::vector<profdiff::SymbolSpec> specs;
  profdiff::ImageOptions image;
  std::optional<profdiff::SymbolPolicy> symbols;
  std::optional<std::string> symbol_file;  // -S
  bool lines = false;                      // -l
  bool static_arcs = false;                // -c

  // Files.
  bool prof_format = false;  // -O prof, which nobody reads
  profdiff::GmonFormat format = profdiff::GmonFormat::kAuto;
  bool bsd_sum = false;                  // -O bsd, -O 4.4bsd: the layout of gmon.sum as well
  std::vector<std::string> source_path;  // -I
  std::string order_map;                 // -R
  bool salvage = false;                  // --salvage: of a damaged profile, what is whole counts
  bool keep_going = false;               // --keep-going: profiles that cannot be used are left out
  unsigned threads = 0;                  // --threads; 0: as many as processors, set by Run()

  std::vector<std::string> argument_files;  // @FILE; set by main()

  // Annotated source.
  bool separate_files = false;  // -y
  bool all_lines = false;       // -x
  unsigned long min_count = 1;  // -m
  int table_length = 10;        // -t

  std::vector<unsigned> debug_levels;  // after each -d
  bool timing = false;

  // Differences.
  bool side_by_side = false;
  std::optional<profdiff::Direction> direction;  // --growth, --shrink
  bool short_form = true;                        // an -s may split the line; off with --classic

  std::vector<profdiff::RenameRule> renames;
  std::vector<std::string> rename_files;
  bool runs = false;       // each profile is one run of its side
  bool normalize = false;  // the other side's times are scaled to the base's total
  bool significance = false;
  bool ranks = false;  // each profile is one process
  std::optional<std::pair<std::size_t, std::size_t>> rank_pair;
  std::optional<std::vector<profdiff::Column>> columns;
  std::vector<profdiff::Gate> gates;        // --fail-if
  std::vector<std::string> gate_functions;  // --fail-on-function

  // For programs.
  enum class Format { kText, kCsv, kJson };
  Format output_format = Format::kText;
  std::string callgrind_file, folded_file;  // empty: standard output

  std::optional<TraceCommand> trace;  // `egprof trace`
  std::optional<DiffChoices> diff;    // `egprof diff`

  // GML.
  std::string gml_file;  // empty: standard output
  profdiff::GmlOptions gml;

  bool Used(char letter) const;
  bool Used(std::string_view name) const;
};

struct ParseRules {
  bool strict = false;           // the program is called gprof
  bool posixly_correct = false;  // the first operand ends the options
  // GPROF_PATH, if it is set: folders with source files, after those of -I.
  std::optional<std::string> source_path;
};

// Parses a whole command line, the program's name first. Options act in order: what stands after -v, -h or a mistake
// is not looked at.
// Source: GPROF.md, section 1.
Options ParseOptions(std::span<const char* const> arguments, const ParseRules& rules);

// True for "gprof" and for "TARGET-gprof", with any folder before it.
bool IsGprofName(std::string_view program);

}  // namespace egprof

#endif  // EGPROF_CLI_OPTIONS_H_
