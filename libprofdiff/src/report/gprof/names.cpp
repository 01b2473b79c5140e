// SPDX-License-Identifier: GPL-3.0-or-later
// Names in listings: demangled, with file and line if requested, and the suffixes of the call graph. Demangling is
// expensive, so each listing makes a name only once.
//
// Source: GPROF.md, section 11.3. Tests: tests/unit/report/gprof/listing_test.cpp.
#include "report/gprof/names.h"

#include <array>
#include <optional>

#include "base/text.h"

namespace profdiff {

FunctionNames::FunctionNames(const FunctionTable& functions, const NameStyle& style)
    : functions_(functions), style_(style) {
  files_.reserve(functions.files.size());
  for (const std::string& path : functions.files) files_.push_back(style.full_paths ? path : BaseName(path));
}

std::string_view FunctionNames::File(FunctionId id) const {
  const SourceFileId file = functions_[id].file;
  return file.valid() ? files_[file.value] : std::string_view();
}

std::string_view FunctionNames::Display(FunctionId id) {
  // Without demangling and lines, the result is the name in the function table, which need not be copied.
  if (style_.demangle == DemangleStyle::kNone && !ShowsLines()) return Raw(id);
  if (readable_.empty()) readable_.resize(functions_.size() + 1);
  std::string_view& kept = readable_[id.value];
  if (!kept.empty()) return kept;
  std::string text;
  Append(text, id);
  // A name that is not changed is a view into the function table; only other names need memory.
  return kept = text == Raw(id) ? Raw(id) : texts_.Keep(text);
}

void FunctionNames::Append(std::string& out, FunctionId id) const {
  const std::optional<std::string> readable = Demangle(Raw(id), style_.demangle, functions_.leading_char);
  out += readable ? *readable : Raw(id);
  if (ShowsLines() && functions_[id].file.valid()) AppendLine(out, id);
}

// Appends " (FILE:LINE)", or in a table by line " (FILE:LINE @ ADDRESS)". The buffer is filled from right to left; its
// 48 bytes are enough for the digits of a line and an address and for the characters between them.
void FunctionNames::AppendLine(std::string& text, FunctionId id) const {
  std::array<char, 48> numbers;
  char* const end = numbers.data() + numbers.size();
  char* begin = end;
  *--begin = ')';
  if (functions_.by_line && functions_.has_addresses) {
    begin = PutHex(begin, functions_[id].address);
    for (char c : {' ', '@', ' '}) *--begin = c;
  }
  begin = PutDigits(begin, functions_[id].line);
  *--begin = ':';
  text.append(" (").append(File(id)).append(begin, end);
}

std::string FunctionNames::IndexName(FunctionId id) {
  std::string text(Display(id));
  // gprof adds the file of static functions only in the index. With -l, the name already contains the file.
  bool has_file = functions_[id].is_static && functions_[id].file.valid();
  if (has_file && !functions_.by_line) text.append(" (").append(File(id)).append(")");
  return text;
}

void AppendNameSuffix(std::string& out, const NameSuffix& suffix) {
  if (suffix.cycle.valid()) {
    out += " <cycle ";
    AppendCount(out, std::uint64_t{suffix.cycle.value} + 1);
    out += '>';
  }
  // Square brackets refer to a printed entry, round brackets to an entry that options left out (GPROF.md, section
  // 11.3).
  if (suffix.number == 0) return;
  out += suffix.shown ? " [" : " (";
  AppendCount(out, std::uint64_t{suffix.number});
  out += suffix.shown ? ']' : ')';
}

// Stores the rest of a line as its length in bytes, followed by its text, so that other threads find both through one
// atomic pointer. If two threads make the line of the same function, the texts are equal, and either pointer may be
// stored last. The lock protects only the memory pool, so names are demangled outside of it.
const char* NameLines::Make(FunctionId id, const NameSuffix& suffix) {
  std::string text(sizeof(Size), '\0');
  names_.Append(text, id);
  AppendNameSuffix(text, suffix);
  text += '\n';
  const auto size = static_cast<Size>(text.size() - sizeof(Size));
  std::memcpy(text.data(), &size, sizeof size);
  std::lock_guard lock(mutex_);
  const char* kept = texts_.Keep(text).data();
  lines_[id.value].store(kept, std::memory_order_release);
  return kept;
}

}  // namespace profdiff
