// SPDX-License-Identifier: GPL-3.0-or-later
// printf's formatting, with the two additions that libbfd's messages use.
// Tests: tests/unit/read/image/message_format_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_MESSAGE_FORMAT_H_
#define PROFDIFF_READ_IMAGE_MESSAGE_FORMAT_H_

#include <cstdarg>
#include <string>

namespace profdiff {

// Functions that name the arguments of "%pA" (a section) and "%pB" (an object file).
struct MessageNames {
  std::string (*section)(const void*);
  std::string (*object)(const void*);
};

// Returns the text of a message. Conversions with positions ("%2$s") are not supported: the rest of the format is then
// copied unchanged.
std::string FormatMessage(const char* format, std::va_list args, const MessageNames& names);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_MESSAGE_FORMAT_H_
