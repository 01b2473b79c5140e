// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for files that describe the structure of a program, valid and invalid.
#include "read/property/structure.h"

#include <catch2/catch.hpp>
#include <string>

#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "support/temporary_file.h"

namespace profdiff::structure_test {
namespace {

std::string Read(const std::string& text) {
  const tests::TemporaryFile file{text};
  try {
    std::string shown;
    for (const Region& region : ReadStructure(file.path()).regions) {
      shown += std::string(RegionKindName(region.kind)) + " " + region.name + " " + region.file + ":" +
               std::to_string(region.line) + " " + std::to_string(region.number);
      if (region.parent.valid()) shown += " in " + std::to_string(region.parent.value);
      for (const std::string& array : region.arrays) shown += " " + array;
      shown += "\n";
    }
    return shown;
  } catch (const Error& error) {
    return TextOf(error.message()).substr(file.path().size());
  }
}

}  // namespace

TEST_CASE("A structure is read as it is nested", "[properties]") {
  if (!CanReadStructure()) {
    CHECK(Read("<sir/>") == ": this build cannot read structures: it was compiled without pugixml");
    return;
  }
  CHECK(
      Read("<?xml version=\"1.0\"?>\n<!-- ours -->\n<sir language=\"c\">\n<region kind=\"function\" name=\"a&lt;b\">\n"
           "<array name=\"un\"/> text <region kind=\"loop\" name=\"f\" file=\"x.c\" line=\"7\" number=\"2\"><note/>"
           "<region kind=\"line\" name=\"f\" line=\"8\"/></region><array name=\"vn\"/></region>\n"
           "<other><region/></other><region kind=\"mpi\" name=\"g\"/></sir>\n") ==
      "function a<b :0 0 un vn\nloop f x.c:7 2 in 0\nline f :8 0 in 1\nmpi g :0 0\n");
  CHECK(Read("<sir></sir>").empty());
  const std::string deep = "<region kind='loop' name='f'>";
  std::string text = "<sir>";
  for (int i = 0; i < 20000; ++i) text += deep;
  CHECK(Read(text + "</sir>").starts_with(": structure, line 1: "));
  for (int i = 0; i < 20000; ++i) text += "</region>";
  CHECK(Read(text + "</sir>").ends_with("loop f :0 0 in 19998\n"));
}

TEST_CASE("Errors in a structure are one line", "[properties]") {
  if (!CanReadStructure()) return;
  CHECK(Read("words") == ": structure, line 1: No document element found");
  CHECK(Read("<a/>") == ": structure, line 1: the root element 'sir' is missing");
  CHECK(Read("<sir>\n<region kind='heap' name='f'/></sir>") ==
        ": structure, line 2: no kind of region is called 'heap'");
  CHECK(Read("<sir>\n<region kind='loop'/></sir>") == ": structure, line 2: a region without a name");
  CHECK(Read("<sir><region kind='loop' name='f' line='x'/></sir>") ==
        ": structure, line 1: 'line' is not a 32-bit number");
  CHECK(Read("<sir><region kind='loop' name='f' line='4294967296'/></sir>") ==
        ": structure, line 1: 'line' is not a 32-bit number");
  CHECK(Read("<sir>\n\n<array name='un'/></sir>") == ": structure, line 3: an array outside all regions");
  CHECK(Read("<sir><region kind='loop' name='f'><array/></region></sir>") ==
        ": structure, line 1: an array without a name");
  CHECK(Read("<sir>\n<region kind='loop' name='f'>\n</sir>").starts_with(": structure, line 3: "));
}

}  // namespace profdiff::structure_test
