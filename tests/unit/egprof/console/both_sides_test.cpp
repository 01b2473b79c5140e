// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the order of messages and texts in runs that read both sides of a difference, or an image and its profile,
// in parallel.
#include <catch2/catch.hpp>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/beside.h"
#include "egprof/console/console.h"
#include "egprof/console/message_text.h"

namespace egprof::both_sides_test {
namespace {

using Lines = std::vector<std::string>;
using profdiff::Message;

Lines LinesOfEntries(const Console& console) { return LinesOf(console.messages.entries(), Wording::kOwn); }

// Adds a string to everything that is reported about a side.
void Speak(LoadLog& log, const std::string& side) {
  log.text += side + ' ';
  log.messages.Note(side);
  log.messages.Hint(side);
  log.messages.LeaveOut(Message(side));
  profdiff::Diagnostics diagnostics{{Message(profdiff::ErrorCode::kLibbfd, "BFD: " + side)}};
  log.messages.TakeWarnings(diagnostics);
  log.stages.sizes.images += 1;
}

void SpeakSlowly(LoadLog& log) {
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  Speak(log, "first");
}

TEST_CASE("what is reported about both sides is in the order of the sides") {
  for (unsigned threads : {1U, 2U, 8U}) {
    Console console;
    console.out.text = "before ";
    console.messages.set_own_style(true);
    LoadLog log = console.load_log();
    bool has_style = false;
    profdiff::DoBothWithLog(threads, log, SpeakSlowly, [&](LoadLog& second) {
      has_style = second.messages.own_style();
      Speak(second, "second");
    });
    CHECK(has_style);
    CHECK(console.out.text == "before first second ");
    const std::vector<Message> both = {Message("first"), Message("second")};
    CHECK(LinesOfEntries(console) == Lines{"first", "second"});
    CHECK(console.messages.hints() == both);
    REQUIRE(console.messages.of_libbfd().size() == 2);
    CHECK(console.messages.of_libbfd()[0].cause == "BFD: first");
    CHECK(console.messages.of_libbfd()[1].cause == "BFD: second");
    CHECK(console.messages.left_out() == both);
    CHECK(console.stages.sizes.images == 2);
  }
}

TEST_CASE("an error of the first side is thrown, and nothing is reported about the second side") {
  for (unsigned threads : {1U, 2U, 8U}) {
    Console console;
    LoadLog log = console.load_log();
    const auto fail = [](LoadLog& first) {
      SpeakSlowly(first);
      throw std::runtime_error("first");
    };
    const auto fail_too = [](LoadLog& second) {
      Speak(second, "second");
      throw std::runtime_error("second");
    };
    CHECK_THROWS_WITH(profdiff::DoBothWithLog(threads, log, fail, fail_too), "first");
    CHECK(console.out.text == "first ");
    CHECK(LinesOfEntries(console) == Lines{"first"});
  }
}

TEST_CASE("an error of the second side comes after what is reported about both") {
  for (unsigned threads : {1U, 2U, 8U}) {
    Console console;
    LoadLog log = console.load_log();
    const auto fail = [](LoadLog& second) {
      Speak(second, "second");
      throw std::runtime_error("second");
    };
    CHECK_THROWS_WITH(profdiff::DoBothWithLog(threads, log, SpeakSlowly, fail), "second");
    CHECK(console.out.text == "first second ");
    CHECK(LinesOfEntries(console) == Lines{"first", "second"});
  }
}

}  // namespace
}  // namespace egprof::both_sides_test
