// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for profiles of shared libraries, of every width and byte order, whole and damaged.
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>

#include "profdiff/gmon.h"
#include "profdiff/profile.h"
#include "support/gmon_bytes.h"
#include "support/temporary_file.h"

namespace profdiff::ld_profile_test {

using tests::AllLayouts;
using tests::Describe;
using tests::GmonBytes;

namespace {

constexpr std::uint32_t kVersion = 0x1ffff;

GmonFile Read(const std::string& bytes, const TargetLayout& layout = {}) {
  return ReadGmon(tests::TemporaryFile(bytes).path(), layout);
}

// Returns a profile with a histogram from 0x1000 to 0x1010 of four bins, up to its arcs.
GmonBytes Beginning(const TargetLayout& layout = {}) {
  GmonBytes bytes(layout);
  bytes.Header(kVersion).Number(0, 4).Address(0x1000).Address(0x1010).Number(4, 4).Number(100, 4);
  bytes.Text("seconds").Zeros(15 - 7).Text("s");
  for (const int bin : {1, 0, 3, 65535}) bytes.Number(static_cast<std::uint64_t>(bin), 2);
  return bytes;
}

GmonBytes& AddArc(GmonBytes& bytes, std::uint64_t from, std::uint64_t to, std::uint64_t count) {
  return bytes.Address(from).Address(to).Number(count, 4);
}

}  // namespace

TEST_CASE("addresses of arcs count from the histogram's first one", "[ldprofile]") {
  for (const TargetLayout& layout : AllLayouts()) {
    GmonBytes bytes = Beginning(layout);
    bytes.Number(1, 4).Number(2, 4);
    AddArc(bytes, 0, 8, 7);
    AddArc(bytes, 2, 8, 5);
    const GmonFile file = Read(bytes.Zeros(60).bytes(), layout);
    CHECK(Describe(file) ==
          "histogram 0x1000-0x1010 100 seconds s: 1 0 3 65535\narc 0xffffffffffffffff 0x1008 7\narc 0x1002 0x1008 5\n");
    CHECK_FALSE(file.damage);
    CHECK(file.calls == 12);
  }
}

TEST_CASE("calls from outside of a library have no caller", "[ldprofile]") {
  FunctionTable table;
  for (const std::uint64_t address : {0x1000U, 0x1008U}) {
    Function& function = table.functions.emplace_back();
    function.name = address == 0x1000 ? "inner" : "outer";
    function.address = address;
    function.end = address + 7;
  }
  GmonBytes bytes = Beginning();
  bytes.Number(1, 4).Number(2, 4);
  AddArc(bytes, 0, 8, 7);
  AddArc(bytes, 2, 8, 5);
  RecordAdder adder;
  adder.AddFile(Read(bytes.bytes()));
  adder.AddFile(Read(bytes.bytes()));
  const Profile profile = MakeProfile(table, adder.Take(), Select(table, {}, SpecRules::kExact));
  CHECK(profile.calls == std::vector<std::uint64_t>{0, 24});
  REQUIRE(profile.arcs.size() == 1);
  CHECK(profile.arcs[0].count == 10);
}

TEST_CASE("damaged profiles of libraries", "[ldprofile]") {
  const auto damage = [](const std::string& bytes) {
    const GmonFile file = Read(bytes);
    return file.damage ? file.damage->cause() : std::string();
  };
  GmonBytes bytes = Beginning();
  const std::string beginning = bytes.bytes();
  bytes.Number(1, 4).Number(1, 4);
  AddArc(bytes, 0, 8, 7);
  const std::string whole = bytes.bytes();
  CHECK(damage(whole).empty());
  CHECK(damage(whole.substr(0, whole.size() - 1)) == "unexpected end of file");
  CHECK(damage(beginning.substr(0, beginning.size() - 3)) == "unexpected EOF after reading 2 of 4 samples");
  CHECK(damage(beginning + "abcd") == "found bad tag 1684234849 (file corrupted?)");
  CHECK(damage(beginning.substr(0, 30)) == "unexpected end of file");
}

}  // namespace profdiff::ld_profile_test
