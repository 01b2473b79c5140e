// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the call instructions of each machine, given as bytes.
#include "values/static_calls.h"

#include <catch2/catch.hpp>

#include "tests/support/messages.h"

namespace profdiff::static_calls_test {
namespace {

constexpr std::uint64_t kBegin = 0x400000;

std::string Hex(std::uint64_t value) {
  char digits[20];
  std::snprintf(digits, sizeof digits, "%llx", static_cast<unsigned long long>(value));
  return digits;
}

// Returns "site>target" for each call, relative to the start of the text, with "*" for an indirect call: for example,
// "0>8 4>*".
std::string Calls(Architecture machine, std::string_view text, bool big_endian = false,
                  CodeRules rules = CodeRules::kGprof) {
  std::string found;
  for (const StaticCall& call : FindStaticCalls(text, kBegin, machine, big_endian, rules)) {
    found +=
        (found.empty() ? "" : " ") + Hex(call.site - kBegin) + ">" + (call.indirect ? "*" : Hex(call.target - kBegin));
  }
  return found;
}

std::string Words(std::initializer_list<std::uint32_t> words, bool big_endian) {
  std::string bytes;
  for (std::uint32_t word : words) {
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(word >> (big_endian ? 24 - 8 * i : 8 * i));
  }
  return bytes;
}

}  // namespace

TEST_CASE("x86: every byte e8 with a distance", "[static_calls]") {
  using namespace std::literals;
  CHECK(Calls(Architecture::kX86, "\xe8\x03\0\0\0\x90\x90\x90"sv) == "0>8");
  CHECK(Calls(Architecture::kX86, "\xe8\xe8\x01\0\0\0\x90"sv) == "0>1ed 1>7");
  CHECK(Calls(Architecture::kX86, "\xe8\0\0\0"sv).empty());
  CHECK(Calls(Architecture::kX86, "").empty());
}

TEST_CASE("x86: by gprof's rules, backward calls have no target", "[static_calls]") {
  std::string text = "\x90\xe8\xfa\xff\xff\xff";
  CHECK(Calls(Architecture::kX86, text) == "1>100000000");
  CHECK(Calls(Architecture::kX86, text, false, CodeRules::kExact) == "1>0");
}

TEST_CASE("aarch64: b and bl, forward and backward", "[static_calls]") {
  std::string text = Words({0x94000002, 0x17ffffff, 0x54000020, 0xd63f0000}, false);
  CHECK(Calls(Architecture::kAarch64, text) == "0>8 4>0");
}

TEST_CASE("mips: jal within its region, jalr", "[static_calls]") {
  for (bool big_endian : {false, true}) {
    std::string text = Words({0x0c100002, 0x0320f809, 0x00a01009, 0x08100002}, big_endian);
    CHECK(Calls(Architecture::kMips, text, big_endian) == "0>8 4>*");
  }
}

TEST_CASE("alpha: bsr counted in bytes by gprof's rules, in words by exact ones; jsr and its variants",
          "[static_calls]") {
  std::string text = Words({0xd3400004, 0xd35ffff4, 0x6b5b4000, 0x6b5bc000, 0x6b5b8000, 0x6b5b0000}, false);
  CHECK(Calls(Architecture::kAlpha, text) == "0>8 4>fffffffffffffffc 8>* c>*");
  text = Words({0xd3400001, 0xd35ffffe}, false);
  CHECK(Calls(Architecture::kAlpha, text, false, CodeRules::kExact) == "0>8 4>0");
  CHECK(FindStaticCalls(text, kBegin, Architecture::kAlpha, false, CodeRules::kExact)[0].prologue == 8);
}

TEST_CASE("sparc: either of two bits and bytes by gprof's rules, call and words by exact ones", "[static_calls]") {
  std::string text = Words({0x40000008, 0x80000008, 0xc0000008, 0x01000000}, true);
  CHECK(Calls(Architecture::kSparc, text, true) == "0>8 4>c 8>10");
  CHECK(Calls(Architecture::kSparc, text, true, CodeRules::kExact) == "0>20");
  CHECK(Calls(Architecture::kSparc, Words({0x7ffffffc}, true), true) == "0>fffffffffffffffc");
}

TEST_CASE("vax: calls with all kinds of counts and addressing", "[static_calls]") {
  using namespace std::literals;
  CHECK(Calls(Architecture::kVax, "\xfb\x02\xaf\x05\x01"sv) == "0>9");
  CHECK(Calls(Architecture::kVax, "\x01\xfb\x00\xcf\xfb\xff"sv) == "1>1");
  CHECK(Calls(Architecture::kVax, "\xfb\x8f\1\0\0\0\xef\x10\0\0\0"sv) == "0>1b");
  CHECK(Calls(Architecture::kVax, "\xfb\x50\xaf\x00"sv) == "0>4");
  CHECK(Calls(Architecture::kVax, "\xfb\x02\x60\xfb\x02\xaf"sv).empty());
}

TEST_CASE("an unknown machine has no calls, and a warning names it", "[static_calls]") {
  Image image;
  image.architecture_name = "unknown";
  image.text = "\xe8";
  Diagnostics diagnostics;
  CHECK(FindStaticCalls(image, CodeRules::kGprof, diagnostics).empty());
  CHECK(tests::TextsOf(diagnostics.warnings) == std::vector<std::string>{"not supported on architecture unknown"});
}

TEST_CASE("gprof 2.44 sees calls of functions that are in the text section with the start of the next",
          "[static_calls]") {
  using namespace std::literals;
  Image image;
  image.architecture = Architecture::kX86;
  image.text = "\xe8\0\0\0\0\xe8\0\0\0\0\xe8\0\0\0\0\x90\x90\x90\x90\x90"sv;
  image.text_begin = kBegin;
  image.text_end = kBegin + image.text.size();
  const auto sites = [&image](std::vector<std::uint64_t> starts, CodeRules rules) {
    image.functions.functions.clear();
    for (std::uint64_t start : starts) image.functions.functions.push_back({"f", kBegin + start});
    Diagnostics diagnostics;
    std::string found;
    for (const StaticCall& call : FindStaticCalls(image, rules, diagnostics)) found += Hex(call.site - kBegin) + " ";
    return found;
  };
  const std::uint64_t before = ~std::uint64_t{0};
  CHECK(sites({before, 5, 10, 20}, CodeRules::kGprof244) == "5 a ");
  CHECK(sites({before, 5, 10, 21}, CodeRules::kGprof244) == "5 ");
  CHECK(sites({0, 10}, CodeRules::kGprof244) == "0 5 ");
  CHECK(sites({before, 30}, CodeRules::kGprof244).empty());
  CHECK(sites({before, 5, 10, 21}, CodeRules::kGprof) == "0 5 a ");
}

TEST_CASE("trailing bytes that are not a whole word are ignored", "[static_calls]") {
  std::string text = Words({0x94000002}, false) + "\x02\x00";
  CHECK(Calls(Architecture::kAarch64, text) == "0>8");
}

}  // namespace profdiff::static_calls_test
