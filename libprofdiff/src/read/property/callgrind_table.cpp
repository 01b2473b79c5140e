// SPDX-License-Identifier: GPL-3.0-or-later
// Builds rows by function and position (pieces), rows by call and position (sites), and jumps. Positions are relative
// to the previous line, even across functions, so every line has to be processed in order.
#include "read/property/callgrind_table.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "base/parse_text.h"
#include "profdiff/properties.h"
#include "values/shape.h"

namespace profdiff {
namespace {

// Sets `place` to the given position, which is either absolute or relative to the previous value of `place`. Returns
// false if the position is invalid. Source: Valgrind's manual, "Callgrind Format Specification": numbers are relative
// to the previous line of costs.
template <class Number>
bool MoveTo(Number& place, std::string_view position) {
  if (position.empty() || position == "*") return true;
  const char sign = position[0];
  if (sign == '+' || sign == '-') position.remove_prefix(1);
  const bool is_hex = position.starts_with("0x");
  if (is_hex) position.remove_prefix(2);
  const auto number = NumberFrom<Number>(position, is_hex ? 16 : 10);
  if (!number) return false;
  if (sign == '-' && *number > place) return false;
  if (sign == '+' && *number > std::numeric_limits<Number>::max() - place) return false;
  place = sign == '+' ? place + *number : sign == '-' ? place - *number : *number;
  return true;
}

// Adds costs to sums. Returns false if a sum exceeds 63 bits.
bool AddCosts(std::span<std::uint64_t> sums, CallgrindRows::Row costs) {
  for (std::size_t i = 0; i < costs.size(); ++i) {
    sums[i] += costs[i];
    if (sums[i] >> 63 != 0) return false;
  }
  return true;
}

bool AddCosts(CallgrindTable::Costs& sums, const CallgrindTable::Costs& costs) {
  sums.resize(costs.size());
  return AddCosts(std::span(sums), costs);
}

// Returns the hash of a row; NumberSet mixes in its seed, and compares rows with equal hashes.
std::uint64_t HashOf(std::uint32_t id, CallgrindTable::Spot spot) {
  return Mix(Mix(Mix(std::uint64_t{spot.file} << 32 | spot.line) ^ spot.address) ^ id);
}

}  // namespace

void CallgrindRows::Resize(std::size_t rows, std::size_t columns) {
  columns_ = columns;
  costs_.resize(rows * columns);
}

bool CallgrindRows::Add(std::size_t row, Row costs) {
  if (size() <= row) Resize(row + 1, costs.size());
  return AddCosts((*this)[row], costs);
}

// Handles "desc:" lines: descriptions of the simulated caches are stored in `machine`; other lines are ignored. The
// text after the colon is empty without --cache-sim=yes.
void CallgrindTable::Describe(std::string_view text) {
  for (std::string_view level : {"I1 cache:", "D1 cache:", "LL cache:"}) {
    if (!text.starts_with(level)) continue;
    if (machine.find(level) != std::string::npos) return;  // the line is repeated in a later part
    if (text.find_first_not_of(" \t", level.size()) == std::string_view::npos) {
      if (machine.empty()) machine = kNoCaches;
      return;
    }
    if (machine == kNoCaches) machine.clear();
    machine.append(machine.empty() ? "" : "; ").append(text);
  }
}

// Returns the index of the thread, from 0; Callgrind numbers threads from 1.
std::optional<std::uint32_t> CallgrindTable::thread() const {
  const auto number = NumberFrom<std::uint32_t>(thread_.text);
  return number && *number != 0 ? std::optional(*number - 1) : std::nullopt;
}

bool CallgrindTable::SetColumns(const CallgrindCosts& costs) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < costs.columns(); ++i) names.push_back(costs.events()[i].name);
  if (!columns.empty() && names != columns) return false;
  columns = std::move(names);
  costs_ = costs;
  return true;
}

// Index 0 is the unknown file, so positions without a file need no special case.
void CallgrindTable::SetFile(const std::string& name) {
  if (files.empty()) {
    files.emplace_back();
    file_ids_.Find(hash_({}), [](std::uint32_t) { return true; });
  }
  const std::string_view known = name == "???" ? std::string_view() : std::string_view(name);
  file_ = file_ids_.Find(hash_(known), [&](std::uint32_t id) { return files[id] == known; });
  if (file_ == files.size()) files.emplace_back(known);
}

void CallgrindTable::StartPart() {
  if (keeps_parts_) parts_.emplace_back();
}

CallgrindTable::Part& CallgrindTable::part() {
  if (parts_.empty()) parts_.emplace_back();
  return parts_.back();
}

// A line with the costs of a call also moves the current position; the target of a call does not.
bool CallgrindTable::Move(CallgrindPosition position) {
  return MoveTo(address_, position.address) && MoveTo(line_, position.line);
}

// The file of a function is the one in effect at its "fn=" line; later "fi=" and "fe=" lines refer to inlined code.
void CallgrindTable::NoteFunction(FunctionId function) {
  if (file_of_function.size() <= function.value) file_of_function.resize(function.value + std::size_t{1});
  if (file_of_function[function.value] == 0) file_of_function[function.value] = function_file_;
}

