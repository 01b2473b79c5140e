// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a damaged trace: an error, or a remark on what is left out.
#ifndef PROFDIFF_READ_TRACE_DAMAGE_H_
#define PROFDIFF_READ_TRACE_DAMAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/error.h"

namespace profdiff {

struct Damages {
  bool salvage = false;
  std::vector<std::string> missing;  // for people, in the order of the damages

  // Throws, or notes what is left out because of it.
  void Report(const Error& error, const std::string& left_out) {
    if (!salvage) throw Error(error);
    missing.push_back(error.message() + "; " + left_out);
  }
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_DAMAGE_H_
