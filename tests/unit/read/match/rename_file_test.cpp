// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/match.h"
#include "support/temporary_file.h"

namespace profdiff::rename_file_test {
namespace {

std::vector<std::string> Rules(const std::string& content) {
  tests::TemporaryFile file(content);
  std::vector<std::string> rules;
  for (const RenameRule& rule : ReadRenameFile(file.path()))
    rules.push_back((rule.demangled ? "d " : "l ") + rule.text);
  return rules;
}

TEST_CASE("a file of rules, with and without options", "[rename]") {
  CHECK(Rules("^a$=b\n--rename=^c$=d\n--rename-demangled=N::=M::\n") ==
        std::vector<std::string>{"l ^a$=b", "l ^c$=d", "d N::=M::"});
}

TEST_CASE("comments, empty lines and other line ends", "[rename]") {
  CHECK(Rules("# 0.87 a -> b: reasons\n\na=b\r\n#\nc=d") == std::vector<std::string>{"l a=b", "l c=d"});
  CHECK(Rules("").empty());
}

TEST_CASE("rules with a shell's quotes", "[rename]") {
  CHECK(Rules("--rename='^a$=b'\n'c=d'\n--rename-demangled='it'\\''s=e'\n'=x\n") ==
        std::vector<std::string>{"l ^a$=b", "l c=d", "d it's=e", "l '=x"});
}

TEST_CASE("a file of rules that does not exist", "[rename]") {
  CHECK_THROWS_AS(ReadRenameFile("/nonexistent/rules"), Error);
  CHECK_THROWS_WITH(ReadRenameFile("/"), "Is a directory");
}

}  // namespace
}  // namespace profdiff::rename_file_test
