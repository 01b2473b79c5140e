// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the nearest symbol below an address.
#include "read/image/nearest_symbol.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::nearest_symbol_test {
namespace {

std::string Name(const CodeSymbol* symbol) { return symbol == nullptr ? "-" : std::string(symbol->name); }

std::string Walk(NearestSymbol& nearest, std::uint64_t begin, std::uint64_t end) {
  std::string text;
  nearest.Walk(begin, end, [&text](std::uint64_t address, const CodeSymbol* symbol) {
    text += std::to_string(address) + " " + Name(symbol) + "\n";
  });
  return text;
}

}  // namespace

TEST_CASE("the nearest symbol below, however far away", "[lines]") {
  NearestSymbol nearest({{"b", 130, 4}, {"a", 110, 4}}, 100);
  CHECK(Name(nearest.Find(105)) == "-");
  CHECK(Name(nearest.Find(110)) == "a");
  CHECK(Name(nearest.Find(129)) == "a");
  CHECK(Name(nearest.Find(130)) == "b");
  CHECK(Name(nearest.Find(999)) == "b");
  // 99 is below the text section; its unsigned offset from the section's start is 2^64 - 1.
  CHECK(Name(nearest.Find(99)) == "b");
}

TEST_CASE("the largest of several symbols at one address, then the first", "[lines]") {
  NearestSymbol nearest({{"small", 110, 4}, {"large", 110, 8}, {"same", 110, 8}, {"x", 120, 1}, {"y", 120, 1}}, 100);
  CHECK(Name(nearest.Find(111)) == "large");
  CHECK(Name(nearest.Find(120)) == "x");
}

TEST_CASE("many symbols at one address cost no more than one", "[lines]") {
  std::vector<CodeSymbol> symbols(100'000, {"small", 110, 1});
  symbols[70'000] = {"large", 110, 2};
  symbols[80'000] = {"same", 110, 2};
  NearestSymbol nearest(symbols, 100);
  bool all_large = true;
  for (std::uint64_t address = 110; address < 100'000; ++address) {
    all_large = all_large && nearest.Find(address)->name == "large";
  }
  CHECK(all_large);
}

TEST_CASE("a symbol is kept as long as it covers the address", "[lines]") {
  std::vector<CodeSymbol> symbols = {{"outer", 110, 20}, {"inner", 115, 2}};
  NearestSymbol up(symbols, 100);
  CHECK(Name(up.Find(110)) == "outer");
  CHECK(Name(up.Find(116)) == "outer");
  CHECK(Name(up.Find(130)) == "inner");
  NearestSymbol fresh(symbols, 100);
  CHECK(Name(fresh.Find(116)) == "inner");
}

TEST_CASE("a walk has the same results as single lookups", "[lines]") {
  std::vector<CodeSymbol> symbols = {{"a", 103, 5}, {"b", 105, 1}, {"c", 112, 3}, {"d", 112, 1}, {"e", 113, 30}};
  NearestSymbol walked(symbols, 100);
  CHECK(Walk(walked, 100, 150) == "100 -\n103 a\n108 b\n112 c\n115 e\n143 e\n");
  NearestSymbol asked(symbols, 100), walked_again(symbols, 100);
  std::string single, several, last_single, last_several;
  for (std::uint64_t address = 100; address < 150; ++address) {
    std::string name = Name(asked.Find(address));
    if (name != last_single) single += std::to_string(address) + " " + name + "\n";
    last_single = name;
  }
  walked_again.Walk(100, 150, [&](std::uint64_t address, const CodeSymbol* symbol) {
    if (Name(symbol) != last_several) several += std::to_string(address) + " " + Name(symbol) + "\n";
    last_several = Name(symbol);
  });
  CHECK(single == several);
}

}  // namespace profdiff::nearest_symbol_test
