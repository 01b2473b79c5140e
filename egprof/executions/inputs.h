// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the files of a command line into memory, for one execution or for both sides of a difference.
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

// Returns the options for reading an image. `symbols` is the default for --symbols.
profdiff::ImageOptions ImageOptionsOf(const ProfileOptions& options, profdiff::SymbolPolicy symbols);

// Adds an image that has been read to the sizes that --timing prints.
void CountImage(const profdiff::Image& image, InputSizes& sizes);

// Reads the file of -R, which maps functions to object files; returns an empty map without -R. Errors in the image take
// precedence over errors in the map. Errors: those of profdiff::ReadOrderMap, and those of profdiff::ReadImage that
// occur before symbols are examined.
profdiff::OrderMap LoadOrderMap(const ProfileOptions& options, const std::string& image_path, Output& output);

// Reads an image. `symbols` is the default for --symbols. Errors: those of profdiff::ReadImage.
profdiff::Image LoadImage(const ProfileOptions& options, const std::string& path, profdiff::SymbolPolicy symbols,
                          Output& output, const profdiff::OrderMap& map = {});

// Reads and adds up a side's profiles, except for those that --keep-going leaves out. With -i, each profile is
// described on standard output once it has been read. Several threads read several files at a time; `each`, if given,
// receives the records of each file separately, on any of these threads. Errors: those of profdiff::ReadProfiles.
profdiff::Records LoadProfiles(const ProfileOptions& options, const Side& side, const profdiff::TargetLayout& layout,
                               Output& output, const profdiff::RecordsUser& each = {});

// Reads a side's profiles without adding them up. After `each` has received the records of a file, `next` is called
// with the file's number; calls of `next` are sequential and in file order. An error thrown by `next` counts as an
// error of that file.
void LoadEachProfile(const ProfileOptions& options, const Side& side, const profdiff::TargetLayout& layout,
                     Output& output, const profdiff::RecordsUser& each, const std::function<void(std::size_t)>& next);

// With -c, adds the calls found in the machine code to a profile. Does nothing if the records contain no calls.
void AddCodeCalls(const ProfileOptions& options, const profdiff::Image& image, const profdiff::Records& records,
                  profdiff::CodeRules rules, profdiff::Profile& profile, Output& output);

// True if the options allow an index of functions to be printed; whether it is printed also depends on the profiles.
bool MayPrintIndex(const ProfileOptions& options);

// Returns the user's rules for functions that have another name on the other side. Rules from files come first. Errors:
// kSystem; kBadArgument for a bad rule.
profdiff::Renames LoadRenames(const RenameOptions& options);

// Returns the image and the profiles as "IMAGE, PROFILES".
std::string Label(const Side& side);

// Returns text such as "gmon.out" or "gmon.1, gmon.2".
std::string JoinNames(const std::vector<std::string>& names);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_INPUTS_H_
