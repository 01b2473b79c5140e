// SPDX-License-Identifier: GPL-3.0-or-later
// Compares FunctionFinder with FunctionTable::Find, which uses a binary search.
#include "analyze/profile/function_finder.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>

namespace profdiff::function_finder_test {
namespace {

FunctionTable RandomTable(std::mt19937_64& random) {
  FunctionTable table;
  std::uint64_t address = random() % 3 == 0 ? 0 : random() % 0x500000;
  const bool has_gaps = random() % 2 == 0, has_labels = random() % 2 == 0;
  for (std::size_t n = random() % 40; n > 0; --n) {
    Function& f = table.functions.emplace_back();
    f.name = "f";
    f.address = address;
    f.is_function = !has_labels || random() % 4 != 0;
    const bool far = random() % 20 == 0;  // a large gap makes buckets wide, so that one bucket contains many functions
    address += 1 + (far ? random() >> 4 : random() % 64);
    f.end = has_gaps && random() % 8 == 0 && address - f.address > 4 ? address - 4 : address - 1;
  }
  // The last function ends where the text ends, even if the function begins after that address.
  if (!table.functions.empty() && random() % 4 == 0) table.functions.back().end = table.functions.front().address;
  return table;
}

FunctionId CalleeBySearch(const FunctionTable& table, std::uint64_t address) {
  FunctionId found = table.Find(address);
  if (!found.valid()) return found;
  for (std::size_t i = found.value + 1; i-- > 0;) {
    if (table.functions[i].is_function) return FunctionId(i);
  }
  return {};
}

}  // namespace

TEST_CASE("the finder and a search find the same functions", "[function_finder]") {
  std::mt19937_64 random(1);
  std::size_t different = 0, asked = 0;
  for (int i = 0; i < 2000; ++i) {
    const FunctionTable table = RandomTable(random);
    const FunctionFinder finder(table);
    auto ask = [&](std::uint64_t address) {
      ++asked;
      if (finder.Find(address) != table.Find(address)) ++different;
      if (finder.FindCallee(address) != CalleeBySearch(table, address)) ++different;
    };
    for (std::uint64_t address : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{0x400000}}) ask(address);
    for (const Function& f : table.functions) {
      for (std::uint64_t address : {f.address - 1, f.address, f.address + 1, f.end, f.end + 1}) ask(address);
    }
  }
  CHECK(different == 0);
  CHECK(asked > 100000);
}

}  // namespace profdiff::function_finder_test
