// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/trace/source_lines.h"

#include <algorithm>
#include <utility>

namespace profdiff {

void SourceLines::Add(NameId name, std::string_view file, std::uint32_t line) {
  if (file.empty() || line == 0) return;
  if (lines_.size() <= name.value) lines_.resize(std::size_t{name.value} + 1);
  CallDefinition& known = lines_[name.value];
  if (known.line == 0) {
    known.file = file;
    known.line = line;
  } else if (known.file != file || known.line != line) {
    known.file.clear();
    known.line = kSeveral;
  }
}

void SourceLines::Merge(const SourceLines& other, const std::vector<NameId>& ids) {
  for (std::size_t i = 0; i < other.lines_.size(); ++i) {
    const CallDefinition& line = other.lines_[i];
    if (line.line != kSeveral) {
      Add(ids[i], line.file, line.line);
    } else {
      if (lines_.size() <= ids[i].value) lines_.resize(std::size_t{ids[i].value} + 1);
      lines_[ids[i].value] = line;
    }
  }
}

std::vector<CallDefinition> SourceLines::Take(std::size_t names) {
  for (CallDefinition& line : lines_) {
    if (line.line == kSeveral) line.line = 0;
  }
  if (std::ranges::all_of(lines_, [](const CallDefinition& line) { return line.line == 0; })) lines_.clear();
  if (!lines_.empty()) lines_.resize(names);
  return std::exchange(lines_, {});
}

}  // namespace profdiff
