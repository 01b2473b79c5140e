// SPDX-License-Identifier: GPL-3.0-or-later
// The names of a digest's rows: short, but distinct if possible.
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
  std::string place;   // " (file:line)" for a row by line
  std::string mark;    // "new", "gone", or "was" after a rename
  std::string was;     // the base's name, printed after "was"
  std::string caller;  // empty if unknown
};

// Returns names by row of the digest. Texts are well-formed UTF-8 without control characters.
std::vector<DigestName> NameRows(const DigestView& view);

// Returns the text, with "…" in place of its middle if it has more than the given number of characters.
std::string Shortened(std::string_view text, std::size_t characters);

// Returns the text as one line: well-formed UTF-8, with "?" in place of control characters.
std::string ForLine(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIGEST_NAMES_H_
