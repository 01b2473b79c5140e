// SPDX-License-Identifier: GPL-3.0-or-later
// Reads rules as users write them, one per line. The first letter of a line selects its kind: a rename, a condition of
// --fail-if, a list of columns, a style of demangling, a filter code, its expressions, or a name to which the rules are
// applied.
#include <vector>

#include "analyze/loops/fold.h"
#include "base/generated_parts.h"
#include "base/short_name.h"
#include "fuzz/input.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "profdiff/ranking.h"
#include "profdiff/significance.h"
#include "support/profile_builder.h"
#include "support/trace_builder.h"

namespace {

using namespace profdiff;

const Difference& SomeDifference() {
  static const Difference difference = SubtractTests(
      ProfileBuilder().Function("main", 1.5).Function("f", 2).Function("_Z3oldv", 1).Call("main", "f", 3).Build(),
      ProfileBuilder().Function("main", 1).Function("f", 3).Function("_Z3newv", 1).Call("main", "f", 4).Build());
  return difference;
}

void TryRename(const RenameRule& rule, const std::vector<std::string>& names) {
  fuzz::Accepts([&] {
    const Renames renames({rule});
    for (const std::string& name : names) {
      fuzz::Accepts([&] {
        const std::optional<std::string> renamed = rule.demangled ? renames.Demangled(name) : renames.Linkage(name);
        fuzz::Require(!renamed || renamed->size() <= Renames::kLongestName);
      });
    }
  });
}

void TrySubstitution(const std::string& text, const std::vector<std::string>& names) {
  fuzz::Accepts([&] {
    const Substitutions substitutions({text});
    for (const std::string& name : names) {
      fuzz::Accepts([&] { substitutions.Apply(name); });
    }
  });
}

void TryGate(const std::string& text) {
  fuzz::Accepts([&] {
    const Gate gate = Gate::Parse(text);
    fuzz::Require(gate.text() == text);
    if (!gate.NeedsSignificance()) FindOffenders(gate, SomeDifference(), nullptr);
  });
}

void TryColumns(const std::string& text) {
  fuzz::Accepts([&] {
    std::string out;
    WriteFlatSideBySide(out, SomeDifference(), {"base", "other"}, {}, {{text}, nullptr});
  });
}

// Checks that an accepted filter code is the same after writing and reading it.
void TryFilter(const std::string& code, const std::vector<std::string>& expressions) {
  fuzz::Accepts([&] {
    const RankFilter filter = ParseRankFilter(code, expressions);
    const RankFilter again = ParseRankFilter(filter.code, expressions);
    fuzz::Require(again.code == filter.code && again.keep == filter.keep && again.longest_body == filter.longest_body);
    const Trace trace = TraceBuilder().Thread("main(MPI_Init,_ZN1a1bIiEEvT_,a,a,free,MPI_Send)").Build();
    const Trace* const runs[] = {&trace};
    FoldTraces(runs, filter);
  });
}

void TryNames(const std::string& name) {
  for (DemangleStyle style : {DemangleStyle::kAuto, DemangleStyle::kGnuV3, DemangleStyle::kJava, DemangleStyle::kGnat,
                              DemangleStyle::kDlang, DemangleStyle::kRust}) {
    Demangle(name, style, name.size() % 2 == 0 ? '\0' : '_');
  }
  fuzz::Require(WithoutGenerated(name).size() <= 2 * name.size());
  NameBeforeParameters(name);
  fuzz::Require(ShortNamesApart({name, name + "<int>", name}).size() == 3);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  fuzz::Input input(data, size);
  fuzz::Accepts([&] { Renames renames(ReadRenameFile(file.Fill(input.Rest()))); });
  std::vector<std::string> names = {"main", "_ZN1a1bIiEEvT_", std::string(Renames::kLongestName, 'a')};
  std::vector<std::string> expressions;
  while (!input.empty()) {
    const std::string line = input.Until('\n');
    const std::string rest = line.empty() ? "" : line.substr(1);
    switch (line.empty() ? '\0' : line[0]) {
      case 'r':
      case 'd':
        TryRename({rest, line[0] == 'd'}, names);
        break;
      case 's':
        TrySubstitution(line, names);
        break;
      case 'g':
        TryGate(rest);
        break;
      case 'c':
        TryColumns(rest);
        break;
      case 'f':
        TryFilter(rest, expressions);
        break;
      case 'e':
        expressions = {rest};
        break;
      case 'n':
        TryNames(rest);
        names.back() = rest;
        break;
      default:
        ParseDemangleStyle(line);
    }
  }
  return 0;
}
