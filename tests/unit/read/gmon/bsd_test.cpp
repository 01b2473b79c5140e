// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for old BSD and 4.4BSD profiles of every width and byte order, whole and damaged. Messages are those of gprof
// 2.40.
#include <catch2/catch.hpp>

#include "profdiff/gmon.h"
#include "support/gmon_bytes.h"
#include "support/temporary_file.h"

namespace profdiff::bsd_test {

using tests::AllLayouts;
using tests::Describe;
using tests::GmonBytes;

namespace {

GmonFile Read(const std::string& bytes, const TargetLayout& layout = {}, GmonFormat format = GmonFormat::kAuto) {
  return ReadGmon(tests::TemporaryFile(bytes).path(), layout, format);
}

ErrorCode CodeOf(const std::string& bytes, GmonFormat format) {
  try {
    Read(bytes, {}, format);
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::kUnsupported;
}

std::string DamageOf(const GmonFile& file) {
  if (!file.damage) return "";
  std::string message = TextOf(file.damage->message());
  std::size_t name = message.find(file.path);
  return name == std::string::npos ? message : message.replace(name, file.path.size(), "F");
}

// Returns a header that announces `size` bytes of header and bins, followed by ten bins.
GmonBytes Sized(std::uint32_t size) { return GmonBytes().Address(0x1000).Address(0x2000).Number(size, 4).Zeros(20); }

}  // namespace

TEST_CASE("old BSD profiles state no rate", "[bsd]") {
  for (const TargetLayout& layout : AllLayouts()) {
    GmonFile file = Read(
        GmonBytes(layout).OldBsd(0x1000, 0x1010, {1, 2, 3, 65535}).BsdArc(0x1002, 0x1008, 0xfffffff0).bytes(), layout);
    CHECK(Describe(file) == "histogram 0x1000-0x1010 0 seconds s: 1 2 3 65535\narc 0x1002 0x1008 4294967280\n");
    CHECK(file.bsd);
    CHECK_FALSE(file.states_rate);
    CHECK(file.version == 0);
    CHECK(DamageOf(file).empty());
  }
}

TEST_CASE("4.4BSD profiles state their rate", "[bsd]") {
  for (const TargetLayout& layout : AllLayouts()) {
    GmonFile file =
        Read(GmonBytes(layout).Bsd44(0x1000, 0x1010, 128, {1, 2, 3, 4}).BsdArc(0x1002, 0x1008, 7).bytes(), layout);
    CHECK(Describe(file) == "histogram 0x1000-0x1010 128 seconds s: 1 2 3 4\narc 0x1002 0x1008 7\n");
    CHECK(file.states_rate);
  }
}

TEST_CASE("counts of arcs are as wide as addresses", "[bsd]") {
  GmonFile file = Read(GmonBytes().OldBsd(0x1000, 0x1010, {1, 2, 3, 4}).BsdArc(1, 2, 0x123456789a).bytes());
  CHECK(Describe(file).find("arc 0x1 0x2 78187493530\n") != std::string::npos);
}

TEST_CASE("an odd byte of bins belongs to the arcs, and a partial last arc is ignored", "[bsd]") {
  std::string bytes = GmonBytes().Address(0x1000).Address(0x1004).Number(20 + 5, 4).Number(7, 2).Number(9, 2).bytes();
  bytes += GmonBytes().BsdArc(0x1000, 0x1002, 5).bytes();
  for (std::size_t extra = 0; extra < 24; ++extra) {
    GmonFile file = Read(bytes + std::string(extra, 'x'));
    CHECK(Describe(file) == "histogram 0x1000-0x1004 0 seconds s: 7 9\narc 0x1000 0x1002 5\n");
    CHECK(DamageOf(file).empty());
  }
}

TEST_CASE("the wanted format decides", "[bsd]") {
  std::string old = GmonBytes().OldBsd(0x1000, 0x1010, {1, 2, 3, 4}).bytes();
  std::string bsd44 = GmonBytes().Bsd44(0x1000, 0x1010, 128, {1, 2, 3, 4}).bytes();
  CHECK(Read(old, {}, GmonFormat::kBsd).bsd);
  CHECK(Read(bsd44, {}, GmonFormat::kBsd).bsd);
  CHECK(Read(bsd44, {}, GmonFormat::kBsd44).bsd);
  CHECK(CodeOf(old, GmonFormat::kBsd44) == ErrorCode::kBadMagic);
  CHECK(CodeOf(old, GmonFormat::kMagic) == ErrorCode::kBadMagic);
  // Here "gmon" is read as an address.
  GmonFile forced = Read(GmonBytes().Header().Zeros(4).bytes(), {}, GmonFormat::kBsd);
  CHECK(DamageOf(forced) == "F: does not appear to be in gmon.out format");
}

TEST_CASE("a truncated header is not a profile", "[bsd]") {
  std::string old = GmonBytes().OldBsd(0x1000, 0x1010, {1, 2, 3, 4}).bytes();
  std::string bsd44 = GmonBytes().Bsd44(0x1000, 0x1010, 128, {1, 2, 3, 4}).bytes();
  for (std::size_t size = 0; size < 24; ++size)
    CHECK(CodeOf(old.substr(0, size), GmonFormat::kAuto) == ErrorCode::kTooShort);
  for (std::size_t size = 0; size < 28; ++size) {
    CHECK(CodeOf(bsd44.substr(0, size), GmonFormat::kAuto) == ErrorCode::kTooShort);
  }
}

TEST_CASE("truncated bins are damage; the message counts one less", "[bsd]") {
  std::string old = GmonBytes().OldBsd(0x1000, 0x1010, {1, 2, 3, 4}).bytes();
  for (std::size_t size = 24; size < old.size(); ++size) {
    CHECK(DamageOf(Read(old.substr(0, size))) ==
          "F: unexpected EOF after reading " + std::to_string((size - 20) / 2 - 1) + "/4 bins");
  }
  std::string bsd44 = GmonBytes().Bsd44(0x1000, 0x1010, 128, {1, 2, 3, 4}).bytes();
  for (std::size_t size = 28; size < 42; ++size) {
    CHECK(DamageOf(Read(bsd44.substr(0, size))) == "F: unexpected EOF after reading -1/4 bins");
  }
}

TEST_CASE("impossible sizes are damage and cost nothing", "[bsd]") {
  CHECK(DamageOf(Read(Sized(0x7fffffff).bytes())) == "F: unexpected EOF after reading 9/1073741813 bins");
  CHECK(DamageOf(Read(Sized(0x80000000).bytes())) == "F: unexpected EOF after reading 9/1073741814 bins");
  for (std::uint32_t size : {0U, 10U, 19U, 0x80000014U, 0xffffffffU}) {
    GmonFile file = Read(Sized(size).bytes());
    CHECK(DamageOf(file) == "F: does not appear to be in gmon.out format");
    CHECK(file.damage->code() == ErrorCode::kNotGmon);
    CHECK(file.histograms.empty());
  }
}

TEST_CASE("a reversed range is damage", "[bsd]") {
  GmonFile file = Read(GmonBytes().OldBsd(0x2000, 0x1000, {1, 2, 3, 4}).BsdArc(1, 2, 3).bytes());
  CHECK(DamageOf(file) == "F: does not appear to be in gmon.out format");
  CHECK(Describe(file).empty());
}

}  // namespace profdiff::bsd_test
