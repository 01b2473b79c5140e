// SPDX-License-Identifier: GPL-3.0-or-later
// The formats of call graphs, with one row for each format. Flags state which data a format needs (such as a histogram
// or arcs), so that commands can refuse the format before they read large files.
// Test: tests/unit/report/graph/formats_test.cpp.
#include "profdiff/formats.h"

#include <algorithm>

#include "report/format/cost_formats.h"

namespace profdiff {
namespace {

// Adapt functions that write stacks and return nothing to the signatures that GraphFormat requires.
template <void (*kWrite)(std::string&, const Execution&, DemangleStyle)>
GmlResult WriteStacks(std::string& out, const Execution& execution, const std::string&, const GmlOptions& options) {
  kWrite(out, execution, options.names.demangle);
  return {};
}
template <void (*kWrite)(std::string&, const Difference&, DemangleStyle)>
GmlResult WriteStackDifference(std::string& out, const Difference& difference, const GmlOptions& options) {
  kWrite(out, difference, options.names.demangle);
  return {};
}

constexpr GraphFormat kFormats[] = {
    {.name = "gml",
     .extension = ".gml",
     .summary = "call graph in GML, for yEd and others, to FILE or standard output",
     .needs_arcs = true,
     .write = [](std::string& out, const Execution& execution, const std::string&,
                 const GmlOptions& options) { return WriteGml(out, execution, options); },
     .write_difference = WriteGml},
    {.name = "callgrind",
     .extension = ".callgrind",
     .summary = "a file for KCachegrind and callgrind_annotate",
     .needs_arcs = true,
     .needs_positions = true,
     .write =
         [](std::string& out, const Execution& execution, const std::string& label, const GmlOptions& options) {
           WriteCallgrind(out, execution, label, options.names.demangle);
           return GmlResult();
         }},
    {.name = "folded",
     .extension = ".folded",
     .summary = "stacks for flame graphs; for gprof profiles only caller;callee, since deeper stacks are unknown",
     .needs_histogram = true,
     .needs_arcs = true,
     .has_stacks = true,
     .write = WriteStacks<WriteFolded>,
     .write_difference = WriteStackDifference<WriteFolded>},
    {.name = "pprof",
     .extension = ".pprof",
     .summary = "stacks for pprof, compressed with gzip; a difference is written as by pprof -diff_base",
     .needs_histogram = true,
     .has_stacks = true,
     .write = WriteStacks<WritePprof>,
     .write_difference = WriteStackDifference<WritePprof>},
};

}  // namespace

std::span<const GraphFormat> GraphFormats() { return kFormats; }

const GraphFormat* FindGraphFormat(std::string_view name) {
  const auto* found = std::ranges::find(kFormats, name, &GraphFormat::name);
  return found != std::end(kFormats) ? found : nullptr;
}

}  // namespace profdiff
