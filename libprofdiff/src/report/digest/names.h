// SPDX-License-Identifier: GPL-3.0-or-later
// The names of a digest's rows: short, but distinct as far as possible.
// Test: tests/unit/report/digest/digest_test.cpp.
#ifndef PROFDIFF_REPORT_DIGEST_NAMES_H_
#define PROFDIFF_REPORT_DIGEST_NAMES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/digest.h"

namespace profdiff {

struct DigestName {
  std::string name;
  std::string place;   // " (file:line)" of a row by line
  std::string mark;    // the base's name, printed after "was"
  std::string was;     // the base's name, after "was"
  std::string caller;  // empty if unknown
};

// Names by row of the digest. Texts are well-formed UTF-8 without control characters.
std::vector<DigestName> NameRows(const DigestView& view);

// The text with "…" in place of its middle if it has more characters than that.
std::string Shortened(std::string_view text, std::size_t characters);

// The text on one line: well-formed UTF-8, "?" in place of control characters.
std::string ForLine(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIGEST_NAMES_H_
