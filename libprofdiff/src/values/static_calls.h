// SPDX-License-Identifier: GPL-3.0-or-later
// Call instructions found in the code, executed or not (gprof's -c).
#ifndef PROFDIFF_VALUES_STATIC_CALLS_H_
#define PROFDIFF_VALUES_STATIC_CALLS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/functions.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/profile.h"

namespace profdiff {

// Rules for the calls that are accepted.
enum class CodeRules {
  kGprof,  // byte-compatible: on x86 calls forward alone; only where there is a histogram; never in the last function
  kExact,  // all calls of all functions, except through registers, where the callee is unknown
  // As kGprof, by the rules of gprof 2.44: only in functions that begin and end in the text section; on x86 at least
  // one byte of the function must follow a call.
  kGprof244,
};

// A call instruction, or bytes that look like one.
struct StaticCall {
  std::uint64_t site = 0;      // address of the instruction
  std::uint64_t target = 0;    // target address; need not be a function
  std::uint32_t prologue = 0;  // a target this many bytes after the start of a function is that function, too (Alpha)
  bool indirect = false;       // through a register: no target
  std::uint32_t reach = 0;     // the caller must extend at least this many bytes beyond the site (kGprof244)
};

// The calls in the bytes of a text section that begins at `begin`, by address. Instructions are not decoded: on x86
// every byte that could begin a call is taken for one.
// Cost: linear. Source: GPROF.md, section 9; the manuals of the machines.
std::vector<StaticCall> FindStaticCalls(std::string_view text, std::uint64_t begin, Architecture machine,
                                        bool big_endian, CodeRules rules);

// The calls of an image that was read with ImageOptions::text_bytes.
// Warns, with gprof's message, if its machine's calls are not known.
std::vector<StaticCall> FindStaticCalls(const Image& image, CodeRules rules, Diagnostics& diagnostics);

// Adds an arc of count 0 for each call from a function to the first byte of a function, unless the arc exists already.
// Calls through registers become one arc of each such function to FunctionTable::indirect.
void AddStaticCalls(Profile& profile, const FunctionTable& table, const Records& records,
                    const std::vector<StaticCall>& calls, CodeRules rules);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_STATIC_CALLS_H_
