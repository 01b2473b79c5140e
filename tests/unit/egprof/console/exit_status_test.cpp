// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/console/exit_status.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

namespace egprof::exit_status_test {
namespace {

using Event = void (ExitStatus::*)();

// Returns the status after some events; checks that it is the same for every order of these events.
int After(std::vector<Event> events) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < events.size(); ++i) order.push_back(i);
  int value = -1;
  do {
    ExitStatus status;
    for (const std::size_t i : order) (status.*events[i])();
    CHECK((value == -1 || value == status.value()));
    value = status.value();
  } while (std::next_permutation(order.begin(), order.end()));
  return value;
}

}  // namespace

TEST_CASE("A gate that holds beats a blind one, and a blind one beats partial input", "[exit_status]") {
  const Event holds = &ExitStatus::HoldGate, blind = &ExitStatus::MissGate, partial = &ExitStatus::LeaveOut;
  CHECK(After({}) == 0);
  CHECK(After({partial}) == kPartialStatus);
  CHECK(After({blind}) == kBlindStatus);
  CHECK(After({holds}) == kGateStatus);
  CHECK(After({partial, blind}) == kBlindStatus);
  CHECK(After({partial, holds}) == kGateStatus);
  CHECK(After({blind, holds}) == kGateStatus);
  CHECK(After({partial, blind, holds}) == kGateStatus);
}

}  // namespace egprof::exit_status_test
