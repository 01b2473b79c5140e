// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a function as a listing prints it.
#ifndef PROFDIFF_REPORT_GPROF_NAMES_H_
#define PROFDIFF_REPORT_GPROF_NAMES_H_

#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/prefetch.h"
#include "base/text_blocks.h"
#include "profdiff/functions.h"
#include "profdiff/listing.h"

namespace profdiff {

// The suffixes of a name in a call graph. `number` 0 and `cycle` invalid add nothing.
struct NameSuffix {
  CycleId cycle;
  std::uint32_t number = 0;
  bool shown = false;  // "[n]", else "(n)": the function has no entry of its own
};

// Names of one function table in one style. Readable forms are made once and kept: a call graph prints a name often.
class FunctionNames {
 public:
  FunctionNames(const FunctionTable& functions, const NameStyle& style);

  // The linkage name.
  std::string_view Raw(FunctionId id) const { return functions_[id].name; }

  // The demangled name; where the file is known, with " (file:line)" if the style asks for it, or in a table by line
  // " (file:line @ address)", as far as there are addresses.
  std::string_view Display(FunctionId id);

  // The same for a listing that prints every name once: nothing is kept.
  void Append(std::string& out, FunctionId id) const;

  // The demangled name with " (file)" after static functions of known file, if there is no line: the form of the index
  // prints.
  std::string IndexName(FunctionId id);

  // The source file as the style wants it; empty when unknown.
  std::string_view File(FunctionId id) const;

 private:
  bool ShowsLines() const { return style_.source_lines || functions_.by_line; }
  void AppendLine(std::string& text, FunctionId id) const;

  const FunctionTable& functions_;
  NameStyle style_;
  std::vector<std::string_view> files_;  // by SourceFileId, as the style wants them
  // By FunctionId, and one more for FunctionTable::indirect; empty until asked for.
  std::vector<std::string_view> readable_;
  TextBlocks texts_;  // what they point into
};

// The names of a call graph, each with the rest of its line. A graph prints most of them many
// times, so they are made once and kept. Several threads may ask at a time.
class NameLines {
 public:
  NameLines(const FunctionTable& functions, const NameStyle& style)
      : names_(functions, style), lines_(functions.size() + 1) {}  // and FunctionTable::indirect

  // `suffix_of` is asked once for each function.
  template <class SuffixOf>
  void Append(std::string& out, FunctionId id, SuffixOf suffix_of) {
    const char* line = lines_[id.value].load(std::memory_order_acquire);
    if (line == nullptr) line = Make(id, suffix_of(id));
    Size size;
    std::memcpy(&size, line, sizeof size);
    out.append(line + sizeof size, size);
  }

  // Prefetch what Append reads: the pointer to a line, and then the line, where it has been made.
  void PrefetchPointer(FunctionId id) const { Prefetch(&lines_[id.value]); }
  void PrefetchLine(FunctionId id) const { Prefetch(lines_[id.value].load(std::memory_order_relaxed)); }

 private:
  using Size = std::uint32_t;  // of a text, which follows it

  const char* Make(FunctionId id, const NameSuffix& suffix);

  FunctionNames names_;
  std::vector<std::atomic<const char*>> lines_;  // by FunctionId; null until asked for
  std::mutex mutex_;                             // of texts_
  TextBlocks texts_;
};

// The style of a layout: the traditional one never makes names readable.
inline NameStyle StyleFor(NameStyle style, bool traditional) {
  if (traditional) style.demangle = DemangleStyle::kNone;
  return style;
}

void AppendNameSuffix(std::string& out, const NameSuffix& suffix);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GPROF_NAMES_H_
