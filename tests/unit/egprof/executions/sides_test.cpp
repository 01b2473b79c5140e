// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the role of each file on a command line.
#include "egprof/executions/sides.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "profdiff/error.h"
#include "support/temporary_file.h"
#include "unit/egprof/command_line.h"

namespace egprof::sides_test {
namespace {

// In these tests, files whose names begin with "prog" are images, and all others are gprof's profiles.
Input MakeInput(const std::string& path) {
  return Input(path, profdiff::FindInputFormat(path.starts_with("prog") ? "image" : "gmon"));
}

std::string Text(const Side& side) {
  std::string text = side.image.path() + ":";
  for (const Input& profile : side.profiles) text += " " + profile.path();
  return text;
}

// Returns the two sides, such as "prog: base.out | prog: other.out", followed by " +sum" if -s requests a sum. Returns
// the error message if the line is rejected.
std::string Meaning(const std::string& line) {
  GprofOptions options = Parse(line);
  try {
    Sides sides = ChooseSides(ItemsOf(options.operands, MakeInput), options.short_form);
    std::string text = Text(sides.base);
    if (sides.other) text += " | " + Text(*sides.other);
    return text + (sides.sum ? " +sum" : "");
  } catch (const profdiff::Error& error) {
    return TextOf(error.message());
  }
}

struct Row {
  const char* line;
  const char* meaning;
};

void Check(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    INFO(row.line);
    CHECK(Meaning(row.line) == row.meaning);
  }
}

}  // namespace

TEST_CASE("One execution: the first file is the image, whatever it is", "[sides]") {
  Check({
      {"egprof", "a.out: gmon.out"},
      {"egprof prog", "prog: gmon.out"},
      {"egprof prog one.out", "prog: one.out"},
      {"egprof prog one.out two.out", "prog: one.out two.out"},
      {"egprof one.out", "one.out: gmon.out"},
      {"egprof one.out two.out", "one.out: two.out"},
      {"egprof prog -", "prog: -"},
      {"egprof -- -p", "-p: gmon.out"},
      {"egprof -b prog -p one.out -q", "prog: one.out"},
  });
}

TEST_CASE("option --base and --subtract", "[sides]") {
  Check({
      {"egprof prog base.out --subtract other.out", "prog: base.out | prog: other.out"},
      {"egprof prog base.out --subtract prog2 other.out", "prog: base.out | prog2: other.out"},
      {"egprof --base prog base.out --subtract prog2 other.out", "prog: base.out | prog2: other.out"},
      {"egprof prog b1 b2 --subtract o1 o2 o3", "prog: b1 b2 | prog: o1 o2 o3"},
      {"egprof --subtract prog2 other.out --base prog base.out", "prog: base.out | prog2: other.out"},
      {"egprof prog b1 --subtract o1 --base b2 --subtract o2", "prog: b1 b2 | prog: o1 o2"},
      {"egprof prog base.out --subtract o1 --subtract o2", "prog: base.out | prog: o1 o2"},
      {"egprof prog -p base.out --subtract -b other.out", "prog: base.out | prog: other.out"},
      {"egprof prog base.out --subtract -- -b", "prog: base.out | prog: -b"},
      {"egprof prog base.out --subtract -", "prog: base.out | prog: -"},
      {"egprof prog base.out --sub other.out", "prog: base.out | prog: other.out"},
  });
}

TEST_CASE("Defaults: a.out and gmon.out for the base, the base's image for the other side", "[sides]") {
  Check({
      {"egprof --subtract other.out", "a.out: gmon.out | a.out: other.out"},
      {"egprof --subtract prog2 other.out", "a.out: gmon.out | prog2: other.out"},
      {"egprof base.out --subtract other.out", "a.out: base.out | a.out: other.out"},
      {"egprof prog --subtract other.out", "prog: gmon.out | prog: other.out"},
      {"egprof prog --subtract prog2 other.out", "prog: gmon.out | prog2: other.out"},
  });
}

TEST_CASE("The other side has no default profile", "[sides]") {
  Check({
      {"egprof prog base.out --subtract", "nothing to subtract: no profile after --subtract"},
      {"egprof --subtract", "nothing to subtract: no profile after --subtract"},
      {"egprof prog base.out --subtract prog2", "nothing to subtract: no profile after --subtract (prog2 is an image)"},
      {"egprof prog base.out -s prog2", "nothing to subtract: no profile after -s (prog2 is an image)"},
      {"egprof --base prog base.out", "--base without --subtract; put the files to subtract after --subtract"},
  });
}

