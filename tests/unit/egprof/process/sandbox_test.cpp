// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/process/sandbox.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "egprof/commands.h"

namespace egprof::sandbox_test {
namespace {

using Paths = std::vector<std::string>;

SandboxPaths PathsIn(const std::vector<const char*>& arguments) { return PathsOf(arguments); }

bool Has(const Paths& paths, const std::string& path) { return std::ranges::find(paths, path) != paths.end(); }

}  // namespace

TEST_CASE("Everything that a command line names can be read, and only outputs can be written") {
  const SandboxPaths paths =
      PathsIn({"egprof", "check", "-Isrc:lib", "--properties=a.asl", "--image", "prog", "--html=out/p.html",
               "--db=runs.db:app/e/t", "--json", "d.json", "x.folded", "-"});
  for (const char* path : {"src", "lib", "a.asl", "prog", "x.folded", "/dev/stdin"}) CHECK(Has(paths.read, path));
  CHECK(paths.write == Paths{"out/p.html", "d.json"});
  CHECK(paths.store == Paths{"runs.db"});
  for (const char* path : {"egprof", "out/p.html", "d.json", "runs.db"}) CHECK_FALSE(Has(paths.read, path));
}

TEST_CASE("Each option with a file is known to read it or to write it") {
  const std::set<std::string> read = {
      "baseline",   "external-symbol-table", "file-ordering", "image", "input", "launch", "models", "properties",
      "rename-file"};
  std::set<std::string> known(WritingOptions().begin(), WritingOptions().end()), used;
  for (const Command& command : Commands()) {
    if (command.rows == nullptr) continue;
    const auto rows = command.rows();
    const bool has_sandbox = std::ranges::any_of(
        rows, [](const OptionRow& row) { return row.HasName() && std::string(row.name) == "sandbox"; });
    for (const OptionRow& row : rows) {
      if (!has_sandbox || row.metavar == nullptr || !row.HasName()) continue;
      if (std::string(row.metavar).find("FILE") == std::string::npos) continue;
      INFO(command.word << " --" << row.name);
      CHECK(read.contains(row.name) + known.contains(row.name) == 1);
      used.insert(row.name);
    }
  }
  for (const std::string& name : known) CHECK(used.contains(name));
}

}  // namespace egprof::sandbox_test