CallgrindTrouble CallgrindTable::AddSelf(CallgrindSums::Level level, FunctionId function, CallgrindPosition position,
                                         std::string_view numbers) {
  if (!Move(position)) return CallgrindTrouble::kPosition;
  if (!costs_.CostsOfColumns(numbers, costs_read_) || !AddCosts(total_, costs_read_)) return CallgrindTrouble::kNumbers;
  NoteFunction(function);
  const Spot spot{file_, line_, address_};
  const std::uint32_t id = piece_ids_.Find(HashOf(function.value, spot), [&](std::uint32_t known) {
    return pieces[known].function == function && pieces[known].spot == spot;
  });
  if (id == pieces.size()) pieces.push_back({function, spot});
  // These sums cannot exceed the total, which has been checked.
  bool fits = all.level_self.Add(level, costs_read_) && all.pieces.Add(id, costs_read_);
  if (keeps_parts_) {
    fits = AddCosts(part().level_self[level], costs_read_) && AddCosts(part().pieces[id], costs_read_) && fits;
  }
  return fits ? CallgrindTrouble::kNone : CallgrindTrouble::kNumbers;
}

CallgrindTrouble CallgrindTable::AddCall(CallgrindSums::CallId call, FunctionId caller, CallgrindPosition position,
                                         std::uint64_t count, std::string_view numbers) {
  if (!Move(position)) return CallgrindTrouble::kPosition;
  // Inclusive costs have a separate total to check for overflow, because the costs of nested calls overlap.
  if (!costs_.CostsOfColumns(numbers, costs_read_) || !AddCosts(called_, costs_read_))
    return CallgrindTrouble::kNumbers;
  NoteFunction(caller);
  const Spot spot{file_, line_, address_};
  const std::uint32_t id = site_ids_.Find(
      HashOf(call, spot), [&](std::uint32_t known) { return sites[known].call == call && sites[known].spot == spot; });
  if (id == sites.size()) sites.push_back({call, spot});
  bool fits = all.call_inclusive.Add(call, costs_read_) && all.sites.Add(id, costs_read_);
  if (keeps_parts_) {
    fits = AddCosts(part().call_inclusive[call], costs_read_) && AddCosts(part().sites[id], costs_read_) && fits;
    part().calls[call] += count;
  }
  return fits ? CallgrindTrouble::kNone : CallgrindTrouble::kNumbers;
}

// The target is relative to the jump's position, and does not move the current position.
CallgrindTrouble CallgrindTable::AddJump(FunctionId function, const CallgrindJump& jump) {
  if (!Move(jump.from)) return CallgrindTrouble::kPosition;
  std::uint64_t address = address_;
  std::uint32_t line = line_;
  if (!MoveTo(address, jump.to.address) || !MoveTo(line, jump.to.line)) return CallgrindTrouble::kPosition;
  if (jump.from.address.empty()) has_jumps_of_lines = true;
  if (jump.from.address.empty()) return CallgrindTrouble::kNone;
  const std::uint32_t file = file_;
  if (!jump.to_file.empty()) SetFile(std::string(jump.to_file));
  const CodeJump made{function, jump.is_conditional, false, {file, line_, address_}, {file_, line, address}};
  file_ = file;
  const std::uint32_t id = jump_ids_.Find(HashOf(function.value, made.from) ^ Mix(address), [&](std::uint32_t known) {
    return jumps[known].function == function && jumps[known].from == made.from && jumps[known].to == made.to;
  });
  if (id == jumps.size()) {
    jumps.push_back(made);
    jump_counts.push_back(0);
  }
  const bool fits = !__builtin_add_overflow(jump_counts[id], jump.count, &jump_counts[id]);
  return fits ? CallgrindTrouble::kNone : CallgrindTrouble::kNumbers;
}

// Appends zeros to each list of costs, so that every index has an element. Before the call, each list ends at the
// greatest index that has costs.
void CallgrindTable::FixSizes(Amounts& amounts) const {
  amounts.level_self.Resize(sums.levels(), columns.size());
  amounts.call_inclusive.Resize(sums.calls().size(), columns.size());
  amounts.sites.Resize(sites.size(), columns.size());
  amounts.pieces.Resize(pieces.size(), columns.size());
  amounts.calls.resize(sums.calls().size());
}

void CallgrindTable::Finish(CallgrindSums of_one) {
  sums = std::move(of_one);
  if (files.empty()) files.emplace_back();
  FixSizes(all);
  for (std::size_t i = 0; i < all.calls.size(); ++i) all.calls[i] = sums.calls()[i].count;
  file_of_function.resize(sums.names().size());
  // Frees the lookup tables, which are used only for reading.
  for (NumberSet* ids : {&file_ids_, &site_ids_, &piece_ids_, &jump_ids_}) *ids = NumberSet();
}

// Makes the dense lists of one part, so that the same code can compute the costs of a part and of the whole file.
CallgrindTable::Amounts CallgrindTable::AmountsOf(std::size_t part) const {
  Amounts amounts;
  FixSizes(amounts);
  const Part& kept = parts_[part];
  for (const auto& [id, costs] : kept.level_self) std::ranges::copy(costs, amounts.level_self[id].begin());
  for (const auto& [id, costs] : kept.call_inclusive) std::ranges::copy(costs, amounts.call_inclusive[id].begin());
  for (const auto& [id, costs] : kept.sites) std::ranges::copy(costs, amounts.sites[id].begin());
  for (const auto& [id, costs] : kept.pieces) std::ranges::copy(costs, amounts.pieces[id].begin());
  for (const auto& [id, count] : kept.calls) amounts.calls[id] = count;
  return amounts;
}

}  // namespace profdiff
