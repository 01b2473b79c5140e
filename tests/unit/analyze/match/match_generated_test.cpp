// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for matching functions whose names differ only in generated parts.
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/match.h"
#include "support/profile_builder.h"

namespace profdiff::match_generated_test {
namespace {

using Names = std::vector<std::string>;  // "FILE:NAME" is a static function of a source file, "NAME@IMAGE" of an image

FunctionTable Table(const Names& names, bool images) {
  ProfileBuilder builder;
  for (const std::string& name : names) {
    const std::size_t mark = name.find(images ? '@' : '|');
    if (mark == std::string::npos) {
      builder.Function(name);
    } else if (images) {
      builder.Static(name.substr(0, mark), name.substr(mark + 1));
    } else {
      builder.Static(name.substr(mark + 1), name.substr(0, mark));
    }
  }
  FunctionTable table = builder.Build().functions;
  if (!images) return table;
  for (Function& function : table.functions) function = {.name = function.name, .unit = function.unit};
  table.has_addresses = false;
  table.units_are_images = true;
  return table;
}

// Returns the pairs that the rule matches, each as "OLD -> NEW\n", and checks that exchanging the sides mirrors them.
std::string Generated(const Names& base_names, const Names& other_names, bool images = false) {
  const auto pairs = [](const FunctionTable& base, const FunctionTable& other, bool mirrored) {
    std::string text;
    for (const Match::Pair& pair : MatchFunctions(base, other, false).pairs) {
      if (pair.rule != MatchRule::kGenerated) continue;
      std::string first(base[pair.base].name), second(other[pair.other].name);
      if (mirrored) first.swap(second);
      text.append(first).append(" -> ").append(second).append("\n");
    }
    return text;
  };
  const FunctionTable base = Table(base_names, images), other = Table(other_names, images);
  const std::string found = pairs(base, other, false);
  CHECK(pairs(other, base, true) == found);
  return found;
}

}  // namespace

TEST_CASE("Rust: hashes depend on the folder of the build", "[generated]") {
  CHECK(Generated({"_ZN3app5parse17h91c4e2d7a60b5f38E", "_ZN3app4scan17h0000000000000001E", "main"},
                  {"_ZN3app4scan17h0000000000000002E", "_ZN3app5parse17h12c4e2d7a60b5f38E", "main"}) ==
        "_ZN3app4scan17h0000000000000001E -> _ZN3app4scan17h0000000000000002E\n"
        "_ZN3app5parse17h91c4e2d7a60b5f38E -> _ZN3app5parse17h12c4e2d7a60b5f38E\n");
  CHECK(Generated({"app::parse::h91c4e2d7a60b5f38"}, {"app::parse::h11c4e2d7a60b5f38"}) ==
        "app::parse::h91c4e2d7a60b5f38 -> app::parse::h11c4e2d7a60b5f38\n");
  CHECK(Generated({"app::parse"}, {"_ZN3app5parse17h91c4e2d7a60b5f38E"}) ==
        "app::parse -> _ZN3app5parse17h91c4e2d7a60b5f38E\n");
  CHECK(Generated({"_RNvCs4fqI2P2rA04_3app3run"}, {"_RNvCs1fqI2P2rA05_3app3run"}) ==
        "_RNvCs4fqI2P2rA04_3app3run -> _RNvCs1fqI2P2rA05_3app3run\n");
  CHECK(Generated({"app::run::{closure#0}"}, {"app::run::{closure#2}"}) ==
        "app::run::{closure#0} -> app::run::{closure#2}\n");
}

TEST_CASE("instances that differ only in their hashes are not matched", "[generated]") {
  CHECK(Generated({"_ZN3app4drop17h0000000000000001E", "_ZN3app4drop17h0000000000000002E"},
                  {"_ZN3app4drop17h0000000000000003E"})
            .empty());
  CHECK(Generated({"_ZN3app4drop17h0000000000000001E", "_ZN3app4drop17h0000000000000002E"},
                  {"_ZN3app4drop17h0000000000000001E", "_ZN3app4drop17h0000000000000003E"}) ==
        "_ZN3app4drop17h0000000000000002E -> _ZN3app4drop17h0000000000000003E\n");
  CHECK(
      Generated({"app::run::{closure#0}", "app::run::{closure#1}"}, {"app::run::{closure#0}", "app::run::{closure#2}"})
          .empty());
}

TEST_CASE("C++: numbers of lambdas", "[generated]") {
  CHECK(Generated({"_ZZ4mainENKUliE_clEi"}, {"_ZZ4mainENKUliE0_clEi"}) ==
        "_ZZ4mainENKUliE_clEi -> _ZZ4mainENKUliE0_clEi\n");
  CHECK(Generated({"_ZZ4mainENKUliE_clEi"}, {"_ZZ4mainENKUllE0_clEl"}).empty());
  CHECK(Generated({"run.omp_outlined.1"}, {"run.omp_outlined.4"}) == "run.omp_outlined.1 -> run.omp_outlined.4\n");
  CHECK(Generated({"a.c|run.__uniq.12"}, {"a.c|run.__uniq.13"}) == "run.__uniq.12 -> run.__uniq.13\n");
  CHECK(Generated({"a.c|run.__uniq.12"}, {"b.c|run.__uniq.13"}).empty());
}

TEST_CASE("static functions match in their files", "[generated]") {
  CHECK(Generated({"a.c|inner.1", "b.c|inner.2"}, {"a.c|inner.3", "b.c|inner.4"}) ==
        "inner.1 -> inner.3\ninner.2 -> inner.4\n");
}

TEST_CASE("functions match in their images first", "[generated]") {
  CHECK(Generated({"x::f::h0000000000000001@/bin/p", "x::f::h0000000000000002@/lib/a.so"},
                  {"x::f::h0000000000000003@/lib/a.so.1", "x::f::h0000000000000004@/opt/p"}, true) ==
        "x::f::h0000000000000001 -> x::f::h0000000000000004\nx::f::h0000000000000002 -> x::f::h0000000000000003\n");
  CHECK(Generated({"x::f::h0000000000000001@/bin/p"}, {"x::f::h0000000000000003@/bin/q"}, true) ==
        "x::f::h0000000000000001 -> x::f::h0000000000000003\n");
}

TEST_CASE("Go and virtual machines", "[generated]") {
  for (const auto& [old, now] : std::vector<std::pair<std::string, std::string>>{
           {"main.Map[go.shape.int]", "main.Map[...]"},
           {"main.run.func1", "main.run.func3"},
           {"LazyCompile:~run a.js:1:2", "LazyCompile:*run a.js:4:2"},
           {"Main$$Lambda$14/0x0000000800066840.run", "Main$$Lambda$21/0x0000000800071c40.run"},
           {"camlMain__run_123", "camlMain__run_140"}}) {
    CHECK(Generated({old, "main"}, {now, "main"}) == old + " -> " + now + "\n");
  }
  CHECK(Generated({"main.Map[go.shape.int]", "main.Map[go.shape.string]"}, {"main.Map[...]"}).empty());
}

TEST_CASE("names without generated parts are left to the other rules", "[generated]") {
  CHECK(Generated({"a.c|f"}, {"b.c|f"}).empty());
  CHECK(Generated({"f"}, {"g"}).empty());
  CHECK(Generated({"0x1234"}, {"0x1235"}).empty());
}

TEST_CASE("the function of no image matches itself", "[image-rule]") {
  const FunctionTable base = Table({"[unknown]", "[unknown]@/bin/p"}, true);
  const FunctionTable other = Table({"[unknown]", "[unknown]@/bin/p2"}, true);
  for (const Match::Pair& pair : MatchFunctions(base, other, false).pairs) {
    REQUIRE((pair.base.valid() && pair.other.valid()));
    CHECK(pair.rule == MatchRule::kImage);
    CHECK(base.UnitName(base[pair.base]).empty() == other.UnitName(other[pair.other]).empty());
  }
  // If two unknown functions in images are left over, none of them is chosen.
  const FunctionTable three = Table({"[unknown]", "[unknown]@/lib/x.so", "[unknown]@/lib/y.so"}, true);
  int both = 0;
  for (const Match::Pair& pair : MatchFunctions(base, three, false).pairs)
    both += pair.base.valid() && pair.other.valid();
  CHECK(both == 1);
}

}  // namespace profdiff::match_generated_test
