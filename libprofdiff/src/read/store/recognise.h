// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef PROFDIFF_READ_STORE_RECOGNISE_H_
#define PROFDIFF_READ_STORE_RECOGNISE_H_

#include <string_view>

#include "read/file/first_bytes.h"

namespace profdiff {

// True for a file of SQLite; whether it has the tables of a store is known only when it is opened.
inline bool IsStoreFile(const FirstBytes& file) { return file.bytes.starts_with("SQLite format 3"); }

// Recognises findings by their first bytes, because the writer puts schema and kind first.
inline bool IsFindings(const FirstBytes& file) {
  constexpr std::size_t kHead = 512;
  const std::string_view head = file.bytes.substr(0, kHead);
  return head.starts_with('{') && head.find("\"egprof-1\"") != std::string_view::npos &&
         head.find("\"properties\"") != std::string_view::npos;
}

}  // namespace profdiff

#endif  // PROFDIFF_READ_STORE_RECOGNISE_H_
