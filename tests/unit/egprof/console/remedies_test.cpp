// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the words of remedies: each kind has one row, and each option that a row names is an option of a command.
#include "egprof/console/remedies.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <string_view>

#include "egprof/commands.h"

namespace egprof::remedies_test {
namespace {

using profdiff::Remedy;
using profdiff::RemedyKind;

std::set<std::string> OptionNames() {
  std::set<std::string> names;
  for (const Command& command : Commands()) {
    for (const OptionRow& row : command.rows()) {
      if (row.HasName()) names.insert(row.name);
    }
  }
  return names;
}

// Returns the words in braces.
std::set<std::string> NamesIn(std::string_view form) {
  std::set<std::string> names;
  for (std::size_t begin = form.find('{'); begin != std::string_view::npos; begin = form.find('{', begin + 1)) {
    names.insert(std::string(form.substr(begin + 1, form.find('}', begin) - begin - 1)));
  }
  return names;
}

}  // namespace

TEST_CASE("Each kind of remedy has its words", "[remedies]") {
  std::set<RemedyKind> kinds;
  for (const RemedyRow& row : RemedyRows()) CHECK(kinds.insert(row.kind).second);
  const auto last = static_cast<std::size_t>(RemedyKind::kMeasureFrom);
  CHECK(kinds.size() == last);
  CHECK(WordsForRemedy({}).before.empty());
  CHECK(WordsForRemedy({}).after.empty());
}

TEST_CASE("Remedies name options of commands", "[remedies]") {
  const std::set<std::string> options = OptionNames();
  for (const RemedyRow& row : RemedyRows()) {
    for (const char* form : {row.before, row.after}) {
      CHECK(std::string_view(form).find("--") == std::string_view::npos);
      for (const std::string& name : NamesIn(form)) {
        CAPTURE(name);
        CHECK((name.empty() || name == "them" || options.contains(name)));
      }
    }
  }
}

TEST_CASE("Remedies have values", "[remedies]") {
  CHECK(WordsForRemedy({RemedyKind::kHideFrames, "'^(a)$'"}).after == ": --hide='^(a)$' leaves them out");
  CHECK(WordsForRemedy({RemedyKind::kListCycles, "1"}).after == "; --explain-cycles lists it");
  CHECK(WordsForRemedy({RemedyKind::kListCycles, "2"}).after == "; --explain-cycles lists them");
  CHECK(WordsForRemedy({RemedyKind::kSetEach, "n"}).before == "--each=n: ");
}

}  // namespace egprof::remedies_test
