// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/property/addresses/address_loops.h"

#include "values/index_of.h"

namespace profdiff {

AddressLoops::AddressLoops(const std::map<std::uint64_t, AddressJump>& jumps, const TraceImage& image)
    : image_(image), loops_(JumpsWithin(jumps)) {}

FunctionId AddressLoops::Find(std::string_view function) const {
  const auto found = ids_.find(function);
  return found == ids_.end() ? FunctionId() : found->second;
}

std::vector<CodeJump> AddressLoops::JumpsWithin(const std::map<std::uint64_t, AddressJump>& jumps) {
  const FunctionTable& functions = image_.image().functions;
  const auto symbol_of = [&](std::uint64_t from, std::uint64_t to) -> const TraceImage::Symbol* {
    const TraceImage::Symbol* const symbol = image_.SymbolAt(from);
    const bool is_within = symbol != nullptr && symbol == image_.SymbolAt(to);
    return is_within && functions.Find(from).valid() && functions.Find(to).valid() ? symbol : nullptr;
  };
  for (const auto& [from, jump] : jumps) {
    if (const TraceImage::Symbol* const symbol = symbol_of(from, jump.to)) ids_.emplace(symbol->name, FunctionId());
  }
  std::size_t next = 0;
  for (auto& [name, id] : ids_) id = FunctionId(next++);
  std::vector<CodeJump> within;
  for (const auto& [from, jump] : jumps) {
    const TraceImage::Symbol* const symbol = symbol_of(from, jump.to);
    if (symbol == nullptr) continue;
    within.push_back({Find(symbol->name), jump.is_conditional, jump.is_only_way, PositionOf(functions.Find(from), from),
                      PositionOf(functions.Find(jump.to), jump.to)});
  }
  return within;
}

CodePosition AddressLoops::PositionOf(FunctionId row, std::uint64_t address) {
  const FunctionTable& functions = image_.image().functions;
  const std::string_view file = functions.FilePath(row);
  return {IndexOf(file, file_ids_, files_), functions[row].line, address};
}

}  // namespace profdiff
