// SPDX-License-Identifier: GPL-3.0-or-later
// Makes one table of the functions of both sides. The order of this table breaks all later ties, so it depends only on
// properties of the functions, never on the side: the difference A-B must mirror the difference B-A.
// Test: tests/unit/analyze/match/match_test.cpp.
#include "analyze/match/match_join.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "analyze/match/match_names.h"
#include "base/in_order.h"
#include "base/name_key.h"
#include "base/seeded_hash.h"
#include "values/index_of.h"

namespace profdiff {
namespace {

// Returns the smaller of two strings or, if one is empty, the other.
std::string_view Smaller(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.empty() ? b : a;
  return std::min(a, b);
}

// True if the rule of a pair implies that both names are equal.
bool HaveOneName(const Match::Pair& pair) {
  return pair.rule == MatchRule::kName || pair.rule == MatchRule::kFile || pair.rule == MatchRule::kImage;
}

// Returns the name of a joined function. If a user's rename rule made the pair, this is the other side's name, since
// the rule turns base names into names of the other side. Otherwise it is the smaller of the two names, a choice that
// does not depend on the side.
std::string_view NameOf(const FunctionTable& base, const FunctionTable& other, const Match::Pair& pair) {
  if (!pair.other.valid() || HaveOneName(pair)) return base[pair.base].name;
  if (!pair.base.valid() || pair.rule == MatchRule::kRename) return other[pair.other].name;
  return std::min(base[pair.base].name, other[pair.other].name);
}

// Returns the source file by which the table is ordered.
std::string_view SourceOf(const FunctionTable& base, const FunctionTable& other, const Match::Pair& pair) {
  if (!pair.other.valid()) return SourceFileName(base, pair.base);
  if (!pair.base.valid()) return SourceFileName(other, pair.other);
  return Smaller(SourceFileName(base, pair.base), SourceFileName(other, pair.other));
}

// Returns the image by which the table is ordered; empty if units are not images.
std::string_view ImageOf(const FunctionTable& base, const FunctionTable& other, const Match::Pair& pair) {
  const auto image_in = [](const FunctionTable& table, FunctionId id) {
    return table.units_are_images && id.valid() ? table.UnitName(table[id]) : std::string_view();
  };
  return Smaller(image_in(base, pair.base), image_in(other, pair.other));
}

// A joined function before its place in the table is determined.
struct JoinedFunction {
  Function function;      // all fields but `file`
  std::string_view path;  // path of the file that `function.file` will refer to
};

// Returns the joined table's unit for a unit of the base. The joined table has the units of the base, followed by the
// units of the other side. If units are images on only one side, the table has only the units of the side where they
// are source files.
UnitId UnitOfBase(const FunctionTable& base, const FunctionTable& other, UnitId unit) {
  return base.units_are_images && !other.units_are_images ? UnitId() : unit;
}

UnitId BehindBase(const FunctionTable& base, const FunctionTable& other, UnitId unit) {
  if (!unit.valid() || (other.units_are_images && !base.units_are_images)) return {};
  return UnitId(base.units.size() + unit.value);
}

UnitId JoinedUnit(const FunctionTable& base, const Function& f, const FunctionTable& other, const Function& g) {
  const UnitId of_base = UnitOfBase(base, other, f.unit), of_other = BehindBase(base, other, g.unit);
  if (!of_base.valid() || !of_other.valid()) return of_base.valid() ? of_base : of_other;
  const std::string_view name = base.UnitName(f);
  return Smaller(name, other.UnitName(g)) == name ? of_base : of_other;
}

JoinedFunction Joined(const FunctionTable& base, const FunctionTable& other, const Match::Pair& pair) {
  if (!pair.other.valid()) {
    JoinedFunction joined{base[pair.base], base.FilePath(pair.base)};
    joined.function.unit = UnitOfBase(base, other, joined.function.unit);
    return joined;
  }
  if (!pair.base.valid()) {
    JoinedFunction joined{other[pair.other], other.FilePath(pair.other)};
    joined.function.unit = BehindBase(base, other, joined.function.unit);
    return joined;
  }
  const Function& f = base[pair.base];
  const Function& g = other[pair.other];
  const std::string_view f_path = base.FilePath(pair.base), g_path = other.FilePath(pair.other);
  JoinedFunction joined;
  // Uses the address range of one side, the smaller one: the start of one side and the end of the other would not be
  // the range of any function.
  std::tie(joined.function.address, joined.function.end) =
      std::min(std::tie(f.address, f.end), std::tie(g.address, g.end));
  joined.function.name = NameOf(base, other, pair);
  joined.function.unit = JoinedUnit(base, f, other, g);
  joined.function.is_static = f.is_static && g.is_static;
  joined.function.is_function = f.is_function || g.is_function;
  joined.path = Smaller(f_path, g_path);
  if (f_path == g_path) {
    joined.function.line = std::min(f.line, g.line);
  } else {
    joined.function.line = joined.path == f_path ? f.line : g.line;
  }
  return joined;
}

// Returns the key by which the pairs are sorted in the joined table of functions.
auto KeyOf(const FunctionTable& base, const FunctionTable& other, const Match::Pair& pair) {
  const JoinedFunction joined = Joined(base, other, pair);
  const Function& f = joined.function;
  return std::make_tuple(f.name, SourceOf(base, other, pair), f.address, f.end, joined.path, f.line, f.is_static,
                         ImageOf(base, other, pair));
}

// Source paths of the joined table, without duplicates.
class FileList {
 public:
  explicit FileList(std::vector<std::string>& files) : files_(files) {}

