// SPDX-License-Identifier: GPL-3.0-or-later
// Builds executions for tests from functions, seconds and calls.
#include "support/profile_builder.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace profdiff {
namespace {

constexpr std::uint64_t kFunctionBytes = 0x10;

std::uint16_t Bit(SpecTable table, bool excluded) {
  return static_cast<std::uint16_t>(1U << (2 * static_cast<unsigned>(table) + (excluded ? 1 : 0)));
}

std::string_view Store(FunctionTable& table, const std::string& text) {
  if (text.empty()) return {};
  table.storage.push_back(std::make_shared<const std::string>(text));
  return *table.storage.back();
}

SourceFileId StoreFile(FunctionTable& table, const std::string& path) {
  if (path.empty()) return {};
  auto place = std::find(table.files.begin(), table.files.end(), path);
  std::size_t id = static_cast<std::size_t>(place - table.files.begin());
  if (place == table.files.end()) table.files.push_back(path);
  return SourceFileId(id);
}

}  // namespace

FunctionId TestExecution::Find(std::string_view name) const {
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (functions.functions[i].name == name) return FunctionId(i);
  }
  throw std::logic_error("no function " + std::string(name));
}

std::size_t ProfileBuilder::IdOf(const std::string& name) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].name == name) return i;
  }
  Static(name, "");
  rows_.back().is_static = false;
  return rows_.size() - 1;
}

ProfileBuilder& ProfileBuilder::Function(const std::string& name, double self_seconds) {
  rows_[IdOf(name)].seconds += self_seconds;
  return *this;
}

ProfileBuilder& ProfileBuilder::Static(const std::string& name, const std::string& unit, double self_seconds) {
  Row& row = rows_.emplace_back();
  row.name = name;
  row.unit = unit;
  row.is_static = true;
  row.seconds = self_seconds;
  return Address(next_address_);
}

ProfileBuilder& ProfileBuilder::At(const std::string& path, std::uint32_t line) {
  rows_.back().path = path;
  rows_.back().line = line;
  return *this;
}

ProfileBuilder& ProfileBuilder::Address(std::uint64_t address) {
  rows_.back().address = address;
  next_address_ = address + kFunctionBytes;
  return *this;
}

ProfileBuilder& ProfileBuilder::Call(const std::string& caller, const std::string& callee, std::uint64_t count) {
  std::size_t from = IdOf(caller);
  return CallById(from, IdOf(callee), count);
}

ProfileBuilder& ProfileBuilder::CallById(std::size_t caller, std::size_t callee, std::uint64_t count) {
  auto [place, added] = arc_index_.try_emplace({caller, callee}, arcs_.size());
  if (added) arcs_.push_back({FunctionId(caller), FunctionId(callee), 0});
  arcs_[place->second].count += count;
  return *this;
}

ProfileBuilder& ProfileBuilder::Include(SpecTable table, const std::string& name) {
  rows_[IdOf(name)].bits |= Bit(table, false);
  return *this;
}

ProfileBuilder& ProfileBuilder::Exclude(SpecTable table, const std::string& name) {
  rows_[IdOf(name)].bits |= Bit(table, true);
  return *this;
}

ProfileBuilder& ProfileBuilder::Unattributed(double seconds) {
  unattributed_ = seconds;
  return *this;
}

ProfileBuilder& ProfileBuilder::WithoutHistogram() {
  has_histogram_ = false;
  return *this;
}

void ProfileBuilder::FillTable(FunctionTable& table) const {
  for (const Row& row : rows_) {
    profdiff::Function function;
    function.name = Store(table, row.name);
    if (!row.unit.empty()) {
      function.unit = UnitId(table.units.size());
      table.units.push_back(Store(table, row.unit));
    }
    function.address = row.address;
    function.end = row.address + kFunctionBytes - 1;
    function.file = StoreFile(table, row.path);
    function.line = row.line;
    function.is_static = row.is_static;
    table.functions.push_back(function);
  }
}

// Like MakeProfile, attributes no time to functions that the flat profile leaves out.
void ProfileBuilder::FillProfile(Profile& profile) const {
  profile.rate = has_histogram_ ? rate_ : 0;
  profile.scale = has_histogram_ ? 2 : 0;
  profile.has_histogram = has_histogram_;
  profile.has_arcs = !arcs_.empty();
  Selection selection;
  FillSelection(selection);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    bool selected = has_histogram_ && selection.Selects(SpecTable::kFlat, FunctionId(i));
    profile.self_ticks.push_back(selected ? rows_[i].seconds * rate_ : 0);
    profile.total_ticks += profile.self_ticks.back();
  }
  profile.unattributed_ticks = unattributed_ * rate_;
  profile.total_ticks += profile.unattributed_ticks;
  profile.calls.resize(rows_.size());
  profile.self_calls.resize(rows_.size());
  profile.arcs = arcs_;
  for (const Arc& arc : arcs_) {
    (arc.caller == arc.callee ? profile.self_calls : profile.calls)[arc.callee.value] += arc.count;
  }
}

void ProfileBuilder::FillSelection(Selection& selection) const {
  for (const Row& row : rows_) {
    selection.bits.push_back(row.bits);
    selection.active = static_cast<std::uint16_t>(selection.active | (row.bits & 0x5555));
  }
}

TestExecution ProfileBuilder::Build() const {
  TestExecution execution;
  FillTable(execution.functions);
  FillProfile(execution.profile);
  FillSelection(execution.selection);
  return execution;
}

Difference SubtractTests(const TestExecution& base, const TestExecution& other, Diagnostics* diagnostics) {
  Diagnostics dropped;
  return Subtract(base.Side(), other.Side(), MatchFunctions(base.functions, other.functions, false),
                  diagnostics != nullptr ? *diagnostics : dropped);
}

}  // namespace profdiff
