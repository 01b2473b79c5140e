// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of processes in the names of their files.
// Test: tests/unit/base/numbered_names_test.cpp.
#ifndef PROFDIFF_BASE_NUMBERED_NAMES_H_
#define PROFDIFF_BASE_NUMBERED_NAMES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profdiff {

// Returns the number of each name if the names differ in one number alone, as in gmon.out.0, gmon.out.10 and
// gmon.out.2. Returns nullopt if there are fewer than two names, if they differ in anything else, or if a number is
// repeated or exceeds 32 bits.
std::optional<std::vector<std::uint32_t>> NumbersOfNames(const std::vector<std::string>& names);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_NUMBERED_NAMES_H_
