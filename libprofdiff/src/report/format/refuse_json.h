// SPDX-License-Identifier: GPL-3.0-or-later
// What a build says that was compiled without a library for JSON.
#ifndef PROFDIFF_REPORT_FORMAT_REFUSE_JSON_H_
#define PROFDIFF_REPORT_FORMAT_REFUSE_JSON_H_

#include "profdiff/error.h"

namespace profdiff {

[[noreturn]] inline void RefuseJson() {
  throw Error(ErrorCode::kUnsupported,
              "this build cannot write JSON: it was compiled without nlohmann's json; CSV has the same numbers");
}

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_REFUSE_JSON_H_
