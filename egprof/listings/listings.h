// SPDX-License-Identifier: GPL-3.0-or-later
// The writing half of both pipelines: chosen listings in gprof's order, and what --limit left out.
#ifndef EGPROF_LISTINGS_LISTINGS_H_
#define EGPROF_LISTINGS_LISTINGS_H_

#include <cstddef>
#include <functional>
#include <string>

#include "egprof/console/output.h"
#include "egprof/options/options.h"
#include "profdiff/formats.h"
#include "profdiff/listing.h"
#include "values/ordering.h"

namespace egprof {

// Settles what options leave open: threads, and where long listings go. `output` has to outlive the options.
void Prepare(ProfileOptions& options, Output& output);

// The listings that are printed by default: all that the records allow, except the ones a user does
// not want.
Styles WithDefaults(const ProfileOptions& options, bool has_histogram, bool has_arcs);

// True if all that is wanted are files for other programs, or lists about functions: no listing of times or calls.
bool OnlyFiles(Styles styles);

// Writes all listings and files of one execution. `map` comes from -R; `label` names the image and its profiles in
// titles.
void WriteExecution(const ProfileOptions& options, Styles styles, const profdiff::Execution& execution,
                    const std::string& label, Output& output, const profdiff::OrderMap& map = {});

// How a tree is listed: cut to what fits a screen or two, if a user has set no limit.
profdiff::ListingOptions TreeOptions(const ProfileOptions& options);

// Says on standard error what --limit left out; nothing if that is nothing.
void ReportLimit(std::size_t left_out, const std::string& what, Output& output);

// Writes a file, unless it is one that is read. Errors: those of FileGuard and of OutputFile.
void WriteFile(const std::string& file, const std::string& text, Output& output);

// The same, but to standard output where the file is "" or "-", or leads there.
void Deliver(const std::string& file, const std::string& text, Output& output);

// Appends to a text; gives it to `drain`, where that is not empty, when it has grown long. Source:
// ListingOptions::drain.
using PartWriter = std::function<void(std::string& text, const std::function<void(std::string&)>& drain)>;

// The same for what may be longer than memory: parts of a file are written as they become ready, and those of standard
// output as everything that goes there.
void DeliverInParts(const std::string& file, const PartWriter& write, Output& output);

}  // namespace egprof

#endif  // EGPROF_LISTINGS_LISTINGS_H_
