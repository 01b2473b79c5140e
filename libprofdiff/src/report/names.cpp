// SPDX-License-Identifier: GPL-3.0-or-later
// Names in listings, after the layout of gprof's call graph. Tests: tests/unit/report/listing_test.cpp.
#include "report/names.h"

#include "base/text.h"

namespace profdiff {

std::string_view FunctionNames::File(FunctionId id) const {
  std::string_view path = functions_.FilePath(id);
  return style_.full_paths ? path : BaseName(path);
}

std::string_view FunctionNames::Display(FunctionId id) {
  if (style_.demangle == DemangleStyle::kNone && !ShowsLines()) return Raw(id);
  if (readable_.empty()) readable_.resize(functions_.size() + 1);
  std::string_view& kept = readable_[id.value];
  if (!kept.empty()) return kept;
  std::string text;
  Append(text, id);
  return kept = text == Raw(id) ? Raw(id) : texts_.Keep(text);
}

void FunctionNames::Append(std::string& out, FunctionId id) const {
  const std::optional<std::string> readable = Demangle(Raw(id), style_.demangle, functions_.leading_char);
  out += readable ? *readable : Raw(id);
  if (ShowsLines() && functions_[id].file.valid()) AppendLine(out, id);
}

void FunctionNames::AppendLine(std::string& text, FunctionId id) const {
  text.append(" (").append(File(id)).append(":");
  AppendCount(text, std::uint64_t{functions_[id].line});
  if (functions_.by_line && functions_.has_addresses) {
    text += " @ ";
    AppendHex(text, functions_[id].address);
  }
  text += ')';
}

std::string FunctionNames::IndexName(FunctionId id) {
  std::string text(Display(id));
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
  if (suffix.number == 0) return;
  out += suffix.shown ? " [" : " (";
  AppendCount(out, std::uint64_t{suffix.number});
  out += suffix.shown ? ']' : ')';
}

// Two threads may come here for the same function: both texts are the same, and the last one stays.
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
