// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "support/stack_files.h"

namespace profdiff::json_test {

using tests::ErrorText;

namespace {

// Returns the error of a text that is too damaged to be recognised.
std::string ErrorAs(std::string_view format, std::string_view text) {
  StackOptions options;
  options.format = FindInputFormat(format);
  return ErrorText(text, options);
}

}  // namespace

TEST_CASE("invalid JSON is reported with its byte", "[json-stacks]") {
  CHECK(ErrorAs("cpuprofile", R"({"nodes":[}])").starts_with("file: cpuprofile, byte "));
  CHECK(ErrorAs("cpuprofile", R"({"nodes":[}])").ends_with(": not valid JSON"));
  CHECK(ErrorAs("firefox", R"({"meta":{)").ends_with(": the text ends early"));
}

TEST_CASE("depth does not need recursion", "[json-stacks]") {
  const std::string deep(100'000, '[');
  CHECK(ErrorAs("firefox", "{\"meta\":1,\"threads\":" + deep).find("ends early") != std::string::npos);
  CHECK(ErrorAs("speedscope", "{\"$schema\":" + deep + std::string(deep.size(), ']') + "}") ==
        "file: speedscope: no event was recorded");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"nodes\":";
  CHECK(ErrorAs("cpuprofile", objects).find("ends early") != std::string::npos);
}

TEST_CASE("blanks or a text without end are not kept", "[json-stacks]") {
  for (const char filler : {' ', 'x'}) {
    bool is_first = true;
    const auto endless = [&](char* buffer, std::size_t size) {
      const std::string head = "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"name\":\"";
      const std::string text = is_first ? head.substr(0, filler == ' ' ? head.size() - 1 : head.size()) : "";
      is_first = false;
      std::fill_n(buffer, size, filler);
      return std::copy(text.begin(), text.end(), buffer) == buffer ? size : text.size();
    };
    CHECK_THROWS_WITH(ReadStacks(ByteReader(endless), "file"), "a string, or blanks, of more than 16777216 bytes");
  }
}

TEST_CASE("unknown members are skipped, and values of other kinds are ignored", "[json-stacks]") {
  CHECK(ErrorAs("firefox", R"({"meta":[1,{"interval":"x"}],"threads":{"a":1},"libs":7,"shared":[[["x"]]]})") ==
        "file: firefox: no event was recorded");
  CHECK(
      ErrorAs("speedscope", R"({"profiles":[1,"x",null,[]],"shared":{"frames":5}})").starts_with("file: speedscope: "));
  CHECK(ErrorAs("cpuprofile", R"({"nodes":[[],{"id":{}}],"samples":{"a":[]}})").starts_with("file: cpuprofile: "));
}

}  // namespace profdiff::json_test
