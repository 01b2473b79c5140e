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

TEST_CASE("A report's sentences are broken, and its answer is marked", "[text_sink]") {
  TextSink out;
  out.text = "before\nthe answer is short\n  1.2  a function\nx\n\na table with long lines\n";
  const std::string plain = out.text;
  out.FinishReport(7);
  CHECK(out.text == plain);
  out.columns = 12;
  out.styles.verdict = "<";
  out.styles.end = ">";
  out.FinishReport(7);
  CHECK(out.text == plain.substr(0, 7) + "<the answer is short>" + plain.substr(26));
  out.text = plain;
  out.breaks_lines = true;
  out.FinishReport(7);
  CHECK(out.text == "before\n<the answer\n    is short>\n  1.2  a\n      function\nx\n\na table with long lines\n");
  out.text = "an answer of\n  <more>twelve<end>\n";
  out.styles.more = "<more>";
  out.styles.end = "<end>";
  out.FinishReport(0);
  CHECK(out.text == "<an answer of<end>\n  <more>twelve<end>\n");
  out.text = "";
  out.FinishReport(0);
  CHECK(out.text.empty());
  out.text = "verylongword\n";
  out.columns = 5;
  out.FinishReport(0);
  CHECK(out.text == "<verylongword<end>\n");
}

}  // namespace egprof::text_sink_test
