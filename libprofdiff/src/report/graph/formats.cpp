// SPDX-License-Identifier: GPL-3.0-or-later
// The formats of call graphs: a row each. Test: tests/unit/report/graph/formats_test.cpp.
#include "profdiff/formats.h"

namespace profdiff {
namespace {

constexpr GraphFormat kFormats[] = {
    {.name = "gml",
     .extension = ".gml",
     .needs_arcs = true,
     .write = [](std::string& out, const Execution& execution, const std::string&,
                 const GmlOptions& options) { return WriteGml(out, execution, options); },
     .write_difference = [](std::string& out, const Difference& difference,
                            const GmlOptions& options) { return WriteGml(out, difference, options); }},
    {.name = "callgrind",
     .extension = ".callgrind",
     .needs_arcs = true,
     .write =
         [](std::string& out, const Execution& execution, const std::string& label, const GmlOptions& options) {
           WriteCallgrind(out, execution, label, options.names.demangle);
           return GmlResult();
         }},
    {.name = "folded",
     .extension = ".folded",
     .needs_histogram = true,
     .needs_arcs = true,
     .write =
         [](std::string& out, const Execution& execution, const std::string&, const GmlOptions& options) {
           WriteFolded(out, execution, options.names.demangle);
           return GmlResult();
         },
     .write_difference =
         [](std::string& out, const Difference& difference, const GmlOptions& options) {
           WriteFolded(out, difference, options.names.demangle);
           return GmlResult();
         }},
};

}  // namespace

std::span<const GraphFormat> GraphFormats() { return kFormats; }

}  // namespace profdiff
