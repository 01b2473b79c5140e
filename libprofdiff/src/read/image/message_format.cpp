// SPDX-License-Identifier: GPL-3.0-or-later
// libbfd passes messages as a format and a va_list, and does not export its own formatter. Each conversion is taken
// from the format and passed to snprintf with its argument. An unknown conversion stops the formatting, since the type
// of its argument, and therefore the position of all later arguments, is unknown.
#include "read/image/message_format.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace profdiff {
namespace {

constexpr std::string_view kFlags = "-+ #0";
constexpr std::string_view kLengths = "hlqjzt";

// NOLINTBEGIN(clang-analyzer-valist.Uninitialized): the check does not follow a va_list that is a member.
class Formatter {
 public:
  Formatter(const char* format, std::va_list args, const MessageNames& names) : at_(format), names_(names) {
    va_copy(args_, args);
  }
  ~Formatter() { va_end(args_); }
  Formatter(const Formatter&) = delete;
  Formatter& operator=(const Formatter&) = delete;

  std::string Run() {
    while (*at_ != '\0') {
      const char* percent = std::strchr(at_, '%');
      if (percent == nullptr) return text_.append(at_);
      text_.append(at_, percent);
      at_ = percent;
      if (!Convert()) return text_.append(at_);
    }
    return text_;
  }

 private:
  // Formats the conversion at `at_` and moves past it. Returns false if that is not possible.
  bool Convert() {
    const char* end = at_ + 1;
    std::string spec = "%";
    while (*end != '\0' && kFlags.find(*end) != std::string_view::npos) spec += *end++;
    TakeNumber(end, spec);
    if (*end == '.') {
      spec += *end++;
      TakeNumber(end, spec);
    }
    std::string length;
    while (*end != '\0' && kLengths.find(*end) != std::string_view::npos) length += *end++;
    if (*end == '\0' || !Append(spec, length, end)) return false;
    at_ = end + 1;
    return true;
  }

  // Parses a width or a precision. "*" is replaced by the next argument.
  void TakeNumber(const char*& end, std::string& spec) {
    if (*end == '*') {
      spec += std::to_string(va_arg(args_, int));
      ++end;
    }
    while (*end >= '0' && *end <= '9') spec += *end++;
  }

  // Appends the next argument, formatted. Integers of all lengths are widened to long long, so that one conversion is
  // enough for all of them.
  bool Append(const std::string& spec, const std::string& length, const char*& end) {
    switch (*end) {
      case '%':
        text_ += '%';
        return true;
      case 'c':
        text_ += static_cast<char>(va_arg(args_, int));
        return true;
      case 's':
        return Print(spec + "s", va_arg(args_, const char*));
      case 'p':
        return AppendPointer(end);
      case 'd':
      case 'i':
        return Print(spec + "lld", TakeSigned(length));
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        return Print(spec + "ll" + *end, TakeUnsigned(length));
      default:
        return false;
    }
  }

  bool AppendPointer(const char*& end) {
    const void* pointer = va_arg(args_, const void*);
    if (end[1] == 'A' || end[1] == 'B') {
      ++end;
      text_ += *end == 'A' ? names_.section(pointer) : names_.object(pointer);
      return true;
    }
    return Print("%p", pointer);
  }

  long long TakeSigned(const std::string& length) {
    if (length == "l") return va_arg(args_, long);
    if (length == "ll" || length == "q") return va_arg(args_, long long);
    if (length == "j") return va_arg(args_, std::intmax_t);
    if (length == "z" || length == "t") return va_arg(args_, std::ptrdiff_t);
    return va_arg(args_, int);
  }

  unsigned long long TakeUnsigned(const std::string& length) {
    if (length == "l") return va_arg(args_, unsigned long);
    if (length == "ll" || length == "q") return va_arg(args_, unsigned long long);
    if (length == "j") return va_arg(args_, std::uintmax_t);
    if (length == "z" || length == "t") return va_arg(args_, std::size_t);
    return va_arg(args_, unsigned);
  }

  template <class Value>
  bool Print(const std::string& spec, Value value) {
    int size = std::snprintf(nullptr, 0, spec.c_str(), value);
    if (size < 0) return false;
    std::string printed(static_cast<std::size_t>(size) + 1, '\0');
    std::snprintf(printed.data(), printed.size(), spec.c_str(), value);
    text_.append(printed, 0, printed.size() - 1);
    return true;
  }

  const char* at_;
  std::va_list args_;
  const MessageNames& names_;
  std::string text_;
};
// NOLINTEND(clang-analyzer-valist.Uninitialized)

}  // namespace

std::string FormatMessage(const char* format, std::va_list args, const MessageNames& names) {
  return Formatter(format, args, names).Run();
}

}  // namespace profdiff
