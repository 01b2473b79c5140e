// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the chosen listings of one execution or of a difference in gprof's order, and reports what --limit left out.
#ifndef EGPROF_LISTINGS_LISTINGS_H_
#define EGPROF_LISTINGS_LISTINGS_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "egprof/console/output.h"
#include "egprof/options/options.h"
#include "profdiff/listing.h"
#include "values/ordering.h"

namespace egprof {

// Sets the options that the command line does not determine: the number of threads, unless it was given, and the
// function that outputs long listings in parts. `output` must outlive the options.
void Prepare(ProfileOptions& options, Output& output);

// Returns the listings that are printed by default: all that the records allow, except those that the user excluded.
Styles WithDefaults(const ProfileOptions& options, bool has_histogram, bool has_arcs);

// True if the styles include no listing of times or calls: only files for other programs, and lists of functions or
// cycles.
bool OnlyFiles(Styles styles);

// Writes all listings and files of one execution. `map` comes from -R. `label` names the image and its profiles in
// titles.
void WriteExecution(const ProfileOptions& options, Styles styles, const profdiff::Execution& execution,
                    const std::string& label, Output& output, const profdiff::OrderMap& map = {});

// Returns the options for listing a tree. Without a --limit, the tree is cut to 40 lines.
profdiff::ListingOptions TreeOptions(const ProfileOptions& options);

// Notes what --limit left out, if anything.
void ReportLimit(std::size_t left_out, const std::string& what, Output& output);

// Writes a file unless it is also an input. Errors: those of FileGuard and of OutputFile.
void WriteFile(const std::string& file, const std::string& text, Output& output);

// Writes a file like WriteFile; writes to standard output if `file` is "" or "-" or leads to standard output.
void Deliver(const std::string& file, const std::string& text, Output& output);

// Calls `write`, which appends to a string, and writes that string like Deliver. Does nothing if `file` is nullopt.
void DeliverTo(const std::optional<std::string>& file, Output& output,
               const std::function<void(std::string& text)>& write);

// Appends an output to `text`. Whenever `text` has grown long, passes it to `drain`, unless `drain` is empty.
using PartWriter = std::function<void(std::string& text, const std::function<void(std::string&)>& drain)>;

// Writes output that may be larger than memory. A file is written in parts as they become ready; standard output is
// drained in the same way as for all other listings.
void DeliverInParts(const std::string& file, const PartWriter& write, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_LISTINGS_H_
