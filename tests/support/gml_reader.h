// SPDX-License-Identifier: GPL-3.0-or-later
// Reads GML as strictly as the strictest readers combined: anything that one of them rejects is an error here. The
// reader shares no code with the writer. The rules are numbered as in ARCHITECTURE.md ("GML").
#ifndef PROFDIFF_TESTS_SUPPORT_GML_READER_H_
#define PROFDIFF_TESTS_SUPPORT_GML_READER_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace profdiff {

struct GmlItem {
  enum class Type { kInteger, kReal, kText, kList };

  std::string key;
  Type type = Type::kInteger;
  std::string text;            // a number as written, or a string decoded to UTF-8
  std::vector<GmlItem> items;  // items of a list; otherwise empty

  // Returns the first item of a list that has the key `wanted`; throws if there is none.
  const GmlItem& operator[](std::string_view wanted) const;
  bool Has(std::string_view wanted) const;
  double Number() const;
  // Returns the keys of a list, separated by blanks.
  std::string Keys() const;
};

struct GmlFile {
  GmlItem graph;
  std::vector<GmlItem> nodes, edges;  // also contained in `graph`

  const GmlItem& Node(std::string_view name) const;  // returns the node with this linkage name
  const GmlItem& Edge(std::string_view caller, std::string_view callee) const;
};

// Throws std::runtime_error with the numbers of the line and of the rule.
GmlFile ReadGmlStrictly(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_TESTS_SUPPORT_GML_READER_H_
