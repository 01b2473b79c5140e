// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/name_parts.h"

#include <catch2/catch.hpp>

namespace profdiff::name_parts_test {
namespace {

std::string Text(std::string_view name) {
  const std::optional<QualifiedName> qualified = FindQualifiedName(name, '\0');
  return qualified ? qualified->text : "-";
}

// Splits a name; returns its parts as "scope | name | arguments | parameters".
std::string Parts(std::string_view name) {
  const NameParts parts = SplitName(name, '\0');
  return parts.scope + " | " + parts.name + " | " + parts.arguments + " | " + parts.parameters;
}

}  // namespace

TEST_CASE("a function's name has no parameters", "[name_parts]") {
  CHECK(Text("_ZN5store4LoadEi") == "store::Load");
  CHECK(Text("_ZNK5store5TableIiE4FindEi") == "store::Table<int>::Find");
  CHECK(Text("_Z4SortIiEvT_S0_") == "Sort<int>");
  CHECK(Text("_ZL6helperi") == "helper");
  CHECK(Text("_ZN1AplERKS_") == "A::operator+");
  CHECK(Text("_ZN1AcviEv") == "A::operator int");
  CHECK(Text("_Z4NameB5cxx11i") == "Name[abi:cxx11]");
  CHECK(Text("_ZN12_GLOBAL__N_11fEi") == "(anonymous namespace)::f");
  CHECK(Text("_ZZ3foovENKUlvE_clEv") == "foo()::{lambda()#1}::operator()");
  CHECK(Text("_Z1fi.part.0") == "f");
}

TEST_CASE("names that are not C++ functions", "[name_parts]") {
  for (const char* name : {"main", "", "_Z", "_ZN1a1bE", "_ZTV1A", "_ZThn8_N1A1fEi", "_ZGVZ1fvE1x", "_RNvC1a1b",
                           "_ZN3std2rt10lang_start17h0123456789abcdefE", "_GLOBAL__sub_I_main", "_Z1f!"}) {
    INFO(name);
    CHECK(Text(name) == "-");
  }
  CHECK(Text("_Z1f" + std::string(2000, 'i')) == "-");
}

TEST_CASE("copies of a constructor have one name", "[name_parts]") {
  const auto complete = FindQualifiedName("_ZN1AC1Ei", '\0'), base = FindQualifiedName("_ZN1AC2Ei", '\0');
  REQUIRE(complete);
  REQUIRE(base);
  CHECK(complete->text == "A::A");
  CHECK(complete->text == base->text);
  CHECK(complete->variant != base->variant);
  CHECK(FindQualifiedName("_ZN1A1fEi", '\0')->variant == 0);
}

TEST_CASE("all overloads begin with the same text", "[name_parts]") {
  const auto begin_alike = [](std::string_view name, std::initializer_list<std::string_view> overloads) {
    const auto qualified = FindQualifiedName(name, '\0');
    REQUIRE(qualified);
    for (const std::string_view overload : overloads) {
      INFO(name << ' ' << overload);
      CHECK(FindQualifiedName(overload, '\0')->text == qualified->text);
      CHECK(NameStem(overload, '\0').starts_with(qualified->stem));
    }
  };
  begin_alike("_ZN1A1fEi", {"_ZNK1A1fEl", "_ZN1A1fERKS_", "_ZNKR1A1fEv"});
  begin_alike("_Z1fi", {"_ZL1fl", "_Z1fv"});
  begin_alike("_ZN1AC2Ei", {"_ZN1AC1El", "_ZN1AC1ERKS_"});
  begin_alike("_ZN1AIiEplEi", {"_ZNK1AIiEplEl"});
  begin_alike("_ZplRK1Ai", {"_ZplRK1Al"});
  CHECK(FindQualifiedName("_ZN5store4LoadEi", '\0')->stem == "5store4Load");
}

TEST_CASE("the parts of a name", "[name_parts]") {
  CHECK(Parts("_ZN5store4LoadEi") == "store | Load |  | (int)");
  CHECK(Parts("_ZNK5store5TableIiE4FindIlEEvT_") == "store::Table<int> | Find | long | (long) const");
  CHECK(Parts("_Z4SortIiLi3EEvT_S0_") == " | Sort | int, 3 | (int, int)");
  CHECK(Parts("_ZlsRSoi") == " | operator<< |  | (std::ostream&, int)");
  CHECK(Parts("_ZN1AIiED2Ev") == "A<int> | ~A |  | ()");
  CHECK(Parts("_ZN3std2rt10lang_start17h0123456789abcdefE") == "std::rt | lang_start |  | ");
  CHECK(Parts("main") == " | main |  | ");
  CHECK(SplitName("_Z1fi.part.0", '\0').suffix == ".part.0");
}

}  // namespace profdiff::name_parts_test
