// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for matching the functions of programs and libraries by name and image, as in profiles of samples.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "analyze/match/match_names.h"
#include "profdiff/match.h"
#include "support/profile_builder.h"

namespace profdiff::match_image_test {
namespace {

using Functions = std::vector<std::pair<std::string, std::string>>;  // pairs of name and image

FunctionTable TableOf(const Functions& functions) {
  ProfileBuilder builder;
  for (const auto& [name, image] : functions) builder.Static(name, image);
  FunctionTable table = builder.Build().functions;
  for (Function& function : table.functions) function = {.name = function.name, .unit = function.unit};
  table.has_addresses = false;
  table.units_are_images = true;
  return table;
}

// Describes each pair as "NAME BASE-IMAGE OTHER-IMAGE RULE", and checks that exchanging the sides mirrors the
// result.
std::vector<std::string> Pairs(const FunctionTable& base, const FunctionTable& other) {
  const auto describe = [](const FunctionTable& a, const FunctionTable& b, bool mirrored) {
    const Match match = MatchFunctions(a, b, false);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < match.pairs.size(); ++i) {
      const Match::Pair& pair = match.pairs[i];
      std::string first = pair.base.valid() ? std::string(a.UnitName(a[pair.base])) : "-";
      std::string second = pair.other.valid() ? std::string(b.UnitName(b[pair.other])) : "-";
      if (mirrored) first.swap(second);
      const char* rule = pair.rule == MatchRule::kImage ? " image" : pair.rule == MatchRule::kName ? " name" : "";
      lines.push_back(std::string(match.functions.functions[i].name) + " " + first + " " + second + rule);
    }
    return lines;
  };
  const std::vector<std::string> lines = describe(base, other, false);
  CHECK(describe(other, base, true) == lines);
  return lines;
}

std::string ImageNameOf(const std::string& image) {
  return std::string(ImageName(TableOf({{"f", image}}), FunctionId(0)));
}

}  // namespace

TEST_CASE("versions and directories of an image do not count", "[image-rule]") {
  for (const char* libc : {"/lib/libc.so.6", "/usr/lib/libc-2.36.so", "libc.so", "/old/libc-2.28.so (deleted)"}) {
    CHECK(ImageNameOf(libc) == "libc");
  }
  CHECK(ImageNameOf("/bin/prog-1.2") == "prog");
  CHECK(ImageNameOf("/bin/prog-next") == "prog-next");
  CHECK(ImageNameOf("/bin/prog (deleted)") == "prog");
  CHECK(ImageNameOf("/lib/x.sofa") == "x.sofa");
  CHECK(ImageNameOf("[kernel.kallsyms]") == "[kernel.kallsyms]");
  CHECK(ImageNameOf("-2").empty() == false);
}

TEST_CASE("functions of one name match within one image first, then the remaining ones", "[image-rule]") {
  const FunctionTable base =
      TableOf({{"helper", "/l/liba.so.1"}, {"helper", "/l/libb.so"}, {"helper", "/bin/prog_old"}});
  const FunctionTable other =
      TableOf({{"helper", "/bin/prog_new"}, {"helper", "/m/libb.so"}, {"helper", "/m/liba.so.2"}});
  CHECK(Pairs(base, other) == std::vector<std::string>{"helper /bin/prog_old /bin/prog_new image",
                                                       "helper /l/liba.so.1 /m/liba.so.2 image",
                                                       "helper /l/libb.so /m/libb.so image"});
}

TEST_CASE("a name that is unique matches in any image", "[image-rule]") {
  const auto pairs = Pairs(TableOf({{"work", "prog_old"}}), TableOf({{"work", "prog_new"}}));
  CHECK(pairs == std::vector<std::string>{"work prog_old prog_new name"});
}

TEST_CASE("files of one name are told apart by path, then by directory", "[image-rule]") {
  const FunctionTable base = TableOf({{"f", "/v/a/__init__.py"}, {"f", "/v/b/__init__.py"}, {"f", "/v/c/__init__.py"}});
  const FunctionTable same = TableOf({{"f", "/v/a/__init__.py"}, {"f", "/v/c/__init__.py"}, {"f", "/v/x/__init__.py"}});
  CHECK(Pairs(base, same) == std::vector<std::string>{"f /v/a/__init__.py /v/a/__init__.py image",
                                                      "f /v/b/__init__.py /v/x/__init__.py image",
                                                      "f /v/c/__init__.py /v/c/__init__.py image"});
  const FunctionTable moved =
      TableOf({{"f", "/w/c/__init__.py"}, {"f", "/w/x/__init__.py"}, {"f", "/w/y/__init__.py"}});
  CHECK(Pairs(base, moved) == std::vector<std::string>{"f /v/a/__init__.py -", "f /v/b/__init__.py -",
                                                       "f /v/c/__init__.py /w/c/__init__.py image",
                                                       "f - /w/x/__init__.py", "f - /w/y/__init__.py"});
}

TEST_CASE("if two functions remain on a side, none of them is chosen", "[image-rule]") {
  const auto pairs = Pairs(TableOf({{"f", "a"}, {"f", "b"}}), TableOf({{"f", "c"}}));
  CHECK(pairs == std::vector<std::string>{"f a -", "f b -", "f - c"});
}

TEST_CASE("images are not source files", "[image-rule]") {
  FunctionTable files = TableOf({{"f", "a"}, {"f", "b"}});
  files.units_are_images = false;
  const FunctionTable images = TableOf({{"f", "a"}, {"f", "b"}});
  const Match match = MatchFunctions(files, images, false);
  CHECK_FALSE(match.functions.units_are_images);
  for (const Match::Pair& pair : match.pairs) {
    CHECK((!pair.base.valid() || !pair.other.valid()));
  }
  for (const Function& function : match.functions.functions) {
    const std::string_view unit = match.functions.UnitName(function);
    CHECK((unit.empty() || unit == "a" || unit == "b"));
  }
}

}  // namespace profdiff::match_image_test
