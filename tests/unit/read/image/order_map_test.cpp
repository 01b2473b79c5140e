// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for order maps: their lines, and their effect on functions.
#include "read/image/order_map.h"

#include <catch2/catch.hpp>

#include "profdiff/error.h"
#include "support/tables.h"

namespace profdiff::order_map_test {
namespace {

// Returns "file=name" for each entry.
std::string Entries(std::string_view text) {
  std::string entries;
  for (const OrderMap::Entry& entry : ParseOrderMap(text, "map").entries) {
    entries += (entries.empty() ? "" : " ") + entry.file + "=" + entry.name;
  }
  return entries;
}

std::string ErrorOf(std::string_view text) {
  try {
    ParseOrderMap(text, "map");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kBadOrderMap);
    return TextOf(error.message());
  }
  return "no error";
}

std::string NamesAfter(const FunctionTable& table, const OrderMap& map) {
  std::string names;
  for (const Function& function : ApplyOrderMap(table.functions, map)) {
    names += (names.empty() ? "" : " ") + std::string(function.name) + (function.is_file ? "!" : "");
  }
  return names;
}

}  // namespace

TEST_CASE("a line is a file, a colon, and a name after the last blank", "[order_map]") {
  CHECK(Entries("a.o:00000000 T main\nlib/b.o:x y z leaf\n") == "a.o=main lib/b.o=leaf");
  CHECK(Entries("a.o: main") == "a.o=main");
  CHECK(Entries("1.o:x:y a\n2 2.o:0 b\n") == "1.o=a 2 2.o=b");
  CHECK(Entries("a.o:0 main \nb.o:0 leaf\r\n") == "a.o= b.o=leaf\r");
  CHECK(Entries(std::string_view("a.o:0 ma\0in\nb.o:0 leaf", 22)) == "a.o=ma b.o=leaf");
}

TEST_CASE("an empty map is fine, and so are lines about files without symbols", "[order_map]") {
  CHECK(Entries("").empty());
  CHECK(Entries("No symbols in x.o\n").empty());
  CHECK(Entries("No symbols in x.o\n\na.o:0 main\nNo symbols in y.o") == "a.o=main");
}

TEST_CASE("white space between lines is ignored", "[order_map]") {
  CHECK(Entries("a.o:0 main\n\n \t\v\f\r\n  b.o:0 leaf\n\n") == "a.o=main b.o=leaf");
}

TEST_CASE("long fields are cut", "[order_map]") {
  std::string file(1030, 'f');
  CHECK(Entries(file + ":0 a\n") == file.substr(0, 1023) + "=a");
  CHECK(Entries("a.o:" + std::string(1021, 'x') + " bc:0 d\n") == "a.o= bc=d");
}

TEST_CASE("a long text without colons and line ends is read at once", "[order_map]") {
  std::string text;
  while (text.size() < 2046 * 4000) text += "x ";
  const OrderMap map = ParseOrderMap(text, "map");
  CHECK(map.entries.size() == 4000);
  CHECK(map.entries.back().name.empty());
}

TEST_CASE("invalid lines are errors with gprof's message", "[order_map]") {
  for (const char* text : {"foo a\n", ":0 a\n", "\na.o:0 a\n", "  \n", "No symbols in x.o:\na.o:0 b\n", "a.o:a\n",
                           "a.o:", "a.o", "a.o:0\ta\n", "a.o:\n b"}) {
    INFO(text);
    CHECK(ErrorOf(text) == "map: unable to parse mapping file");
  }
}

TEST_CASE("a map that cannot be opened is an error", "[order_map]") {
  try {
    ReadOrderMap("/nonexistent/map");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(TextOf(error.message()) == "/nonexistent/map: could not open");
    CHECK(error.path() == "/nonexistent/map");
  }
}

TEST_CASE("a file's first function represents it, the others are removed", "[order_map]") {
  FunctionTable table = tests::TableOf({{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}}, 6);
  CHECK(NamesAfter(table, ParseOrderMap("1.o:0 a\n1.o:0 c\n2.o:0 b\n2.o:0 d\n", "")) == "1.o! 2.o! e");
  CHECK(NamesAfter(table, ParseOrderMap("1.o:0 c\n1.o:0 a\n", "")) == "b 1.o! d e");
  CHECK(NamesAfter(table, {}) == "a b c d e");
}

TEST_CASE("a file in several places of the map counts as several", "[order_map]") {
  FunctionTable table = tests::TableOf({{"a", 1}, {"b", 2}, {"c", 3}}, 4);
  CHECK(NamesAfter(table, ParseOrderMap("1.o:0 a\n2.o:0 b\n1.o:0 c\n", "")) == "1.o! 2.o! 1.o!");
  CHECK(NamesAfter(table, ParseOrderMap("1.o:0 gone\n1.o:0 a\n", "")) == "b c");
}

TEST_CASE("of several entries with one name, the one that the C library's search finds counts", "[order_map]") {
  FunctionTable table = tests::TableOf({{"a", 1}, {"b", 2}}, 3);
  CHECK(NamesAfter(table, ParseOrderMap("1.o:0 a\n2.o:0 a\n3.o:0 b\n", "")) == "2.o! 3.o!");
  CHECK(NamesAfter(table, ParseOrderMap("1.o:0 a\n2.o:0 a\n3.o:0 a\n4.o:0 b\n5.o:0 b\n", "")) == "3.o! 5.o!");
}

}  // namespace profdiff::order_map_test
