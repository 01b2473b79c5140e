// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments and results that follow a record of uftrace's.
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

// What a value is: which argument (0: the result), and how its bytes are read.
struct UftraceMeaning {
  enum class Form : std::uint8_t { kOther, kSigned, kUnsigned, kFloating };

  std::uint32_t argument = 0;
  Form form = Form::kOther;
};

// Bytes of one value after the other. kText: two bytes that say how many follow.
struct UftraceLayout {
  static constexpr std::uint32_t kText = 0xffffffff;
  std::vector<std::uint32_t> values;
  std::vector<UftraceMeaning> meanings = {};  // by value
};

// "arg1/i32,fparg1/64,arg2/s": where a value has no form, it is as large as a word of the program.
// Words that say nothing of a value are skipped.
UftraceLayout ParseUftraceLayout(std::string_view specification, unsigned word_bytes);

// How many of `bytes` the values take, filled up to a multiple of 8; nothing if there are too few to tell.
std::optional<std::size_t> SizeOfValues(const UftraceLayout& layout, std::string_view bytes);

// Appends the numbers among the values; texts and structures are left out. `bytes` holds at least SizeOfValues.
void AppendValues(const UftraceLayout& layout, std::string_view bytes, CallId call, std::vector<CallValue>& values);

// What follows a record that enters a function, or leaves it; nothing where the recording does not say.
std::optional<UftraceLayout> FindUftraceLayout(const UftraceInfo& info, const UftracePlace& place, bool leaves);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_ARGUMENTS_H_
