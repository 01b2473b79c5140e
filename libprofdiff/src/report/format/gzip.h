// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes as a gzip stream.
// Test: tests/unit/report/cost/pprof_test.cpp, which unpacks them.
#ifndef PROFDIFF_REPORT_FORMAT_GZIP_H_
#define PROFDIFF_REPORT_FORMAT_GZIP_H_

#include <string>
#include <string_view>

namespace profdiff {

// Appends one member, the same for the same bytes: without a time and a name. Errors: kSystem for no memory.
void AppendGzip(std::string& out, std::string_view bytes);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_GZIP_H_
