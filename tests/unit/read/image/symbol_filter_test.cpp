// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the filter accepts a string as the name of a function if and only if gprof 2.40 does. The result for a
// string also depends on the strings after it in the string table.
#include "read/image/symbol_filter.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <string>

namespace profdiff::symbol_filter_test {
namespace {

// Consecutive strings, as in a string table.
class Strings {
 public:
  explicit Strings(const std::vector<std::string>& strings) {
    for (const std::string& s : strings) {
      offsets_.push_back(bytes_.size());
      bytes_.append(s).push_back('\0');
    }
  }

  // True if the first string is the name of a function. The first `known` strings are names of symbols.
  bool IsFunction(std::size_t known) const {
    KnownNames names([this, known] {
      std::vector<const char*> starts;
      for (std::size_t i = known; i > 0; --i) starts.push_back(bytes_.data() + offsets_[i - 1]);
      return starts;
    });
    return IsFunctionName(bytes_.data(), names);
  }

 private:
  std::string bytes_;
  std::vector<std::size_t> offsets_;
};

// Keeps and KeepsAlone return true if the first string is the name of a function. In Keeps, all strings are names of
// symbols; in KeepsAlone, only the first one is.
bool Keeps(const std::vector<std::string>& strings) { return Strings(strings).IsFunction(strings.size()); }
bool KeepsAlone(const std::vector<std::string>& strings) { return Strings(strings).IsFunction(1); }

}  // namespace

TEST_CASE("digits may follow a dot, other things may not", "[symbol_filter]") {
  for (const char* name : {"f", "", "f.1", "f.123.4", "f.", ".5", "f.1.", "_GLOBAL__sub_I_x"}) {
    INFO(name);
    CHECK(Keeps({name}));
  }
  for (const char* name :
       {"f$", "$f", "f.isra.0", "f.part.0", "f.cold", "f.lto_priv.0", ".L5", "crt.c", "f..1", "f.1a", "f.1.x", "a.b"}) {
    INFO(name);
    CHECK_FALSE(Keeps({name}));
  }
}

TEST_CASE("clone and constprop marks are skipped", "[symbol_filter]") {
  for (const char* name : {"f.constprop.0", "f.clone.12", "x.1.constprop.2", "f.constprop.0.constprop.1", "f.clone.0.5",
                           "f.constprop.1."}) {
    INFO(name);
    CHECK(Keeps({name}));
  }
  for (const char* name : {"f.constprop.", "f.clone", "f.constprop.x", "f.constprop.0.isra.0", "f.constprop..1",
                           "f.isra.0.constprop.0", "f.clone.constprop.0"}) {
    INFO(name);
    CHECK_FALSE(Keeps({name}));
  }
}

TEST_CASE("the scan continues with the next string after a dot group", "[symbol_filter]") {
  CHECK(Keeps({"cp.constprop.0", "good"}));
  CHECK_FALSE(Keeps({"cp.constprop.0", "crtstuff.c"}));
  CHECK_FALSE(Keeps({"cp.constprop.0", "bad$x"}));
  CHECK_FALSE(Keeps({"f.1", "g.2", "h.3", "i.c"}));
  CHECK(Keeps({"f.1", "g.2", "h", "i.c"}));
  CHECK(Keeps({"f.1", "", "i.c"}));
  CHECK(Keeps({"f", "i.c"}));
}

TEST_CASE("only strings that are names of symbols are checked", "[symbol_filter]") {
  CHECK(KeepsAlone({"cp.constprop.0", "crtstuff.c"}));
  CHECK(KeepsAlone({"f.1", "g.2", "i.c"}));
}

TEST_CASE("a string that begins inside another name is known as well", "[symbol_filter]") {
  // The linker stores "f.1" as the tail of "xf.1". The string after it, "crt.c", is the name of another symbol.
  std::string bytes("xf.1\0crt.c", 10);
  KnownNames names([&] { return std::vector<const char*>{bytes.data() + 5, bytes.data()}; });
  CHECK_FALSE(IsFunctionName(bytes.data() + 1, names));
}

TEST_CASE("names in a long run have the verdict of its end, in any order", "[symbol_filter]") {
  for (bool good : {true, false}) {
    std::string bytes;
    std::vector<std::size_t> offsets;
    for (std::size_t i = 0; i < 100'000; ++i) {
      offsets.push_back(bytes.size());
      bytes.append("inner." + std::to_string(i)).push_back('\0');
    }
    offsets.push_back(bytes.size());
    bytes.append(good ? "last" : "last.c");
    std::vector<const char*> starts;
    for (std::size_t offset : offsets) starts.push_back(bytes.data() + offset);
    KnownNames names([&] { return starts; });
    std::size_t functions = 0;
    for (std::size_t i = starts.size(); i > 0; --i) functions += IsFunctionName(starts[i - 1], names) ? 1U : 0U;
    for (const char* start : starts) functions += IsFunctionName(start, names) ? 1U : 0U;
    CHECK(functions == (good ? 2 * starts.size() : 0));
    KnownNames asked_once([&] { return starts; });
    CHECK(std::ranges::count_if(starts, [&](const char* start) { return IsFunctionName(start, asked_once); }) ==
          (good ? static_cast<std::ptrdiff_t>(starts.size()) : 0));
  }
}

TEST_CASE("names are collected only when they are needed", "[symbol_filter]") {
  int collected = 0;
  KnownNames names([&] {
    ++collected;
    return std::vector<const char*>();
  });
  CHECK(IsFunctionName("plain", names));
  CHECK_FALSE(IsFunctionName("f.isra.0", names));
  CHECK(collected == 0);
  CHECK(IsFunctionName("f.1", names));
  CHECK(IsFunctionName("f.2", names));
  CHECK(collected == 1);
}

}  // namespace profdiff::symbol_filter_test
