// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the order of outputs in runs that read both sides of a difference, or an image and its profile, in
// parallel.
#include <catch2/catch.hpp>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/beside.h"
#include "egprof/console/output.h"

namespace egprof {
namespace {

using Lines = std::vector<std::string>;

// Adds a string to every kind of output that a side can have.
void Speak(Output& output, const std::string& side) {
  output.text += side + ' ';
  output.notes.push_back(side);
  output.hints.push_back(side);
  output.library_notes.push_back(side);
  output.left_out.push_back({0, side});
  output.stages.sizes.images += 1;
}

void SpeakSlowly(Output& output) {
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  Speak(output, "first");
}

TEST_CASE("the outputs of both sides are in the order of the sides") {
  for (unsigned threads : {1U, 2U, 8U}) {
    Output output;
    output.text = "before ";
    output.house_style = true;
    bool has_style = false;
    profdiff::DoBothInTurn(threads, output, SpeakSlowly, [&](Output& second) {
      has_style = second.house_style;
      Speak(second, "second");
    });
    CHECK(has_style);
    CHECK(output.text == "before first second ");
    const Lines both = {"first", "second"};
    CHECK(output.notes == both);
    CHECK(output.hints == both);
    CHECK(output.library_notes == both);
    REQUIRE(output.left_out.size() == 2);
    CHECK(output.left_out[0].cause == "first");
    CHECK(output.left_out[1].cause == "second");
    CHECK(output.stages.sizes.images == 2);
  }
}

TEST_CASE("an error of the first side is thrown, and the second side has no output") {
  for (unsigned threads : {1U, 2U, 8U}) {
    Output output;
    const auto fail = [](Output& first) {
      SpeakSlowly(first);
      throw std::runtime_error("first");
    };
    const auto fail_too = [](Output& second) {
      Speak(second, "second");
      throw std::runtime_error("second");
    };
    CHECK_THROWS_WITH(profdiff::DoBothInTurn(threads, output, fail, fail_too), "first");
    CHECK(output.text == "first ");
    CHECK(output.notes == Lines{"first"});
  }
}

TEST_CASE("an error of the second side comes after the outputs of both") {
  for (unsigned threads : {1U, 2U, 8U}) {
    Output output;
    const auto fail = [](Output& second) {
      Speak(second, "second");
      throw std::runtime_error("second");
    };
    CHECK_THROWS_WITH(profdiff::DoBothInTurn(threads, output, SpeakSlowly, fail), "second");
    CHECK(output.text == "first second ");
    CHECK(output.notes == Lines{"first", "second"});
  }
}

}  // namespace
}  // namespace egprof
