// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for converting symbols, given as plain values, to functions.
#include "read/image/symbol_table.h"

#include <catch2/catch.hpp>
#include <sstream>

namespace profdiff::symbol_table_test {
namespace {

const NameBudget any_names("", "", ~std::uint64_t{0});

RawSymbol Symbol(const char* name, char letter, std::uint64_t address = 0x10) {
  RawSymbol symbol;
  symbol.name = name;
  symbol.letter = letter;
  symbol.address = address;
  symbol.is_local = letter == 't' || letter == 'd' || letter == 'b';
  symbol.is_function = letter == 'T' || letter == 't';
  symbol.in_code = letter == 'T' || letter == 't' || letter == 'W' || letter == 'i';
  return symbol;
}

RawSymbol Label(const char* name, char letter) {
  RawSymbol symbol = Symbol(name, letter);
  symbol.is_function = false;
  return symbol;
}

RawSymbol File(const char* name) {
  RawSymbol symbol = Symbol(name, '?');
  symbol.is_debugging = symbol.is_file = symbol.is_local = true;
  return symbol;
}

Function Made(const char* name, std::uint64_t address, bool is_static = false, bool is_function = true) {
  Function function;
  function.name = name;
  function.address = address;
  function.is_static = is_static;
  function.is_function = is_function;
  return function;
}

// Returns the functions made from symbols: "f" for a global function, "f s" for a static one, "f s -" for a static
// label.
std::string Chosen(const std::vector<RawSymbol>& symbols, const SymbolRules& rules = {}) {
  std::string text;
  for (const Function& f : ChooseFunctions(symbols, rules, any_names).functions) {
    text.append(f.name).append(f.is_static ? " s" : "").append(f.is_function ? "" : " -").append("\n");
  }
  return text;
}

// Returns a line for each function, such as "0x10-0x1f f".
std::string Ordered(const std::vector<Function>& functions, std::uint64_t text_end = 0x100) {
  std::ostringstream text;
  for (const Function& f : OrderFunctions(functions, text_end).functions) {
    text << std::hex << std::showbase << f.address << '-' << f.end << ' ' << f.name << '\n';
  }
  return text.str();
}

// Returns the name of the function that is kept if both functions have the same address.
std::string Winner(const Function& first, const Function& second) {
  std::vector<Function> kept = OrderFunctions({first, second}, 0x100).functions;
  REQUIRE(kept.size() == 1);
  return std::string(kept[0].name);
}

SymbolRules All() {
  SymbolRules rules;
  rules.policy = SymbolPolicy::kAll;
  return rules;
}

}  // namespace

TEST_CASE("names that are too long in total are refused, including those of other symbols", "[symbol_table]") {
  const NameBudget budget("image", "names of symbols", 8);
  const std::vector<RawSymbol> eight = {Symbol("fun", 'T'), Symbol("data", 'D'), Symbol("g", 'T')};
  CHECK(ChooseFunctions(eight, {}, budget).functions.size() == 2);
  const std::vector<RawSymbol> nine = {Symbol("fun", 'T'), Symbol("data", 'D'), Symbol("gg", 'T')};
  CHECK_THROWS_WITH(ChooseFunctions(nine, {}, budget),
                    "names of symbols share bytes: together they have more than 8 bytes, which is too much for a "
                    "file of this size");
}

TEST_CASE("gprof uses global, weak and local code symbols", "[symbol_table]") {
  RawSymbol section = Symbol(".text", 't');
  section.is_debugging = section.is_section = true;
  RawSymbol weak_data = Symbol("data_start", 'W');
  weak_data.in_code = false;
  CHECK(Chosen({File("a.c"), section, Symbol("t", 't'), Symbol("T", 'T'), Symbol("w", 'W'), weak_data, Symbol("d", 'd'),
                Symbol("D", 'D'), Symbol("i", 'i'), Symbol("V", 'V'), Symbol("U", 'U'), Symbol("u", 'u'),
                Label("label", 't'), Symbol("", 't')}) == "t s\nT\nw -\ndata_start -\nlabel s -\n");
}

TEST_CASE("functions that gprof does not have are distinguished", "[symbol_table]") {
  RawSymbol indirect = Symbol("ifunc", 'i');
  indirect.is_indirect = true;
  const std::vector<RawSymbol> symbols = {Symbol("f", 't'), Symbol("f.cold", 't'), Symbol("h.part.0", 'T'), indirect};
  std::string extra;
  for (const Function& f : ChooseFunctions(symbols, All(), NameBudget("image", "names", 100)).functions) {
    if (!IsForGprof(f)) extra.append(f.name).append(" ");
  }
  CHECK(extra == "f.cold ifunc ");
  for (const Function& f : ChooseFunctions(symbols, {}, NameBudget("image", "names", 100)).functions) {
    CHECK(IsForGprof(f));
  }
  const Function named{.name = "f", .address = 8, .is_static = true};
  const Function indirect_too{.name = "i", .address = 8, .is_extra = true};
  CHECK(IsForGprof(OrderFunctions({indirect_too, named}, 0x100).functions[0]));
  CHECK_FALSE(IsForGprof(OrderFunctions({indirect_too, indirect_too}, 0x100).functions[0]));
  CHECK(IsForGprof({.name = "f.constprop.0", .is_static = true}));
  CHECK_FALSE(IsForGprof({.name = "f.isra.0", .is_static = true}));
}

TEST_CASE("the name filter is only for local symbols", "[symbol_table]") {
  CHECK(Chosen({Symbol("f.isra.0", 't'), Symbol("f.isra.0", 'T'), Symbol("g$x", 't'), Symbol("g$x", 'W'),
                Symbol("h.7", 't'), Symbol("__gnu_compiled_c", 't'), Symbol("___gnu_compiled_c", 't'),
                Symbol("__gnu_compiled_c", 'T')}) == "f.isra.0\ng$x -\nh.7 s\n__gnu_compiled_c\n");
}

TEST_CASE("a section's name is not in the string table of the symbols", "[symbol_table]") {
  std::string strings("f.1\0x.c", 7);
  RawSymbol function = Symbol(strings.data(), 't');
  RawSymbol behind = Symbol(strings.data() + 4, 'd');
  CHECK(Chosen({function, behind}).empty());
  behind.is_section = true;
  CHECK(Chosen({function, behind}) == "f.1 s\n");
}

TEST_CASE("-a drops local symbols, -D local labels", "[symbol_table]") {
  std::vector<RawSymbol> symbols = {Symbol("t", 't'), Label("l", 't'), Symbol("T", 'T'), Label("L", 'T')};
  SymbolRules rules;
  rules.omit_statics = true;
  CHECK(Chosen(symbols, rules) == "T\nL -\n");
  rules = {};
  rules.omit_non_functions = true;
  CHECK(Chosen(symbols, rules) == "t s\nT\nL -\n");
}

TEST_CASE("a target's leading character is on every local function", "[symbol_table]") {
  SymbolRules rules;
  rules.leading_char = '_';
  CHECK(Chosen({Symbol("f", 't'), Symbol("_g", 't'), Symbol("h", 'T')}, rules) == "_g s\nh\n");
}

TEST_CASE("formats without function flags have functions only", "[symbol_table]") {
  SymbolRules rules;
  rules.flags_functions = false;
  CHECK(Chosen({Label("l", 't'), Label("L", 'T')}, rules) == "l s\nL\n");
}

TEST_CASE("all functions: clones and indirect functions, but no data", "[symbol_table]") {
  RawSymbol weak_data = Symbol("data_start", 'W');
  weak_data.in_code = false;
  RawSymbol indirect = Symbol("memcpy", 'i');
  indirect.is_indirect = true;
  RawSymbol local_indirect = Symbol("pick", 'i');
  local_indirect.is_indirect = local_indirect.is_local = true;
  CHECK(Chosen({Symbol("f.isra.0", 't'), Symbol("f.cold", 't'), Label(".L5", 't'), Label("label", 't'), weak_data,
                indirect, local_indirect, Symbol("d", 'd'), Symbol("w", 'W')},
               All()) == "f.isra.0 s\nf.cold s\nlabel s -\nmemcpy\npick s\nw -\n");
  SymbolRules rules = All();
  rules.omit_statics = true;
  CHECK(Chosen({Symbol("f.cold", 't'), local_indirect, indirect}, rules) == "memcpy\n");
}

TEST_CASE("the unit of a local symbol is the file symbol above it", "[symbol_table]") {
  FunctionTable table;
  const ChosenFunctions chosen =
      ChooseFunctions(std::vector<RawSymbol>{Symbol("first", 't'), File("a.c"), Symbol("f", 't'), File("b.c"),
                                             Symbol("f", 't'), File(""), Symbol("g", 't'), Symbol("main", 'T')},
                      {}, any_names);
  std::string units;
  table.units = chosen.units;
  for (const Function& f : chosen.functions) units.append(table.UnitName(f)).append(";");
  CHECK(units == ";a.c;b.c;;;");
}

TEST_CASE("functions end where the next one begins", "[symbol_table]") {
  CHECK(Ordered({Made("c", 0x30), Made("a", 0x10), Made("b", 0x20)}) == "0x10-0x1f a\n0x20-0x2f b\n0x30-0xff c\n");
  // The last function ends where .text ends, even if it begins after that address.
  CHECK(Ordered({Made("a", 0x10), Made("data_start", 0x200)}) == "0x10-0x1ff a\n0x200-0xff data_start\n");
  CHECK(Ordered({}).empty());
}

TEST_CASE("one of several symbols at one address is kept", "[symbol_table]") {
  Function global = Made("f", 0x10), local = Made("f_static", 0x10, true), label = Made("f_label", 0x10, false, false);
  CHECK(Winner(global, local) == "f");
  CHECK(Winner(local, global) == "f");
  CHECK(Winner(label, global) == "f");
  CHECK(Winner(local, label) == "f_label");  // a global label takes precedence over a static function
  CHECK(Winner(Made("za", 0x10), Made("ab", 0x10)) == "za");
  CHECK(Winner(Made("_a", 0x10), Made("zb", 0x10)) == "zb");
  CHECK(Winner(Made("__a", 0x10), Made("_zb", 0x10)) == "_zb");
  CHECK(Winner(Made("__a", 0x10), Made("___b", 0x10)) == "__a");
  CHECK(Winner(Made("_", 0x10), Made("_a", 0x10)) == "_");
  CHECK(Winner(Made("__", 0x10), Made("_", 0x10)) == "_");
  CHECK(Winner(Made("_a", 0x10), Made("", 0x10)).empty());
}

TEST_CASE("names are copied into the table", "[symbol_table]") {
  FunctionTable table;
  {
    std::string name = "function", unit = "unit.c";
    for (int i = 0; i < 3; ++i) {
      Function function;
      function.name = std::string_view(name).substr(static_cast<std::size_t>(i));
      if (i > 0) function.unit = UnitId(0);
      table.functions.push_back(function);
    }
    table.units = {unit};
    OwnNames(table);
    name.assign(name.size(), '?');
    unit.assign(unit.size(), '?');
  }
  CHECK(table.functions[0].name == "function");
  CHECK(table.UnitName(table.functions[0]).empty());
  CHECK(table.functions[1].name == "unction");
  CHECK(table.UnitName(table.functions[2]) == "unit.c");
}

}  // namespace profdiff::symbol_table_test
