// SPDX-License-Identifier: GPL-3.0-or-later
// gprof's rules for symbols (GPROF.md, sections 5.1 to 5.6), and the wider rules of SymbolPolicy::kAll, under which
// compiler clones and indirect functions are functions too. Function::is_extra marks functions that gprof would not
// have, so that IsForGprof can find gprof's functions in a table made by the wider rules.
#include "read/image/symbol_table.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "read/image/symbol_filter.h"

namespace profdiff {
namespace {

enum class Kind { kDropped, kGlobal, kStatic };

// True for the symbols with which old compilers mark an image, such as "__gnu_compiled_c". They look like functions.
bool IsCompilerMark(std::string_view name) {
  return name.starts_with("__gnu_compiled") || name.starts_with("___gnu_compiled");
}

// Returns the names among which IsFunctionName looks up the string that follows a name. They are collected only on
// demand.
KnownNames NamesOf(std::span<const RawSymbol> symbols) {
  return KnownNames([symbols] {
    std::vector<const char*> names;
    names.reserve(symbols.size());
    for (const RawSymbol& symbol : symbols) {
      if (!symbol.is_section) names.push_back(symbol.name);  // names of sections are in a different string table
    }
    return names;
  });
}

// Decides which symbols are functions, and of what kind.
class Chooser {
 public:
  Chooser(std::span<const RawSymbol> symbols, const SymbolRules& rules) : rules_(rules), names_(NamesOf(symbols)) {}

  Kind KindOf(const RawSymbol& symbol) {
    if (symbol.is_debugging || (rules_.omit_statics && symbol.is_local)) return Kind::kDropped;
    Kind kind = KindByLetter(symbol);
    if (kind == Kind::kStatic && (rules_.omit_statics || !IsStaticFunction(symbol))) return Kind::kDropped;
    return kind;
  }

  // True for a function that exists only with SymbolPolicy::kAll, unless its name alone shows this. Such names are
  // recognised on demand (IsForGprof), because checking all names takes a third of the time for reading symbols.
  bool IsExtra(const RawSymbol& symbol, Kind kind) {
    if (!TakesAll()) return false;
    if (symbol.letter == 'i') return true;
    const std::string_view name = symbol.name;
    const bool may_go_on = kind == Kind::kStatic && !name.empty() && name.back() >= '0' && name.back() <= '9';
    return may_go_on && !IsGprofsStatic(symbol);
  }

  bool IsFunction(const RawSymbol& symbol) const {
    return !rules_.flags_functions || symbol.is_function || (TakesAll() && symbol.is_indirect);
  }

 private:
  bool TakesAll() const { return rules_.policy == SymbolPolicy::kAll; }

  Kind KindByLetter(const RawSymbol& symbol) const {
    if (TakesAll() && !symbol.in_code) return Kind::kDropped;
    switch (symbol.letter) {
      case 'T':
      case 'W':  // gprof treats weak data as a function, unless it is flagged as an object
        return Kind::kGlobal;
      case 't':
        return Kind::kStatic;
      case 'i':
        if (!TakesAll()) return Kind::kDropped;
        return symbol.is_local ? Kind::kStatic : Kind::kGlobal;
      default:
        return Kind::kDropped;
    }
  }

  bool IsStaticFunction(const RawSymbol& symbol) {
    std::string_view name = symbol.name;
    if (name.empty()) return false;
    return (TakesAll() && IsFunction(symbol)) || IsGprofsStatic(symbol);
  }

  // Step 4 of GPROF.md, section 5.1, with the checks in the same order.
  bool IsGprofsStatic(const RawSymbol& symbol) {
    std::string_view name = symbol.name;
    if (!IsFunctionName(symbol.name, names_) || IsCompilerMark(name)) return false;
    if (rules_.leading_char != '\0' && name.front() != rules_.leading_char) return false;
    return !rules_.omit_non_functions || symbol.is_function;
  }

