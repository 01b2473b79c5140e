// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises and reads the results of benchmark tools, as observations for models and stores. Times are converted to
// seconds.
// Tests: tests/unit/read/benchmarks/results_test.cpp.
#ifndef PROFDIFF_READ_BENCHMARKS_READERS_H_
#define PROFDIFF_READ_BENCHMARKS_READERS_H_

#include <string>

#include "read/file/byte_source.h"
#include "read/file/first_bytes.h"
#include "values/observation_builder.h"

namespace profdiff {

// Each function returns true for a file of the format in its name.
bool IsGoogleBenchmark(const FirstBytes& file);
bool IsHyperfine(const FirstBytes& file);
bool IsPytestBenchmark(const FirstBytes& file);
bool IsCriterion(const FirstBytes& file);
bool IsBenchmarkTable(const FirstBytes& file);  // CSV with a header
bool IsOtherTable(const FirstBytes& file);      // CSV with a header of other columns

// Errors of the readers: kBadProfile, kBadArgument for damaged JSON, kUnsupported for large files.
void ReadGoogleBenchmark(ByteSource& source, const std::string& path, ObservationBuilder& builder);
void ReadHyperfine(ByteSource& source, const std::string& path, ObservationBuilder& builder);
void ReadPytestBenchmark(ByteSource& source, const std::string& path, ObservationBuilder& builder);
void ReadCriterion(ByteSource& source, const std::string& path, ObservationBuilder& builder);
void ReadBenchmarkTable(ByteSource& source, const std::string& path, ObservationBuilder& builder);

}  // namespace profdiff

#endif  // PROFDIFF_READ_BENCHMARKS_READERS_H_
