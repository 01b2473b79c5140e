// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over the elements of an XML text, as far as Cube's descriptions need it: elements, attributes and texts.
// Tests: tests/unit/read/cube/cube_test.cpp.
#ifndef PROFDIFF_READ_CUBE_XML_H_
#define PROFDIFF_READ_CUBE_XML_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace profdiff {

class XmlScanner {
 public:
  enum class Event : std::uint8_t { kStart, kEnd, kAtEnd, kDamaged };

  explicit XmlScanner(std::string_view text) : text_(text) {}

  // Moves to the next start or end of an element. An element without content has both.
  Event Next();

  // The name of the element that starts or ends.
  std::string_view name() const { return name_; }
  // Returns an attribute of the element that starts; empty if there is none.
  std::string Attribute(std::string_view name) const;
  // The text between the last start of an element and the end that Next() has returned.
  std::string Text() const;
  std::size_t offset() const { return at_; }

 private:
  bool SkipTo(std::string_view end);
  Event ReadTag();
  Event ReadAttributes();

  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view name_;
  std::vector<std::pair<std::string_view, std::string_view>> attributes_;
  std::vector<std::string_view> open_;  // names of open elements
  bool is_empty_ = false;               // true if the end of the element that has just started comes next
  std::string content_;
};

// Replaces the entities of XML, such as "&lt;" and "&#65;".
std::string WithoutEntities(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_READ_CUBE_XML_H_
