// SPDX-License-Identifier: GPL-3.0-or-later
// Plain DWARF is read in one pass. Other cases (objects that are not linked, stabs, separate debug files, damaged
// sections) are so rare that libbfd is queried for every address.
#include "read/image/lines/object_lines.h"

#include <utility>

namespace profdiff {
namespace {

// Returns the input of a line table, except for the DWARF sections.
LineTableInput InputOf(ObjectFile& object, std::vector<std::uint64_t> first_questions, unsigned step,
                       unsigned threads) {
  LineTableInput input;
  input.symbols = [&object] { return object.CodeSymbols(); };
  input.first_questions = std::move(first_questions);
  input.text_begin = object.TextBegin();
  input.text_end = object.TextEnd();
  input.step = step;
  input.threads = threads;
  return input;
}

}  // namespace

EarlyLines::EarlyLines(ObjectFile& object, unsigned threads, Diagnostics& diagnostics)
    : has_any(object.HasDebugInformation(diagnostics)) {
  if (has_any) sections = object.PlainDwarf(diagnostics);
  if (!sections) return;
  // The map begins at the lowest code section, because functions discarded by the linker remain at address 0. It has no
  // upper limit, because lines are also queried at symbols, which can be far above the code.
  constexpr std::uint64_t kHigh = ~std::uint64_t{0};
  draft = {object.CodeBegin(), kHigh, MakeLineMap(*sections, object.CodeBegin(), kHigh, threads)};
}

LineTable ReadLines(ObjectFile& object, EarlyLines early, std::span<const Function> functions, unsigned step,
                    unsigned threads) {
  if (!early.has_any) return {};
  std::vector<std::uint64_t> addresses;
  addresses.reserve(functions.size());
  for (const Function& function : functions) addresses.push_back(function.address);
  LineTableInput input = InputOf(object, std::move(addresses), step, threads);
  if (early.sections) {
    input.sections = *early.sections;
    std::optional<LineTable> lines = LineTable::FromDwarf(input, std::move(early.draft));
    if (lines) return std::move(*lines);
  }
  if (!object.HasSoundText()) return {};
  return LineTable::FromAnswers(input, [&object](std::uint64_t address) { return object.FindPosition(address); });
}

std::optional<LineTable> ReadLinesAt(ObjectFile& object, std::vector<std::uint64_t> addresses, unsigned step,
                                     unsigned threads, Diagnostics& diagnostics) {
  if (!object.HasDebugInformation(diagnostics)) return LineTable();
  const std::optional<DwarfSections> sections = object.PlainDwarf(diagnostics);
  if (!sections) return std::nullopt;
  LineTableInput input = InputOf(object, std::move(addresses), step, threads);
  input.sections = *sections;
  input.asks_more = false;
  return LineTable::FromDwarf(input);
}

}  // namespace profdiff
