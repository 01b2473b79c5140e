// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces passages in explanations. A replacement must keep the number of lines and the phrases that programs search
// for.
//
// Tests: tests/unit/report/gprof/stacks_test.cpp.
#include "report/gprof/rewording.h"

#include "base/text.h"

namespace profdiff {

namespace {

constexpr std::string_view kLicense = R"(
Copyright (C) the authors of libprofdiff.

 This explanation is part of libprofdiff, which is free software
 under the GNU General Public License, version 3 or later; there is
 no warranty. Option -b leaves explanations out.
)";

std::string Reworded(std::string_view text, std::span<const Passage> passages, std::string_view unit) {
  std::string reworded(text);
  for (const Passage& passage : passages) {
    const std::size_t at = reworded.find(passage.original);
    if (at != std::string::npos) reworded.replace(at, passage.original.size(), passage.replacement);
  }
  if (unit != "seconds") {
    constexpr std::string_view kSeconds = "seconds";
    const std::string shown = WithoutControls(std::string(unit));
    for (std::size_t at = 0; (at = reworded.find(kSeconds, at)) != std::string::npos; at += shown.size()) {
      reworded.replace(at, kSeconds.size(), shown);
      // If two blanks follow, the unit is in the left column of the explanation. A unit that is shorter than "seconds"
      // is then padded, so that the text to its right stays aligned.
      const bool is_column = reworded.compare(at + shown.size(), 2, "  ") == 0;
      if (is_column && shown.size() < kSeconds.size()) {
        reworded.insert(at + shown.size(), kSeconds.size() - shown.size(), ' ');
      }
    }
  }
  return reworded;
}

}  // namespace

void AppendExplanation(std::string& out, std::string_view text, bool is_measured, std::span<const Passage> passages,
                       std::string_view unit) {
  out += is_measured ? Reworded(text, passages, unit) : std::string(text);
  out.append("\f").append(kLicense);
}

}  // namespace profdiff