  const SymbolRules& rules_;
  KnownNames names_;
};

// Returns 0, 1, or 2 for two or more: gprof compares only the first two characters (GPROF.md, section 5.5).
int LeadingUnderscores(std::string_view name) {
  if (name.starts_with("__")) return 2;
  return name.starts_with('_') ? 1 : 0;
}

// Returns the indices of functions, sorted by address, then by the order of the symbol table. Pairs of address and
// index are sorted instead of functions, because the pairs are much smaller. The pairs are unique, so no stable sort is
// needed.
std::vector<std::uint32_t> SortByAddress(const std::vector<Function>& functions) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
  keys.reserve(functions.size());
  for (const Function& f : functions) keys.emplace_back(f.address, static_cast<std::uint32_t>(keys.size()));
  std::ranges::sort(keys);
  std::vector<std::uint32_t> order(keys.size());
  std::ranges::transform(keys, order.begin(), [](const auto& key) { return key.second; });
  return order;
}

// Chooses one function for each address. Does not set end addresses.
OrderedFunctions ChooseByAddress(const std::vector<Function>& functions) {
  const std::vector<std::uint32_t> order = SortByAddress(functions);
  OrderedFunctions ordered;
  ordered.functions.reserve(functions.size());
  ordered.first_places.reserve(functions.size());
  for (const std::uint32_t place : order) {
    const Function& next = functions[place];
    if (ordered.functions.empty() || ordered.functions.back().address != next.address) {
      ordered.functions.push_back(next);
      ordered.first_places.push_back(place);
    } else {
      Function& last = ordered.functions.back();
      // gprof has a function at this address unless all functions at the address are extra.
      const bool is_extra = last.is_extra && next.is_extra;
      if (IsBetter(next, last)) last = next;
      last.is_extra = is_extra;
    }
  }
  return ordered;
}

}  // namespace

bool IsBetter(const Function& challenger, const Function& champion) {
  if (challenger.is_static != champion.is_static) return !challenger.is_static;
  if (challenger.is_function != champion.is_function) return challenger.is_function;
  return LeadingUnderscores(challenger.name) < LeadingUnderscores(champion.name);
}

ChosenFunctions ChooseFunctions(std::span<const RawSymbol> symbols, const SymbolRules& rules, NameBudget budget) {
  Chooser chooser(symbols, rules);
  ChosenFunctions chosen;
  chosen.functions.reserve(symbols.size());
  UnitId unit;
  for (const RawSymbol& symbol : symbols) {
    const std::string_view name = symbol.name;
    budget.Take(name);
    // An ELF file symbol (STT_FILE) precedes the local symbols of its file; a file symbol without a name ends that
    // list.
    if (symbol.is_file) {
      unit = name.empty() ? UnitId() : UnitId(chosen.units.size());
      if (unit.valid()) chosen.units.push_back(name);
    }
    Kind kind = chooser.KindOf(symbol);
    if (kind == Kind::kDropped) continue;
    Function& function = chosen.functions.emplace_back();
    function.name = name;
    if (symbol.is_local) function.unit = unit;
    function.address = symbol.address;
    function.is_static = kind == Kind::kStatic;
    function.is_function = chooser.IsFunction(symbol);
    function.is_extra = chooser.IsExtra(symbol, kind);
  }
  return chosen;
}

bool IsForGprof(const Function& function) {
  if (function.is_extra) return false;
  return !function.is_static || MayBeFunctionName(std::string(function.name).c_str());
}

OrderedFunctions OrderFunctions(const std::vector<Function>& functions, std::uint64_t text_end) {
  OrderedFunctions ordered = ChooseByAddress(functions);
  std::vector<Function>& all = ordered.functions;
  for (std::size_t i = 0; i < all.size(); ++i) all[i].end = (i + 1 < all.size() ? all[i + 1].address : text_end) - 1;
  return ordered;
}

void OwnNames(FunctionTable& table) {
  std::size_t bytes = 0;
  for (const Function& f : table.functions) bytes += f.name.size();
  for (std::string_view unit : table.units) bytes += unit.size();
  auto text = std::make_shared<std::string>();
  text->reserve(bytes);  // prevents appending from moving the text
  auto own = [&text](std::string_view foreign) {
    text->append(foreign);
    return std::string_view(*text).substr(text->size() - foreign.size());
  };
  for (Function& f : table.functions) f.name = own(f.name);
  for (std::string_view& unit : table.units) unit = own(unit);
  table.storage.push_back(std::move(text));
}

}  // namespace profdiff
