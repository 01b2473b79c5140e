// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/listings/listed_functions.h"

#include <algorithm>
#include <utility>

#include "base/parse_text.h"
#include "values/arc_index.h"

namespace profdiff {
namespace {

bool AddTo(std::uint64_t& sum, std::uint64_t more) {
  return !__builtin_add_overflow(sum, more, &sum) && sum >> 63 == 0;
}

}  // namespace

void ListedFunctions::AddRow(const ListedRow& row) {
  rows_.push_back({std::string(row.name), row.self, row.calls.value_or(0), false});
}

std::uint32_t ListedFunctions::EntryOf(const ListedName& name) {
  const auto [found, is_new] = places_.try_emplace(name.number, static_cast<std::uint32_t>(entries_.size()));
  if (is_new) entries_.emplace_back().name = name.name;
  return found->second;
}

void ListedFunctions::AddEntry(const ListedEntry& listed) {
  Entry& entry = entries_[EntryOf(listed.of)];
  entry.self = listed.self;
  entry.calls = listed.calls.value_or(0);
  entry.self_calls = listed.self_calls;
  entry.has_numbers = true;
}

bool ListedFunctions::AddCall(const ListedName& caller, const ListedName& callee, std::uint64_t count) {
  const std::uint32_t from = EntryOf(caller), to = EntryOf(callee);
  const auto [found, is_new] = call_ids_.try_emplace(std::uint64_t{from} << 32 | to, calls_.size());
  if (is_new) calls_.push_back({from, to, count});
  return calls_[found->second].count == count;
}

// Returns the place behind a number in brackets at `at`, if the name of its entry follows; otherwise npos.
std::size_t ListedFunctions::SkipToName(std::string_view line, std::size_t at, std::uint32_t& entry) const {
  const char close = line[at] == '[' ? ']' : ')';
  const std::size_t end = line.find(close, at);
  if (end == std::string_view::npos) return end;
  const auto number = NumberFrom<std::uint32_t>(line.substr(at + 1, end - at - 1));
  const auto found = number ? places_.find(*number) : places_.end();
  if (found == places_.end()) return std::string_view::npos;
  entry = found->second;
  const std::string& name = entries_[entry].name;
  return line.substr(end + 1).starts_with(" " + name) ? end + 2 + name.size() : std::string_view::npos;
}

// The cells of a line are "[NUMBER] NAME" or "[NUMBER] NAME (FILE)", with the number in round brackets if the function
// has no entry. A number in round brackets may thus follow a name, but a file is no number.
void ListedFunctions::AddIndexLine(std::string_view line) {
  for (std::size_t at = line.find_first_of("[("); at != std::string_view::npos; at = line.find_first_of("[(", at)) {
    std::uint32_t entry = 0;
    const std::size_t end = SkipToName(line, at, entry);
    if (end == std::string_view::npos) {
      ++at;
      continue;
    }
    at = end;
    if (!line.substr(at).starts_with(" (")) continue;
    const std::size_t close = line.find(')', at);
    if (close == std::string_view::npos) continue;
    const std::string_view file = line.substr(at + 2, close - at - 2);
    if (NumberFrom<std::uint32_t>(file)) continue;
    entries_[entry].file = file;
    at = close;
  }
}

// A row and an entry of the same name are the same function if no other row or entry has this name. The flat profile
// then has the calls and times; otherwise the entries have them.
ListedFunctions::Result ListedFunctions::Take(double rate) {
  HashMap<std::string, std::vector<std::uint32_t>> by_name;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) by_name[entries_[i].name].push_back(i);
  for (Row& row : rows_) {
    const auto found = by_name.find(row.name);
    if (found == by_name.end()) continue;
    row.is_used = true;
    Entry& entry = entries_[found->second.front()];
    if (entry.has_numbers || found->second.size() > 1) continue;
    entry.self = row.self;
    entry.calls = row.calls;
  }
  NamedFunctions names;
  std::vector<FunctionId> of_entries, of_rows;
  for (const Entry& entry : entries_) of_entries.push_back(names.Intern(entry.name, entry.file));
  for (const Row& row : rows_) of_rows.push_back(row.is_used ? FunctionId() : names.Intern(row.name, ""));
  SortedFunctions order = SortFunctions(names, std::vector<bool>(names.size(), true));

  Result result;
  Profile& profile = result.profile;
  const std::size_t size = order.table.size();
  profile.self_ticks.resize(size);
  profile.calls.resize(size);
  profile.self_calls.resize(size);
  std::vector<std::size_t> parts(size);
  std::uint64_t all_calls = 0;
  const auto add = [&](FunctionId function, double self, std::uint64_t calls, std::uint64_t self_calls) {
    const std::size_t f = order.id_of[function.value].value;
    profile.self_ticks[f] += self * rate;
    result.fits = result.fits && AddTo(all_calls, calls) && AddTo(all_calls, self_calls);
    profile.calls[f] += calls;
    profile.self_calls[f] += self_calls;
    if (parts[f]++ != 0) ++result.merged;
  };
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    add(of_entries[i], entries_[i].self, entries_[i].calls, entries_[i].self_calls);
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (of_rows[i].valid()) add(of_rows[i], rows_[i].self, rows_[i].calls, 0);
  }
  ArcIndex arcs;
  for (const Call& call : calls_) {
    const FunctionId caller = order.id_of[of_entries[call.caller].value];
    const FunctionId callee = order.id_of[of_entries[call.callee].value];
    result.fits = result.fits && AddTo(all_calls, call.count);
    profile.arcs[arcs.FindOrAdd(caller, callee, profile.arcs).value].count += call.count;
  }
  for (const double ticks : profile.self_ticks) profile.total_ticks += ticks;
  profile.has_arcs = !entries_.empty();
  result.functions = std::move(order.table);
  return result;
}

}  // namespace profdiff
