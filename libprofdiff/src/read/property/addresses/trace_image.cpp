// SPDX-License-Identifier: GPL-3.0-or-later
// Functions and arrays are read from the ELF symbol table, which contains sizes; lines from the table of functions and
// lines (gprof's -l); and members of common blocks from DWARF.
#include "read/property/addresses/trace_image.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/name_parts.h"
#include "base/text.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kPage = 4096;  // smallest page size; programs are loaded at multiples of it
constexpr std::uint32_t kFirstReserved = 0xff00;

Image ReadLinesOf(const std::string& path) {
  ImageOptions options;
  options.symbols = SymbolPolicy::kAll;
  options.lines = true;
  Diagnostics nobody_reads_these;
  return ReadImage(path, options, nobody_reads_these);
}

// True if the symbol is defined in a section of the file and its size is not 0.
bool HasExtent(const ElfSymbol& symbol) {
  return symbol.section != 0 && symbol.section < kFirstReserved && symbol.value + symbol.size > symbol.value;
}

// Sorts symbols by start; if several have the same start, the largest one comes first, and then the first name in
// alphabetical order. Drops aliases, and symbols that begin within another symbol.
void SortAndDropInner(std::vector<TraceImage::Symbol>& symbols) {
  std::ranges::sort(symbols, [](const TraceImage::Symbol& a, const TraceImage::Symbol& b) {
    return std::tie(a.extent.begin, b.extent.end, a.name) < std::tie(b.extent.begin, a.extent.end, b.name);
  });
  std::uint64_t end = 0;
  std::erase_if(symbols, [&end](const TraceImage::Symbol& symbol) {
    if (symbol.extent.begin < end) return true;
    end = symbol.extent.end;
    return false;
  });
}

}  // namespace

TraceImage::TraceImage(const std::string& path) : image_(ReadLinesOf(path)) {
  // The span of all loaded sections: addresses outside it belong to the stack, the heap or libraries.
  const ElfSymbolTable symbols = ElfSymbolTable::Read(FileHandle(path));
  layout_ = symbols.layout();
  for (const ElfLayout::Span& span : layout_.spans) {
    begin_ = end_ == 0 ? span.begin : std::min(begin_, span.begin);
    end_ = std::max(end_, span.end);
  }
  AddArrays(symbols);
  AddSymbols(symbols);
  imports_ = ReadElfImports(FileHandle(path));
}

// A symbol takes its name from the row of the function table that begins at its address, so that symbols and function
// table use the same alias.
void TraceImage::AddSymbols(const ElfSymbolTable& symbols) {
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const ElfSymbol symbol = symbols[i];
    if (symbol.type != ElfType::kFunction || !HasExtent(symbol)) continue;
    symbols_.push_back({{symbol.value, symbol.value + symbol.size}, symbol.name, {}});
  }
  SortAndDropInner(symbols_);
  const FunctionTable& functions = image_.functions;
  for (Symbol& symbol : symbols_) {
    const FunctionId row = functions.Find(symbol.extent.begin);
    if (!row.valid()) continue;
    symbol.file = functions.FilePath(row);
    if (functions[row].address == symbol.extent.begin && functions[row].is_function) symbol.name = functions[row].name;
  }
}

const TraceImage::Symbol* TraceImage::SymbolAt(std::uint64_t address) const {
  const auto begin_of = [](const Symbol& symbol) { return symbol.extent.begin; };
  const auto after = std::ranges::upper_bound(symbols_, address, {}, begin_of);
  if (after == symbols_.begin() || address >= std::prev(after)->extent.end) return nullptr;
  return &*std::prev(after);
}

// If an address has several names, the one with the largest extent is used; among names with the same extent, the first
// one in alphabetical order. An object that contains several variables, such as a Fortran common block, is replaced by
// these variables.
void TraceImage::AddArrays(const ElfSymbolTable& symbols) {
  // A common block is listed for each function that declares it; the first declaration of an address counts.
  const std::vector<DeclaredVariable> variables = ReadDeclaredVariables(image_.path);
  AddLocalArrays(variables);
  std::map<std::uint64_t, const DeclaredVariable*> declared;  // by address
  for (const DeclaredVariable& variable : variables) {
    if (variable.address && variable.bytes != 0) declared.emplace(*variable.address, &variable);
  }
  std::vector<Symbol> found;
  const auto add_parts = [&](Extent whole) {
    const std::size_t before = found.size();
    for (auto part = declared.lower_bound(whole.begin); part != declared.end() && part->first < whole.end; ++part) {
      const std::uint64_t bytes = part->second->bytes;
      // A variable as large as the object is the object itself, and one that extends beyond the object is not a part of
      // it.
      if (bytes >= whole.end - whole.begin || bytes > whole.end - part->first) continue;
      found.push_back({{part->first, part->first + bytes}, part->second->name, {}});
    }
    return found.size() > before;
  };
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const ElfSymbol symbol = symbols[i];
    const bool is_data = symbol.type == ElfType::kObject || symbol.type == ElfType::kCommon;
    if (!is_data || !HasExtent(symbol) || symbol.name[0] == '\0') continue;
    const Extent extent{symbol.value, symbol.value + symbol.size};
    if (!add_parts(extent)) found.push_back({extent, symbol.name, {}});
  }
  SortAndDropInner(found);
  for (const Symbol& each : found) {
    extents_.push_back(each.extent);
    arrays_.push_back(each.name);
  }
}

