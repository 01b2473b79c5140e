// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of loading profiles that no command calls.
#ifndef PROFDIFF_VALUES_LOADING_PROFILES_H_
#define PROFDIFF_VALUES_LOADING_PROFILES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "profdiff/gmon.h"
#include "profdiff/profile.h"
#include "profdiff/significance.h"

namespace profdiff {

// Adds up profile files on several threads; the result is the same as with a RecordAdder. Errors are thrown and the
// observer is called in the order of the files; pipes and devices are not read before it is their turn. Memory grows
// with the size of the sum, but not with the number of files.
// Errors: as for ReadGmon and RecordAdder.
Records ReadProfiles(std::span<const std::string> paths, const ReadingOptions& options,
                     const FileObserver& observer = {}, const RecordsUser& each = {});

// Reads files without adding them up; the files therefore need not be compatible.
void ReadEachProfile(std::span<const std::string> paths, const ReadingOptions& options, const FileObserver& observer,
                     const RecordsUser& each);

// Multiplies all times by `factor`, as if the clock had ticked `factor` times as often. Counts of calls do not change.
void ScaleTimes(Profile& profile, double factor);

// Warns if a profile seems to belong to a different program or build than the image: no sample or call is inside a
// function of the image, the histogram does not end at the same address as the code, or many calls enter functions at
// an address other than their first instruction. The last check is made only if `all_functions` is true, that is, if
// the image was read with all its functions. A histogram from the first sample to the last one, as OpenOCD writes it,
// may end anywhere in the code. If a shift makes the profile fit, the warning is about the shift. The warning contains
// `names`, the names of the profile's files.
void CheckFit(const Image& image, const Records& records, const std::string& names, bool all_functions,
              Diagnostics& diagnostics);

// Returns the constant by which all addresses of a profile exceed those of the image, modulo 2^64. The addresses are
// shifted if the program was loaded at another address than it was linked for, and the profiling code did not subtract
// the difference. Returns 0 if the profile fits best without a shift, and nullopt if no single shift fits best. Uses
// the callees of arcs, which must be near the starts of functions; without arcs, the end of the histogram.
std::optional<std::uint64_t> FindAddressShift(const Image& image, const Records& records);

// Subtracts a shift from all addresses, modulo 2^64.
void SubtractShift(Records& records, std::uint64_t shift);

// Returns a shift as text: "0x5000", or "-0x5000" for 2^64 - 0x5000.
std::string ShiftText(std::uint64_t shift);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_LOADING_PROFILES_H_
