// SPDX-License-Identifier: GPL-3.0-or-later
// Plain DWARF is read at one go. What else there is (objects that are not linked, stabs, debug information in files of
// its own, damaged sections) is rare enough to ask libbfd about every address.
#include "read/object_lines.h"

#include <utility>

namespace profdiff {
namespace {

// Without what there is to read.
LineTableInput InputOf(const ObjectFile& object, std::span<const Function> functions, unsigned step, unsigned threads) {
  LineTableInput input;
  input.first_questions.reserve(functions.size());
  for (const Function& function : functions) input.first_questions.push_back(function.address);
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
  // What the linker threw away was left at address 0. Symbols can lie far behind the code.
  constexpr std::uint64_t kHigh = ~std::uint64_t{0};
  draft = {object.CodeBegin(), kHigh, MakeLineMap(*sections, object.CodeBegin(), kHigh, threads)};
}

std::optional<LineTable> ReadPlainLines(ObjectFile& object, EarlyLines early, std::span<const Function> functions,
                                        unsigned step, unsigned threads) {
  if (!early.has_any) return LineTable();
  if (!early.sections) return std::nullopt;
  LineTableInput input = InputOf(object, functions, step, threads);
  input.sections = *early.sections;
  input.symbols = [&object] { return object.CodeSymbols(); };
  return LineTable::FromDwarf(input, std::move(early.draft));
}

LineTable ReadLines(ObjectFile& object, EarlyLines early, std::span<const Function> functions, unsigned step,
                    unsigned threads) {
  std::optional<LineTable> plain = ReadPlainLines(object, std::move(early), functions, step, threads);
  if (plain) return std::move(*plain);
  if (!object.HasSoundText()) return {};
  return LineTable::FromAnswers(InputOf(object, functions, step, threads),
                                [&object](std::uint64_t address) { return object.FindPosition(address); });
}

}  // namespace profdiff
