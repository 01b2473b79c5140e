// SPDX-License-Identifier: GPL-3.0-or-later
// Compares line tables with the results of bfd_find_nearest_line for every byte of the text section.
//
//   compare_lines OBJECT
//
// libbfd is queried in the same way as in gprof: with all symbols, first for the functions, then twice for every byte.
// Of the two results for a byte, the second one is compared. Another instance of libbfd is queried only for the
// functions, as for listings by function. Prints the first differences and the number of differing bytes; the exit
// status is 1 if any byte differs.
#define PACKAGE "compare_lines"  // required by <bfd.h>
#include <bfd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/error.h"
#include "read/image/lines/object_lines.h"
#include "read/image/object_file.h"
#include "read/image/symbol_table.h"

namespace {

using profdiff::LineTable;
using profdiff::SourceLine;

void IgnoreMessage(const char*, std::va_list) {}

// Queries libbfd directly, without code of libprofdiff.
class Bfd {
 public:
  explicit Bfd(const std::string& path) : object_(bfd_openr(path.c_str(), nullptr)) {
    object_->flags |= BFD_DECOMPRESS;
    if (!bfd_check_format(object_, bfd_object)) throw profdiff::Error(profdiff::ErrorCode::kNotAnImage, "no object");
    text_ = bfd_get_section_by_name(object_, ".text");
    symbols_.resize(static_cast<std::size_t>(bfd_get_symtab_upper_bound(object_)) / sizeof(asymbol*) + 1);
    bfd_canonicalize_symtab(object_, symbols_.data());
  }
  ~Bfd() { bfd_close(object_); }
  Bfd(const Bfd&) = delete;
  Bfd& operator=(const Bfd&) = delete;

  std::optional<SourceLine> Ask(std::uint64_t address) {
    const char* path = nullptr;
    const char* function = nullptr;
    unsigned line = 0;
    bfd_vma offset = address - bfd_section_vma(text_);
    if (!bfd_find_nearest_line(object_, text_, symbols_.data(), offset, &path, &function, &line)) return {};
    if (path == nullptr || function == nullptr || line == 0) return {};
    return SourceLine{path, function, line};
  }

 private:
  bfd* object_;
  asection* text_ = nullptr;
  std::vector<asymbol*> symbols_;
};

std::string Show(const std::optional<SourceLine>& line) {
  if (!line) return "nothing";
  return std::string(line->path) + ":" + std::to_string(line->line) + " " + std::string(line->function);
}

bool Same(const std::optional<SourceLine>& a, const std::optional<SourceLine>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->path == b->path && a->line == b->line && a->function == b->function;
}

struct Counts {
  std::uint64_t bytes = 0, with_line = 0, different = 0;
  std::uint64_t missed = 0;  // number of addresses at the end of a block of 256, where libbfd before 2.44 finds no line
};

void CompareAt(std::uint64_t address, const std::optional<SourceLine>& theirs, const LineTable& table, Counts& counts) {
  std::optional<SourceLine> ours = table.Find(address);
  ++counts.bytes;
  counts.with_line += theirs.has_value() ? 1 : 0;
  if (Same(theirs, ours)) return;
  if (!theirs && (address & 0xff) == 0xff) {
    ++counts.missed;
    return;
  }
  if (counts.different++ < 10) {
    std::printf("  at %#llx libbfd says %s, we say %s\n", static_cast<unsigned long long>(address),
                Show(theirs).c_str(), Show(ours).c_str());
  }
}

// Compares the lines of functions with those of an instance of libbfd that is queried only for functions.
void CompareFunctions(const std::string& path, const std::vector<profdiff::Function>& functions, Counts& counts) {
  std::vector<std::uint64_t> addresses;
  for (const profdiff::Function& function : functions) addresses.push_back(function.address);
  profdiff::Diagnostics unheard;
  profdiff::ObjectFile object(path, unheard);
  const std::optional<LineTable> table = profdiff::ReadLinesAt(object, addresses, 1, 1, unheard);
  if (!table) return;
  Bfd judge(path);
  for (std::uint64_t address : addresses) {
    std::optional<SourceLine> theirs = judge.Ask(address), ours = table->Find(address);
    if (theirs && ours) ours->function = theirs->function;
    if (!Same(theirs, ours)) CompareAt(address, theirs, *table, counts);
  }
}

// True if the table can be read as a whole, without queries to libbfd.
bool IsReadAtOnce(profdiff::ObjectFile& object) {
  profdiff::Diagnostics unheard;
  std::optional<profdiff::DwarfSections> sections = object.PlainDwarf(unheard);
  if (!sections) return false;
  auto symbols = [&object] { return object.CodeSymbols(); };
  profdiff::LineTableInput input{*sections, symbols, {}, object.TextBegin(), object.TextEnd(), 1};
  return LineTable::FromDwarf(input).has_value();
}

Counts Compare(const std::string& path) {
  profdiff::Diagnostics diagnostics;
  profdiff::ObjectFile object(path, diagnostics);
  std::vector<profdiff::Function> functions =
      profdiff::ChooseFunctions(object.SymbolsOfLibrary().symbols, {}, {path, "names of symbols", ~std::uint64_t{0}})
          .functions;
  LineTable table = profdiff::ReadLines(object, {object, 1, diagnostics}, functions, 1);

  bfd_error_handler_type previous = bfd_set_error_handler(IgnoreMessage);
  Bfd judge(path);
  Counts counts;
  for (const profdiff::Function& function : functions) judge.Ask(function.address);
  for (std::uint64_t address = object.TextBegin(); address < object.TextEnd(); ++address) judge.Ask(address);
  for (std::uint64_t address = object.TextBegin(); address < object.TextEnd(); ++address) {
    CompareAt(address, judge.Ask(address), table, counts);
  }
  for (const profdiff::Function& function : functions) {
    std::optional<SourceLine> theirs = judge.Ask(function.address);
    std::optional<SourceLine> ours = table.Find(function.address);
    // The function name that libbfd returns can depend on the previous query, so only paths and line numbers must be
    // equal. Names outside of the text section are not used.
    bool same = Same(theirs, ours) || (theirs && ours && theirs->path == ours->path && theirs->line == ours->line);
    if (!same) CompareAt(function.address, theirs, table, counts);
  }
  // This comparison is the last one, since the names of functions with the same code depend on libbfd's state.
  CompareFunctions(path, functions, counts);
  bfd_set_error_handler(previous);
  std::printf("%s: %llu bytes, %llu with a line, %s, %llu missed by libbfd, %llu different\n", path.c_str(),
              static_cast<unsigned long long>(counts.bytes), static_cast<unsigned long long>(counts.with_line),
              IsReadAtOnce(object) ? "read at once" : "asked for", static_cast<unsigned long long>(counts.missed),
              static_cast<unsigned long long>(counts.different));
  return counts;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    Counts counts = Compare(argv[1]);
    return counts.bytes == 0 || counts.different != 0 ? 1 : 0;
  } catch (const profdiff::Error& error) {
    std::printf("%s: %s\n", argv[1], error.what());
    return 1;
  }
}
