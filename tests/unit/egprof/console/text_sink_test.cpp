// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/console/text_sink.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

namespace egprof::text_sink_test {

TEST_CASE("The head comes before the first part, and the last character stays", "[text_sink]") {
  std::string received;
  TextSink out;
  out.receive = [&](std::string_view part) { received.append(part).append("|"); };
  out.head = "head";
  out.Drain();
  CHECK(received.empty());  // nothing to drain, so the head waits
  out.text = "abc";
  out.Drain();
  CHECK(received == "head|ab|");
  CHECK(out.text == "c");
  CHECK(out.head.empty());
  out.text += "de";
  out.Drain();
  CHECK(received == "head|ab|cd|");
  CHECK(out.text == "e");
}

TEST_CASE("Without a receiver, the text stays", "[text_sink]") {
  TextSink out;
  out.head = "head";
  out.text = "abc";
  out.Drain();
  CHECK(out.head == "head");
  CHECK(out.text == "abc");
}

TEST_CASE("A drainer drains the text of its sink", "[text_sink]") {
  std::string received;
  TextSink out;
  out.receive = [&](std::string_view part) { received += part; };
  const auto drain = out.Drainer();
  out.text = "abc";
  drain(out.text);
  CHECK(received == "ab");
  CHECK(out.text == "c");
}

}  // namespace egprof::text_sink_test
