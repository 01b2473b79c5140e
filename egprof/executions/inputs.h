// SPDX-License-Identifier: GPL-3.0-or-later
// The reading half of both pipelines: files to values.
#ifndef EGPROF_EXECUTIONS_INPUTS_H_
#define EGPROF_EXECUTIONS_INPUTS_H_

#include <functional>
#include <string>
#include <vector>

#include "egprof/console/output.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"
#include "values/ordering.h"
#include "values/static_calls.h"

namespace egprof {

// How an image is read. `symbols` is what the user's --symbols replaces.
profdiff::ImageOptions ImageOptionsOf(const ProfileOptions& options, profdiff::SymbolPolicy symbols);

// For --timing: an image has been read.
void CountImage(const profdiff::Image& image, InputSizes& sizes);

// Reads the map of -R; an empty one without -R. Trouble with the image comes before trouble with the map.
// Errors: those of profdiff::ReadOrderMap, and of profdiff::ReadImage before symbols are looked at.
profdiff::OrderMap LoadOrderMap(const ProfileOptions& options, const std::string& image_path, Output& output);

// Reads an image. `symbols` is what the user's --symbols replaces.
// Errors: those of profdiff::ReadImage.
profdiff::Image LoadImage(const ProfileOptions& options, const std::string& path, profdiff::SymbolPolicy symbols,
                          Output& output, const profdiff::OrderMap& map = {});

// Reads and adds up a side's profiles, except the ones that --keep-going leaves out; with -i each is described on
// standard output once it is read. Several files are read by several threads at a time: `each`, if given, receives the
// records of each file alone, on any of them. Errors: those of profdiff::ReadProfiles.
profdiff::Records LoadProfiles(const ProfileOptions& options, const Side& side, const profdiff::TargetLayout& layout,
                               Output& output, const profdiff::RecordsUser& each = {});

// The same without a sum. After `each` has had the records of a file, `next` is called with the number of the file, for
// one after the other; what it throws is taken for an error of that file.
void LoadEachProfile(const ProfileOptions& options, const Side& side, const profdiff::TargetLayout& layout,
                     Output& output, const profdiff::RecordsUser& each, const std::function<void(std::size_t)>& next);

// With -c adds the calls found in the machine code to a profile, if any calls were recorded.
void AddCodeCalls(const ProfileOptions& options, const profdiff::Image& image, const profdiff::Records& records,
                  profdiff::CodeRules rules, profdiff::Profile& profile, Output& output);

// True if the index of functions is printed, as far as can be told before a profile is read.
bool MayPrintIndex(const ProfileOptions& options);

// The user's rules for functions that have another name on the other side, those of files first.
// Errors: kSystem; kBadArgument for a bad rule.
profdiff::Renames LoadRenames(const RenameOptions& options);

// "IMAGE, PROFILES".
std::string Label(const Side& side);

// "gmon.out", or "gmon.1, gmon.2".
std::string JoinNames(const std::vector<std::string>& names);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_INPUTS_H_
