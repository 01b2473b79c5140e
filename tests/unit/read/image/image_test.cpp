// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for reading images with libbfd: small ELF files of both widths and byte orders, some of them damaged, and the
// test program itself, which has debug information.
#include "profdiff/image.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "read/image/object_file.h"
#include "support/elf_bytes.h"
#include "support/quiet_standard_error.h"
#include "support/temporary_file.h"

namespace profdiff::image_test {

using tests::ElfBytes;
using tests::SymbolType;
using tests::TemporaryFile;

namespace {

Image Read(const std::string& bytes, const ImageOptions& options = {}) {
  Diagnostics diagnostics;
  return ReadImage(TemporaryFile(bytes).path(), options, diagnostics);
}

std::string ErrorOf(const std::string& path, ErrorCode code) {
  Diagnostics diagnostics;
  try {
    ReadImage(path, {}, diagnostics);
  } catch (const Error& error) {
    CHECK(error.code() == code);
    CHECK(error.path() == path);
    std::string message = TextOf(error.message());
    return message.replace(message.find(path), path.size(), "IMG");
  }
  return "none";
}

// Returns a line for each function, such as "0x401000-0x40100f name static unit.c".
std::string Describe(const Image& image) {
  std::ostringstream text;
  for (const Function& f : image.functions.functions) {
    text << std::hex << std::showbase << f.address << '-' << f.end << ' ' << f.name << (f.is_static ? " static" : "")
         << (f.is_function ? "" : " label") << (f.unit.valid() ? " " : "") << image.functions.UnitName(f) << '\n';
  }
  return text.str();
}

constexpr std::uint64_t kText = ElfBytes::kTextBegin;

ElfBytes Sample(ElfBytes::Shape shape = {}) {
  return ElfBytes(shape)
      .File("a.c")
      .Local("helper", kText + 0x10)
      .Local("helper.cold", kText + 0x80)
      .Local("pick", kText + 0x90, SymbolType::kIndirect)
      .File("b.c")
      .Local("helper", kText + 0x20)
      .Local("label", kText + 0x30, SymbolType::kNone)
      .Local("table", ElfBytes::kDataBegin, SymbolType::kObject, ElfBytes::kData)
      .Global("main", kText + 0x40)
      .Weak("data_start", ElfBytes::kDataBegin, SymbolType::kNone, ElfBytes::kData);
}

constexpr const char* kSample =
    "0x401010-0x40101f helper static a.c\n"
    "0x401020-0x40102f helper static b.c\n"
    "0x401030-0x40103f label static label b.c\n"
    "0x401040-0x4fffff main\n"
    "0x500000-0x4010ff data_start label\n";

}  // namespace

TEST_CASE("functions of an ELF file of any width and byte order", "[image]") {
  constexpr int kI386 = 3, kPowerpc = 20, kPowerpc64 = 21, kX86 = 62;
  for (const ElfBytes::Shape& shape : {ElfBytes::Shape{true, false, kX86}, ElfBytes::Shape{true, true, kPowerpc64},
                                       ElfBytes::Shape{false, false, kI386}, ElfBytes::Shape{false, true, kPowerpc}}) {
    Image image = Read(Sample(shape).bytes());
    CHECK(Describe(image) == kSample);
    CHECK(image.layout.address_bytes == (shape.wide ? 8 : 4));
    CHECK(image.layout.big_endian == shape.big_endian);
    CHECK_FALSE(image.layout.sign_extend);
    CHECK(image.text_begin == kText);
    CHECK(image.text_end == kText + ElfBytes::kTextBytes);
    CHECK(image.min_instruction_bytes == 1);
    CHECK(image.functions.leading_char == '\0');
  }
}

TEST_CASE("all functions, and only the global ones", "[image]") {
  ImageOptions options;
  options.symbols = SymbolPolicy::kAll;
  CHECK(Describe(Read(Sample().bytes(), options)) ==
        "0x401010-0x40101f helper static a.c\n"
        "0x401020-0x40102f helper static b.c\n"
        "0x401030-0x40103f label static label b.c\n"
        "0x401040-0x40107f main\n"
        "0x401080-0x40108f helper.cold static a.c\n"
        "0x401090-0x4010ff pick static a.c\n");
  options = {};
  options.omit_statics = true;
  CHECK(Describe(Read(Sample().bytes(), options)) == "0x401040-0x4fffff main\n0x500000-0x4010ff data_start label\n");
}

TEST_CASE("a clone's neighbour in the string table decides on it", "[image]") {
  auto image_with = [](std::string_view neighbour) {
    return ElfBytes()
        .Local("cp.constprop.0", kText)
        .Local(neighbour, ElfBytes::kDataBegin, SymbolType::kObject, ElfBytes::kData)
        .Global("main", kText + 0x40)
        .bytes();
  };
  CHECK(Read(image_with("good")).functions.size() == 2);
  CHECK(Read(image_with("bad.c")).functions.size() == 1);
}

TEST_CASE("names outside the string table are harmless", "[image]") {
  for (std::uint32_t offset : {1U, 15U, 40U, 1000U, 0x7fffffffU, 0xffffffffU}) {
    tests::QuietStandardError quiet;
    std::string bytes =
        ElfBytes().Local("cp.constprop.0", kText).LocalAt(offset, kText + 8).Local("l.1", kText + 16).bytes();
    CHECK_NOTHROW(Read(bytes));
  }
}

TEST_CASE("a file that is not an image is refused", "[image]") {
  CHECK(ErrorOf("/nowhere/a.out", ErrorCode::kSystem) == "IMG: No such file or directory");
  CHECK(ErrorOf("/tmp", ErrorCode::kSystem) == "IMG: Is a directory");
  TemporaryFile text("some text\n"), empty(""), magic("\177ELF");
  for (const TemporaryFile* file : {&text, &empty, &magic}) {
    CHECK(ErrorOf(file->path(), ErrorCode::kNotAnImage) == "IMG: not in executable format");
  }
  ElfBytes::Shape shape;
  shape.has_text = false;
  TemporaryFile no_text(Sample(shape).bytes());
  CHECK(ErrorOf(no_text.path(), ErrorCode::kNoText) == "IMG: can't find .text section");
  TemporaryFile stripped(ElfBytes().bytes());
  CHECK(ErrorOf(stripped.path(), ErrorCode::kNoSymbols) == "IMG: no symbols");
}

TEST_CASE("an image is recognised by libbfd", "[image]") {
  TemporaryFile image(Sample().bytes()), profile("gmon"), empty("");
  CHECK(IsImage(image.path()));
  CHECK_FALSE(IsImage(profile.path()));
  CHECK_FALSE(IsImage(empty.path()));
  CHECK_FALSE(IsImage("/tmp"));
  CHECK_FALSE(IsImage("/dev/null"));
  CHECK_FALSE(IsImage("/nowhere"));
  CHECK_FALSE(IsImage("-"));
}

TEST_CASE("an image that is cut or changed at any byte is harmless", "[image]") {
  tests::QuietStandardError quiet;  // libbfd prints complaints while it recognises a file
  std::string bytes = Sample().bytes();
  int read = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const std::string& damaged : {bytes.substr(0, at), bytes.substr(0, at) + '\xff' + bytes.substr(at + 1),
                                       bytes.substr(0, at) + '\0' + bytes.substr(at + 1)}) {
      try {
        read += Read(damaged).functions.size() > 0;
      } catch (const Error&) {
      }
    }
  }
  CHECK(read > 0);
}

