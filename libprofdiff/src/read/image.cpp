// SPDX-License-Identifier: GPL-3.0-or-later
// Executables: what libbfd says of one, put together as an Image.
// What follows from the symbols is in symbol_table.cpp. Tests: tests/unit/read/image_test.cpp, tests/oracle.
#include "profdiff/image.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "read/line_symbols.h"
#include "read/name_budget.h"
#include "read/object_file.h"
#include "read/object_lines.h"
#include "read/order_map.h"
#include "read/symbol_file.h"

namespace profdiff {
namespace {

// How many times the file's size names may take together, and what is allowed beyond: more than linkers and compilers
// make of it.
constexpr std::uint64_t kMostSymbolNames = 8;
constexpr std::uint64_t kMostLineNames = 256;  // debug information can be compressed, and name functions many times
constexpr std::uint64_t kFewNames = std::uint64_t{1} << 20;

SymbolRules RulesOf(const ImageOptions& options, const ObjectFile& object) {
  SymbolRules rules;
  rules.policy = options.symbols;
  rules.omit_statics = options.omit_statics;
  rules.omit_non_functions = options.omit_non_functions;
  rules.flags_functions = object.FlagsFunctions();
  rules.leading_char = object.LeadingChar();
  return rules;
}

// Looks functions up in the order in which they stand in the symbol table: files become known in that order.
template <class Find>
void FindPositions(FunctionTable& table, SourcePositions wanted, SourceFiles& files, Find find) {
  if (wanted == SourcePositions::kNone) return;
  for (Function& function : table.functions) {
    if (wanted == SourcePositions::kStatics && !function.is_static) continue;
    std::optional<SourceLine> position = find(function.address);
    if (!position) continue;
    function.file = files.Add(position->path);
    function.line = position->line;
  }
}

// By path of a table of lines: the place in the symbol table of the first function that it is known for.
using FirstPlaces = std::vector<std::uint32_t>;
constexpr std::uint32_t kNowhere = 0xffffffff;

// Files become known in the order of the symbol table. Returns them by path.
std::vector<SourceFileId> AddInOrder(const FirstPlaces& first_places, const LineTable& lines, SourceFiles& files) {
  std::vector<std::uint32_t> used;
  for (std::uint32_t path = 0; path < first_places.size(); ++path) {
    if (first_places[path] != kNowhere) used.push_back(path);
  }
  std::ranges::sort(used, {}, [&](std::uint32_t path) { return first_places[path]; });
  std::vector<SourceFileId> known(first_places.size());
  for (std::uint32_t path : used) known[path] = files.Add(lines.paths()[path]);
  return known;
}

// The same from a table of lines, in one walk, once functions are in order.
void FindPositions(OrderedFunctions& ordered, const LineTable& lines, SourceFiles& files) {
  const std::span<const LineTable::Range> ranges = lines.ranges();
  std::vector<std::uint32_t> paths(ordered.functions.size(), LineTable::kNone);
  FirstPlaces first_places(lines.paths().size(), kNowhere);
  std::size_t above = 0;  // the first range that begins above the function
  for (std::size_t f = 0; f < ordered.functions.size(); ++f) {
    Function& function = ordered.functions[f];
    while (above < ranges.size() && ranges[above].address <= function.address) ++above;
    if (above == 0 || ranges[above - 1].file == LineTable::kNone) continue;
    function.line = ranges[above - 1].line;
    paths[f] = ranges[above - 1].file;
    first_places[paths[f]] = std::min(first_places[paths[f]], ordered.first_places[f]);
  }
  const std::vector<SourceFileId> known = AddInOrder(first_places, lines, files);
  for (std::size_t f = 0; f < paths.size(); ++f) {
    if (paths[f] != LineTable::kNone) ordered.functions[f].file = known[paths[f]];
  }
}

[[noreturn]] void ThrowNoSymbols(const std::string& path) {
  throw Error(ErrorCode::kNoSymbols, "file `" + path + "' has no symbols", path);
}

Image DescribeImage(const ObjectFile& object, const std::string& path) {
  Image image;
  image.path = path;
  image.min_instruction_bytes = object.MinInstructionBytes();
  image.text_begin = object.TextBegin();
  image.text_end = object.TextEnd();
  image.architecture = object.Machine();
  image.architecture_name = object.MachineName();
  return image;
}

// Returns what keeps the names of the functions, if anything but the object file does.
std::shared_ptr<const std::string> ChooseFrom(const SymbolList& list, const SymbolRules& rules, NameBudget budget,
                                              FunctionTable& table) {
  table.functions = ChooseFunctions(list.symbols, rules, std::move(budget));
  if (list.names != nullptr) table.storage.push_back(list.names);
  return list.names;
}

// The functions of the image's symbol table, and with line granularity its lines.
FunctionTable OwnFunctions(ObjectFile& object, const ImageOptions& options, const Image& image) {
  FunctionTable table;
  NameBudget budget(image.path, "names of symbols", kMostSymbolNames * object.FileBytes() + kFewNames);
  const std::shared_ptr<const std::string> names =
      ChooseFrom(object.Symbols(), RulesOf(options, object), std::move(budget), table);
  if (options.order_map != nullptr) table.functions = ApplyOrderMap(std::move(table.functions), *options.order_map);
  if (table.functions.empty()) ThrowNoSymbols(image.path);
  SourceFiles files(table.files);
  LineTable lines;
  OrderedFunctions ordered;
  const auto order = [&] { ordered = OrderFunctions(table.functions, image.text_end); };
  const auto read_lines = [&] {
    lines = ReadLines(object, table.functions, image.min_instruction_bytes, options.threads);
  };
  if (options.lines) {
    DoBoth(ThreadsFor(table.size(), options.threads), read_lines, order);
    NameBudget line_budget(image.path, "the debug information's names of functions",
                           kMostLineNames * object.FileBytes() + kFewNames);
    for (std::string_view name : lines.functions()) line_budget.Take(name);
    FindPositions(ordered, lines, files);
  } else {
    FindPositions(table, options.positions, files, [&](std::uint64_t address) { return object.FindPosition(address); });
    order();
  }
  table.functions = std::move(ordered.functions);
  if (names == nullptr || options.order_map != nullptr) OwnNames(table);
  if (options.lines) {
    AddLineSymbols(table, lines, {image.text_begin, image.text_end, image.min_instruction_bytes}, options.symbols,
                   files);
  }
  return table;
}

// The functions of a symbol file, which knows no lines.
FunctionTable ListedFunctions(const std::string& symbol_file, std::uint64_t text_end) {
  FunctionTable table;
  std::string text = ReadSymbolFile(symbol_file);
  table.functions = ParseSymbolFile(text);
  if (table.functions.empty()) ThrowNoSymbols(symbol_file);
  table.functions = OrderFunctions(table.functions, text_end).functions;
  OwnNames(table);
  return table;
}

}  // namespace

Image ReadImage(const std::string& path, const ImageOptions& options, Diagnostics& diagnostics) {
  ObjectFile object(path, diagnostics);
  Image image = DescribeImage(object, path);
  if (options.text_bytes) image.text = object.TextBytes();
  image.functions = options.symbol_file.empty() ? OwnFunctions(object, options, image)
                                                : ListedFunctions(options.symbol_file, image.text_end);
  image.functions.leading_char = object.LeadingChar();
  image.functions.by_line = options.lines;
  image.layout = object.Layout();
  return image;
}

bool IsImage(const std::string& path) { return IsObjectFile(path); }

}  // namespace profdiff
