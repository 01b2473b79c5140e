// SPDX-License-Identifier: GPL-3.0-or-later
// The names of functions, in the form in which listings print them.
#ifndef PROFDIFF_REPORT_GPROF_NAMES_H_
#define PROFDIFF_REPORT_GPROF_NAMES_H_

#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/prefetch.h"
#include "base/text_blocks.h"
#include "profdiff/image.h"
#include "profdiff/listing.h"

namespace profdiff {

// The suffixes of a name in a call graph. The number is omitted if `number` is 0, and the cycle if `cycle` is invalid.
struct NameSuffix {
  CycleId cycle;
  std::uint32_t number = 0;
  // True for "[n]"; false for "(n)", the number of a function whose entry was left out.
  bool shown = false;
};

// The names of one function table in one style. Demangled names are made once and kept, because a call graph prints
// each name often.
class FunctionNames {
 public:
  FunctionNames(const FunctionTable& functions, const NameStyle& style);

  // Returns the linkage name.
  std::string_view Raw(FunctionId id) const { return functions_[id].name; }

  // Returns the demangled name. If the style requests it and the file is known, " (file:line)" follows. In a table by
  // line, " (file:line @ address)" follows if there are addresses.
  std::string_view Display(FunctionId id);

  // Appends the result of Display without storing it, for a listing that prints each name once.
  void Append(std::string& out, FunctionId id) const;

  // Returns the name for the index: the demangled name, followed by " (file)" for a static function of a known file,
  // unless rows are source lines.
  std::string IndexName(FunctionId id);

  // Returns the source file in the given style (base name or full path); empty if unknown.
  std::string_view File(FunctionId id) const;

 private:
  bool ShowsLines() const { return style_.source_lines || functions_.by_line; }
  void AppendLine(std::string& text, FunctionId id) const;

  const FunctionTable& functions_;
  NameStyle style_;
  std::vector<std::string_view> files_;  // by SourceFileId, in the given style
  // By FunctionId, with an additional element for FunctionTable::indirect; a name is empty until its first use.
  std::vector<std::string_view> readable_;
  TextBlocks texts_;  // memory of the strings in readable_
};

// The names of a call graph, each with the rest of its line (suffixes and line feed). A graph prints most names many
// times, so each text is made once and stored. May be used by several threads at a time.
class NameLines {
 public:
  NameLines(const FunctionTable& functions, const NameStyle& style)
      // the additional element is for FunctionTable::indirect
      : names_(functions, style), lines_(functions.size() + 1) {}

  // Appends a name with the rest of its line. `suffix_of` is called only when the name is appended for the first time.
  template <class SuffixOf>
  void Append(std::string& out, FunctionId id, SuffixOf suffix_of) {
    const char* line = lines_[id.value].load(std::memory_order_acquire);
    if (line == nullptr) line = Make(id, suffix_of(id));
    Size size;
    std::memcpy(&size, line, sizeof size);
    out.append(line + sizeof size, size);
  }

  // Prefetch what Append reads: first the pointer to the line, and in a later step the line itself, if it already
  // exists.
  void PrefetchPointer(FunctionId id) const { Prefetch(&lines_[id.value]); }
  void PrefetchLine(FunctionId id) const { Prefetch(lines_[id.value].load(std::memory_order_relaxed)); }

 private:
  using Size = std::uint32_t;  // type of the length before a text

  const char* Make(FunctionId id, const NameSuffix& suffix);

  FunctionNames names_;
  std::vector<std::atomic<const char*>> lines_;  // by FunctionId; null until the name's first use
  std::mutex mutex_;                             // protects texts_
  TextBlocks texts_;
};

// Returns the style for a layout: with -T, names are never demangled (GPROF.md, section 11.3).
inline NameStyle StyleFor(NameStyle style, bool traditional) {
  if (traditional) style.demangle = DemangleStyle::kNone;
  return style;
}

void AppendNameSuffix(std::string& out, const NameSuffix& suffix);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GPROF_NAMES_H_
