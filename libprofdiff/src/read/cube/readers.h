// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of Cube's format, which Score-P and Scalasca write, and of Extra-P's directories of such files.
// Tests: tests/unit/read/cube.
#ifndef PROFDIFF_READ_CUBE_READERS_H_
#define PROFDIFF_READ_CUBE_READERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/properties.h"
#include "read/file/byte_source.h"
#include "read/file/first_bytes.h"
#include "read/profiles/input.h"
#include "read/regions/region_table.h"
#include "values/observation_builder.h"

namespace profdiff {

// A .cubex file, or the directory of an experiment with such a file.
bool IsCube(const FirstBytes& file);
StackProfile ReadCube(const StackInput& input);
Measurements MeasureCube(ByteSource& source, const std::string& path, const MeasureOptions& options);
std::vector<std::uint32_t> RanksOfCube(const std::string& path);
void ListCubeFiles(const std::string& path, std::vector<std::string>& files);

// Reads all metrics of a .cubex file.
RegionTable ReadCubeFile(const std::string& path, const RegionSelection& selection);

// A directory of experiments whose names contain their parameters.
bool IsCubeSet(const FirstBytes& file);
void ObserveCubeSet(ByteSource& source, const std::string& path, ObservationBuilder& builder);
void ListCubeSetFiles(const std::string& path, std::vector<std::string>& files);

}  // namespace profdiff

#endif  // PROFDIFF_READ_CUBE_READERS_H_
