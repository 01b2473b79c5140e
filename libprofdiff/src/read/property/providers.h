// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of recordings with contexts, one function for each format.
#ifndef PROFDIFF_READ_PROPERTY_PROVIDERS_H_
#define PROFDIFF_READ_PROPERTY_PROVIDERS_H_

#include <string>

#include "profdiff/properties.h"
#include "read/file/byte_source.h"
#include "read/file/first_bytes.h"

namespace profdiff {

// Errors of all readers: as for ReadMeasurements.
Measurements ReadCallgrindMeasurements(ByteSource& source, const std::string& path, const MeasureOptions& options);

// True if the file can be an address trace.
bool IsAddressTrace(const FirstBytes& file);
Measurements ReadAddressTrace(ByteSource& source, const std::string& path, const MeasureOptions& options);

// True if the first line has columns for regions, metrics and values.
bool IsMetricTable(const FirstBytes& file);
// A table is read as a whole. Errors: also kUnsupported for more than 1 GiB.
Measurements ReadMetricTable(ByteSource& source, const std::string& path, const MeasureOptions& options);

// Counts that perf stat -x, printed.
bool IsPerfStat(const FirstBytes& file);
Measurements ReadPerfStat(ByteSource& source, const std::string& path, const MeasureOptions& options);

// Counts that likwid-perfctr -O printed.
bool IsLikwid(const FirstBytes& file);
Measurements ReadLikwid(ByteSource& source, const std::string& path, const MeasureOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_PROVIDERS_H_
