// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the chosen listings of one execution or of a difference in gprof's order, and reports what --limit left out.
#ifndef EGPROF_LISTINGS_LISTINGS_H_
#define EGPROF_LISTINGS_LISTINGS_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "egprof/console/outlets.h"
#include "egprof/options/options.h"
#include "profdiff/listing.h"

namespace egprof {

struct SourceListings;  // egprof/listings/source_listings.h

// The listings to write, and how they look.
struct ListingPlan {
  Styles styles;  // with defaults, see WithDefaults
  const OutputOptions& outputs;
  const LayoutOptions& layout;
  std::optional<profdiff::Direction> direction;  // the part of a difference that is shown
};

// Sets the number of threads unless the command line determines it.
void Prepare(WorkOptions& work, LayoutOptions& layout);

// Returns the options of a listing that is appended to `out.text`: parts of a long listing are output as they become
// ready. `out` must outlive the returned value.
profdiff::ListingOptions Streamed(profdiff::ListingOptions listing, TextSink& out);

// Returns the chosen listings. If there are none, returns those that are printed by default: all that the records
// allow, except those that the user excluded.
Styles WithDefaults(const OutputOptions& options, bool has_histogram, bool has_arcs);

// True if the styles include no listing of times or calls: only files for other programs, and lists of functions or
// cycles.
bool OnlyFiles(Styles styles);

// Writes all listings and files of one execution. `label` names the image and its profiles in titles. `sources` may be
// null if no listing needs it.
void WriteExecution(const ListingPlan& plan, const profdiff::Execution& execution, const std::string& label,
                    const Outlets& to, const SourceListings* sources = nullptr);

// Returns the options for listing a tree. Without a --limit, the tree is cut to 40 lines.
profdiff::ListingOptions TreeOptions(const LayoutOptions& options);

// Notes what --limit left out, if anything.
void ReportLimit(std::size_t left_out, const std::string& what, Messages& messages);

// Writes a file unless it is also an input. Errors: those of FileGuard and of OutputFile.
void WriteFile(const std::string& file, const std::string& text, FileGuard& files);

// Writes a file like WriteFile; writes to standard output if `file` is "" or "-" or leads to standard output.
void Deliver(const std::string& file, const std::string& text, TextSink& out, FileGuard& files);

// Calls `write`, which appends to a string, and writes that string like Deliver. Does nothing if `file` is nullopt.
void DeliverTo(const std::optional<std::string>& file, TextSink& out, FileGuard& files,
               const std::function<void(std::string& text)>& write);

// Appends an output to `text`. Whenever `text` has grown long, passes it to `drain`, unless `drain` is empty.
using PartWriter = std::function<void(std::string& text, const std::function<void(std::string&)>& drain)>;

// Writes output that may be larger than memory. A file is written in parts as they become ready; standard output is
// drained in the same way as for all other listings.
void DeliverInParts(const std::string& file, const PartWriter& write, TextSink& out, FileGuard& files);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_LISTINGS_H_
