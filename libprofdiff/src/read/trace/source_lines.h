// SPDX-License-Identifier: GPL-3.0-or-later
// The source lines at which the functions of a trace are defined.
// Tests: tests/unit/read/trace/source_lines_test.cpp.
#ifndef PROFDIFF_READ_TRACE_SOURCE_LINES_H_
#define PROFDIFF_READ_TRACE_SOURCE_LINES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "profdiff/trace.h"

namespace profdiff {

// Source lines by name. A name that is defined at several lines, such as that of static functions of two files, has
// none.
class SourceLines {
 public:
  void Add(NameId name, std::string_view file, std::uint32_t line);
  // Adds the lines of another table, in which ids[i] is the name i.
  void Merge(const SourceLines& other, const std::vector<NameId>& ids);
  // Returns the definitions of this many names; none if no line is known. Leaves the table empty.
  std::vector<CallDefinition> Take(std::size_t names);

 private:
  static constexpr std::uint32_t kSeveral = 0xffffffff;  // stored as the line of a name with several lines

  std::vector<CallDefinition> lines_;  // by NameId; the last names may be missing
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_SOURCE_LINES_H_
