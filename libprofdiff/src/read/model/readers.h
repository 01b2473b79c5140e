// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises and reads Extra-P's formats.
// Tests: tests/unit/read/model/read_observations_test.cpp.
#ifndef PROFDIFF_READ_MODEL_READERS_H_
#define PROFDIFF_READ_MODEL_READERS_H_

#include <cstdint>
#include <string>

#include "read/file/byte_source.h"
#include "read/file/first_bytes.h"
#include "values/observation_builder.h"

namespace profdiff {

// Names of the function and the metric of measurements in which these names are missing.
inline constexpr const char* kUnnamedFunction = "<root>";
inline constexpr const char* kUnnamedMetric = "<default>";

// Each function returns true for a file of the format in its name.
bool IsExtraPText(const FirstBytes& file);
bool IsExtraPJson(const FirstBytes& file);
bool IsJsonLines(const FirstBytes& file);

// Errors of the readers: kBadProfile; messages begin with the path.
void ReadExtraPText(ByteSource& source, const std::string& path, ObservationBuilder& builder);
void ReadExtraPJson(ByteSource& source, const std::string& path, ObservationBuilder& builder);
void ReadJsonLines(ByteSource& source, const std::string& path, ObservationBuilder& builder);

// Throws "PATH:LINE: reason".
[[noreturn]] void FailAtLine(const std::string& path, std::uint64_t line, const std::string& reason);
// Throws "PATH: byte OFFSET: reason".
[[noreturn]] void FailAtByte(const std::string& path, std::uint64_t offset, const std::string& reason);

// Describes a number that cannot be a parameter (ObservationBuilder::Takes).
inline constexpr const char* kNoParameter = "a parameter that is not above 0";

}  // namespace profdiff

#endif  // PROFDIFF_READ_MODEL_READERS_H_
