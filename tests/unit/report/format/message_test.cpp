// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the text of messages.
#include "report/format/message.h"

#include <catch2/catch.hpp>
#include <string>

#include "profdiff/error.h"

namespace profdiff::message_test {

TEST_CASE("The text of a message begins with its file and its place", "[message]") {
  CHECK(TextOf(Message("cause")) == "cause");
  CHECK(TextOf(Message("cause", "x")) == "x: cause");
  CHECK(TextOf(Message("cause", "x", Place::Whole("perf"))) == "x: perf: cause");
  CHECK(TextOf(Message("cause", "x", Place::Line(12))) == "x:12: cause");
  CHECK(TextOf(Message("cause", "", Place::Line(12))) == "line 12: cause");
  CHECK(TextOf(Message("cause", "x", Place::Line(12, "perf"))) == "x: perf, line 12: cause");
  CHECK(TextOf(Message("cause", "x", Place::Byte(12))) == "x: cause");
  CHECK(TextOf(Message("cause", "x", Place::Byte(12, "pprof"))) == "x: pprof, byte 12: cause");
  CHECK(TextOf(Message("cause", "x", Place::Named("families[2].name"))) == "x: families[2].name: cause");
  CHECK(TextOf(Message("cause", "", Place::Named("--require"))) == "--require: cause");
}

TEST_CASE("Further lines of a message follow its cause", "[message]") {
  Message message(ErrorCode::kOtherDimension, "dimension unit changed", "x");
  message.lines = {"from 'a'", "to 'b'"};
  CHECK(TextOf(message) == "x: dimension unit changed from 'a' to 'b'");
}

TEST_CASE("A program has its own words for remedies", "[message]") {
  const auto words = [](const Remedy& remedy) {
    return remedy.kind == RemedyKind::kSetTerms ? RemedyText{"terms: ", ""} : RemedyText{"", "; use " + remedy.value};
  };
  const Message message("cause", "x", {}, {RemedyKind::kConvertWith, "y"});
  CHECK(TextOf(message) == "x: cause");
  CHECK(TextOf(message, words) == "x: cause; use y");
  CHECK(TextOf(Message("cause", "x", {}, {RemedyKind::kSetTerms, {}}), words) == "x: terms: cause");
  CHECK(TextOf(Message("cause", "x"), words) == "x: cause");
  CHECK(WithRemedy("rows", {RemedyKind::kListAll, "all"}, words) == "rows; use all");
  CHECK(WithRemedy("rows", {}, words) == "rows");
}

TEST_CASE("An error is a message, and what() is its cause", "[message]") {
  const Error error(ErrorCode::kBadProfile, "no samples", "x", Place::Line(3));
  CHECK(error.code() == ErrorCode::kBadProfile);
  CHECK(error.path() == "x");
  CHECK(error.place() == Place::Line(3));
  CHECK(error.cause() == "no samples");
  CHECK(std::string(error.what()) == "no samples");
  CHECK(error.message() == Message(ErrorCode::kBadProfile, "no samples", "x", Place::Line(3)));
  CHECK(TextOf(WithConsequence(error.message(), "what follows is left out")) ==
        "x:3: no samples; what follows is left out");
}

}  // namespace profdiff::message_test
