// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the file "info" of a uftrace recording.
// Tests: tests/unit/read/trace/uftrace/parts_test.cpp.
#ifndef PROFDIFF_READ_TRACE_UFTRACE_INFO_H_
#define PROFDIFF_READ_TRACE_UFTRACE_INFO_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "read/trace/uftrace/pattern.h"

namespace profdiff {

struct UftraceInfo {
  bool relative_symbols = true;  // true if addresses of symbols are relative to their file's load address
  unsigned word_bytes = 8;       // word size of the recorded program: 4 or 8
  // Lists with the layouts of arguments and return values, such as "name@arg1/i32,arg2/s;…". For each function, the
  // first list that contains the function is used. A name may be a pattern.
  std::vector<std::string> arguments, results;
  UftracePatterns patterns = UftracePatterns::kExpressions;
  std::optional<std::uint64_t> elapsed;  // nanoseconds from the program's start to the end of the recording
  std::optional<int> exit_status;        // as in RankEnd::exit_status
};

// True for the first bytes of an info file, which are a magic number.
bool IsUftraceInfo(std::string_view bytes);

// Parses an info file. Ignores unknown lines, and invalid elapsed times and exit statuses.
// Errors: kNotATrace, kTruncated, kBadVersion, kUnsupported. `path` is for messages.
UftraceInfo ParseUftraceInfo(std::string_view bytes, const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_INFO_H_
