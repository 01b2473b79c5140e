// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded traces, as tracers leave them in files and folders.
#ifndef PROFDIFF_TRACE_FILE_H_
#define PROFDIFF_TRACE_FILE_H_

#include <string>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/trace.h"

namespace profdiff {

// How traces are read.
struct TraceOptions {
  unsigned threads = 1;  // 0 counts as 1; the result is the same for any number
  // Of a trace that is damaged, or lost records, what is whole counts; Trace::missing says what does not.
  bool salvage = false;
};

// Reads one execution; what kind of trace it is, is told by its content:
//   - a folder that uftrace recorded into;
//   - an OTF2 archive: its folder, or its anchor file (*.otf2), which may have any name;
//   - a file in Chrome's JSON trace format, also gzip-compressed;
//   - a folder of such folders or files, one for each rank: ranks are counted in the order of the numbers at the end of
//     their names. Of the others, only OTF2 archives have ranks other than 0.
// Of each only regular files are read. Trace::remarks says what is odd and no damage.
// Units: times in nanoseconds of the tracer's clock; since the first call where some would be below 0.
// Errors: kSystem; kNotATrace; kBadVersion; kTruncated, kBadTrace (a record that contradicts those before it: path()
// and offset() say which), kLostRecords, kNoSymbols (addresses of a library whose symbols were not kept): none of these
// four when salvaging, unless nothing can be used; kUnsupported for what this build cannot read, pipes and devices;
// kBadCompression; kOverflow for more than 2^32 - 2 calls of a thread. When salvaging, a rank that has any error is
// left out, and those behind it keep their numbers.
// Source: uftrace 0.13's folders, version 4; the Trace Event Format; OTF2 3.0.
PROFDIFF_EXPORT Trace ReadTrace(const std::string& path, const TraceOptions& options = {});

// The files that ReadTrace reads of a path, and few others that belong to the same recording; only the path itself
// where that is a file in JSON, or no trace.
PROFDIFF_EXPORT std::vector<std::string> FilesOfTrace(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_FILE_H_
