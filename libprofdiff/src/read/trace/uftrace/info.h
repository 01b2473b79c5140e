// SPDX-License-Identifier: GPL-3.0-or-later
// What uftrace says of a recording in its file "info".
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
  bool relative_symbols = true;  // addresses of symbols count from where their file was loaded
  unsigned word_bytes = 8;       // of the recorded program: 4 or 8
  // How arguments and returned values are laid out, the first list that has the function counts:
  // "name@arg1/i32,arg2/s;…". A name may be a pattern.
  std::vector<std::string> arguments, results;
  UftracePatterns patterns = UftracePatterns::kExpressions;
  std::optional<std::uint64_t> elapsed;  // nanoseconds from the program's start to the end of the recording
  std::optional<int> exit_status;        // as in RankEnd
};

// True for the first bytes of such a file.
bool IsUftraceInfo(std::string_view bytes);

// Ignores unknown lines, and elapsed times and exit statuses that make no sense.
// Errors: kNotATrace, kTruncated, kBadVersion, kUnsupported. `path` is for messages.
UftraceInfo ParseUftraceInfo(std::string_view bytes, const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_INFO_H_
