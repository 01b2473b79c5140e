// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for patterns, which are names without the numbers in their clone suffixes, and for source files of functions.
#include "analyze/match/match_names.h"

#include <catch2/catch.hpp>

#include "support/profile_builder.h"

namespace profdiff::match_names_test {
namespace {

TEST_CASE("a clone's pattern leaves out the numbers and keeps kinds and their order") {
  CHECK(ClonePattern("f.part.0") == "f.part");
  CHECK(ClonePattern("f.isra.12") == "f.isra");
  CHECK(ClonePattern("f.constprop.0.isra.1") == "f.constprop.isra");
  CHECK(ClonePattern("f.isra.0.constprop.1") == "f.isra.constprop");
  CHECK(ClonePattern("f.cold") == "f.cold");
  CHECK(ClonePattern("f.cold.3") == "f.cold");
  CHECK(ClonePattern("f.part.0.cold") == "f.part.cold");
  CHECK(ClonePattern("f.lto_priv.5") == "f.lto_priv");
  CHECK(ClonePattern("_ZN1a1bEv.llvm.123456789") == "_ZN1a1bEv.llvm");
  CHECK(ClonePattern("inner.7.part.0") == "inner.7.part");
}

TEST_CASE("a name can have any number of suffixes") {
  std::string name = "f", pattern = "f";
  for (int i = 0; i < 200'000; ++i) {
    name += i % 2 == 0 ? ".cold" : ".part.7";
    pattern += i % 2 == 0 ? ".cold" : ".part";
  }
  CHECK((ClonePattern(name) == pattern));
}

TEST_CASE("names that are not clones have no pattern") {
  for (const char* name : {"f", "", "f.0", "f.1234", "f.partial.0", "f.cold0", "part.0", ".part.0", ".cold", "f.part.x",
                           "f.", "f.part.", "f.avx2", "f.part.0.resolver"}) {
    CAPTURE(name);
    CHECK(ClonePattern(name).empty());
  }
}

TEST_CASE("a function's file is from its file symbol, otherwise from debug information, without directories") {
  TestExecution run = ProfileBuilder()
                          .Static("unit", "src/a.c")
                          .At("/home/b.h", 3)
                          .Static("path", "")
                          .At("/home/b.c", 3)
                          .Static("optimised", "<artificial>")
                          .At("c.c", 3)
                          .Static("neither", "")
                          .Build();
  CHECK(SourceFileName(run.functions, run.Find("unit")) == "a.c");
  CHECK(SourceFileName(run.functions, run.Find("path")) == "b.c");
  CHECK(SourceFileName(run.functions, run.Find("optimised")) == "c.c");
  CHECK(SourceFileName(run.functions, run.Find("neither")).empty());
}

}  // namespace
}  // namespace profdiff::match_names_test
