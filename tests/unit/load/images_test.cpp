// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/images.h"

#include <catch2/catch.hpp>

#include "support/stack_files.h"
#include "values/loading_stacks.h"

namespace profdiff::images_test {

using tests::Describe;
using tests::ReadText;

namespace {

// Returns a sample of f in a library, called by main in a program.
std::string Stack(const std::string& program, const std::string& library) {
  return "prog 7 1.1: 10 cycles: \n 40 f+0x1 (" + library + ")\n 40 main+0x1 (" + program + ")\n\n";
}

}  // namespace

TEST_CASE("a program in another directory and a library of another version are the same", "[images]") {
  std::vector<StackProfile> parts = {ReadText(Stack("/a/prog", "/lib/libx.so.6")),
                                     ReadText(Stack("/b/prog", "/old/libx-2.36.so")),
                                     ReadText(Stack("/a/prog", "/lib/libx.so.6"))};
  GiveImagesOnePath(parts);
  CHECK(Describe(parts[1]) == Describe(parts[0]));
  CHECK(Describe(AddStacks(parts)) == "main@/a/prog;f@/lib/libx.so.6 30 3\n");
  const StackProfile alone = parts[1];
  parts.clear();  // `alone` must not depend on the other profiles
  CHECK(Describe(alone) == "main@/a/prog;f@/lib/libx.so.6 10 1\n");
}

TEST_CASE("functions remain in order if new paths change their order", "[images]") {
  const std::string text = Stack("/a/z/prog", "/a/libx.so") + "prog 7 1.1: 5 cycles: \n 40 f+0x1 (/b/liby.so)\n\n";
  const std::string other = Stack("/a/z/prog", "/z/libx.so") + "prog 7 1.1: 5 cycles: \n 40 f+0x1 (/b/liby.so)\n\n";
  std::vector<StackProfile> parts = {ReadText(text), ReadText(other)};
  GiveImagesOnePath(parts);
  CHECK(tests::IsSound(parts[1]));
  const StackProfile sum = AddStacks(parts);
  CHECK(sum.functions.size() == 3);
  CHECK(ContextsOn(sum.functions, parts[1]).self == ContextsOn(sum.functions, parts[0]).self);
}

TEST_CASE("images that one recording distinguishes remain separate", "[images]") {
  std::vector<StackProfile> parts = {ReadText(Stack("/a/prog", "/a/libx.so.6")),
                                     ReadText(Stack("/b/prog", "/b/libx.so.6") + Stack("/b/prog", "/c/libx.so.6"))};
  GiveImagesOnePath(parts);
  CHECK(AddStacks(parts).functions.size() == 4);  // main and three different functions named f
}

TEST_CASE("counts stay with their functions", "[images]") {
  const std::string one = "events: Ir\nob=/a/prog\nfn=main\n1 5\ncfn=f\ncalls=1 1\n1 60\nfn=f\n1 60\n";
  std::string two = one;
  two.replace(two.find("/a/"), 3, "/b/");
  std::vector<StackProfile> parts = {ReadText(one), ReadText(two)};
  GiveImagesOnePath(parts);
  const StackProfile sum = AddStacks(parts);
  REQUIRE(sum.counted);
  CHECK(sum.functions.size() == 2);
  CHECK(CountsOn(sum.functions, parts[1]).self_ticks == std::vector<double>{60, 5});
}

}  // namespace profdiff::images_test
