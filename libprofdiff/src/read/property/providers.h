// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of recordings with contexts, one function for each format.
#ifndef PROFDIFF_READ_PROPERTY_PROVIDERS_H_
#define PROFDIFF_READ_PROPERTY_PROVIDERS_H_

#include <string>
#include <string_view>

#include "profdiff/properties.h"
#include "read/file/byte_source.h"

namespace profdiff {

// Errors of all readers: as for ReadMeasurements.
Measurements ReadCallgrindMeasurements(ByteSource& source, const std::string& path, const MeasureOptions& options);

// True if an address trace can begin with `first`.
bool IsAddressTrace(std::string_view first);
Measurements ReadAddressTrace(ByteSource& source, const std::string& path, const MeasureOptions& options);

// True if the first line has columns for regions, metrics and values.
bool IsMetricTable(std::string_view text);
Measurements ParseMetricTable(std::string_view text, const std::string& path, const MeasureOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_PROVIDERS_H_
