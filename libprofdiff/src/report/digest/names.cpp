// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses, for each row, the shortest name that is still distinct: first without parameters; then with parameters, if
// several rows have the same name; then with the template arguments that differ; then the whole demangled name; finally
// with the file, for static functions of the same name.
#include "report/digest/names.h"

#include <algorithm>
#include <map>

#include "base/name_parts.h"
#include "base/short_name.h"
#include "base/text.h"
#include "base/utf8.h"
#include "report/machine/rows.h"

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
      if (row.caller.valid()) named.caller = Text(row.caller, view_.full_names ? kWhole : kPlain);
      rows.push_back(std::move(named));
    }
    return rows;
  }

 private:
  // The parts of a name that can be shown, from the shortest to the longest.
  enum Level : std::uint8_t { kPlain, kParameters, kWhole, kFile, kLevels };

  // Rows of groups (files, images) do not have names of functions, so there is nothing to demangle or shorten.
  bool IsGroup() const { return view_.base_functions == nullptr; }

  std::string Short(std::string_view name, Level level) const {
    if (IsGroup()) return ForLine(name);
    const std::string readable = ForLine(DemangledName(name, view_.names.demangle, table_.leading_char));
    if (level >= kWhole) return readable;
    return ShortName(readable, level == kPlain ? Parameters::kLeftOut : Parameters::kShown);
  }

  std::string Text(FunctionId f, Level level) const {
    std::string text = Short(table_[f].name, level);
    if (level < kFile) return text;
    const std::string_view path = table_.FilePath(f);
    const std::string_view file = BaseName(path.empty() ? table_.UnitName(table_[f]) : path);
    return file.empty() ? text : text + " (" + ForLine(file) + ")";
  }

  // Returns " (file:line)" for a row that is a source line.
  std::string PlaceOf(FunctionId f) const {
    if (!IsLine(table_, f)) return "";
    return " (" + ForLine(BaseName(table_.FilePath(f))) + ":" + std::to_string(table_[f].line) + ")";
  }

  std::vector<std::string> ChooseNames() const {
    const std::vector<Digest::Row>& rows = view_.digest.rows;
    std::vector<std::string> names;
    for (const Digest::Row& row : rows) names.push_back(Text(row.function, view_.full_names ? kWhole : kPlain));
    if (IsGroup() || table_.by_line) return names;
    // Each round replaces names that are still ambiguous after the earlier rounds.
    for (int level = view_.full_names ? kFile : kParameters; level < kLevels; ++level) {
      if (level == kWhole) ShowArguments(names);
      std::map<std::string, int> uses;
      for (const std::string& name : names) ++uses[name];
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (uses[names[i]] > 1) names[i] = Text(rows[i].function, static_cast<Level>(level));
      }
    }
    return names;
  }

  // Shows the template arguments in which names differ that are still equal.
  void ShowArguments(std::vector<std::string>& names) const {
    std::map<std::string, std::vector<std::size_t>> rows;
    for (std::size_t i = 0; i < names.size(); ++i) rows[names[i]].push_back(i);
    for (const auto& entry : rows) {
      if (entry.second.size() < 2) continue;
      std::vector<std::string> whole;
      for (const std::size_t i : entry.second) whole.push_back(Text(view_.digest.rows[i].function, kWhole));
      const std::vector<std::string> apart = ShortNamesApart(whole);
      for (std::size_t i = 0; i < apart.size(); ++i) names[entry.second[i]] = apart[i];
    }
  }

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
    const bool alike = Short(base, kPlain) == Short(other, kPlain);
    named.was = Short(base, view_.full_names ? kWhole : alike ? kParameters : kPlain);
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

std::string ForLine(std::string_view text) { return WithoutControls(AsUtf8(text)); }

std::vector<DigestName> NameRows(const DigestView& view) { return Namer(view).Run(); }

}  // namespace profdiff
