// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/properties/machine/run.py, with independent readers.
#include "egprof/listings/machine_listings.h"

#include "egprof/listings/listings.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

profdiff::MachineListings ListingsOf(Styles styles) {
  return {styles.Has(Style::kFlat), styles.Has(Style::kGraph), styles.Has(Style::kExecCounts)};
}

void ReportLeftOut(const profdiff::MachineLeftOut& left_out, Output& output) {
  ReportLimit(left_out.flat, "rows of the flat profile", output);
  ReportLimit(left_out.graph, "entries of the call graph", output);
  ReportLimit(left_out.counts, "rows of the counts", output);
}

}  // namespace

bool WantsTables(const ProfileOptions& options, Styles styles) {
  if (options.output_format == OutputOptions::Format::kText) return false;
  for (Style style : {Style::kAnnotatedSource, Style::kFunctionOrder, Style::kFileOrder, Style::kFileInfo,
                      Style::kMatches, Style::kSuggestions, Style::kCycles}) {
    if (styles.Has(style)) {
      throw Error(ErrorCode::kBadArgument, "--format is for -p, -q and -C; the other listings are text alone");
    }
  }
  return true;
}

void WriteTables(const ProfileOptions& options, Styles styles, const profdiff::Execution& execution,
                 const std::string& label, Output& output) {
  const profdiff::MachineListings listings = ListingsOf(styles);
  ReportLeftOut(options.output_format == OutputOptions::Format::kCsv
                    ? profdiff::WriteCsv(output.text, execution, listings, options.listing)
                    : profdiff::WriteJson(output.text, execution, label, listings, options.listing),
                output);
}

void WriteTables(const ProfileOptions& options, Styles styles, const profdiff::Difference& difference,
                 const profdiff::SideLabels& labels, const profdiff::Significance* significance, Output& output) {
  const profdiff::MachineListings listings = ListingsOf(styles);
  ReportLeftOut(options.output_format == OutputOptions::Format::kCsv
                    ? profdiff::WriteCsv(output.text, difference, significance, listings, options.listing)
                    : profdiff::WriteJson(output.text, difference, labels, significance, listings, options.listing),
                output);
}

void WriteStacks(const ProfileOptions& options, Styles styles, const profdiff::Execution& execution,
                 const std::string& label, Output& output) {
  if (styles.Has(Style::kCallgrind)) {
    std::string text;
    profdiff::WriteCallgrind(text, execution, label, options.listing.names.demangle);
    Deliver(options.callgrind_file, text, output);
  }
  if (styles.Has(Style::kFolded)) {
    std::string text;
    profdiff::WriteFolded(text, execution, options.listing.names.demangle);
    Deliver(options.folded_file, text, output);
  }
}

void WriteStacks(const ProfileOptions& options, Styles styles, const profdiff::Difference& difference, Output& output) {
  if (styles.Has(Style::kFolded)) {
    std::string text;
    profdiff::WriteFolded(text, difference, options.listing.names.demangle);
    Deliver(options.folded_file, text, output);
  }
}

}  // namespace egprof
