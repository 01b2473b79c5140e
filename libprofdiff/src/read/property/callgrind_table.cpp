// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/property/callgrind_table.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

#include "values/shape.h"

namespace profdiff {
namespace {

// Source: Valgrind's manual, "Callgrind Format Specification": relative numbers are of the line of costs before.
bool MoveTo(std::uint32_t& line, std::string_view position) {
  if (position.empty() || position == "*") return true;
  const char sign = position[0];
  if (sign == '+' || sign == '-') position.remove_prefix(1);
  const bool is_hex = position.starts_with("0x");
  if (is_hex) position.remove_prefix(2);
  std::uint32_t number = 0;
  const char* const end = position.data() + position.size();
  const auto result = std::from_chars(position.data(), end, number, is_hex ? 16 : 10);
  if (result.ec != std::errc() || result.ptr != end) return false;
  if (sign == '-' && number > line) return false;
  line = sign == '+' ? line + number : sign == '-' ? line - number : number;
  return true;
}

// False where the sum passes what 63 bits hold.
bool AddCosts(CallgrindTable::Costs& sums, const CallgrindTable::Costs& costs) {
  sums.resize(costs.size());
  for (std::size_t i = 0; i < costs.size(); ++i) {
    sums[i] += costs[i];
    if (sums[i] >> 63 != 0) return false;
  }
  return true;
}

std::uint64_t HashOf(std::uint32_t id, CallgrindTable::Spot spot) {
  return Mix(Mix(std::uint64_t{spot.file} << 32 | spot.line) ^ id);
}
bool Same(CallgrindTable::Spot a, CallgrindTable::Spot b) { return a.file == b.file && a.line == b.line; }

}  // namespace

void CallgrindTable::Describe(std::string_view text) {
  for (std::string_view level : {"I1 cache:", "D1 cache:", "LL cache:"}) {
    if (!text.starts_with(level)) continue;
    if (machine.find(level) != std::string::npos) return;  // a later part
    machine.append(machine.empty() ? "" : "; ").append(text);
  }
}

bool CallgrindTable::SetColumns(const CallgrindCosts& costs) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < costs.columns(); ++i) names.push_back(costs.events()[i].name);
  if (!columns.empty() && names != columns) return false;
  columns = std::move(names);
  costs_ = costs;
  return true;
}

void CallgrindTable::SetFile(const std::string& name) {
  if (files.empty()) {
    files.emplace_back();
    file_ids_.Find(std::hash<std::string_view>()({}), [](std::uint32_t) { return true; });
  }
  const std::string_view known = name == "???" ? std::string_view() : std::string_view(name);
  file_ = file_ids_.Find(std::hash<std::string_view>()(known), [&](std::uint32_t id) { return files[id] == known; });
  if (file_ == files.size()) files.emplace_back(known);
}

bool CallgrindTable::Read(std::string_view position, std::string_view numbers) {
  return MoveTo(line_, position) && costs_.CostsOfColumns(numbers, costs_read_);
}

void CallgrindTable::NoteFunction(FunctionId function) {
  if (file_of_function.size() <= function.value) file_of_function.resize(function.value + std::size_t{1});
  if (file_of_function[function.value] == 0) file_of_function[function.value] = function_file_;
}

bool CallgrindTable::AddSelf(CallgrindSums::Level level, FunctionId function, std::string_view position,
                             std::string_view numbers) {
  if (!Read(position, numbers) || !AddCosts(total_, costs_read_)) return false;
  NoteFunction(function);
  if (level_self.size() <= level) level_self.resize(level + std::size_t{1});
  const Spot spot{file_, line_};
  const std::uint32_t id = line_ids_.Find(HashOf(function.value, spot), [&](std::uint32_t known) {
    return lines[known].function == function && Same(lines[known].spot, spot);
  });
  if (id == lines.size()) lines.push_back({function, spot, {}});
  return AddCosts(level_self[level], costs_read_) && AddCosts(lines[id].self, costs_read_);
}

bool CallgrindTable::AddCall(CallgrindSums::CallId call, FunctionId caller, std::string_view position,
                             std::uint64_t count, std::string_view numbers) {
  if (!Read(position, numbers) || !AddCosts(called_, costs_read_)) return false;
  NoteFunction(caller);
  if (call_inclusive.size() <= call) call_inclusive.resize(call + std::size_t{1});
  const Spot spot{file_, line_};
  const std::uint32_t id = site_ids_.Find(HashOf(call, spot), [&](std::uint32_t known) {
    return sites[known].call == call && Same(sites[known].spot, spot);
  });
  if (id == sites.size()) sites.push_back({call, spot, 0, {}});
  sites[id].count += count;
  return AddCosts(call_inclusive[call], costs_read_) && AddCosts(sites[id].inclusive, costs_read_);
}

void CallgrindTable::Finish(CallgrindSums of_one) {
  sums = std::move(of_one);
  if (files.empty()) files.emplace_back();
  level_self.resize(sums.levels());
  call_inclusive.resize(sums.calls().size());
  file_of_function.resize(sums.names().size());
  for (Costs& costs : level_self) costs.resize(columns.size());
  for (Costs& costs : call_inclusive) costs.resize(columns.size());
}

}  // namespace profdiff
