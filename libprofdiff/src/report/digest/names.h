// SPDX-License-Identifier: GPL-3.0-or-later
// The names of a digest's rows: short, but distinct if possible.
// Test: tests/unit/report/digest/digest_test.cpp.
#ifndef PROFDIFF_REPORT_DIGEST_NAMES_H_
#define PROFDIFF_REPORT_DIGEST_NAMES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/listing.h"

namespace profdiff {

struct DigestName {
  std::string name;
  std::string place;   // " (file:line)" for a row by line
  std::string mark;    // "new", "gone", or "was" after a rename
  std::string was;     // the base's name, printed after "was"
  std::string caller;  // name of the main caller; empty if unknown
};

// Returns the names of the digest's rows, in their order. All strings are well-formed UTF-8 without control characters.
std::vector<DigestName> NameRows(const DigestView& view);

// Returns the text. If it has more than `characters` characters, its middle is replaced by "…".
std::string Shortened(std::string_view text, std::size_t characters);

// Shortens the name of a function: its last component, such as the method of a class, is kept whole if it fits.
std::string ShortenedName(std::string_view name, std::size_t characters);

// Returns the text on one line: well-formed UTF-8, with "?" in place of control characters.
std::string ForLine(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIGEST_NAMES_H_
