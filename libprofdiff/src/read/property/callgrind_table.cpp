// SPDX-License-Identifier: GPL-3.0-or-later
// Rows by function and position (pieces), by call and position (sites), and jumps back. Positions are relative to the
// line before, also across functions, so that every line has to be processed in order.
#include "read/property/callgrind_table.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <utility>

#include "values/shape.h"

namespace profdiff {
namespace {

// Source: Valgrind's manual, "Callgrind Format Specification": numbers are relative to the previous line of costs.
template <class Number>
bool MoveTo(Number& place, std::string_view position) {
  if (position.empty() || position == "*") return true;
  const char sign = position[0];
  if (sign == '+' || sign == '-') position.remove_prefix(1);
  const bool is_hex = position.starts_with("0x");
  if (is_hex) position.remove_prefix(2);
  Number number = 0;
  const char* const end = position.data() + position.size();
  const auto result = std::from_chars(position.data(), end, number, is_hex ? 16 : 10);
  if (result.ec != std::errc() || result.ptr != end) return false;
  if (sign == '-' && number > place) return false;
  if (sign == '+' && number > std::numeric_limits<Number>::max() - place) return false;
  place = sign == '+' ? place + number : sign == '-' ? place - number : number;
  return true;
}

// False if a sum exceeds 63 bits.
bool AddCosts(CallgrindTable::Costs& sums, const CallgrindTable::Costs& costs) {
  sums.resize(costs.size());
  for (std::size_t i = 0; i < costs.size(); ++i) {
    sums[i] += costs[i];
    if (sums[i] >> 63 != 0) return false;
  }
  return true;
}

// Hash of a row; NumberSet mixes in its seed, and compares rows with equal hashes.
std::uint64_t HashOf(std::uint32_t id, CallgrindTable::Spot spot) {
  return Mix(Mix(Mix(std::uint64_t{spot.file} << 32 | spot.line) ^ spot.address) ^ id);
}

// The element at an index; enlarges the list if needed.
CallgrindTable::Costs& At(std::vector<CallgrindTable::Costs>& all, std::uint32_t id) {
  if (all.size() <= id) all.resize(id + std::size_t{1});
  return all[id];
}

}  // namespace

// "desc:" lines: the simulated caches are kept, for the machine of the measurements; others are dropped.
void CallgrindTable::Describe(std::string_view text) {
  for (std::string_view level : {"I1 cache:", "D1 cache:", "LL cache:"}) {
    if (!text.starts_with(level)) continue;
    if (machine.find(level) != std::string::npos) return;  // repeated in a later part
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

// Index 0 is the unknown file, so that positions without a file need no special case.
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

// Costs of calls move the position as well; the target of a call does not.
bool CallgrindTable::Move(CallgrindPosition position) {
  return MoveTo(address_, position.address) && MoveTo(line_, position.line);
}

// The file of a function is that of its "fn=" line; "fi=" and "fe=" behind it are of inlined code.
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
  // No sum exceeds the total.
  bool fits = AddCosts(At(all.level_self, level), costs_read_) && AddCosts(At(all.pieces, id), costs_read_);
  if (keeps_parts_) {
    fits = AddCosts(part().level_self[level], costs_read_) && AddCosts(part().pieces[id], costs_read_) && fits;
  }
  return fits ? CallgrindTrouble::kNone : CallgrindTrouble::kNumbers;
}

CallgrindTrouble CallgrindTable::AddCall(CallgrindSums::CallId call, FunctionId caller, CallgrindPosition position,
                                         std::uint64_t count, std::string_view numbers) {
  if (!Move(position)) return CallgrindTrouble::kPosition;
  // Inclusive costs have a total of their own for the check, as they contain each other.
  if (!costs_.CostsOfColumns(numbers, costs_read_) || !AddCosts(called_, costs_read_))
    return CallgrindTrouble::kNumbers;
  NoteFunction(caller);
  const Spot spot{file_, line_, address_};
  const std::uint32_t id = site_ids_.Find(
      HashOf(call, spot), [&](std::uint32_t known) { return sites[known].call == call && sites[known].spot == spot; });
  if (id == sites.size()) sites.push_back({call, spot});
  bool fits = AddCosts(At(all.call_inclusive, call), costs_read_) && AddCosts(At(all.sites, id), costs_read_);
  if (keeps_parts_) {
    fits = AddCosts(part().call_inclusive[call], costs_read_) && AddCosts(part().sites[id], costs_read_) && fits;
    part().calls[call] += count;
  }
  return fits ? CallgrindTrouble::kNone : CallgrindTrouble::kNumbers;
}

// Keeps jumps to addresses that are not higher, which end loops. The target is relative to the jump's position, and
// does not move the current one.
CallgrindTrouble CallgrindTable::AddJump(FunctionId function, const CallgrindJump& jump) {
  if (!Move(jump.from)) return CallgrindTrouble::kPosition;
  std::uint64_t address = address_;
  std::uint32_t line = line_;
  if (!MoveTo(address, jump.to.address) || !MoveTo(line, jump.to.line)) return CallgrindTrouble::kPosition;
  if (jump.from.address.empty()) has_jumps_of_lines = true;
  if (jump.from.address.empty() || address > address_) return CallgrindTrouble::kNone;
  const std::uint32_t file = file_;
  if (!jump.to_file.empty()) SetFile(std::string(jump.to_file));
  const BackJump made{function, jump.is_conditional, {file, line_, address_}, {file_, line, address}};
  file_ = file;
  const std::uint32_t id = jump_ids_.Find(HashOf(function.value, made.from) ^ Mix(address), [&](std::uint32_t known) {
    return back_jumps[known].function == function && back_jumps[known].from == made.from &&
           back_jumps[known].to == made.to;
  });
  if (id == back_jumps.size()) back_jumps.push_back(made);
  return CallgrindTrouble::kNone;
}

// Lists grew up to the greatest index with costs; afterwards each has an element for every index.
void CallgrindTable::FixSizes(Amounts& amounts) const {
  amounts.level_self.resize(sums.levels());
  amounts.call_inclusive.resize(sums.calls().size());
  amounts.sites.resize(sites.size());
  amounts.pieces.resize(pieces.size());
  amounts.calls.resize(sums.calls().size());
  for (std::vector<Costs>* each : {&amounts.level_self, &amounts.call_inclusive, &amounts.sites, &amounts.pieces}) {
    for (Costs& costs : *each) costs.resize(columns.size());
  }
}

void CallgrindTable::Finish(CallgrindSums of_one) {
  sums = std::move(of_one);
  if (files.empty()) files.emplace_back();
  FixSizes(all);
  for (std::size_t i = 0; i < all.calls.size(); ++i) all.calls[i] = sums.calls()[i].count;
  file_of_function.resize(sums.names().size());
}

// Makes the dense lists of one part, so that the same code computes costs of a part and of the whole file.
CallgrindTable::Amounts CallgrindTable::AmountsOf(std::size_t part) const {
  Amounts amounts;
  FixSizes(amounts);
  const Part& kept = parts_[part];
  for (const auto& [id, costs] : kept.level_self) amounts.level_self[id] = costs;
  for (const auto& [id, costs] : kept.call_inclusive) amounts.call_inclusive[id] = costs;
  for (const auto& [id, costs] : kept.sites) amounts.sites[id] = costs;
  for (const auto& [id, costs] : kept.pieces) amounts.pieces[id] = costs;
  for (const auto& [id, count] : kept.calls) amounts.calls[id] = count;
  return amounts;
}

}  // namespace profdiff
