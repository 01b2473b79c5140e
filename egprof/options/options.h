// SPDX-License-Identifier: GPL-3.0-or-later
// Options that several commands share, in small structs. The options of a command derive from the structs that its
// option rows change. Parsing is pure: it prints nothing and opens no file.
// Test: tests/unit/egprof/gprof/options_test.cpp.
#ifndef EGPROF_OPTIONS_OPTIONS_H_
#define EGPROF_OPTIONS_OPTIONS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/context_tree.h"
#include "profdiff/difference.h"
#include "profdiff/formats.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"
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
  kGraphFile = 256,  // call graphs in GraphOptions::graphs
  kMatches = 512,
  kSuggestions = 1024,
  kCycles = 2048,
  kTree = 4096,
  kPage = 8192,  // page in the file PageOptions::page
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

// Options that affect how, but not which, results are computed.
struct WorkOptions {
  unsigned threads = 0;  // --threads; if 0, set to the number of processors before the run
  bool salvage = false;  // --salvage: use the intact part of a damaged file
  bool no_programs = false;
};

// The appearance of listings.
struct LayoutOptions {
  profdiff::ListingOptions listing;
  bool has_limit = false;  // true if the user has set listing.limit
  // The style of the last --demangle; --no-demangle does not change it.
  profdiff::DemangleStyle demangle_style = profdiff::DemangleStyle::kAuto;
};

// Functions that have another name on the other side.
struct RenameOptions {
  std::vector<profdiff::RenameRule> renames;
  std::vector<std::string> rename_files;
  std::vector<std::string> substitutions;  // --substitute, for both sides
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

// Options for the files of profiles.
struct FileOptions {
  bool prof_format = false;  // -O prof, a format that is refused
  profdiff::GmonFormat format = profdiff::GmonFormat::kAuto;
  // --shift: subtracted from all addresses of the profiles; with "auto", found for each profile
  std::uint64_t shift = 0;
  bool finds_shift = false;
  bool bsd_sum = false;     // true for -O bsd and -O 4.4bsd, which also select the layout of gmon.sum
  bool keep_going = false;  // --keep-going: profiles that cannot be used are left out
};

// Options for profiles from other profilers.
struct InputOptions {
  profdiff::StackOptions stacks;  // its members `salvage` and `format` are not used: see WorkOptions and `told`
  const profdiff::InputFormat* told = nullptr;  // --input-format
  bool kernel = false;                          // --kernel
};

// Listings of source files, and the order of object files.
struct SourceOptions {
  bool separate_files = false;             // -y
  profdiff::AnnotationOptions annotation;  // -x, -m, -t
  std::vector<std::string> source_path;    // -I
  std::string order_map;                   // -R
};

// Options that select the executions of a difference, in addition to the operands.
struct SideOptions {
  bool short_form = true;  // true if an -s may be the short form of --subtract; false with --classic
  std::string baseline;    // store and path as FILE:PATH; empty if files are the base
  bool ranks = false;      // --ranks: each profile was written by one process of the execution
  std::optional<std::pair<std::size_t, std::size_t>> rank_pair;
};

// Options for the subtraction, and for the part of its result that is shown.
struct DifferenceOptions {
  bool side_by_side = false;
  bool runs = false;       // true if each profile is one run of its side, instead of a part of a sum
  bool normalize = false;  // true if the other side's times are scaled to the base's total
  bool significance = false;
  std::optional<std::vector<std::string>> columns;  // names of profdiff::DifferenceColumns()
};

// How two executions are compared: what is subtracted, which part of it is shown, and which changes fail.
struct ComparisonOptions : DirectionOptions, GateOptions, DifferenceOptions {};

// A call graph in a format for other programs.
struct GraphOutput {
  const profdiff::GraphFormat* format = nullptr;
  std::string file;  // "" and "-" mean standard output
};

// --format.
struct TableOptions {
  const profdiff::TableFormat* table_format = &profdiff::TableFormats().front();  // text by default; never null

  bool WritesText() const { return table_format->is_text; }
};

// --html, --html-size.
struct PageOptions {
  std::optional<std::string> page;  // "-" means standard output
  std::size_t page_size = 100000;   // greatest number of functions on the page; 0 for all
  bool of_traces = false;           // true if the profiles are made from traces
};

// --markdown: a file beside the report; "" and "-" mean standard output, instead of the report.
struct CommentOptions {
  std::optional<std::string> markdown;
};

// --json, --markdown: files of a difference beside its report or listings; "" and "-" mean standard output.
struct BesideOptions : CommentOptions {
  std::optional<std::string> json;
};

// Call graphs as files.
struct GraphOptions {
  // in the order of GraphFormats(), each format at most once; empty unless kGraphFile is chosen
  std::vector<GraphOutput> graphs;
  profdiff::GmlOptions gml;

  // True if one of the chosen formats has the given requirement, such as &GraphFormat::needs_positions.
  bool AnyGraphHas(bool profdiff::GraphFormat::*need) const {
    return std::ranges::any_of(graphs, [need](const GraphOutput& graph) { return graph.format->*need; });
  }
  // True if the listings of `wanted` or the chosen call graphs need samples. NeedArcs is the same for calls.
  bool NeedHistogram(Styles wanted) const {
    return wanted.Has(Style::kFlat) || AnyGraphHas(&profdiff::GraphFormat::needs_histogram);
  }
  bool NeedArcs(Styles wanted) const {
    return wanted.Has(Style::kGraph) || AnyGraphHas(&profdiff::GraphFormat::needs_arcs);
  }
};

// Outputs and their destinations. `mentioned` contains the styles that options turned on or off.
struct OutputOptions : TableOptions, PageOptions, BesideOptions, GraphOptions {
  Styles styles;
  Styles mentioned;
  bool own_report = false;  // true if the command writes a report of its own, so that no listing is written by default
  profdiff::TreeDirection tree = profdiff::TreeDirection::kDown;  // direction of the tree that Style::kTree selects
};

}  // namespace egprof

#endif  // EGPROF_OPTIONS_OPTIONS_H_
