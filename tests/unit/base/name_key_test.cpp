// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/name_key.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

namespace profdiff::name_key_test {

TEST_CASE("keys sort like names, wherever they differ", "[name_key]") {
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    std::string a(random() % 12, 'a'), b(random() % 12, 'a');
    for (std::string* name : {&a, &b}) {
      for (char& c : *name) c = static_cast<char>(random() % 3 * 100);
    }
    const std::size_t place = CommonBytes(std::string_view(a), std::string_view(b));
    const std::uint64_t key_a = NameKey(a, place), key_b = NameKey(b, place);
    if (key_a != key_b) CHECK((key_a < key_b) == (a < b));
  }
}

TEST_CASE("the bytes that all names share", "[name_key]") {
  auto own = [](const std::string& name) { return std::string_view(name); };
  CHECK(CommonBytes(std::vector<std::string>{"f001", "f002", "f01"}, own) == 2);
  CHECK(CommonBytes(std::vector<std::string>{"f", "f", "f"}, own) == 1);
  CHECK(CommonBytes(std::vector<std::string>{"", "f"}, own) == 0);
  CHECK(CommonBytes(std::vector<std::string>{}, own) == 0);
}

TEST_CASE("places sort like their names, equal ones by the full order", "[name_key]") {
  std::mt19937 random(2);
  for (unsigned alphabet : {1U, 2U, 26U}) {
    std::vector<std::string> names;
    for (int i = 0; i < 20000; ++i) {
      std::string name = random() % 2 != 0 ? "function_" : "";
      for (auto length = random() % (alphabet == 1 ? 300 : 30); length > 0; --length) {
        name += static_cast<char>('a' + random() % alphabet);
      }
      names.push_back(name);
    }
    std::vector<NamedPlace> places;
    for (std::size_t i = 0; i < names.size(); ++i) places.push_back({0, static_cast<std::uint32_t>(i)});
    auto less = [&](std::uint32_t a, std::uint32_t b) { return names[a] != names[b] ? names[a] < names[b] : a > b; };
    for (unsigned threads : {1U, 2U}) {
      std::vector<NamedPlace> sorted = places;
      SortByName(
          std::span(sorted), [&](std::uint32_t at) { return std::string_view(names[at]); }, less, threads);
      CHECK(std::ranges::is_sorted(sorted, less, &NamedPlace::at));
    }
  }
}

}  // namespace profdiff::name_key_test
