// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments and results that follow a record of uftrace.
// Tests: tests/unit/read/trace/uftrace/parts_test.cpp.
#ifndef PROFDIFF_READ_TRACE_UFTRACE_ARGUMENTS_H_
#define PROFDIFF_READ_TRACE_UFTRACE_ARGUMENTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/trace.h"
#include "read/trace/uftrace/addresses.h"
#include "read/trace/uftrace/info.h"

namespace profdiff {

// The size and the meaning of a value.
struct UftraceValue {
  enum class Form : std::uint8_t { kOther, kSigned, kUnsigned, kFloating };
  static constexpr std::uint32_t kText = 0xffffffff;  // size of a string, which is preceded by its two-byte length

  std::uint32_t size = 0;      // in bytes
  std::uint32_t argument = 0;  // index of the argument; 0 for the result
  Form form = Form::kOther;
};

using UftraceLayout = std::vector<UftraceValue>;  // consecutive values

// Parses "arg1/i32,fparg1/64,arg2/s". A value without a form has the size of a machine word of the program. Unknown
// words are skipped.
UftraceLayout ParseUftraceLayout(std::string_view specification, unsigned word_bytes);

// Returns the size of the values in `bytes`, padded to a multiple of 8; nullopt if there are too few bytes to determine
// it.
std::optional<std::size_t> SizeOfValues(const UftraceLayout& layout, std::string_view bytes);

// Appends the numbers among the values; strings and structures are omitted. `bytes` must have at least SizeOfValues
// bytes.
void AppendValues(const UftraceLayout& layout, std::string_view bytes, CallId call, std::vector<CallValue>& values);

// Returns the layout of the values after a record that enters or leaves a function; nullopt if it was not recorded.
std::optional<UftraceLayout> FindUftraceLayout(const UftraceInfo& info, const UftracePlace& place, bool leaves);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_ARGUMENTS_H_