TEST_CASE("A lone -s between profiles was probably meant as --subtract", "[sides]") {
  const auto is_between = [](const std::string& line) {
    const GprofOptions options = Parse(line);
    return ChooseSides(ItemsOf(options.operands, MakeInput), options.short_form).sum_between;
  };
  for (const char* line : {"egprof -bp prog base.out -s other.out", "egprof --brief prog base.out -s other.out",
                           "egprof prog base.out -b -s other.out"}) {
    INFO(line);
    CHECK(is_between(line));
  }
  for (const char* line : {"egprof -s prog base.out other.out", "egprof prog -s base.out other.out",
                           "egprof prog base.out other.out -s", "egprof -bs prog base.out other.out",
                           "egprof prog base.out --sum other.out", "egprof prog base.out other.out"}) {
    INFO(line);
    CHECK_FALSE(is_between(line));
  }
}

TEST_CASE("With --subtract an -s is a sum", "[sides]") {
  Check({
      {"egprof prog b1 -s b2 --subtract o1", "prog: b1 b2 | prog: o1 +sum"},
      {"egprof prog b1 --subtract o1 -s o2", "prog: b1 | prog: o1 o2 +sum"},
  });
}

TEST_CASE("Short form (i): the first file is not an image", "[sides]") {
  Check({
      {"egprof base.out -s other.out", "a.out: base.out | a.out: other.out"},
      {"egprof -b base.out -s other.out", "a.out: base.out | a.out: other.out"},
      {"egprof b1 b2 -s o1 o2", "a.out: b1 b2 | a.out: o1 o2"},
      {"egprof base.out -s prog2 other.out", "a.out: base.out | prog2: other.out"},
      {"egprof b1 -s o1 -s o2", "a.out: b1 | a.out: o1 o2"},
      {"egprof base.out -s -p other.out", "a.out: base.out | a.out: other.out"},
      {"egprof - -s other.out", "a.out: - | a.out: other.out"},
      {"egprof base.out -b -s other.out", "a.out: base.out | a.out: other.out"},
  });
}

TEST_CASE("Short form (ii): an image follows -s", "[sides]") {
  Check({
      {"egprof prog base.out -s prog2 other.out", "prog: base.out | prog2: other.out"},
      {"egprof prog base.out -s -q prog2 other.out", "prog: base.out | prog2: other.out"},
      {"egprof prog -s prog2 other.out", "prog: gmon.out | prog2: other.out"},
      {"egprof prog b1 -s prog2 o1 -s o2", "prog: b1 | prog2: o1 o2"},
  });
}

TEST_CASE("Short form (iii): a lone -b before the first profile, -s directly before a later one", "[sides]") {
  Check({
      {"egprof prog -b base.out -s other.out", "prog: base.out | prog: other.out"},
      {"egprof -b prog base.out -s other.out", "prog: base.out | prog: other.out"},
      {"egprof -b prog b1 b2 -s o1 o2", "prog: b1 b2 | prog: o1 o2"},
      {"egprof -b -p prog base.out -q -s other.out", "prog: base.out | prog: other.out"},
  });
}

TEST_CASE("Everything else with -s is gprof's sum", "[sides]") {
  Check({
      {"egprof -s prog b1 b2", "prog: b1 b2 +sum"},
      {"egprof prog b1 b2 -s", "prog: b1 b2 +sum"},
      {"egprof prog b1 -s b2", "prog: b1 b2 +sum"},
      {"egprof prog -s b1 b2", "prog: b1 b2 +sum"},
      {"egprof -b -s prog b1 b2", "prog: b1 b2 +sum"},
      {"egprof -bs prog b1 b2", "prog: b1 b2 +sum"},
      {"egprof prog -bs b1 b2", "prog: b1 b2 +sum"},
      {"egprof prog b1 -bs b2", "prog: b1 b2 +sum"},
      {"egprof -sb prog b1 b2", "prog: b1 b2 +sum"},
      {"egprof prog -b -s b1 b2", "prog: b1 b2 +sum"},
      {"egprof prog b1 -b -s b2", "prog: b1 b2 +sum"},
      {"egprof prog b1 -b b2 -s b3", "prog: b1 b2 b3 +sum"},
      {"egprof -b prog b1 -s -p b2", "prog: b1 b2 +sum"},
      {"egprof -b prog b1 -s -- b2", "prog: b1 b2 +sum"},
      {"egprof -bp prog b1 -s b2", "prog: b1 b2 +sum"},
      {"egprof --brief prog b1 -s b2", "prog: b1 b2 +sum"},
      {"egprof -b prog b1 --sum b2", "prog: b1 b2 +sum"},
      {"egprof base.out -bs other.out", "base.out: other.out +sum"},
      {"egprof base.out other.out -s", "base.out: other.out +sum"},
  });
}

