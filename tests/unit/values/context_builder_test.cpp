// SPDX-License-Identifier: GPL-3.0-or-later
#include "values/context_builder.h"

#include <catch2/catch.hpp>

namespace profdiff::context_builder_test {
namespace {

ContextBuilder::Node Path(ContextBuilder& builder, std::initializer_list<FunctionId> functions, std::size_t event = 0) {
  ContextBuilder::Node node = ContextBuilder::Root(event);
  for (FunctionId function : functions) REQUIRE(builder.Child(node, function, node));
  return node;
}

}  // namespace

TEST_CASE("functions are pairs of name and image", "[contexts]") {
  NamedFunctions names;
  const FunctionId a = names.Intern("ab", "c"), b = names.Intern("a", "bc");
  CHECK(a != b);
  CHECK(names.Intern("ab", "c") == a);
  CHECK(names.NameOf(b) == "a");
  CHECK(names.ImageOf(b) == "bc");
  const SortedFunctions ordered = SortFunctions(names, {true, true});
  CHECK(ordered.id_of[a.value] == FunctionId(1));
  CHECK(ordered.table.functions[0].name == "a");
  CHECK(ordered.table.units_are_images);
  CHECK(ordered.table.UnitName(ordered.table.functions[1]) == "c");
}

TEST_CASE("a tree has only the paths of its event, by name", "[contexts]") {
  NamedFunctions names;
  const FunctionId z = names.Intern("z", ""), a = names.Intern("a", ""), m = names.Intern("m", "");
  ContextBuilder builder;
  CHECK(builder.Add(Path(builder, {z, m}), 5));
  CHECK(builder.Add(Path(builder, {z, a}), 7));
  CHECK(builder.Add(Path(builder, {z, m}), 5));
  CHECK(builder.Add(Path(builder, {m}, 1), 9));
  Path(builder, {a, a, a});  // a path of three nodes that has no samples
  CHECK(builder.Add(ContextBuilder::Root(0), 2));
  const BuiltContexts built = builder.Build(0, names);
  CHECK(built.functions.size() == 3);
  CHECK(built.contexts.function == std::vector<FunctionId>{FunctionId(2), FunctionId(0), FunctionId(1)});
  CHECK(built.contexts.end == std::vector<std::uint32_t>{3, 2, 3});
  CHECK(built.contexts.self == std::vector<std::int64_t>{0, 7, 10});
  CHECK(built.contexts.samples == std::vector<std::uint64_t>{0, 1, 2});
  CHECK(built.contexts.squares == std::vector<double>{0, 49, 50});
  CHECK(built.contexts.stackless == 2);
  const BuiltContexts other = builder.Build(1, names);
  CHECK(other.functions.size() == 1);
  CHECK(other.contexts.squares.empty());
  CHECK(builder.Build(2, names).contexts.size() == 0);
}

TEST_CASE("sums that are too large are refused", "[contexts]") {
  NamedFunctions names;
  ContextBuilder builder;
  const ContextBuilder::Node node = Path(builder, {names.Intern("f", "")});
  CHECK(builder.Add(node, std::int64_t{1} << 62));
  // The sum of the absolute values would be too large.
  CHECK_FALSE(builder.Add(node, -(std::int64_t{1} << 62)));
}

}  // namespace profdiff::context_builder_test
