// SPDX-License-Identifier: GPL-3.0-or-later
// Plain DWARF is read at one go. What else there is (objects that are not linked, stabs, debug information in files of
// its own, damaged sections) is rare enough to ask libbfd about every address.
#include "read/object_lines.h"

#include <optional>
#include <utility>

namespace profdiff {
namespace {

std::optional<LineTable> FromPlainDwarf(ObjectFile& object, LineTableInput& input) {
  std::optional<DwarfSections> sections = object.PlainDwarf();
  if (!sections) return std::nullopt;
  input.sections = *sections;
  input.symbols = [&object] { return object.CodeSymbols(); };
  return LineTable::FromDwarf(input);
}

}  // namespace

LineTable ReadLines(ObjectFile& object, std::span<const Function> functions, unsigned step, unsigned threads) {
  if (!object.HasDebugInformation()) return {};
  LineTableInput input;
  input.first_questions.reserve(functions.size());
  for (const Function& function : functions) input.first_questions.push_back(function.address);
  input.text_begin = object.TextBegin();
  input.text_end = object.TextEnd();
  input.step = step;
  input.threads = threads;
  if (std::optional<LineTable> lines = FromPlainDwarf(object, input)) return std::move(*lines);
  if (!object.HasSoundText()) return {};
  return LineTable::FromAnswers(input, [&object](std::uint64_t address) { return object.FindPosition(address); });
}

}  // namespace profdiff
