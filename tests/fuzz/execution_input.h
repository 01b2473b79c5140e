// SPDX-License-Identifier: GPL-3.0-or-later
// Makes executions from bytes: a table of functions, and records that passed the library's own checks.
#ifndef TESTS_FUZZ_EXECUTION_INPUT_H_
#define TESTS_FUZZ_EXECUTION_INPUT_H_

#include <memory>
#include <string>
#include <vector>

#include "fuzz/input.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"
#include "profdiff/profile.h"

namespace fuzz {

struct ExecutionInput {
  profdiff::FunctionTable functions;
  profdiff::Records records;
  std::vector<profdiff::SymbolSpec> specs;
};

// Returns a name; many of the names are special cases for some writer.
inline std::string NameFrom(Input& input) {
  static const char* const kNames[] = {"main",
                                       "f",
                                       "g",
                                       "leaf",
                                       "f.cold",
                                       "f.constprop.0",
                                       "f.isra.0",
                                       "_ZN1a1bIiEEvT_",
                                       "_ZNSt6vectorIiE4pushEv",
                                       "_Z1fv",
                                       "_RNvC1a1b",
                                       "a,b",
                                       "say \"so\"",
                                       "a;b",
                                       "tab\there",
                                       "end 12",
                                       "<cycle 1>",
                                       "<spontaneous>",
                                       "\xff\xc3\x28",
                                       "&<>",
                                       "caf\xc3\xa9",
                                       "_mcount",
                                       "f@@VER_1",
                                       "..f",
                                       "$f",
                                       "name with a length that no column has room for, and some more"};
  const std::size_t which = input.Byte();
  return which < std::size(kNames) ? kNames[which] : which < 0x80 ? "f" + std::to_string(which) : input.Until('\n');
}

inline std::string_view Keep(profdiff::FunctionTable& table, const std::string& text) {
  table.storage.push_back(std::make_shared<const std::string>(text));
  return *table.storage.back();
}

// Returns 1 to 32 functions, ordered by address; with `by_line`, some of them are lines of the preceding function.
inline profdiff::FunctionTable TableFrom(Input& input, bool by_line) {
  profdiff::FunctionTable table;
  table.files = {"/src/a.c", "b.c", "/src/sub/a.c"};
  table.units = {"a.c"};
  table.by_line = by_line;
  std::uint64_t address = 0x1000;
  for (std::size_t count = 1 + input.Below(32); count > 0; --count) {
    profdiff::Function function;
    const std::uint8_t kind = input.Byte();
    const bool is_line = by_line && !table.functions.empty() && (kind & 1) != 0;
    function.name = is_line ? table.functions.back().name : Keep(table, NameFrom(input));
    function.is_function = !is_line;
    function.is_static = (kind & 2) != 0;
    if (function.is_static && (kind & 4) != 0) function.unit = profdiff::UnitId(0);
    if (is_line || (kind & 8) != 0) {
      function.file = profdiff::SourceFileId((kind >> 4) % table.files.size());
      function.line = static_cast<std::uint32_t>(input.Number());
    }
    function.address = address;
    const std::uint64_t bytes = 1 + input.Byte();
    function.end = address + bytes - 1;
    address += bytes;
    table.functions.push_back(function);
  }
  return table;
}

inline profdiff::Histogram HistogramFrom(Input& input) {
  profdiff::Histogram histogram;
  histogram.low = 0x1000 + input.Number();
  histogram.high = histogram.low + input.Number();
  histogram.rate = static_cast<std::uint32_t>(input.Number());
  histogram.dimension = input.Below(8) == 0 ? "instructions" : "seconds";
  if (histogram.dimension != "seconds") histogram.abbreviation = 'i';
  for (std::size_t bins = input.Below(64); bins > 0; --bins) histogram.bins.push_back(input.Number() & 0xffff);
  return histogram;
}

inline std::uint64_t AddressFrom(Input& input) { return 0x1000 + 8 * std::uint64_t{input.Byte()} + input.Below(8); }

inline profdiff::GmonFile FileFrom(Input& input) {
  profdiff::GmonFile file;
  file.path = "gmon.out";
  for (std::size_t count = input.Below(4); count > 0; --count) file.histograms.push_back(HistogramFrom(input));
  for (std::size_t count = input.Below(64); count > 0; --count) {
    const std::uint64_t from = AddressFrom(input), self = AddressFrom(input);
    file.arcs.push_back({from, self, input.Number()});
  }
  for (std::size_t count = input.Below(8); count > 0; --count) {
    const std::uint64_t address = AddressFrom(input);
    file.blocks.push_back({address, input.Number()});
  }
  file.histogram_records = file.histograms.size();
  file.arc_records = file.arcs.size();
  file.block_records = file.blocks.empty() ? 0 : 1;
  if (!file.histograms.empty()) file.rate = file.histograms.front().rate;
  return file;
}

// Returns the records of up to two files; a file that is inconsistent with itself or with the first one is left out.
inline profdiff::Records RecordsFrom(Input& input) {
  std::vector<profdiff::GmonFile> good;
  profdiff::Records records;
  for (std::size_t count = 1 + input.Below(2); count > 0; --count) {
    good.push_back(FileFrom(input));
    const bool fits = Accepts([&] {
      profdiff::RecordAdder adder;
      for (const profdiff::GmonFile& file : good) adder.AddFile(file);
      records = adder.Take();
    });
    if (!fits) good.pop_back();
  }
  return records;
}

inline std::vector<profdiff::SymbolSpec> SpecsFrom(Input& input) {
  static const char* const kSpecs[] = {"f", "main", "a.c", "a.c:f", "a.c:12", "f/g", "main/f", "f/", "/f", "f0"};
  std::vector<profdiff::SymbolSpec> specs;
  for (std::size_t count = input.Below(4); count > 0; --count) {
    const std::uint8_t kind = input.Byte();
    specs.push_back({static_cast<profdiff::SpecTable>((kind >> 1) % profdiff::kSpecTables), (kind & 1) != 0,
                     kSpecs[input.Below(std::size(kSpecs))]});
  }
  return specs;
}

inline ExecutionInput ExecutionFrom(Input& input, bool by_line) {
  ExecutionInput execution;
  execution.functions = TableFrom(input, by_line);
  execution.specs = SpecsFrom(input);
  execution.records = RecordsFrom(input);
  return execution;
}

}  // namespace fuzz

#endif  // TESTS_FUZZ_EXECUTION_INPUT_H_
