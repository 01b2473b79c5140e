// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/console/gate_log.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace egprof::gate_log_test {
namespace {

using Entries = std::vector<Messages::Entry>;
using profdiff::Message;

std::string Letter(std::size_t i) { return std::string(1, static_cast<char>('a' + i)); }

}  // namespace

TEST_CASE("A condition that holds is a failure with the first names", "[gate_log]") {
  Messages messages;
  ExitStatus status;
  const GateLog log{messages, status};
  log.Fail("self > 5%", "function", 0, Letter);
  CHECK(messages.entries().empty());
  CHECK(status.value() == 0);
  log.Fail("self > 5%", "function", 1, Letter);
  log.Fail("self > 5%", "function", 3, Letter);
  log.Fail("self > 5%", "function", 4, Letter);
  log.Fail("self > 5%", "function", 4, Letter, 4);
  CHECK(messages.entries() == Entries{{Severity::kFailure, Message("self > 5%: 1 function: a")},
                                      {Severity::kFailure, Message("self > 5%: 3 functions: a, b, c")},
                                      {Severity::kFailure, Message("self > 5%: 4 functions: a, b, c, ...")},
                                      {Severity::kFailure, Message("self > 5%: 4 functions: a, b, c, d")}});
  CHECK(status.value() == kGateStatus);
}

TEST_CASE("A condition that cannot be evaluated is noted", "[gate_log]") {
  Messages messages;
  ExitStatus status;
  GateLog{messages, status}.NoteBlind("it checks nothing");
  CHECK(messages.entries() == Entries{{Severity::kNote, Message("it checks nothing")}});
  CHECK(status.value() == kBlindStatus);
}

}  // namespace egprof::gate_log_test
