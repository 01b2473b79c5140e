// SPDX-License-Identifier: GPL-3.0-or-later
// Call instructions in the code, whether or not they were executed (gprof's -c).
#ifndef PROFDIFF_VALUES_STATIC_CALLS_H_
#define PROFDIFF_VALUES_STATIC_CALLS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/profile.h"

namespace profdiff {

// The rules by which calls are accepted.
enum class CodeRules {
  kGprof,  // like gprof: only in code within a histogram, never in the last function; on x86, only forward calls
  kExact,  // all calls of all functions, except calls through registers, whose callee is unknown
  // Like kGprof, but with the additional rules of gprof 2.44: functions must begin and end in the text section and, on
  // x86, a call must be followed by at least one byte of the function.
  kGprof244,
};

// A call instruction, or bytes that look like one.
struct StaticCall {
  std::uint64_t site = 0;    // address of the instruction
  std::uint64_t target = 0;  // target address, which need not be the start of a function
  // On Alpha, a call may also enter the callee this many bytes after its start.
  std::uint32_t prologue = 0;
  bool indirect = false;    // true for a call through a register, which has no target
  std::uint32_t reach = 0;  // number of bytes after the site that must still belong to the caller (kGprof244)
};

// Returns the calls in the bytes of a text section that begins at `begin`, sorted by address. Instructions are not
// decoded: on x86, every byte that could begin a call counts as a call.
// Cost: linear. Source: GPROF.md, section 9; the processor manuals.
std::vector<StaticCall> FindStaticCalls(std::string_view text, std::uint64_t begin, Architecture machine,
                                        bool big_endian, CodeRules rules);

// Returns the calls of an image that was read with ImageOptions::text_bytes. Warns, with gprof's message, if the call
// instructions of its machine are not known.
std::vector<StaticCall> FindStaticCalls(const Image& image, CodeRules rules, Diagnostics& diagnostics);

// Adds an arc with count 0 for each call from a function to the first byte of a function, unless the arc already
// exists. Calls through registers become one arc from each calling function to FunctionTable::indirect.
void AddStaticCalls(Profile& profile, const FunctionTable& table, const Records& records,
                    const std::vector<StaticCall>& calls, CodeRules rules);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_STATIC_CALLS_H_
