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
#include "values/value_names.h"

namespace profdiff {

// The size and the meaning of a value that uftrace stores.
struct UftraceValue {
  // kReferred and kReferredPointer: a 4-byte integer or a pointer to which the argument points, recorded as a text that
  // ends before its first byte of 0.
  enum class Form : std::uint8_t { kOther, kSigned, kUnsigned, kFloating, kReferred, kReferredPointer };
  static constexpr std::uint32_t kText = 0xffffffff;  // size of a string, which is preceded by its two-byte length

  std::uint32_t size = 0;      // in bytes
  std::uint32_t argument = 0;  // index of the argument, from 1; 0 for the return value
  Form form = Form::kOther;
};

using UftraceLayout = std::vector<UftraceValue>;  // in the order in which the values are stored

// Parses a specification such as "arg1/i32,fparg1/64,arg2/s". A value without a form has the size of the program's
// machine word; an "fparg" without a form has 8 bytes. Unknown words are skipped.
UftraceLayout ParseUftraceLayout(std::string_view specification, unsigned word_bytes);

// Returns the size in bytes of the values at the start of `bytes`, rounded up to a multiple of 8; nullopt if `bytes` is
// too short.
std::optional<std::size_t> SizeOfValues(const UftraceLayout& layout, std::string_view bytes);

// Appends those values that are numbers or, with `texts`, texts; structures are omitted. `bytes` must have at least the
// size that SizeOfValues returns.
void AppendValues(const UftraceLayout& layout, std::string_view bytes, CallId call, ValueNames* texts,
                  std::vector<CallValue>& values);

// Returns the layout of the values after a record that enters a function or, if `leaves` is set, leaves it; nullopt if
// the layout was not recorded. Texts of MPI's routines in Fortran are integers (kReferred), since Fortran passes them
// by reference; integers other than addresses have no meaning there and are omitted. A text of MPI_Comm_free in C is
// the pointer that names the communicator.
std::optional<UftraceLayout> FindUftraceLayout(const UftraceInfo& info, const UftracePlace& place, bool leaves);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_ARGUMENTS_H_
