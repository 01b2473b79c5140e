// SPDX-License-Identifier: GPL-3.0-or-later
// A map (sid-ID.map) is a copy of /proc/PID/maps at the start of a program. For a library loaded later (DLOP in
// task.txt), only the start address is recorded; the library is taken to end where the next module begins. If several
// libraries were loaded at the same address at different times, the time of the call's record decides.
#include "read/trace/uftrace/addresses.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "read/trace/words.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kAddressEnd = std::uint64_t{1} << 48;  // uftrace's records have 48 bits for an address

// Parses a line "begin-end rights offset device inode path [build-id:ID]".
std::optional<UftraceModule> ParseLine(std::string_view line) {
  const auto begin = NumberFrom<std::uint64_t>(TakeUpTo(line, '-'), 16);
  const auto end = NumberFrom<std::uint64_t>(TakeUpTo(line, ' '), 16);
  for (int i = 0; i < 4; ++i) TakeBlankWord(line);
  constexpr std::string_view kBuildId = " build-id:";  // optional; the path before it may contain blanks
  const std::size_t id = std::min(line.find(kBuildId), line.size());
  const std::string_view build_id = line.substr(std::min(id + kBuildId.size(), line.size()));
  line = line.substr(0, id);
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  if (!begin || !end || *begin >= *end || line.empty()) return std::nullopt;
  return UftraceModule{*begin, *end, 0, std::string(line), std::string(build_id)};
}

}  // namespace

std::string UftracePlace::Name() const {
  if (!function.name.empty()) return std::string(function.name);
  std::string name = module == nullptr ? "" : std::string(BaseName(module->path)) + "+";
  name += "0x";
  AppendHex(name, address);
  return name;
}

std::vector<UftraceModule> ParseUftraceMap(std::string_view text) {
  std::vector<UftraceModule> modules;
  while (!text.empty()) {
    std::optional<UftraceModule> module = ParseLine(TakeUpTo(text, '\n'));
    if (!module) continue;
    // Segments of one file are adjacent lines; addresses are relative to the first segment.
    if (!modules.empty() && modules.back().path == module->path) {
      modules.back().end = std::max(modules.back().end, module->end);
    } else {
      modules.push_back(std::move(*module));
    }
  }
  return modules;
}

UftraceAddresses::UftraceAddresses(std::vector<UftraceModule> modules, std::span<const UftraceLoading> loadings,
                                   bool relative_symbols, UftraceSymbolFiles& files)
    : modules_(std::move(modules)), relative_symbols_(relative_symbols), files_(files) {
  for (const UftraceLoading& loading : loadings) {
    modules_.push_back({loading.base, kAddressEnd, loading.time, loading.library});
  }
  std::ranges::stable_sort(modules_, {},
                           [](const UftraceModule& module) { return std::pair(module.begin, module.loaded); });
  // Some programs load the same library repeatedly at the same address; the first loading is enough.
  auto is_same = [](const UftraceModule& a, const UftraceModule& b) {
    return std::tie(a.begin, a.path) == std::tie(b.begin, b.path);
  };
  modules_.erase(std::unique(modules_.begin(), modules_.end(), is_same), modules_.end());
  for (std::size_t i = 1; i < modules_.size(); ++i) {
    if (modules_[i - 1].begin != modules_[i].begin) continue;
    modules_[i - 1].shares_begin = modules_[i].shares_begin = true;
  }
}

// Finds the last module that begins at or below the address and was loaded by the given time. Unloading is not
// recorded.
UftracePlace UftraceAddresses::Find(std::uint64_t address, std::uint64_t time) const {
  UftracePlace place;
  place.address = address;
  auto at = std::ranges::upper_bound(modules_, address, {}, &UftraceModule::begin);
  while (at != modules_.begin() && std::prev(at)->loaded > time) --at;
  if (at == modules_.begin() || address >= std::prev(at)->end) return place;
  place.module = &*std::prev(at);
  if (relative_symbols_) place.address -= place.module->begin;
  place.symbols = files_.Of(place.module->path, place.module->build_id);
  if (place.symbols != nullptr) place.function = place.symbols->Find(place.address);
  return place;
}

}  // namespace profdiff
