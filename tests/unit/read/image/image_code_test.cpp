// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for image data that link orders and static calls use: the machine, the bytes of .text, and tables of object
// files instead of functions.
#include <catch2/catch.hpp>

#include "profdiff/image.h"
#include "support/elf_bytes.h"
#include "support/temporary_file.h"
#include "values/ordering.h"

namespace profdiff::image_code_test {

using tests::ElfBytes;
using tests::TemporaryFile;

namespace {

constexpr std::uint64_t kText = ElfBytes::kTextBegin;

Image Read(const ElfBytes& elf, const ImageOptions& options = {}) {
  Diagnostics diagnostics;
  return ReadImage(TemporaryFile(elf.bytes()).path(), options, diagnostics);
}

std::string NamesWith(const ElfBytes& elf, const OrderMap& map) {
  ImageOptions options;
  options.order_map = &map;
  std::string names;
  for (const Function& f : Read(elf, options).functions.functions) {
    names += (names.empty() ? "" : " ") + std::string(f.name) + (f.is_file ? "!" : "");
  }
  return names;
}

}  // namespace

TEST_CASE("the bytes of the text are read on request", "[image]") {
  ElfBytes elf;
  elf.Global("main", kText);
  CHECK(Read(elf).text.empty());
  ImageOptions options;
  options.text_bytes = true;
  Image image = Read(elf, options);
  CHECK(image.text.size() == image.text_end - image.text_begin);
}

TEST_CASE("an image has libbfd's name of its machine", "[image]") {
  Image image = Read(ElfBytes().Global("main", kText));
  CHECK(image.architecture == Architecture::kX86);
  CHECK(image.architecture_name == "i386:x86-64");
  ElfBytes::Shape strange;
  strange.machine = 0x7777;
  CHECK(Read(ElfBytes(strange).Global("main", kText)).architecture == Architecture::kOther);
}

TEST_CASE("a map replaces functions by object files", "[image]") {
  ElfBytes elf;
  elf.Global("a", kText).Global("b", kText + 0x10).Global("c", kText + 0x20).Global("d", kText + 0x30);
  CHECK(NamesWith(elf, {{{"x.o", "a"}, {"x.o", "c"}, {"y.o", "d"}}}) == "x.o! b y.o!");
  CHECK(NamesWith(elf, {}) == "a b c d");
}

TEST_CASE("symbols that a map removes do not compete for an address", "[image]") {
  ElfBytes elf;
  elf.Global("a", kText).Global("alias", kText).Global("b", kText + 0x10);
  CHECK(NamesWith(elf, {}) == "a b");
  CHECK(NamesWith(elf, {{{"x.o", "b"}, {"x.o", "a"}}}) == "alias x.o!");
  CHECK(NamesWith(elf, {{{"x.o", "alias"}}}) == "a b");
}

TEST_CASE("a file's name counts like a symbol's if underscores decide", "[image]") {
  ElfBytes elf;
  elf.Global("_a", kText).Global("b", kText);
  CHECK(NamesWith(elf, {{{"x.o", "_a"}, {"_y.o", "b"}}}) == "x.o!");
}

}  // namespace profdiff::image_code_test
