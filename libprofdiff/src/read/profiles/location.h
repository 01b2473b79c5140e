// SPDX-License-Identifier: GPL-3.0-or-later
// Locations of frames as several profilers write them in one text.
// Tests: tests/unit/read/profiles/gecko_test.cpp, dhat_test.cpp.
#ifndef PROFDIFF_READ_PROFILES_LOCATION_H_
#define PROFDIFF_READ_PROFILES_LOCATION_H_

#include <cstdint>
#include <string_view>

#include "base/parse_text.h"

namespace profdiff {

// A function's name, and its image or source file; empty if unknown.
struct LocatedName {
  std::string_view name, image;
};

// Removes ":LINE" or ":LINE:COLUMN" from the end of a place in a source file. Returns false if there is no line.
inline bool RemoveLine(std::string_view& place) {
  bool has_line = false;
  for (int i = 0; i < 2; ++i) {
    const std::size_t colon = place.rfind(':');
    if (colon == std::string_view::npos || colon == 0) break;
    if (!NumberFrom<std::uint64_t>(place.substr(colon + 1))) break;
    place = place.substr(0, colon);
    has_line = true;
  }
  return has_line;
}

// Splits a text of the form "NAME (in IMAGE)", perhaps with " + OFFSET", or "NAME (FILE:LINE)", perhaps with ":COLUMN".
// Any other text is a name.
inline LocatedName SplitLocation(std::string_view text) {
  const std::size_t open = text.rfind(" (");
  const std::size_t close = text.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {text, {}};
  const std::string_view name = text.substr(0, open), rest = text.substr(close + 1);
  std::string_view place = text.substr(open + 2, close - open - 2);
  if (place.starts_with("in ") && (rest.empty() || rest.starts_with(" + "))) return {name, place.substr(3)};
  return rest.empty() && RemoveLine(place) ? LocatedName{name, place} : LocatedName{text, {}};
}

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_LOCATION_H_
