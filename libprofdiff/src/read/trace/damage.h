// SPDX-License-Identifier: GPL-3.0-or-later
// Handling of damage in traces: an error, or a message about the omitted part.
#ifndef PROFDIFF_READ_TRACE_DAMAGE_H_
#define PROFDIFF_READ_TRACE_DAMAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/error.h"

namespace profdiff {

struct Damages {
  bool salvage = false;
  std::vector<Message> missing;  // one message for each omitted part, in the order of detection

  // Throws the error or, when salvaging, adds a message that the part `left_out` is omitted.
  void Report(const Error& error, const std::string& left_out) {
    if (!salvage) throw Error(error);
    missing.push_back(WithConsequence(error.message(), left_out));
  }
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_DAMAGE_H_