  SourceFileId Add(std::string_view path) { return path.empty() ? SourceFileId() : IndexOf(path, ids_, files_); }

 private:
  std::vector<std::string>& files_;
  HashMap<std::string_view, SourceFileId> ids_;  // keys refer to strings in the tables that are joined
};

void AppendFunction(Match& match, FileList& files, const Match::Pair& pair, const JoinedFunction& joined) {
  FunctionId id(match.pairs.size());
  match.pairs.push_back(pair);
  match.functions.functions.push_back(joined.function);
  match.functions.functions.back().file = files.Add(joined.path);
  if (pair.base.valid()) match.from_base[pair.base.value] = id;
  if (pair.other.valid()) match.from_other[pair.other.value] = id;
}

// Sorts pairs by their keys. Names are compared first, by the prefixes stored in NamedPlace; full keys are made only
// for pairs with equal names. Pairs with equal keys keep their order.
std::vector<NamedPlace> InOrder(const FunctionTable& base, const FunctionTable& other,
                                const std::vector<Match::Pair>& pairs, unsigned threads) {
  std::vector<std::string_view> names(pairs.size());
  std::vector<NamedPlace> places(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    names[i] = NameOf(base, other, pairs[i]);
    places[i].at = static_cast<std::uint32_t>(i);
  }
  SortByName(
      std::span(places), [&names](std::uint32_t at) { return names[at]; },
      [&](std::uint32_t a, std::uint32_t b) {
        const auto first = KeyOf(base, other, pairs[a]), second = KeyOf(base, other, pairs[b]);
        return first < second || (!(second < first) && a < b);
      },
      threads);
  return places;
}

}  // namespace

Match JoinFunctions(const FunctionTable& base, const FunctionTable& other, const std::vector<Match::Pair>& pairs,
                    unsigned threads) {
  Match match;
  match.from_base.resize(base.size());
  match.from_other.resize(other.size());
  match.pairs.reserve(pairs.size());
  match.functions.functions.reserve(pairs.size());
  match.functions.leading_char = base.size() != 0 ? base.leading_char : other.leading_char;
  match.functions.by_line = base.by_line || other.by_line;
  match.functions.has_addresses = false;
  match.functions.units_are_images = base.units_are_images && other.units_are_images;
  match.functions.storage = base.storage;
  match.functions.storage.insert(match.functions.storage.end(), other.storage.begin(), other.storage.end());
  match.functions.units = base.units;
  match.functions.units.insert(match.functions.units.end(), other.units.begin(), other.units.end());
  FileList files(match.functions.files);
  const std::vector<NamedPlace> order = InOrder(base, other, pairs, threads);
  for (const NamedPlace& place : order) {
    const Match::Pair& pair = pairs[place.at];
    AppendFunction(match, files, pair, Joined(base, other, pair));
  }
  return match;
}

}  // namespace profdiff
