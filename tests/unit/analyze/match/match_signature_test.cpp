// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for matching C++ functions whose parameters changed.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "support/profile_builder.h"

namespace profdiff::match_signature_test {
namespace {

using Names = std::vector<std::string>;  // a name of the form "FILE:NAME" is a static function

FunctionTable Table(const Names& names) {
  ProfileBuilder builder;
  for (const std::string& name : names) {
    const std::size_t colon = name.find(':');
    if (colon == std::string::npos || name[colon + 1] == ':') {
      builder.Function(name);
    } else {
      builder.Static(name.substr(colon + 1), name.substr(0, colon));
    }
  }
  return builder.Build().functions;
}

// Returns the pairs that the rule for signatures matches, each as "OLD -> NEW\n".
std::string Signatures(const Names& base_names, const Names& other_names, const std::vector<RenameRule>& rules = {}) {
  const FunctionTable base = Table(base_names), other = Table(other_names);
  const Renames renames(rules);
  std::string text;
  for (const Match::Pair& pair : MatchFunctions(base, other, false, &renames).pairs) {
    if (pair.rule != MatchRule::kSignature) continue;
    text.append(base[pair.base].name).append(" -> ").append(other[pair.other].name).append("\n");
  }
  return text;
}

TEST_CASE("changed parameters do not make another function", "[signature]") {
  CHECK(Signatures({"main", "_ZN7Builder13FinishCommandEi"}, {"main", "_ZN7Builder13FinishCommandEib"}) ==
        "_ZN7Builder13FinishCommandEi -> _ZN7Builder13FinishCommandEib\n");
  CHECK(Signatures({"_ZN1A1fEi"}, {"_ZNK1A1fEi"}) == "_ZN1A1fEi -> _ZNK1A1fEi\n");
  CHECK(Signatures({"_Z4SortIiEvT_"}, {"_Z4SortIiEvT_i"}) == "_Z4SortIiEvT_ -> _Z4SortIiEvT_i\n");
}

TEST_CASE("qualified names must be equal", "[signature]") {
  CHECK(Signatures({"_ZN1A1fEi"}, {"_ZN1B1fEl"}).empty());
  CHECK(Signatures({"_ZN1AIiE1fEi"}, {"_ZN1AIlE1fEl"}).empty());
  CHECK(Signatures({"_Z4SortIiEvT_"}, {"_Z4SortIlEvT_"}).empty());
  CHECK(Signatures({"_Z1fB5cxx11i"}, {"_Z1fl"}).empty());
  CHECK(Signatures({"f"}, {"_Z1fi"}).empty());
}

TEST_CASE("overloads are not matched by their common name", "[signature]") {
  CHECK(Signatures({"_Z1fi", "_Z1fl"}, {"_Z1fi", "_Z1fc"}).empty());
  CHECK(Signatures({"_Z1fi", "_Z1fl"}, {"_Z1fs", "_Z1fc"}).empty());
  CHECK(Signatures({"_Z1fi"}, {"_Z1fs", "_Z1fc"}).empty());
  CHECK(Signatures({"_ZN1A1fEi", "_ZNK1A1fEl"}, {"_ZNK1A1fEl", "_ZN1A1fEc"}).empty());
  CHECK(Signatures({"_Z1fi", "_Z2ffl"}, {"_Z1fc", "_Z2ffl"}) == "_Z1fi -> _Z1fc\n");
}

TEST_CASE("copies of a constructor remain separate", "[signature]") {
  CHECK(Signatures({"_ZN1AC1Ei", "_ZN1AC2Ei"}, {"_ZN1AC1El", "_ZN1AC2El"}) ==
        "_ZN1AC1Ei -> _ZN1AC1El\n_ZN1AC2Ei -> _ZN1AC2El\n");
  CHECK(Signatures({"_ZN1AC1Ei"}, {"_ZN1AC2El"}) == "_ZN1AC1Ei -> _ZN1AC2El\n");
  CHECK(Signatures({"_ZN1AC1Ei", "_ZN1AC1Ev"}, {"_ZN1AC1El", "_ZN1AC1Ev"}).empty());
}

TEST_CASE("clones are found among clones of their kind", "[signature]") {
  CHECK(Signatures({"_Z1fi", "_Z1fi.cold", "_Z1fi.part.0"}, {"_Z1fl", "_Z1fl.cold", "_Z1fl.part.3"}) ==
        "_Z1fi -> _Z1fl\n_Z1fi.cold -> _Z1fl.cold\n_Z1fi.part.0 -> _Z1fl.part.3\n");
  CHECK(Signatures({"_Z1fi.cold"}, {"_Z1fl"}).empty());
}

TEST_CASE("static functions stay in their files", "[signature]") {
  CHECK(Signatures({"a.cc:_ZL1fi"}, {"a.cc:_ZL1fl"}) == "_ZL1fi -> _ZL1fl\n");
  CHECK(Signatures({"a.cc:_ZL1fi"}, {"b.cc:_ZL1fl"}).empty());
  CHECK(Signatures({"a.cc:_ZL1fi"}, {"_Z1fi"}) == "_ZL1fi -> _Z1fi\n");
}

TEST_CASE("the user's rules come first", "[signature]") {
  CHECK(Signatures({"_Z1fi"}, {"_Z1fl", "_Z1gi"}, {{"1f=1g", false}}).empty());
}

TEST_CASE("names that are known only in demangled form", "[signature]") {
  CHECK(Signatures({"ns::C::f(int*)", "main"}, {"ns::C::f(int const*)", "main"}) ==
        "ns::C::f(int*) -> ns::C::f(int const*)\n");
  CHECK(Signatures({"void ns::g<int>(int)"}, {"void ns::g<int>(int, bool)"}) ==
        "void ns::g<int>(int) -> void ns::g<int>(int, bool)\n");
  CHECK(Signatures({"ns::g<int>(int)"}, {"ns::g<long>(long)"}).empty());
  CHECK(Signatures({"ns::f(int)", "ns::f(long)"}, {"ns::f(int)", "ns::f(char)"}).empty());
  CHECK(Signatures({"ns::f(int)", "ns::f(long)"}, {"ns::f(char)"}).empty());
  CHECK(Signatures({"_ZN2ns1fEi"}, {"ns::f(long)"}) == "_ZN2ns1fEi -> ns::f(long)\n");
  CHECK(Signatures({"fmt.(*pp).doPrint"}, {"fmt.(*ss).doPrint"}).empty());
  CHECK(Signatures({"run (a.py:1)"}, {"run (a.py:2)"}).empty());
  CHECK(Signatures({"f(int) [clone .cold]"}, {"f(long)"}).empty());
}

TEST_CASE("the rule has a name", "[signature]") {
  const FunctionTable base = Table({"_Z1fi"}), other = Table({"_Z1fl"});
  std::string text;
  WriteMatches(text, MatchFunctions(base, other, false), base, other);
  CHECK(text == "rule         name\nsignature    f(int) -> f(long)\n");
  text.clear();
  WriteMatches(text, MatchFunctions(base, other, false), base, other, DemangleStyle::kNone);
  CHECK(text == "rule         name\nsignature    _Z1fi -> _Z1fl\n");
}

}  // namespace
}  // namespace profdiff::match_signature_test
