// SPDX-License-Identifier: GPL-3.0-or-later
// Formatting into a growing buffer: what printf's %*.*f, %*d and %-*s write, without its cost and without a locale.
// Tests: tests/unit/base/text_test.cpp compares with snprintf.
#ifndef PROFDIFF_BASE_TEXT_H_
#define PROFDIFF_BASE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace profdiff {

// Like "%*.*f" with two exceptions that only differences meet: a number that rounds to zero has no sign.
void AppendFixed(std::string& out, double value, int width, int precision);

// Like "%g".
void AppendGeneral(std::string& out, double value);

// Like "%*lld", and "%-*lld" for a negative width.
void AppendCount(std::string& out, std::int64_t value, int width = 0);
void AppendCount(std::string& out, std::uint64_t value, int width = 0);

// Like "%llx".
void AppendHex(std::string& out, std::uint64_t value);

// Like "%*s" and "%-*s": never cut.
void AppendRight(std::string& out, std::string_view text, int width);
void AppendLeft(std::string& out, std::string_view text, int width);

// Like "%*.*s" and "%-*.*s" with equal width and precision: filled up and cut to exactly `width` bytes.
void AppendRightCut(std::string& out, std::string_view text, int width);
void AppendLeftCut(std::string& out, std::string_view text, int width);

// "name" of "dir/name".
std::string_view BaseName(std::string_view path);

// Starts a section of a listing: a form feed on a line of its own, unless nothing stands before it.
void StartSection(std::string& out);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_TEXT_H_
