// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces NaN and Infinity, which JSON does not have but Python writes, with empty strings of the same length.
// Tests: tests/unit/read/trace/chrome_test.cpp.
#ifndef PROFDIFF_READ_FILE_JSON_NUMBERS_H_
#define PROFDIFF_READ_FILE_JSON_NUMBERS_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "read/file/byte_source.h"

namespace profdiff {

// True if the characters on which a JSON parser failed end in the first letter of one of the words; no other letter of
// JSON outside of strings is a capital.
bool BeginsNotANumber(std::string_view token);

// Passes on the bytes of another source. The words within strings are left as they are.
class JsonNumbers : public ByteSource {
 public:
  explicit JsonNumbers(ByteSource& source) : source_(source) {}

  std::size_t Read(char* buffer, std::size_t size) override;

 private:
  void Replace();

  ByteSource& source_;
  std::string text_;         // read, but not passed on yet
  std::size_t checked_ = 0;  // number of its characters that were checked
  bool is_end_ = false;
  bool in_string_ = false, is_escaped_ = false;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_JSON_NUMBERS_H_
