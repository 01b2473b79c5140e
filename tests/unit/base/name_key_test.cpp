// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/name_key.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

using namespace profdiff;

TEST_CASE("keys sort as names do, wherever they differ", "[name_key]") {
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
