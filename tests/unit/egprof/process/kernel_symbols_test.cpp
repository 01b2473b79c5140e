// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/process/kernel_symbols.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace egprof::kernel_symbols_test {
namespace {

constexpr const char* kSymbols =
    "0000000000000000 A fixed\n"
    "ffffffff81000500 T last\n"
    "ffffffff81000000 T _text\n"
    "ffffffff81000000 T _stext\n"
    "ffffffff81000100 t open_file\n"
    "ffffffff81000100 T sys_open\n"
    "ffffffff81000180 r table\n"
    "ffffffff81000190 t $x\n"
    "ffffffff81000200 t close_file\n"
    "ffffffff81000300 T other\n"
    "ffffffff81000400 T _etext\n"
    "ffffffffc0201000 t probe\t[driver]\n"
    "cut";

// A file of perf.data with the numbers in the data.
std::string Recording(std::vector<std::uint64_t> numbers, std::size_t shift = 0) {
  const std::uint64_t header[] = {0, 0, 0, 0, 0, 48 + shift};
  std::string bytes(reinterpret_cast<const char*>(header), sizeof header);
  bytes.append(shift, '\0');
  return bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]);
}

}  // namespace

TEST_CASE("perf gets the functions of the kernel that a recording has, and the symbols after them") {
  const tests::TemporaryFolder folder;
  const KernelSymbols symbols(folder.Write("kallsyms", kSymbols));
  REQUIRE(!symbols.empty());
  const std::string always = "ffffffff81000000 T _text\nffffffff81000000 T _stext\n",
                    end = "ffffffff81000400 T _etext\n";
  const std::string both = "ffffffff81000100 t open_file\nffffffff81000100 T sys_open\n";
  const std::string next = "ffffffff81000200 t close_file\n", after = "ffffffff81000300 T other\n";
  const auto lines = [&](std::vector<std::uint64_t> numbers, std::size_t shift = 0) {
    return symbols.LinesFor(folder.Write("data", Recording(std::move(numbers), shift)));
  };
  CHECK(lines({}) == always + end);
  CHECK(lines({0x7f0000001000, 0xffffffffffffff80}) == always + end);
  CHECK(lines({0xffffffff81000120}) == always + both + next + end);
  CHECK(lines({0xffffffff81000120}, 4) == always + both + next + end);
  CHECK(lines({0xffffffff81000195}) == always + both + next + end);
  CHECK(lines({7, 0xffffffff81000200, 0xffffffff81000200}) == always + next + after + end);
  CHECK(lines({0xffffffffc0201010}) == always + end + "ffffffffc0201000 t probe\t[driver]\n");
  CHECK(lines({0xffff800000000000}) == always + end);
  CHECK(symbols.LinesFor(folder.Write("short", "x")) == always + end);
}

TEST_CASE("hidden addresses of the kernel, and none, are no symbols") {
  const tests::TemporaryFolder folder;
  CHECK(KernelSymbols(folder.Write("hidden", "0000000000000000 T _text\n0000000000000000 T open\n")).empty());
  CHECK(KernelSymbols(folder.path() + "/none").empty());
}

}  // namespace egprof::kernel_symbols_test
