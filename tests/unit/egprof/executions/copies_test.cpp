// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for profiles that are given more than once.
#include "egprof/executions/copies.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "profdiff/error.h"
#include "support/temporary_folder.h"

namespace egprof::copies_test {
namespace {

// Returns the table of runs with the given times of one function, at 100 samples per second.
profdiff::RunTable RunsOf(std::vector<double> seconds) {
  profdiff::RunTable table;
  table.functions = 1;
  table.runs = seconds.size();
  table.rates.assign(seconds.size(), 100);
  table.seconds = std::move(seconds);
  return table;
}

}  // namespace

TEST_CASE("A profile on both sides", "[copies]") {
  Messages messages;
  CheckFiles({"prog", {"/tmp/a", "/tmp/b"}}, {"prog", {"/tmp/c"}}, messages);
  CHECK(messages.entries().empty());
  CheckFiles({"prog", {"/tmp/a", "/tmp/b"}}, {"prog", {"/tmp/b", "/tmp/a"}}, messages);
  CHECK(messages.entries() == std::vector<Messages::Entry>{
                                  {Severity::kWarning, profdiff::Message("the same file is on both sides: /tmp/a")}});
  // A trial has a name in its store, and no file.
  Messages of_stores;
  CheckFiles({"", {"/tmp"}, "s.db"}, {"", {"/tmp/."}, "s.db"}, of_stores);
  CHECK(of_stores.entries().empty());
  CheckFiles({"", {"/tmp"}}, {"", {"/tmp/."}}, of_stores);
  CHECK(of_stores.entries().size() == 1);
}

TEST_CASE("A run is given only once, by whatever name", "[copies]") {
  const tests::TemporaryFolder folder;
  const std::string a = folder.path() + "/a", b = folder.path() + "/b", link = folder.path() + "/link";
  std::ofstream(a) << "main 1\n";
  std::ofstream(b) << "main 1\n";
  std::filesystem::create_symlink(a, link);
  const auto refused = [](const Side& side) {
    try {
      RefuseTwins(side);
    } catch (const profdiff::Error& error) {
      return error.path();
    }
    return std::string();
  };
  CHECK(refused({"", {a, b}}).empty());
  CHECK(refused({"", {a, b, a}}) == a);
  CHECK(refused(
            {"", {b, a, folder.path() + "/../" + std::filesystem::path(a).parent_path().filename().string() + "/a"}}) !=
        "");
  CHECK(refused({"", {link, b, a}}) == a);
  std::filesystem::create_hard_link(b, folder.path() + "/hard");
  CHECK(refused({"", {b, folder.path() + "/hard"}}) == folder.path() + "/hard");
  CHECK(refused({"", {"trial", "trial"}, "s.db"}) == "trial");
}

TEST_CASE("Files with equal bytes are copies if chance could not repeat their samples", "[copies]") {
  const tests::TemporaryFolder folder;
  const std::string a = folder.path() + "/a", b = folder.path() + "/b", c = folder.path() + "/c";
  std::ofstream(a) << "main 150\n";
  std::ofstream(b) << "main  150\n";
  std::ofstream(c) << "main 150\n";
  CHECK_NOTHROW(RefuseCopies({"", {a, b}}, RunsOf({1.5, 1.5})));
  CHECK_THROWS_AS(RefuseCopies({"", {a, b, c}}, RunsOf({1.5, 1.5, 1.5})), profdiff::Error);
  CHECK_NOTHROW(RefuseCopies({"", {a, c}}, RunsOf({1, 1})));
  CHECK_NOTHROW(RefuseCopies({"", {a, c}}, RunsOf({1.5, 1.6})));
  profdiff::RunTable counted = RunsOf({1.5, 1.5});
  counted.kind = profdiff::TimesOf::kCounts;
  CHECK_NOTHROW(RefuseCopies({"", {a, c}}, counted));
}

}  // namespace egprof::copies_test
