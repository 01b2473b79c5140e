// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

namespace profdiff::otlp_test {

using tests::Describe;
using tests::ErrorText;
using tests::ProtoBytes;
using tests::ReadText;

namespace {

std::string Numbers(std::initializer_list<char> values) { return {values.begin(), values.end()}; }

ProtoBytes Type(std::uint64_t name, std::uint64_t unit) { return ProtoBytes().Number(1, name).Number(2, unit); }

// Texts: 0 "", 1 "main", 2 "work", 3 "prog", 4 "cpu", 5 "nanoseconds", 6 "thread.name", 7 "samples", 8 "count".
std::string Dictionary() {
  ProtoBytes dictionary;
  dictionary.Bytes(1, "").Bytes(1, ProtoBytes().Number(1, 4096).Number(4, 3).text());
  dictionary.Bytes(2, "");
  dictionary.Bytes(2, ProtoBytes().Number(1, 1).Bytes(3, ProtoBytes().Number(1, 1).text()).text());
  dictionary.Bytes(2, ProtoBytes()
                          .Number(1, 1)
                          .Bytes(3, ProtoBytes().Number(1, 2).text())
                          .Bytes(3, ProtoBytes().Number(1, 1).text())
                          .text());
  dictionary.Bytes(2, ProtoBytes().Number(1, 1).Number(2, 4100).text());
  dictionary.Bytes(3, "").Bytes(3, ProtoBytes().Number(1, 1).text()).Bytes(3, ProtoBytes().Number(1, 2).text());
  for (const char* text : {"", "main", "work", "prog", "cpu", "nanoseconds", "thread.name", "samples", "count"}) {
    dictionary.Bytes(5, text);
  }
  dictionary.Bytes(6, "").Bytes(6, ProtoBytes().Number(1, 6).Bytes(2, ProtoBytes().Bytes(1, "worker").text()).text());
  dictionary.Bytes(7, "").Bytes(7, ProtoBytes().Bytes(1, Numbers({2, 1})).text());
  dictionary.Bytes(7, ProtoBytes().Bytes(1, Numbers({3, 1})).text());
  return dictionary.text();
}

std::string File(const ProtoBytes& profile) {
  const std::string scope = ProtoBytes().Bytes(2, profile.text()).text();
  return ProtoBytes().Bytes(1, ProtoBytes().Bytes(2, scope).text()).Bytes(2, Dictionary()).text();
}

}  // namespace

TEST_CASE("samples of OpenTelemetry have stacks, values and threads", "[otlp]") {
  ProtoBytes profile;
  profile.Bytes(1, Type(4, 5).text()).Bytes(5, Type(4, 5).text()).Number(6, 10);
  profile.Bytes(2, ProtoBytes().Number(1, 1).Bytes(2, Numbers({1})).Bytes(4, Numbers({20, 10})).text());
  profile.Bytes(2, ProtoBytes().Number(1, 2).Bytes(4, Numbers({10})).text());
  const StackProfile stacks = ReadText(File(profile));
  CHECK(stacks.format->name == "otlp");
  CHECK(Describe(stacks) == "main@prog;[unknown]@prog 10 1\nmain@prog;main@prog;work@prog 30 3\n");
  CHECK(stacks.events[0].is_sampled);
  REQUIRE(stacks.threads.size() == 2);
  CHECK(stacks.threads[0].name == "worker");
  StackOptions options;
  options.no_inline = true;
  CHECK(Describe(ReadText(File(profile), options)) == "main@prog;[unknown]@prog 10 1\nmain@prog;main@prog 30 3\n");
}

TEST_CASE("without values, each timestamp counts as one", "[otlp]") {
  ProtoBytes profile;
  profile.Bytes(1, Type(7, 8).text());
  profile.Bytes(2, ProtoBytes().Number(1, 1).Bytes(5, std::string(24, '\1')).text());
  const StackProfile read = ReadText(File(profile));
  CHECK(Describe(read) == "main@prog;main@prog;work@prog 3 3\n");
  CHECK(read.events[0].unit == "samples");
}

TEST_CASE("of several types of profiles, the one that is sampled at a period is read", "[otlp]") {
  ProtoBytes waits;
  waits.Bytes(1, Type(3, 5).text()).Bytes(2, ProtoBytes().Number(1, 2).Bytes(4, Numbers({7})).text());
  ProtoBytes samples;
  samples.Bytes(1, Type(7, 8).text()).Bytes(5, Type(4, 5).text()).Number(6, 10);
  samples.Bytes(2, ProtoBytes().Number(1, 1).Bytes(5, std::string(24, '\1')).text());
  CHECK(Describe(ReadText(File(waits) + File(samples))) == "main@prog;main@prog;work@prog 3 3\n");
  CHECK(Describe(ReadText(File(waits))) == "main@prog;[unknown]@prog 7 0\n");
}

TEST_CASE("numbers may have more bytes than they need", "[otlp]") {
  ProtoBytes profile;
  profile.Bytes(1, Type(7, 8).text());
  profile.Bytes(2, ProtoBytes().Number(1, 1).Bytes(5, std::string(24, '\1')).text());
  // Padded lengths of the outermost fields, as writers leave room for a length that they do not know yet.
  const auto padded = [](char field, const std::string& bytes) {
    std::string text(1, static_cast<char>(field << 3 | 2));
    text += static_cast<char>(0x80 | (bytes.size() & 0x7f));
    text += static_cast<char>(0x80 | (bytes.size() >> 7 & 0x7f));
    return text + "\x80\x80" + std::string(1, '\0') + bytes;
  };
  const std::string scope = ProtoBytes().Bytes(2, profile.text()).text();
  const StackProfile stacks = ReadText(padded(1, padded(2, scope)) + padded(2, Dictionary()));
  CHECK(stacks.format->name == "otlp");
  CHECK(Describe(stacks) == "main@prog;main@prog;work@prog 3 3\n");
}

TEST_CASE("older and damaged profiles of OpenTelemetry are refused", "[otlp]") {
  ProtoBytes old;
  old.Bytes(1, Type(7, 8).text()).Bytes(3, Numbers({1, 2}));
  CHECK(ErrorText(File(old)).find("before version 1.9") != std::string::npos);
  ProtoBytes profile;
  profile.Bytes(1, Type(7, 8).text()).Bytes(2, ProtoBytes().Number(1, 9).Bytes(4, Numbers({1})).text());
  CHECK(ErrorText(File(profile)) == "file: otlp: no stack 9 in a table of size 3");
  const std::string whole = File(old);
  CHECK(ErrorText(whole.substr(0, whole.size() - 3)).find("a damaged message") != std::string::npos);
}

}  // namespace profdiff::otlp_test
