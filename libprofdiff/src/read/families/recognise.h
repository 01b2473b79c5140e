// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef PROFDIFF_READ_FAMILIES_RECOGNISE_H_
#define PROFDIFF_READ_FAMILIES_RECOGNISE_H_

#include <string_view>

#include "read/file/first_bytes.h"

namespace profdiff {

// True for a JSON text that states the schema of families.
inline bool IsFamilies(const FirstBytes& file) {
  return file.BeginsWithOneOf("{") && file.bytes.find("\"egprof-families-1\"") != std::string_view::npos;
}

}  // namespace profdiff

#endif  // PROFDIFF_READ_FAMILIES_RECOGNISE_H_