TEST_CASE("a text section far larger than its file has no lines", "[image]") {
  std::ifstream file(PROFDIFF_TESTDATA "/fuzz/image/found-text-without-bytes", std::ios::binary);
  file.ignore(1);  // skips the fuzzer's option byte, which precedes the file
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  tests::QuietStandardError quiet;
  TemporaryFile image(bytes);
  Diagnostics diagnostics;
  ImageOptions options;
  options.lines = true;
  CHECK(ReadImage(image.path(), options, diagnostics).functions.size() == 4);
  REQUIRE(!diagnostics.warnings.empty());
  CHECK(TextOf(diagnostics.warnings.back()) ==
        image.path() + ": no lines for a damaged .text section of 67108864 bytes");
}

TEST_CASE("source positions come from debug information", "[image]") {
  Diagnostics diagnostics;
  ImageOptions options;
  options.positions = SourcePositions::kAll;
  Image image = ReadImage("/proc/self/exe", options, diagnostics);
  auto found = std::find_if(image.functions.functions.begin(), image.functions.functions.end(),
                            [](const Function& f) { return f.name.find("ReadImage") != std::string_view::npos; });
  REQUIRE(found != image.functions.functions.end());
  if (!found->file.valid()) return;  // this test program has no debug information
  CHECK(image.functions.files[found->file.value].find("image.cpp") != std::string::npos);
  CHECK(found->line > 0);

  options.positions = SourcePositions::kStatics;
  for (const Function& f : ReadImage("/proc/self/exe", options, diagnostics).functions.functions) {
    if (!f.is_static) REQUIRE_FALSE(f.file.valid());
  }
}

TEST_CASE("several images are open at once, on several threads", "[image]") {
  TemporaryFile image(Sample().bytes());
  auto read_many = [&image](int* wrong) {
    for (int i = 0; i < 50; ++i) {
      Diagnostics diagnostics;
      ObjectFile first(image.path(), diagnostics), second(image.path(), diagnostics);
      *wrong += first.Symbols().symbols.size() != second.Symbols().symbols.size();
      *wrong += Describe(ReadImage(image.path(), {}, diagnostics)) != kSample;
      *wrong += static_cast<int>(diagnostics.warnings.size());
    }
  };
  int wrong_here = 0, wrong_there = 0;
  std::thread there(read_many, &wrong_there);
  read_many(&wrong_here);
  there.join();
  CHECK(wrong_here == 0);
  CHECK(wrong_there == 0);
}

}  // namespace profdiff::image_test
