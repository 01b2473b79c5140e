// SPDX-License-Identifier: GPL-3.0-or-later
// Which symbols perf takes, and which it looks up by name, is as in tools/perf/util/symbol.c and machine.c of Linux.
#include "egprof/process/kernel_symbols.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

#include "base/parse_text.h"

namespace egprof {
namespace {

constexpr int kHexadecimal = 16;
constexpr std::uint64_t kFirstMark = ~std::uint64_t{4095};  // marks in stacks, such as "the kernel follows", are above

std::string ContentsOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns the numbers in a file of perf.data that may be addresses of the kernel. All records begin at multiples of
// eight bytes after the first one, and so do all addresses in them. Other numbers may be among the result.
std::vector<std::uint64_t> KernelAddresses(const std::string& bytes) {
  constexpr std::size_t kDataAt = 40;  // of the header: where the first record is
  std::uint64_t at = 0;
  if (bytes.size() >= kDataAt + sizeof at) std::memcpy(&at, bytes.data() + kDataAt, sizeof at);
  std::vector<std::uint64_t> addresses;
  for (at %= sizeof at; at + sizeof at <= bytes.size(); at += sizeof at) {
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    const bool is_in_upper_half = number >> 63 != 0;
    if (is_in_upper_half && number < kFirstMark) addresses.push_back(number);
  }
  std::ranges::sort(addresses);
  addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
  return addresses;
}

}  // namespace

KernelSymbols::KernelSymbols(const std::string& path) : text_(ContentsOf(path)) {
  for (std::size_t at = 0; at < text_.size();) {
    const std::size_t end = text_.find('\n', at);
    if (end == std::string::npos) break;
    AddLine(at, end);
    at = end + 1;
  }
  std::ranges::stable_sort(symbols_, {}, &Symbol::address);
}

// A line is "ffffffff81000000 T _stext", or with a module "ffffffffc0201000 t name\t[module]". perf takes functions and
// data, but no marks for the assembler, which begin with a dollar sign.
void KernelSymbols::AddLine(std::size_t begin, std::size_t end) {
  const std::string_view line = std::string_view(text_).substr(begin, end - begin);
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos || line.size() < blank + 4) return;
  const auto address = profdiff::NumberFrom<std::uint64_t>(line.substr(0, blank), kHexadecimal);
  const std::string_view name = line.substr(blank + 3);
  const bool is_taken = std::string_view("tTwWdDbB").find(line[blank + 1]) != std::string_view::npos;
  if (!address || *address == 0 || !is_taken || name.starts_with('$')) return;
  const bool is_needed = name == "_text" || name == "_stext" || name == "_etext" || name == "_edata";
  symbols_.push_back({*address, begin, end + 1 - begin, is_needed});
}

std::string KernelSymbols::LinesFor(const std::string& recording) const {
  std::vector<char> is_wanted(symbols_.size());
  const auto want_from = [&](std::size_t first) {  // all symbols of an address
    for (std::size_t i = first; i < symbols_.size() && symbols_[i].address == symbols_[first].address; ++i)
      is_wanted[i] = 1;
  };
  const auto first_at = [&](std::uint64_t address) {
    return static_cast<std::size_t>(std::ranges::lower_bound(symbols_, address, {}, &Symbol::address) -
                                    symbols_.begin());
  };
  for (const std::uint64_t address : KernelAddresses(ContentsOf(recording))) {
    const auto after = std::ranges::upper_bound(symbols_, address, {}, &Symbol::address);
    if (after == symbols_.begin()) continue;
    want_from(first_at(std::prev(after)->address));
    want_from(static_cast<std::size_t>(after - symbols_.begin()));
  }
  std::string lines;
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    if (is_wanted[i] != 0 || symbols_[i].is_always_needed) lines.append(text_, symbols_[i].begin, symbols_[i].size);
  }
  return lines;
}

}  // namespace egprof
