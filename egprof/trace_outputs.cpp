// SPDX-License-Identifier: GPL-3.0-or-later
// One function for each output of `egprof trace`. Those for standard output come in the order of --help.
#include "egprof/trace_outputs.h"

#include "egprof/listings.h"
#include "profdiff/error.h"
#include "profdiff/trace_timeline.h"
#include "profdiff/trace_tree.h"

namespace egprof {
namespace {

using profdiff::TraceComparison;
using profdiff::TraceListingOptions;

[[noreturn]] void Refuse(const char* option) {
  throw profdiff::Error(profdiff::ErrorCode::kUnsupported, std::string(option) + " is not in this version of egprof");
}

void WriteBlocks(const std::string& file, const TraceComparison& comparison, const TraceListingOptions& listing,
                 Output& output) {
  const bool as_csv = file.ends_with(".csv");
  auto write = [&](std::string& out) {
    as_csv ? profdiff::WriteAlignmentBlocksCsv(out, comparison, listing)
           : profdiff::WriteAlignmentBlocks(out, comparison, listing);
  };
  if (file.empty() || file == "-") return write(output.text);
  std::string text;
  write(text);
  Deliver(file, text, output);
}

profdiff::AlignedTraces AlignedOf(const TraceComparison& comparison) {
  return {comparison.a.trace, comparison.b.trace, comparison.alignment, comparison.label_a, comparison.label_b};
}

void WriteTree(const TraceComparison& comparison, const TraceListingOptions& listing, Output& output) {
  profdiff::TraceTreeOptions options;
  options.demangle = listing.demangle;
  options.drain = listing.drain;
  profdiff::WriteTraceTree(output.text, AlignedOf(comparison), options);
}

void WriteTimeline(const std::string& file, const TraceComparison& comparison, const TraceListingOptions& listing,
                   Output& output) {
  if (file.ends_with(".html")) Refuse("--timeline as HTML");
  profdiff::TimelineOptions options;
  options.demangle = listing.demangle;
  std::string text;
  file.ends_with(".csv") ? profdiff::WriteTimelineCsv(text, AlignedOf(comparison), options)
                         : profdiff::WriteTimelineJson(text, AlignedOf(comparison), options);
  Deliver(file, text, output);
}

}  // namespace

void WriteTraceOutputs(const Options& options, const TraceComparison& comparison, const TraceListingOptions& listing,
                       Output& output) {
  const TraceCommand& trace = *options.trace;
  if (trace.tree) WriteTree(comparison, listing, output);
  if (trace.blocks) WriteBlocks(*trace.blocks, comparison, listing, output);
  if (!trace.timeline.empty()) WriteTimeline(trace.timeline, comparison, listing, output);
  if (trace.chrome) Refuse("--chrome");
  if (trace.profile) Refuse("--profile");
}

void WriteTraceOutputs(const Options& options, const profdiff::SelectedTrace&, const std::string&, Output&) {
  if (options.trace->chrome) Refuse("--chrome");
  if (options.trace->profile) Refuse("--profile");
}

}  // namespace egprof
