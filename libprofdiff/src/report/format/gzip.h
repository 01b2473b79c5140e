// SPDX-License-Identifier: GPL-3.0-or-later
// Compression to the gzip format. Test: tests/unit/report/cost/pprof_test.cpp, which decompresses the result.
#ifndef PROFDIFF_REPORT_FORMAT_GZIP_H_
#define PROFDIFF_REPORT_FORMAT_GZIP_H_

#include <string>
#include <string_view>

namespace profdiff {

// Appends one gzip member without a time or a name, so that equal bytes give equal members. Errors: kSystem if there is
// not enough memory.
void AppendGzip(std::string& out, std::string_view bytes);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_GZIP_H_
