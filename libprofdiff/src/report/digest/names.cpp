// SPDX-License-Identifier: GPL-3.0-or-later
// Names rows, says which are new, gone or renamed, and cuts names to the width of a column.
#include "report/digest/names.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "report/machine/rows.h"
#include "report/machine/short_names.h"

namespace profdiff {
namespace {

class Namer {
 public:
  explicit Namer(const DigestView& view) : view_(view), table_(view.difference.match.functions) {}

  std::vector<DigestName> Run() const {
    std::vector<DigestName> rows;
    const std::vector<std::string> names = ChooseNames();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Digest::Row& row = view_.digest.rows[i];
      DigestName named{names[i], PlaceOf(row.function), {}, {}, {}};
      Mark(row.function, named);
      if (row.caller.valid()) named.caller = Short(table_[row.caller].name, Least());
      rows.push_back(std::move(named));
    }
    return rows;
  }

 private:
  // Rows of groups (files, images) do not have names of functions, so there is nothing to demangle or shorten.
  bool IsGroup() const { return view_.base_functions == nullptr; }

  std::string Short(std::string_view name, NameForm form) const {
    return IsGroup() ? ForLine(name) : FormOfName(table_, name, view_.names.demangle, form);
  }

  // Returns " (file:line)" for a row that is a source line.
  std::string PlaceOf(FunctionId f) const {
    if (!IsLine(table_, f)) return "";
    return " (" + ForLine(BaseName(table_.FilePath(f))) + ":" + std::to_string(table_[f].line) + ")";
  }

  std::vector<std::string> ChooseNames() const {
    std::vector<FunctionId> functions;
    for (const Digest::Row& row : view_.digest.rows) functions.push_back(row.function);
    if (!IsGroup()) return ShortNamesOf(table_, functions, view_.names.demangle, Least());
    std::vector<std::string> names;
    for (const FunctionId f : functions) names.push_back(ForLine(table_[f].name));
    return names;
  }

  NameForm Least() const { return view_.full_names ? NameForm::kWhole : NameForm::kPlain; }

  void Mark(FunctionId f, DigestName& named) const {
    const Difference::Row& row = view_.difference.functions[f.value];
    // Without an image and without counted calls, a function without samples may still have been called.
    const SideTotals &base_side = view_.difference.base, &other_side = view_.difference.other;
    if (!row.base.present) named.mark = base_side.ListsAllFunctions() ? "new" : "no samples in base";
    if (!row.other.present) named.mark = other_side.ListsAllFunctions() ? "gone" : "no samples in other";
    if (!row.base.present || !row.other.present || IsGroup()) return;
    const Match::Pair& pair = view_.difference.match.pairs[f.value];
    const std::string_view base = (*view_.base_functions)[pair.base].name;
    const std::string_view other = (*view_.other_functions)[pair.other].name;
    // Other numbers in generated parts (".part.0") are not a rename, because the name refers to the same function.
    if (base == other || pair.rule == MatchRule::kClone || pair.rule == MatchRule::kGenerated) return;
    named.mark = "was";
    // If both short names are equal, only the parameters distinguish them.
    const bool alike = Short(base, NameForm::kPlain) == Short(other, NameForm::kPlain);
    named.was = Short(base, alike ? std::max(Least(), NameForm::kParameters) : Least());
  }

  const DigestView& view_;
  const FunctionTable& table_;
};

}  // namespace

std::string Shortened(std::string_view text, std::size_t characters) {
  return CutToCharacters(text, std::max<std::size_t>(characters, 1), "…");
}

std::string ShortenedName(std::string_view name, std::size_t characters) {
  constexpr std::size_t kLeastHead = 4;
  const std::size_t scope = name.rfind("::");
  const std::size_t last = scope == std::string_view::npos ? name.rfind('.') : scope;
  if (last == std::string_view::npos || CountCharacters(name) <= characters) return Shortened(name, characters);
  const std::size_t tail = CountCharacters(name.substr(last));
  // A short tail survives a cut in the middle; a long one leaves no room for the beginning. What calls a lambda tells
  // less than the function that has the lambda.
  const bool is_lambda = name.ends_with("}::operator()");
  if (is_lambda || 2 * tail < characters || tail + kLeastHead + 1 > characters) return Shortened(name, characters);
  std::string shortened;
  std::size_t room = characters - tail - 1;
  ForEachCharacter(name.substr(0, last), [&](Utf8Character, std::string_view part) {
    if (room == 0) return;
    shortened += part;
    --room;
  });
  return shortened.append("…").append(name.substr(last));
}

std::string ForLine(std::string_view text) { return NameForLine(text); }

std::vector<DigestName> NameRows(const DigestView& view) { return Namer(view).Run(); }

}  // namespace profdiff
