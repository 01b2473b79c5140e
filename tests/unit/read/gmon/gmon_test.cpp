// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for gmon.out files of every width and byte order, whole and damaged. Messages are those of gprof 2.40.
#include "profdiff/gmon.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "support/gmon_bytes.h"
#include "support/gzip.h"
#include "support/temporary_file.h"

namespace profdiff::gmon_test {

using tests::AllLayouts;
using tests::Describe;
using tests::GmonBytes;

namespace {

GmonFile Read(const std::string& bytes, const TargetLayout& layout = {}, GmonFormat format = GmonFormat::kAuto) {
  return ReadGmon(tests::TemporaryFile(bytes).path(), layout, format);
}

// Returns the message about the damage of a file, with F as the file's name; "" if the file is not damaged.
std::string DamageOf(const GmonFile& file) {
  if (!file.damage) return "";
  CHECK(file.damage->path() == file.path);
  std::string message = TextOf(file.damage->message());
  std::size_t name = message.find(file.path);
  return name == std::string::npos ? message : message.replace(name, file.path.size(), "F");
}

// Returns the message that ReadGmon throws, with F as the file's name.
std::string ErrorOf(const std::string& bytes, ErrorCode code, GmonFormat format = GmonFormat::kAuto) {
  tests::TemporaryFile file(bytes);
  try {
    ReadGmon(file.path(), {}, format);
  } catch (const Error& error) {
    CHECK(error.code() == code);
    CHECK(error.path() == file.path());
    std::string message = TextOf(error.message());
    return message.replace(message.find(file.path()), file.path().size(), "F");
  }
  return "none";
}

GmonBytes AllRecords(const TargetLayout& layout) {
  return GmonBytes(layout)
      .Header()
      .Histogram(0x1000, 0x1010, 100, {1, 0, 65535, 4})
      .Arc(0x1002, 0x1008, 0xfffffff0)
      .Blocks({{0x1004, 9}, {0x1006, 3}})
      .Histogram(0x2000, 0x2008, 100, {8, 9})
      .Arc(0x1002, 0x1008, 1);
}

constexpr const char* kAllRecords =
    "histogram 0x1000-0x1010 100 seconds s: 1 0 65535 4\n"
    "histogram 0x2000-0x2008 100 seconds s: 8 9\n"
    "arc 0x1002 0x1008 4294967280\n"
    "arc 0x1002 0x1008 1\n"
    "block 0x1004 9\n"
    "block 0x1006 3\n";

}  // namespace

TEST_CASE("all records are read in every width and byte order", "[gmon]") {
  for (const TargetLayout& layout : AllLayouts()) {
    GmonFile file = Read(AllRecords(layout).bytes(), layout);
    CHECK(Describe(file) == kAllRecords);
    CHECK(file.block_records == 1);
    CHECK(file.version == 1);
    CHECK_FALSE(file.bsd);
    CHECK(DamageOf(file).empty());
  }
}

TEST_CASE("version 0 has other block records", "[gmon]") {
  for (const TargetLayout& layout : AllLayouts()) {
    GmonFile file =
        Read(GmonBytes(layout).Header(0).OldBlocks({{0x1004, 9}, {0x1006, 3}}).Arc(0x1002, 0x1008, 5).bytes(), layout);
    CHECK(Describe(file) == "arc 0x1002 0x1008 5\nblock 0x1004 9\nblock 0x1006 3\n");
    CHECK(file.version == 0);
    CHECK(DamageOf(file).empty());
  }
}

TEST_CASE("a header alone is a profile", "[gmon]") { CHECK(Describe(Read(GmonBytes().Header().bytes())).empty()); }

TEST_CASE("addresses are sign-extended if the target does so", "[gmon]") {
  TargetLayout mips = {4, true, true};
  GmonFile file = Read(GmonBytes(mips).Header().Arc(0x80001000, 0x7fffffff, 0xffffffff).bytes(), mips);
  CHECK(Describe(file) == "arc 0xffffffff80001000 0x7fffffff 4294967295\n");
  TargetLayout others = {4, true, false};
  file = Read(GmonBytes(others).Header().Arc(0x80001000, 0x7fffffff, 0xffffffff).bytes(), others);
  CHECK(Describe(file) == "arc 0x80001000 0x7fffffff 4294967295\n");
}

TEST_CASE("a dimension of 15 bytes has no zero byte", "[gmon]") {
  GmonFile file = Read(GmonBytes().Header().Histogram(0, 4, 1, {1}, "123456789012345", 'x').bytes());
  CHECK(Describe(file) == "histogram 0-0x4 1 123456789012345 x: 1\n");
}

TEST_CASE("compressed profiles are recognized by their content", "[gmon]") {
  GmonFile file = Read(tests::Gzip(AllRecords({}).bytes()));
  CHECK(Describe(file) == kAllRecords);
  CHECK(ErrorOf(tests::Gzip("short"), ErrorCode::kTooShort) == "F: file too short to be a gmon file");
  CHECK(ErrorOf(tests::Gzip(AllRecords({}).bytes()).substr(0, 50), ErrorCode::kBadCompression) ==
        "F: cannot unpack: the gzip stream ends early");
}

TEST_CASE("a dash is standard input", "[gmon]") {
  tests::TemporaryFile file(AllRecords({}).bytes());
  int saved = dup(STDIN_FILENO);
  REQUIRE(freopen(file.path().c_str(), "r", stdin) != nullptr);
  GmonFile read = ReadGmon("-", {});
  REQUIRE(dup2(saved, STDIN_FILENO) == STDIN_FILENO);
  close(saved);
  CHECK(Describe(read) == kAllRecords);
  CHECK(read.path == "-");
}

TEST_CASE("a file that is not a profile is refused", "[gmon]") {
  CHECK(ErrorOf("", ErrorCode::kTooShort) == "F: file too short to be a gmon file");
  CHECK(ErrorOf("gmon", ErrorCode::kTooShort) == "F: file too short to be a gmon file");
  CHECK(ErrorOf(GmonBytes().Header(2).bytes(), ErrorCode::kBadVersion) == "F: unsupported version 2");
  CHECK(ErrorOf(GmonBytes().Header(0xfffffffe).bytes(), ErrorCode::kBadVersion) == "F: unsupported version -2");
  CHECK(ErrorOf(GmonBytes().OldBsd(0x1000, 0x1010, {1, 2, 3, 4}).bytes(), ErrorCode::kBadMagic, GmonFormat::kMagic) ==
        "F: bad magic cookie");
  CHECK_THROWS_WITH(ReadGmon("/nowhere/gmon.out", {}), "No such file or directory");
  CHECK_THROWS_WITH(ReadGmon("/tmp", {}), "file too short to be a gmon file");
}

TEST_CASE("an unknown record is damage; the records before it are kept", "[gmon]") {
  GmonFile file = Read(GmonBytes().Header().Arc(1, 2, 3).Number(200, 1).Arc(4, 5, 6).bytes());
  CHECK(Describe(file) == "arc 0x1 0x2 3\n");
  CHECK(DamageOf(file) == "F: found bad tag 200 (file corrupted?)");
  CHECK(file.damage->code() == ErrorCode::kBadTag);
}

TEST_CASE("a file that is cut at any byte keeps its whole records and reports where it ends", "[gmon]") {
  for (const TargetLayout& layout : AllLayouts()) {
    std::size_t word = static_cast<std::size_t>(layout.address_bytes);
    std::string bytes = AllRecords(layout).bytes();
    // The ends of the records, and the beginnings of the histograms' bins, as offsets in the file.
    std::size_t bins_1 = 20 + 1 + 2 * word + 24, arc_1 = bins_1 + 8, blocks = arc_1 + 1 + 2 * word + 4;
    std::size_t histogram_2 = blocks + 5 + 4 * word, bins_2 = histogram_2 + 1 + 2 * word + 24, arc_2 = bins_2 + 4;
    for (std::size_t size = 20; size < bytes.size(); ++size) {
      GmonFile file = Read(bytes.substr(0, size), layout);
      CHECK(file.histograms.size() == std::size_t{size >= arc_1} + std::size_t{size >= arc_2});
      CHECK(file.arcs.size() == std::size_t{size >= blocks});
      std::string expected = "F: unexpected end of file";
      if (size == 20 || size == arc_1 || size == blocks || size == histogram_2 || size == arc_2) expected = "";
      if (size >= bins_1 && size < arc_1) {
        expected = "F: unexpected EOF after reading " + std::to_string((size - bins_1) / 2) + " of 4 samples";
      }
      if (size >= bins_2 && size < arc_2) {
        expected = "F: unexpected EOF after reading " + std::to_string((size - bins_2) / 2) + " of 2 samples";
      }
      CHECK(DamageOf(file) == expected);
      CHECK(file.cut_histogram.has_value() == (expected.find("samples") != std::string::npos));
    }
  }
}

TEST_CASE("version 0 blocks cut at any byte", "[gmon]") {
  std::string bytes = GmonBytes().Header(0).OldBlocks({{0x1004, 9}, {0x1006, 3}}).bytes();
  for (std::size_t size = 21; size < bytes.size(); ++size) {
    GmonFile file = Read(bytes.substr(0, size));
    CHECK(DamageOf(file) == "F: unexpected end of file");
    CHECK(file.blocks.size() == std::size_t{size >= 30 + 16 + 9 + 7 + 4});
  }
}

TEST_CASE("a hole after an arc costs nothing", "[gmon]") {
  constexpr std::uintmax_t kHole = std::uintmax_t{1} << 42;
  tests::TemporaryFile sparse(GmonBytes().Header().Arc(1, 2, 3).Number(9, 1).bytes());
  std::error_code refused;
  std::filesystem::resize_file(sparse.path(), kHole, refused);
  if (refused) return;  // this file system does not support such large files
  const GmonFile file = ReadGmon(sparse.path(), {});
  CHECK(DamageOf(file) == "F: found bad tag 9 (file corrupted?)");
  CHECK(file.arcs.size() == 1);
  CHECK(file.arcs.capacity() < std::size_t{1} << 23);
}

TEST_CASE("counts beyond the file's end cost nothing", "[gmon]") {
  GmonFile bins = Read(
      GmonBytes().Header().Number(0, 1).Address(0).Address(64).Number(0xffffffff, 4).Number(100, 4).Zeros(18).bytes());
  CHECK(DamageOf(bins) == "F: unexpected EOF after reading 1 of 4294967295 samples");
  CHECK(bins.histograms.empty());
  CHECK(bins.cut_bins == 0xffffffff);
  CHECK(bins.cut_histogram->bins.empty());

  GmonFile blocks = Read(GmonBytes().Header().Number(2, 1).Number(0xffffffff, 4).Zeros(32).bytes());
  CHECK(blocks.blocks.size() == 2);
  CHECK(DamageOf(blocks) == "F: unexpected end of file");
}

}  // namespace profdiff::gmon_test
