// SPDX-License-Identifier: GPL-3.0-or-later
// Makes small function tables from names and addresses, for tests of analyses. A function ends before the next one, as
// in gprof.
#ifndef TESTS_SUPPORT_TABLES_H_
#define TESTS_SUPPORT_TABLES_H_

#include <initializer_list>
#include <memory>
#include <string>

#include "profdiff/image.h"

namespace tests {

struct Entry {
  const char* name;
  std::uint64_t address;
  const char* file = "";
  std::uint32_t line = 0;
  bool is_static = false;
  bool is_function = true;
};

// Returns a table of entries in address order; the last function ends before `text_end`.
inline profdiff::FunctionTable TableOf(std::initializer_list<Entry> entries, std::uint64_t text_end) {
  profdiff::FunctionTable table;
  for (const Entry& entry : entries) {
    table.storage.push_back(std::make_shared<const std::string>(entry.name));
    profdiff::Function function;
    function.name = *table.storage.back();
    function.address = entry.address;
    function.line = entry.line;
    function.is_static = entry.is_static;
    function.is_function = entry.is_function;
    if (*entry.file != '\0') {
      auto known = std::find(table.files.begin(), table.files.end(), entry.file);
      function.file = profdiff::SourceFileId(static_cast<std::size_t>(known - table.files.begin()));
      if (known == table.files.end()) table.files.push_back(entry.file);
    }
    if (!table.functions.empty()) table.functions.back().end = entry.address - 1;
    table.functions.push_back(function);
  }
  if (!table.functions.empty()) table.functions.back().end = text_end - 1;
  return table;
}

}  // namespace tests

#endif  // TESTS_SUPPORT_TABLES_H_
