// SPDX-License-Identifier: GPL-3.0-or-later
// The reading half of both pipelines: files to values.
#ifndef EGPROF_INPUTS_H_
#define EGPROF_INPUTS_H_

#include <string>

#include "egprof/options.h"
#include "egprof/output.h"
#include "egprof/sides.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"

namespace egprof {

// Reads an image. `symbols` is what the user's --symbols replaces.
// Errors: those of profdiff::ReadImage.
profdiff::Image LoadImage(const Options& options, const std::string& path, profdiff::SymbolPolicy symbols,
                          Output& output);

// Reads and adds up a side's profiles; with -i each is described on standard output once it is read.
// Errors: those of profdiff::ReadGmon and profdiff::RecordAdder.
profdiff::Records LoadProfiles(const Options& options, const Side& side, const profdiff::Image& image, Output& output);

// True if the index of functions is printed, as far as can be told before a profile is read.
bool MayPrintIndex(const Options& options);

// "gmon.out", or "gmon.1, gmon.2".
std::string JoinNames(const std::vector<std::string>& names);

}  // namespace egprof

#endif  // EGPROF_INPUTS_H_
