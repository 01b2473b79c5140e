// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a function as a listing prints it.
#ifndef PROFDIFF_REPORT_NAMES_H_
#define PROFDIFF_REPORT_NAMES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/functions.h"
#include "profdiff/names.h"

namespace profdiff {

// Names of one function table in one style. Readable forms are made once and kept: a call graph prints a name often.
class FunctionNames {
 public:
  FunctionNames(const FunctionTable& functions, const NameStyle& style) : functions_(functions), style_(style) {}

  // The linkage name.
  std::string_view Raw(FunctionId id) const { return functions_[id].name; }

  // The readable name; where the file is known, with " (file:line)" if the style asks for it, or in a table by line
  // " (file:line @ address)", as far as there are addresses.
  std::string_view Display(FunctionId id);

  // The readable name with " (file)" after static functions of known file, if no line stands there: what the index
  // prints.
  std::string IndexName(FunctionId id);

  // The source file as the style wants it; empty when unknown.
  std::string_view File(FunctionId id) const;

 private:
  bool ShowsLines() const { return style_.source_lines || functions_.by_line; }
  void AppendLine(std::string& text, FunctionId id) const;

  const FunctionTable& functions_;
  NameStyle style_;
  std::vector<std::string> readable_;  // by FunctionId; empty until asked for
};

// The style of a layout: the traditional one never makes names readable.
inline NameStyle StyleFor(NameStyle style, bool traditional) {
  if (traditional) style.demangle = DemangleStyle::kNone;
  return style;
}

// The suffixes of a name in a call graph. `number` 0 and `cycle` invalid add nothing.
struct NameSuffix {
  CycleId cycle;
  std::uint32_t number = 0;
  bool shown = false;  // "[n]", else "(n)": the function has no entry of its own
};

void AppendNameSuffix(std::string& out, const NameSuffix& suffix);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_NAMES_H_
