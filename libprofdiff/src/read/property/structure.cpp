// SPDX-License-Identifier: GPL-3.0-or-later
// Reads XML with <region> elements, nested like the regions of a program, and <array> elements in them:
//   <sir><region kind="function" name="solve" file="a.c" line="7"><region kind="loop" …/><array
//   name="u"/></region></sir>
// Source: Gerndt, Fürlinger and Kereku, Periscope, for the content (Standard Intermediate Program Representation); the
// notation is not from the paper. Test: tests/unit/read/property/structure_test.cpp.
#include "profdiff/error.h"
#include "profdiff/properties.h"

#ifdef PROFDIFF_HAS_PUGIXML

#include <algorithm>
#include <cstring>
#include <pugixml.hpp>
#include <string_view>
#include <utility>

#include "base/parse_text.h"
#include "read/file/file.h"
#include "read/property/structure.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kLargest = std::uint64_t{64} << 20;  // bytes; pugixml's tree takes several times as many

class StructureReader {
 public:
  // The size is checked before reading. It is always known, because only regular files are read.
  explicit StructureReader(const std::string& path) : path_(path) {
    if (FileSource(path, FileKind::kRegular).Size() > kLargest) {
      throw Error(ErrorCode::kUnsupported, "more than 64 MiB", path, Place::Whole("structure"));
    }
    text_ = ReadWholeFile(path, FileKind::kRegular);
  }

  // Visits elements in document order, by links to children and parents instead of recursion, since the depth of a
  // document is unlimited. `outer` is the region that contains the current node. Other elements are skipped together
  // with their content.
  ProgramStructure Read() {
    pugi::xml_document document;
    const pugi::xml_parse_result result = document.load_buffer(text_.data(), text_.size());
    if (!result) Fail(result.offset, result.description());
    const pugi::xml_node top = document.child("sir");
    if (!top) Fail(0, "the root element 'sir' is missing");
    pugi::xml_node node = top.first_child();
    RegionId outer;
    while (node) {
      const bool is_region = IsElement(node, "region");
      if (is_region) outer = AddRegion(node, outer);
      if (IsElement(node, "array")) AddArray(node, outer);
      if (is_region && node.first_child()) {
        node = node.first_child();
        continue;
      }
      if (is_region) outer = made_.regions[outer.value].parent;
      while (!node.next_sibling() && node.parent() != top) {
        node = node.parent();
        outer = made_.regions[outer.value].parent;
      }
      node = node.next_sibling();
    }
    return std::move(made_);
  }

 private:
  static bool IsElement(const pugi::xml_node& node, const char* name) {
    return node.type() == pugi::node_element && std::strcmp(node.name(), name) == 0;
  }

  [[noreturn]] void Fail(std::ptrdiff_t offset, const std::string& reason) const {
    const auto before = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(offset, 0, std::ssize(text_)));
    const auto line = 1 + static_cast<std::uint64_t>(
                              std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(before), '\n'));
    throw Error(ErrorCode::kBadProfile, reason, path_, Place::Line(line, "structure"));
  }

  std::uint32_t NumberOf(const pugi::xml_node& node, const char* name) const {
    const std::string_view text = node.attribute(name).value();
    const auto number = text.empty() ? 0 : NumberFrom<std::uint32_t>(text);
    if (!number) Fail(node.offset_debug(), std::string("'") + name + "' is not a 32-bit number");
    return *number;
  }

  // Compares with the name of each kind, so that the names are in only one table.
  RegionKind KindOf(const pugi::xml_node& node) const {
    const std::string_view text = node.attribute("kind").value();
    for (auto kind = RegionKind::kProgram; kind <= RegionKind::kThread;
         kind = static_cast<RegionKind>(static_cast<int>(kind) + 1)) {
      if (text == RegionKindName(kind)) return kind;
    }
    Fail(node.offset_debug(), "no kind of region is called '" + std::string(text.substr(0, 40)) + "'");
  }

  RegionId AddRegion(const pugi::xml_node& node, RegionId outer) {
    Region region{.kind = KindOf(node), .name = node.attribute("name").value()};
    if (region.name.empty()) Fail(node.offset_debug(), "a region without a name");
    region.file = node.attribute("file").value();
    region.line = NumberOf(node, "line");
    region.number = NumberOf(node, "number");
    region.parent = outer;
    made_.regions.push_back(std::move(region));
    return RegionId(made_.regions.size() - 1);
  }

  void AddArray(const pugi::xml_node& node, RegionId outer) {
    const char* const name = node.attribute("name").value();
    if (*name == '\0') Fail(node.offset_debug(), "an array without a name");
    if (!outer.valid()) Fail(node.offset_debug(), "an array outside all regions");
    made_.regions[outer.value].arrays.emplace_back(name);
  }

  const std::string& path_;
  std::string text_;
  ProgramStructure made_;
};

}  // namespace

bool CanReadStructure() { return true; }

ProgramStructure ReadStructure(const std::string& path) { return StructureReader(path).Read(); }

}  // namespace profdiff

#else

namespace profdiff {

bool CanReadStructure() { return false; }

ProgramStructure ReadStructure(const std::string& path) {
  throw Error(ErrorCode::kUnsupported,
              "this build cannot read structures: it was compiled without pugixml (Debian: libpugixml-dev)", path);
}

}  // namespace profdiff

#endif
