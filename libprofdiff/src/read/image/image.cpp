// SPDX-License-Identifier: GPL-3.0-or-later
// Reads executables through libbfd and creates an Image. Rules for symbols are in symbol_table.cpp. The order of the
// steps is visible in the output: gprof creates source files in the order of the symbol table, before it sorts
// functions by address. If an option names a file and several files match, that order decides which one is meant; it is
// also the order of listings by file (GPROF.md, sections 2.2 and 13).
// Tests: tests/unit/read/image/image_test.cpp, tests/oracle.
#include "profdiff/image.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "read/file/file.h"
#include "read/image/lines/line_symbols.h"
#include "read/image/lines/object_lines.h"
#include "read/image/name_budget.h"
#include "read/image/object_file.h"
#include "read/image/order_map.h"
#include "read/image/symbol_file.h"

namespace profdiff {
namespace {

// Limits on the total size of names in bytes: a multiple of the file's size, plus an allowance. Linkers and compilers
// produce less.
constexpr std::uint64_t kMostSymbolNames = 8;
constexpr std::uint64_t kMostLineNames = 256;  // larger, as unpacked debug information can exceed the file's size
constexpr std::uint32_t kArm = 40;             // EM_ARM
constexpr std::uint64_t kFewNames = std::uint64_t{1} << 20;

SymbolRules RulesOf(const ImageOptions& options, const ObjectFile& object) {
  return {.policy = options.symbols,
          .omit_statics = options.omit_statics,
          .omit_non_functions = options.omit_non_functions,
          .flags_functions = object.FlagsFunctions(),
          .leading_char = object.LeadingChar()};
}

// Sets the source positions of functions in the order of the symbol table, which defines the order of source files.
template <class Find>
void FindPositions(std::span<Function* const> functions, DistinctTexts& files, Find find) {
  for (Function* function : functions) {
    std::optional<SourceLine> position = find(function->address);
    if (!position) continue;
    function->file = SourceFileId(files.Add(position->path));
    function->line = position->line;
  }
}

// For each path of a line table, the index in the symbol table of the first function in that file.
using FirstPlaces = std::vector<std::uint32_t>;
constexpr std::uint32_t kNowhere = 0xffffffff;

// Adds source files in the order of the symbol table. Returns their ids by index of the path in `lines`.
std::vector<SourceFileId> AddInOrder(const FirstPlaces& first_places, const LineTable& lines, DistinctTexts& files) {
  std::vector<std::uint32_t> used;
  for (std::uint32_t path = 0; path < first_places.size(); ++path) {
    if (first_places[path] != kNowhere) used.push_back(path);
  }
  std::ranges::sort(used, {}, [&](std::uint32_t path) { return first_places[path]; });
  std::vector<SourceFileId> known(first_places.size());
  for (std::uint32_t path : used) known[path] = SourceFileId(files.Add(lines.paths()[path]));
  return known;
}

// Sets the source positions of functions from a line table, in one pass over the sorted functions.
void FindPositions(OrderedFunctions& ordered, const LineTable& lines, DistinctTexts& files) {
  const std::span<const LineTable::Range> ranges = lines.ranges();
  std::vector<std::uint32_t> paths(ordered.functions.size(), LineTable::kNone);
  FirstPlaces first_places(lines.paths().size(), kNowhere);
  std::size_t above = 0;  // index of the first range that begins above the function
  // Functions and ranges ascend, so `above` only moves forward. Files get their ids afterwards, in the order of the
  // symbol table; until then, the first function of each file is recorded.
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

[[noreturn]] void ThrowNoSymbols(const std::string& path) { throw Error(ErrorCode::kNoSymbols, "no symbols", path); }

Image DescribeImage(const ObjectFile& object, const std::string& path) {
  Image image;
  image.path = path;
  image.min_instruction_bytes = object.MinInstructionBytes();
  image.text_begin = object.TextBegin();
  image.text_end = object.TextEnd();
  image.text_offset = object.TextOffset();
  image.architecture = object.Machine();
  image.architecture_name = object.MachineName();
  return image;
}

// Returns the end of the last function's code, which symbols do not state: the end of the text section, as in gprof, or
// the end of the section that has the function.
std::uint64_t EndOfCode(const std::vector<Function>& functions, const ObjectFile& object, const ImageOptions& options) {
  if (!options.exact || functions.empty()) return object.TextEnd();
  const std::uint64_t last = std::ranges::max_element(functions, {}, &Function::address)->address;
  const auto holds_last = [last](const CodeSection& section) { return section.begin <= last && last < section.end; };
  if (last >= object.TextBegin() && last < object.TextEnd()) return object.TextEnd();
  const auto holder = std::ranges::find_if(object.CodeSections(), holds_last);
  return holder == object.CodeSections().end() ? object.TextEnd() : holder->end;
}

// The functions of the image's symbol table.
struct OwnSymbols : ChosenFunctions {
  std::shared_ptr<const std::string> names;  // owner of the names; null if the object file owns them
};

// Clears the lowest bit of functions' addresses, which on ARM says that a function has Thumb instructions. Profiles
// have addresses without this bit. libbfd clears it only if it was built for ARM.
void ClearThumbBits(std::vector<RawSymbol>& symbols) {
  for (RawSymbol& symbol : symbols) {
    if (symbol.is_function) symbol.address &= ~std::uint64_t{1};
  }
}

// Reads the functions. The order map is applied before functions are sorted, because a function that it removes must
// not displace another function at the same address.
OwnSymbols ReadSymbols(ObjectFile& object, const ImageOptions& options, const Image& image) {
  NameBudget budget(image.path, "names of symbols", kMostSymbolNames * object.FileBytes() + kFewNames);
  SymbolList list = object.Symbols();
  if (options.exact && list.elf_machine == kArm) ClearThumbBits(list.symbols);
  OwnSymbols own{ChooseFunctions(list.symbols, RulesOf(options, object), std::move(budget)), std::move(list.names)};
  if (options.order_map != nullptr) own.functions = ApplyOrderMap(std::move(own.functions), *options.order_map);
  if (own.functions.empty()) ThrowNoSymbols(image.path);
  return own;
}

// Symbols and lines of an image. If the file is large, a second thread reads debug information while symbols are read.
struct OwnLines {
  OwnSymbols symbols;
  OrderedFunctions ordered;
  LineTable lines;
};

OwnLines ReadLines(ObjectFile& object, const ImageOptions& options, const Image& image, Diagnostics& diagnostics) {
  constexpr std::uint64_t kLarge = 1 << 20;  // bytes; reading a smaller file takes less time than starting a thread
  OwnLines own;
  EarlyLines early;
  Diagnostics of_lines;
  DoBoth(
      object.FileBytes() < kLarge ? 1 : options.threads,
      [&] {
        own.symbols = ReadSymbols(object, options, image);
        own.ordered = OrderFunctions(own.symbols.functions, EndOfCode(own.symbols.functions, object, options));
      },
      [&] { early = EarlyLines(object, options.threads, of_lines); });
  // Warnings about lines follow warnings about symbols, as in a run without threads.
  std::ranges::move(of_lines.warnings, std::back_inserter(diagnostics.warnings));
  own.lines = ReadLines(object, std::move(early), own.symbols.functions, image.min_instruction_bytes, options.threads);
  NameBudget budget(image.path, "the debug information's names of functions",
                    kMostLineNames * object.FileBytes() + kFewNames);
  for (std::string_view name : own.lines.functions()) budget.Take(name);
  own.symbols.functions = {};
  return own;
}

// Sets the files and lines of the functions themselves, without adding line symbols. Only the units that contain a
// wanted function are read, so less debug information is read if only static functions are wanted.
void FindPositions(OwnSymbols& symbols, ObjectFile& object, const ImageOptions& options, const Image& image,
                   Diagnostics& diagnostics, DistinctTexts& files) {
  std::vector<Function*> wanted;
  std::vector<std::uint64_t> addresses;
  for (Function& function : symbols.functions) {
    if (options.positions == SourcePositions::kStatics && !function.is_static) continue;
    wanted.push_back(&function);
    addresses.push_back(function.address);
  }
  if (wanted.empty()) return;
  const std::optional<LineTable> lines =
      ReadLinesAt(object, std::move(addresses), image.min_instruction_bytes, options.threads, diagnostics);
  if (!lines) return FindPositions(wanted, files, [&](std::uint64_t address) { return object.FindPosition(address); });
  ChangeFinder finder(lines->ranges());
  FindPositions(wanted, files, [&](std::uint64_t address) { return lines->At(finder.Find(address)); });
}

// Names that were read without libbfd are shared, not copied. Names from libbfd and from an order map are copied,
// because they are valid only as long as the object file and the map exist.
void KeepNames(OwnSymbols symbols, const ImageOptions& options, FunctionTable& table) {
  table.units = std::move(symbols.units);
  if (symbols.names != nullptr) table.storage.push_back(symbols.names);
  if (symbols.names == nullptr || options.order_map != nullptr) OwnNames(table);
}

FunctionTable OwnFunctions(ObjectFile& object, const ImageOptions& options, const Image& image,
                           Diagnostics& diagnostics) {
  FunctionTable table;
  OwnSymbols own = ReadSymbols(object, options, image);
  DistinctTexts files;
  if (options.positions != SourcePositions::kNone) FindPositions(own, object, options, image, diagnostics, files);
  table.files = files.Take();
  table.functions = OrderFunctions(own.functions, EndOfCode(own.functions, object, options)).functions;
  KeepNames(std::move(own), options, table);
  return table;
}

// Returns the functions of the image's symbol table and its line symbols.
FunctionTable OwnFunctionsAndLines(ObjectFile& object, const ImageOptions& options, const Image& image,
                                   Diagnostics& diagnostics) {
  FunctionTable table;
  OwnLines own = ReadLines(object, options, image, diagnostics);
  DistinctTexts files;
  FindPositions(own.ordered, own.lines, files);
  table.functions = std::move(own.ordered.functions);
  KeepNames(std::move(own.symbols), options, table);
  AddLineSymbols(table, own.lines, {image.text_begin, image.text_end, image.min_instruction_bytes}, options.symbols,
                 files);
  table.files = files.Take();
  return table;
}

// Returns the functions of a symbol file, which has no lines.
FunctionTable ListedFunctions(const std::string& symbol_file, const ObjectFile& object, const ImageOptions& options) {
  FunctionTable table;
  std::string text = ReadSymbolFile(symbol_file);
  table.functions = ParseSymbolFile(text);
  if (table.functions.empty()) ThrowNoSymbols(symbol_file);
  table.functions = OrderFunctions(table.functions, EndOfCode(table.functions, object, options)).functions;
  OwnNames(table);
  return table;
}

// Returns the functions of the image or, if it is stripped and the reading is exact, those of its separate debug file.
FunctionTable ReadFunctions(ObjectFile& object, const ImageOptions& options, const Image& image,
                            Diagnostics& diagnostics) {
  const auto read = [&](ObjectFile& source) {
    return options.lines ? OwnFunctionsAndLines(source, options, image, diagnostics)
                         : OwnFunctions(source, options, image, diagnostics);
  };
  try {
    return read(object);
  } catch (const Error& error) {
    const bool is_stripped = options.exact && error.code() == ErrorCode::kNoSymbols;
    const std::string path = is_stripped ? object.DebugFile() : "";
    if (path.empty()) throw;
    diagnostics.Warn("has no symbols; they are read from its debug file, " + path, image.path);
    ObjectFile apart(path, diagnostics, true);
    return read(apart);
  }
}

// Reports the sections that have the functions if none of them is called .text, which gprof requires.
void WarnOfSections(const ObjectFile& object, const Image& image, Diagnostics& diagnostics) {
  const std::vector<CodeSection>& sections = object.CodeSections();
  const auto begins_text = [&](const CodeSection& section) { return section.begin == image.text_begin; };
  if (std::ranges::find(sections, std::string_view(".text"), &CodeSection::name) != sections.end()) return;
  const auto largest = std::ranges::find_if(sections, begins_text);
  if (largest == sections.end() || largest->name == "$CODE$") return;
  std::string names;
  for (const CodeSection& section : sections) {
    const auto is_inside = [&section](const Function& f) {
      return section.begin <= f.address && f.address < section.end;
    };
    if (std::ranges::none_of(image.functions.functions, is_inside)) continue;
    names += (names.empty() ? "" : ", ") + section.name;
  }
  diagnostics.Warn(Message("has no .text section; its functions are in " + names + ", which gprof does not read",
                           image.path, {}, RenamingToText(largest->name)));
}

}  // namespace

Image ReadImage(const std::string& path, const ImageOptions& options, Diagnostics& diagnostics) {
  ObjectFile object(path, diagnostics, options.exact);
  Image image = DescribeImage(object, path);
  image.layout = object.Layout();
  if (options.opened) options.opened(image.layout);
  if (options.text_bytes) image.text = object.TextBytes();
  if (options.symbol_file) {
    image.functions = ListedFunctions(*options.symbol_file, object, options);
  } else {
    image.functions = ReadFunctions(object, options, image, diagnostics);
  }
  if (options.exact) WarnOfSections(object, image, diagnostics);
  image.functions.bounds_last = options.exact;
  image.functions.leading_char = object.LeadingChar();
  image.functions.by_line = options.lines;
  return image;
}

bool IsImage(const std::string& path) {
  if (!IsRegularFile(path)) return false;
  try {
    return IsObjectFile(path, FileHandle(path).descriptor());
  } catch (const Error&) {
    return false;
  }
}

std::string FindDebugFile(const std::string& path) {
  Diagnostics unheard;
  try {
    return ObjectFile(path, unheard, true).DebugFile();
  } catch (const Error&) {
    return "";
  }
}

}  // namespace profdiff
