// SPDX-License-Identifier: GPL-3.0-or-later
// The beginning of a file, by which its format is recognised.
#ifndef PROFDIFF_READ_FILE_FIRST_BYTES_H_
#define PROFDIFF_READ_FILE_FIRST_BYTES_H_

#include <algorithm>
#include <string>
#include <string_view>

namespace profdiff {

struct FirstBytes {
  const std::string& path;
  std::string_view bytes = {};  // unpacked; empty for a directory
  bool is_all = false;          // true if `bytes` is the whole file
  bool is_folder = false;

  // True if the text, after UTF-8's byte-order mark and white space, begins with one of these characters.
  bool BeginsWithOneOf(std::string_view characters) const {
    const std::string_view text = bytes.starts_with("\xef\xbb\xbf") ? bytes.substr(3) : bytes;
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin != std::string_view::npos && characters.find(text[begin]) != std::string_view::npos;
  }
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_FIRST_BYTES_H_
