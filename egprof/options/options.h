// SPDX-License-Identifier: GPL-3.0-or-later
// Options that several commands share, in small structs. A command's own options derive from the structs that its rows
// act on. Parsing is pure: it prints nothing and opens no file.
// Test: tests/unit/egprof/gprof/options_test.cpp.
#ifndef EGPROF_OPTIONS_OPTIONS_H_
#define EGPROF_OPTIONS_OPTIONS_H_

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/context_listing.h"
#include "profdiff/context_tree.h"
#include "profdiff/difference.h"
#include "profdiff/difference_listing.h"
#include "profdiff/formats.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "profdiff/selection.h"
#include "profdiff/significance.h"
#include "profdiff/trace.h"

namespace egprof {

// The outputs that a user can choose.
enum class Style : unsigned {
  kFlat = 1,
  kGraph = 2,
  kExecCounts = 4,
  kAnnotatedSource = 8,
  kFunctionOrder = 16,
  kFileOrder = 32,
  kFileInfo = 64,
  kSum = 128,
  kGraphFile = 256,  // the formats in OutputOptions::graphs
  kMatches = 512,
  kSuggestions = 1024,
  kCycles = 2048,
  kTree = 4096,
  kPage = 8192,  // the file in PageOptions::page
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

// Options about how the work is done.
struct WorkOptions {
  unsigned threads = 0;  // --threads; 0: the number of processors, set before the run
  bool salvage = false;  // --salvage: use the intact part of a damaged file
};

// The appearance of listings.
struct LayoutOptions {
  profdiff::ListingOptions listing;
  bool has_limit = false;  // true if the user has set listing.limit
  // The style that was given last, which --no-demangle does not change.
  profdiff::DemangleStyle demangle_style = profdiff::DemangleStyle::kAuto;
};

// Functions that have another name on the other side.
struct RenameOptions {
  std::vector<profdiff::RenameRule> renames;
  std::vector<std::string> rename_files;
};

// --growth, --shrink.
struct DirectionOptions {
  std::optional<profdiff::Direction> direction;
};

struct GateOptions {
  std::vector<profdiff::Gate> gates;        // --fail-if
  std::vector<std::string> gate_functions;  // --fail-on-function
};

// Options that select calls of a trace.
struct CallOptions {
  profdiff::CallFilter filter;
};

// Options that select functions of an image.
struct FunctionOptions {
  std::vector<profdiff::SymbolSpec> specs;
  profdiff::ImageOptions image;
  std::optional<profdiff::SymbolPolicy> symbols;
  std::optional<std::string> symbol_file;  // -S
  bool lines = false;                      // -l
  bool static_arcs = false;                // -c
  // Source positions that are needed even if the listings do not show them.
  profdiff::SourcePositions positions = profdiff::SourcePositions::kNone;
};

// Options about profiles and accompanying files.
struct FileOptions {
  bool prof_format = false;  // -O prof, a format that is refused
  profdiff::GmonFormat format = profdiff::GmonFormat::kAuto;
  bool bsd_sum = false;                  // -O bsd, -O 4.4bsd: also determine the layout of gmon.sum
  std::vector<std::string> source_path;  // -I
  std::string order_map;                 // -R
  bool keep_going = false;               // --keep-going: profiles that cannot be used are left out
};

// Options about profiles of other profilers.
struct InputOptions {
  profdiff::StackOptions stacks;  // its member `salvage` is not used
  bool only_gmon = false;         // --input-format=gmon
};

// Annotated source.
struct SourceOptions {
  bool separate_files = false;             // -y
  profdiff::AnnotationOptions annotation;  // -x, -m, -t
};

// Options about the subtraction and the part of its result that is shown.
struct DifferenceOptions {
  bool side_by_side = false;
  bool short_form = true;  // an -s may split the line; off with --classic
  bool runs = false;       // each profile is one run of its side
  bool normalize = false;  // the other side's times are scaled to the base's total
  bool significance = false;
  std::string baseline;  // FILE:PATH in a store; empty if files are the base
  bool ranks = false;    // --ranks: each profile comes from one process
  std::optional<std::pair<std::size_t, std::size_t>> rank_pair;
  std::optional<std::vector<profdiff::Column>> columns;
};

// A call graph in a format for other programs.
struct GraphOutput {
  const profdiff::GraphFormat* format = nullptr;
  std::string file;  // "" and "-" mean standard output
};

// --format.
struct TableOptions {
  const profdiff::TableFormat* table_format = nullptr;  // null: human-readable text
};

// --html, --html-size.
struct PageOptions {
  std::optional<std::string> page;  // "-" means standard output
  std::size_t page_size = 100000;   // number of functions; 0 for all
  bool of_traces = false;           // true if the profiles are made from traces
};

// Outputs and their destinations. `mentioned` contains the styles that options turned on or off.
struct OutputOptions : TableOptions, PageOptions {
  Styles styles;
  Styles mentioned;
  bool own_report = false;          // the command writes its own report, so there is no listing if no style was chosen
  std::vector<GraphOutput> graphs;  // in the order of GraphFormats(), each format once; empty without kGraphFile
  profdiff::GmlOptions gml;
  profdiff::TreeDirection tree = profdiff::TreeDirection::kDown;  // direction of Style::kTree

  // True if one of the chosen graph formats has the given requirement, such as &GraphFormat::needs_positions.
  bool AnyGraphHas(bool profdiff::GraphFormat::*need) const {
    return std::ranges::any_of(graphs, [need](const GraphOutput& graph) { return graph.format->*need; });
  }
  // True if the listings of `wanted`, or the call graphs, need samples or calls.
  bool NeedHistogram(Styles wanted) const {
    return wanted.Has(Style::kFlat) || AnyGraphHas(&profdiff::GraphFormat::needs_histogram);
  }
  bool NeedArcs(Styles wanted) const {
    return wanted.Has(Style::kGraph) || AnyGraphHas(&profdiff::GraphFormat::needs_arcs);
  }
};

// Options of the commands that list profiles.
struct ProfileOptions : WorkOptions,
                        LayoutOptions,
                        RenameOptions,
                        DirectionOptions,
                        GateOptions,
                        FunctionOptions,
                        FileOptions,
                        InputOptions,
                        SourceOptions,
                        DifferenceOptions,
                        OutputOptions {};

}  // namespace egprof

#endif  // EGPROF_OPTIONS_OPTIONS_H_
