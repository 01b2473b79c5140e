// SPDX-License-Identifier: GPL-3.0-or-later
// One function for each output of `egprof trace`. Those for standard output come in the order of --help.
#include "egprof/trace_outputs.h"

#include <algorithm>
#include <iterator>

#include "egprof/difference_listings.h"
#include "egprof/listings.h"
#include "egprof/trace_options.h"
#include "profdiff/difference.h"
#include "profdiff/match.h"
#include "profdiff/trace_chrome.h"
#include "profdiff/trace_page.h"
#include "profdiff/trace_profile.h"
#include "profdiff/trace_timeline.h"
#include "profdiff/trace_tree.h"

namespace egprof {
namespace {

using profdiff::TraceComparison;
using profdiff::TraceListingOptions;

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
  std::string text;
  if (file.ends_with(".html")) {
    profdiff::TracePageOptions options;
    options.demangle = listing.demangle;
    profdiff::WriteTracePage(text, AlignedOf(comparison), options);
  } else {
    profdiff::TimelineOptions options;
    options.demangle = listing.demangle;
    file.ends_with(".csv") ? profdiff::WriteTimelineCsv(text, AlignedOf(comparison), options)
                           : profdiff::WriteTimelineJson(text, AlignedOf(comparison), options);
  }
  Deliver(file, text, output);
}

void WriteChrome(const std::string& file, const TraceComparison& comparison, const TraceListingOptions& listing,
                 Output& output) {
  profdiff::TracePictureOptions options;
  options.demangle = listing.demangle;
  if (file == "-") {
    options.drain = listing.drain;
    return profdiff::WriteChromeTrace(output.text, AlignedOf(comparison), options);
  }
  std::string text;
  profdiff::WriteChromeTrace(text, AlignedOf(comparison), options);
  Deliver(file, text, output);
}

profdiff::Selection SelectAll(const profdiff::FunctionTable& functions) {
  profdiff::Selection all;
  all.bits.resize(functions.size());
  return all;
}

Styles StylesOf(ProfileFormat format) {
  Styles styles;
  switch (format) {
    case ProfileFormat::kGml:
      styles.Add(Style::kGml);
      return styles;
    case ProfileFormat::kFolded:
      styles.Add(Style::kFolded);
      return styles;
    case ProfileFormat::kCallgrind:
      styles.Add(Style::kCallgrind);
      return styles;
    default:
      styles.Add(Style::kFlat);
      styles.Add(Style::kGraph);
      return styles;
  }
}

// What a user who compares profiles would ask for. All goes to "standard output", whence it is delivered.
Options AskFor(ProfileFormat format, const Options& options) {
  Options asked = options;
  asked.listing.threads = options.threads;
  asked.side_by_side = format == ProfileFormat::kText;
  if (format == ProfileFormat::kCsv) asked.output_format = Options::Format::kCsv;
  if (format == ProfileFormat::kJson) asked.output_format = Options::Format::kJson;
  return asked;
}

void WriteSubtracted(const profdiff::Difference& difference, const profdiff::SideLabels& labels, const Options& options,
                     Output& output) {
  const ProfileFormat format = ProfileFormatOf(*options.trace);
  const Options asked = AskFor(format, options);
  const Subtraction result{difference, labels, nullptr};
  Output part;
  if (options.direction) {
    WriteOneSided(asked, StylesOf(format), result, SelectAll(difference.match.functions), part);
  } else {
    WriteDifference(asked, StylesOf(format), result, part);
  }
  std::ranges::move(part.notes, std::back_inserter(output.notes));
  Deliver(*options.trace->profile, part.text, output);
}

void WriteProfiles(const Options& options, const TraceComparison& comparison, Output& output) {
  const profdiff::TraceProfile a = profdiff::ProfileOfTrace(comparison.a.trace),
                               b = profdiff::ProfileOfTrace(comparison.b.trace);
  const profdiff::Selection all_a = SelectAll(a.functions), all_b = SelectAll(b.functions);
  profdiff::Diagnostics none;  // what there is to warn of concerns images
  const profdiff::Difference difference = profdiff::Subtract(
      {a.functions, a.profile, all_a}, {b.functions, b.profile, all_b},
      profdiff::MatchFunctions(a.functions, b.functions, false, nullptr, options.threads), none, options.threads);
  WriteSubtracted(difference, {comparison.label_a, comparison.label_b}, options, output);
}

}  // namespace

void WriteTraceOutputs(const Options& options, const TraceComparison& comparison, const TraceListingOptions& listing,
                       Output& output) {
  const TraceCommand& trace = *options.trace;
  if (trace.tree) WriteTree(comparison, listing, output);
  if (trace.blocks) WriteBlocks(*trace.blocks, comparison, listing, output);
  if (trace.chrome) WriteChrome(*trace.chrome, comparison, listing, output);
  if (trace.profile) WriteProfiles(options, comparison, output);
  if (!trace.timeline.empty()) WriteTimeline(trace.timeline, comparison, listing, output);
}

}  // namespace egprof
