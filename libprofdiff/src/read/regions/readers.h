// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of measurements of instrumented regions, as tools for parallel programs write them.
// Tests: tests/unit/read/regions.
#ifndef PROFDIFF_READ_REGIONS_READERS_H_
#define PROFDIFF_READ_REGIONS_READERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/properties.h"
#include "read/file/byte_source.h"
#include "read/file/first_bytes.h"
#include "read/profiles/input.h"

namespace profdiff {

// TAU's profile of a thread, or a directory of such files.
bool IsTau(const FirstBytes& file);
StackProfile ReadTau(const StackInput& input);
Measurements MeasureTau(ByteSource& source, const std::string& path, const MeasureOptions& options);
// The files of several threads in one, which TAU's own tools write and read.
bool IsMergedTau(const FirstBytes& file);
std::vector<std::uint32_t> RanksOfTau(const std::string& path);
void ListTauFiles(const std::string& path, std::vector<std::string>& files);

// Caliper's own format, .cali, and its JSON, "json-split".
bool IsCaliper(const FirstBytes& file);
StackProfile ReadCaliper(const StackInput& input);
Measurements MeasureCaliper(ByteSource& source, const std::string& path, const MeasureOptions& options);
std::vector<std::uint32_t> RanksOfCaliper(const std::string& path);
bool IsCaliperJson(const FirstBytes& file);
StackProfile ReadCaliperJson(const StackInput& input);
Measurements MeasureCaliperJson(ByteSource& source, const std::string& path, const MeasureOptions& options);
std::vector<std::uint32_t> RanksOfCaliperJson(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_REGIONS_READERS_H_