TEST_CASE("A line that gprof accepts with more than one -s is gprof's sum", "[sides]") {
  Check({
      {"egprof -b -s prog b1 -s b2", "prog: b1 b2 +sum"},
      {"egprof -s -b prog b1 -s b2", "prog: b1 b2 +sum"},
      {"egprof -b prog -s b1 -s b2", "prog: b1 b2 +sum"},
      {"egprof -b prog b1 -s b2 -s b3", "prog: b1 b2 b3 +sum"},
      {"egprof -b prog b1 -s b2 -s", "prog: b1 b2 +sum"},
      {"egprof -b prog b1 -s b2 --sum", "prog: b1 b2 +sum"},
      {"egprof -b prog b1 -s b2 -bs", "prog: b1 b2 +sum"},
      {"egprof -bs prog -b b1 -s b2", "prog: b1 b2 +sum"},
  });
}

TEST_CASE("No short form under gprof's name and with --classic", "[sides]") {
  Check({
      {"gprof base.out -s other.out", "base.out: other.out +sum"},
      {"gprof -b prog base.out -s other.out", "prog: base.out other.out +sum"},
      {"/usr/bin/aarch64-linux-gnu-gprof prog b1 -s prog2 o1", "prog: b1 prog2 o1 +sum"},
      {"egprof --classic base.out -s other.out", "base.out: other.out +sum"},
      {"egprof -b prog base.out -s other.out --classic", "prog: base.out other.out +sum"},
      {"egprof --classic prog base.out --subtract other.out", "prog: base.out | prog: other.out"},
  });
}

TEST_CASE("A sum together with a short form is kept", "[sides]") {
  Check({
      {"egprof -s base.out -s other.out", "a.out: base.out | a.out: other.out +sum"},
      {"egprof base.out -s other.out -bs", "a.out: base.out | a.out: other.out +sum"},
  });
}

TEST_CASE("Profiles of other profilers need no image", "[sides]") {
  const auto make = [](const std::string& path) {
    const bool has_names = path.ends_with(".perf") || path == "-";
    return has_names ? Input(path, profdiff::FindInputFormat("perf")) : MakeInput(path);
  };
  const auto meaning = [&](const std::string& line) {
    const GprofOptions options = Parse(line);
    const Sides sides = ChooseSides(ItemsOf(options.operands, make), options.short_form);
    return Text(sides.base) + (sides.other ? " | " + Text(*sides.other) : "");
  };
  CHECK(meaning("egprof one.perf") == ": one.perf");
  CHECK(meaning("egprof one.perf two.perf") == ": one.perf two.perf");
  CHECK(meaning("egprof -") == ": -");
  CHECK(meaning("egprof prog one.perf") == "prog: one.perf");
  CHECK(meaning("egprof a.perf --subtract b.perf c.perf") == ": a.perf | : b.perf c.perf");
  CHECK(meaning("egprof -b a.perf -s b.perf") == ": a.perf | : b.perf");
  CHECK(meaning("egprof prog a.perf --subtract b.perf") == "prog: a.perf | prog: b.perf");
  CHECK(meaning("egprof prog a.out --subtract b.perf") == "prog: a.out | prog: b.perf");
  CHECK(meaning("egprof a.perf --subtract b.out") == ": a.perf | a.out: b.out");
  CHECK(meaning("egprof a.perf --subtract prog b.out") == ": a.perf | prog: b.out");
}

TEST_CASE("With POSIXLY_CORRECT there are no options after the first file", "[sides]") {
  GprofOptions options = Parse("egprof base.out -s other.out", true);
  Sides sides = ChooseSides(ItemsOf(options.operands, MakeInput), options.short_form);
  CHECK(Text(sides.base) == "base.out: -s other.out");
  CHECK_FALSE(sides.other);
}

// A file that has been examined before it changes keeps its first format.
TEST_CASE("No file is examined if nothing depends on it", "[sides]") {
  for (const char* line : {"egprof prog one.out", "egprof -s prog one.out", "egprof -bs prog one.out two.out"}) {
    const tests::TemporaryFile file("main;f 3\n");
    std::vector<Input> made;
    const auto make = [&](const std::string&) {
      return made.emplace_back(file.path(), profdiff::FindInputFormat("gmon"));
    };
    const GprofOptions options = Parse(line);
    ChooseSides(ItemsOf(options.operands, make), options.short_form);
    std::ofstream(file.path(), std::ios::trunc) << "\177ELF";
    for (const Input& input : made) CHECK(input.IsImage());
  }
}

}  // namespace egprof::sides_test
