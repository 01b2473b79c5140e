// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises and reads traces, with one function for each kind of trace.
#ifndef PROFDIFF_READ_TRACE_READERS_H_
#define PROFDIFF_READ_TRACE_READERS_H_

#include <string>
#include <vector>

#include "profdiff/trace.h"
#include "read/file/first_bytes.h"

namespace profdiff {

// Each function returns true for a trace of the kind in its name.
bool IsUftrace(const FirstBytes& file);
bool IsOtf2(const FirstBytes& file);
bool IsChromeTrace(const FirstBytes& file);

// Append the files of a recording.
void ListUftraceFiles(const std::string& folder, std::vector<std::string>& files);
void ListOtf2Files(const std::string& path, std::vector<std::string>& files);

// Each function reads a trace of the kind in its name. Errors: as for ReadTrace.
Trace ReadUftrace(const std::string& folder, const TraceOptions& options);
Trace ReadChromeTrace(const std::string& path, const TraceOptions& options);
Trace ReadOtf2(const std::string& path, const TraceOptions& options);
// Like ReadTraceByRank, but for an OTF2 archive.
Trace ReadOtf2ByRank(const std::string& path, const TraceOptions& options, const RankReading& ranks);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_READERS_H_
