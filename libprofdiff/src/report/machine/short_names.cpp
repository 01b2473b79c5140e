// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses, for each function, the shortest name that is still distinct.
#include "report/machine/short_names.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "base/name_parts.h"
#include "base/short_name.h"
#include "base/text.h"
#include "base/utf8.h"

namespace profdiff {
namespace {

class Chooser {
 public:
  Chooser(const FunctionTable& table, std::span<const FunctionId> functions, DemangleStyle demangle)
      : table_(table), functions_(functions), demangle_(demangle) {}

  std::vector<std::string> Run(NameForm least) const {
    std::vector<std::string> names;
    names.reserve(functions_.size());
    for (const FunctionId f : functions_) names.push_back(Text(f, least));
    if (table_.by_line) return names;
    // Each round replaces names that are still ambiguous after the earlier rounds.
    for (const NameForm form : {NameForm::kParameters, NameForm::kWhole, NameForm::kFile}) {
      if (form <= least) continue;
      if (form == NameForm::kWhole) ShowArguments(names);
      std::unordered_map<std::string, std::size_t> uses;
      for (const std::string& name : names) ++uses[name];
      if (uses.size() == names.size()) break;
      std::vector<std::size_t> ambiguous;
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (uses[names[i]] > 1) ambiguous.push_back(i);
      }
      for (const std::size_t i : ambiguous) names[i] = Text(functions_[i], form);
    }
    return names;
  }

 private:
  std::string Text(FunctionId f, NameForm form) const {
    std::string text = FormOfName(table_, table_[f].name, demangle_, form);
    if (form < NameForm::kFile) return text;
    const std::string_view path = table_.FilePath(f);
    const std::string_view file = BaseName(path.empty() ? table_.UnitName(table_[f]) : path);
    return file.empty() ? text : text + " (" + NameForLine(file) + ")";
  }

  // Shows the template arguments in which names differ that are still equal.
  void ShowArguments(std::vector<std::string>& names) const {
    std::unordered_map<std::string, std::vector<std::size_t>> rows;
    for (std::size_t i = 0; i < names.size(); ++i) rows[names[i]].push_back(i);
    for (const auto& entry : rows) {
      if (entry.second.size() < 2) continue;
      std::vector<std::string> whole;
      for (const std::size_t i : entry.second) whole.push_back(Text(functions_[i], NameForm::kWhole));
      const std::vector<std::string> apart = ShortNamesApart(whole);
      for (std::size_t i = 0; i < apart.size(); ++i) names[entry.second[i]] = apart[i];
    }
  }

  const FunctionTable& table_;
  const std::span<const FunctionId> functions_;
  const DemangleStyle demangle_;
};

}  // namespace

std::string NameForLine(std::string_view text) { return WithoutControls(AsUtf8(text)); }

std::string FormOfName(const FunctionTable& table, std::string_view name, DemangleStyle demangle, NameForm form) {
  const std::string readable = NameForLine(DemangledName(name, demangle, table.leading_char));
  if (form >= NameForm::kWhole) return readable;
  return ShortName(readable, form == NameForm::kPlain ? Parameters::kLeftOut : Parameters::kShown);
}

std::vector<std::string> ShortNamesOf(const FunctionTable& table, std::span<const FunctionId> functions,
                                      DemangleStyle demangle, NameForm least) {
  return Chooser(table, functions, demangle).Run(least);
}

}  // namespace profdiff