void TraceImage::AddLocalArrays(const std::vector<DeclaredVariable>& variables) {
  for (const DeclaredVariable& variable : variables) {
    if (!variable.is_array || variable.bytes == 0 || !variable.code || !variable.frame_offset) continue;
    local_arrays_.push_back({*variable.code, *variable.frame_offset, variable.bytes,
                             variable.name + " of " + DemangledName(variable.function)});
  }
  std::ranges::sort(local_arrays_, {}, [](const LocalArray& array) { return std::tie(array.code, array.begin); });
  const auto overlap = [](const LocalArray& a, const LocalArray& b) {
    return a.code == b.code && static_cast<std::uint64_t>(b.begin) - static_cast<std::uint64_t>(a.begin) < a.bytes;
  };
  std::vector<bool> is_shared(local_arrays_.size());
  for (std::size_t i = 0; i < local_arrays_.size(); ++i) {
    for (std::size_t next = i + 1; next < local_arrays_.size() && overlap(local_arrays_[i], local_arrays_[next]);
         ++next) {
      is_shared[i] = is_shared[next] = true;
    }
  }
  std::size_t at = 0;
  std::erase_if(local_arrays_, [&](const LocalArray&) { return is_shared[at++]; });
}

std::string TraceImage::PlaceOf(std::uint64_t address) const {
  const FunctionTable& functions = image_.functions;
  const FunctionId row = functions.Find(address);
  const Symbol* const symbol = SymbolAt(address);
  std::string_view name;
  if (row.valid()) name = functions[row].name;
  if (symbol != nullptr) name = symbol->name;
  const std::string place = DemangledName(name);
  if (!row.valid() || functions[row].line == 0) return place;
  return place + " (" + std::string(BaseName(functions.FilePath(row))) + ":" + std::to_string(functions[row].line) +
         ")";
}

std::optional<std::uint64_t> TraceImage::FindFunction(std::string_view name) const {
  const auto found = std::ranges::find_if(image_.functions.functions,
                                          [&](const Function& f) { return f.is_function && f.name == name; });
  if (found == image_.functions.functions.end()) return std::nullopt;
  return found->address;
}

std::uint32_t TraceImage::ArrayAt(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(extents_, address, {}, &Extent::begin);
  if (after == extents_.begin() || address >= std::prev(after)->end) return kNoArray;
  return static_cast<std::uint32_t>(after - extents_.begin()) - 1;
}

const ElfLayout::Span* TraceImage::CodeAt(std::uint64_t address) const {
  if (!Spans(address)) return nullptr;
  const auto found = std::ranges::find_if(layout_.spans, [&](const ElfLayout::Span& span) {
    return span.is_code && span.begin <= address && address < span.end;
  });
  return found == layout_.spans.end() ? nullptr : &*found;
}

// A program that is not position-independent is loaded at the addresses in its image.
TraceBias::TraceBias(const TraceImage& image)
    : image_(image), end_(image.FindFunction("main").value_or(image.layout().entry)) {
  if (!image.layout().is_movable) bias_ = 0;
}

// False if the bias would place an executed instruction inside the image but outside its code. Instructions outside the
// image belong to libraries.
bool TraceBias::Fits(std::uint64_t address, std::uint64_t bias) const {
  return address < bias || !image_.Spans(address - bias) || image_.CodeAt(address - bias) != nullptr;
}

// Examines the address of an executed instruction, unless the address has been seen before. Drops the candidates that
// the address contradicts. Adds a candidate if the address can be the entry point, and if the resulting bias fits all
// addresses seen so far. If the address is that of main for a candidate, this candidate becomes the bias.
void TraceBias::See(std::uint64_t address, std::uint64_t from) {
  if (bias_ || seen_.size() == kMostSeen || !seen_.insert(address).second) return;
  std::erase_if(candidates_, [&](const Candidate& candidate) { return !Fits(address, candidate.bias); });
  const std::uint64_t entry = image_.layout().entry;
  const bool is_entry = address >= entry && (address - entry) % kPage == 0;
  if (is_entry && candidates_.size() < kMostCandidates && tried_ < kMostTried) {
    ++tried_;
    const std::uint64_t bias = address - entry;
    const bool fits = std::ranges::all_of(seen_, [&](std::uint64_t each) { return Fits(each, bias); });
    if (fits) candidates_.push_back({bias, seen_.size() == 1});
  }
  const auto begins_main = [&](const Candidate& candidate) {
    const bool is_from_outside = from < candidate.bias || !image_.Spans(from - candidate.bias);
    return candidate.bias + end_ == address && (candidate.is_first || is_from_outside);
  };
  const auto found = std::ranges::find_if(candidates_, begins_main);
  if (found != candidates_.end()) bias_ = found->bias;
}

}  // namespace profdiff
