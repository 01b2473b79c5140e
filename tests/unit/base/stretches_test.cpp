// SPDX-License-Identifier: GPL-3.0-or-later
// Held against a search over the whole list.
#include "base/stretches.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

using namespace profdiff;

TEST_CASE("stretches of nothing", "[stretches]") {
  auto address_of = [](std::size_t) { return std::uint64_t{0}; };
  CHECK(Stretches().FirstAbove(7, address_of) == 0);
  CHECK(Stretches(0, address_of).FirstAbove(7, address_of) == 0);
}

TEST_CASE("stretches find what a search finds", "[stretches]") {
  std::mt19937_64 random(3);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::uint64_t> addresses(1 + random() % 60);
    const std::uint64_t range = random() % 4 == 0 ? ~std::uint64_t{0} : 1 + random() % 2000;
    for (std::uint64_t& address : addresses) address = random() % range;
    std::ranges::sort(addresses);
    auto address_of = [&](std::size_t i) { return addresses[i]; };
    const Stretches stretches(addresses.size(), address_of);
    for (int question = 0; question < 50; ++question) {
      const std::uint64_t address = question % 2 == 0 ? random() % range : addresses[random() % addresses.size()];
      const auto wanted = std::ranges::upper_bound(addresses, address) - addresses.begin();
      REQUIRE(stretches.FirstAbove(address, address_of) == static_cast<std::size_t>(wanted));
    }
  }
}
