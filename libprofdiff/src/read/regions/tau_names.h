// SPDX-License-Identifier: GPL-3.0-or-later
// The names that TAU gives to functions, constructs and events.
// Tests: tests/unit/read/regions/tau_test.cpp.
#ifndef PROFDIFF_READ_REGIONS_TAU_NAMES_H_
#define PROFDIFF_READ_REGIONS_TAU_NAMES_H_

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/properties.h"

namespace profdiff {

// A function of TAU: its name, and its source file, which is empty if unknown.
struct TauFunction {
  std::string name, file;
};

// Returns a text without blanks at its ends, and with one blank for each sequence of blanks.
std::string CollapsedBlanks(std::string_view text);

// Splits a path "a => b" into its functions.
std::vector<std::string_view> SplitTauPath(std::string_view path);

// Returns the name of a function without its position in the source, as in "f [{a.c} {3,1}-{7,1}]", and without
// "[THROTTLED]". Names of constructs within functions keep their lines, which alone distinguish them: "for (loop body)
// [OpenMP location: file:/src/a.c <94, 98>]" becomes "for (loop body) [a.c <94, 98>]".
TauFunction TauFunctionOf(std::string_view text);

// True for rows whose values are parts of other rows: calls with certain parameters, and samples. `groups` is such as
// "TAU_PARAM|TAU_USER".
bool IsTauPart(std::string_view name, std::string_view groups);

// Returns the kind of a function in these groups.
RegionKind TauKind(std::string_view name, std::string_view groups);

// The number of a thread: that of a process, of a context in it, and of a thread in the context.
struct TauPlace {
  std::uint32_t node = 0, context = 0, thread = 0;

  friend auto operator<=>(const TauPlace&, const TauPlace&) = default;
};

// Parses the name of a file, "profile.NODE.CONTEXT.THREAD"; nullopt for any other name.
std::optional<TauPlace> TauPlaceOf(std::string_view file_name);

}  // namespace profdiff

#endif  // PROFDIFF_READ_REGIONS_TAU_NAMES_H_
