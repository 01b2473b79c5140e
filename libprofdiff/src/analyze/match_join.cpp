// SPDX-License-Identifier: GPL-3.0-or-later
// From pairs of functions to one table of both sides' functions. The order of this table decides all ties later on,
// so it may depend on what the functions are, never on which side they come from: A-B has to mirror B-A.
// Test: tests/unit/analyze/match_test.cpp.
#include "analyze/match_join.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <unordered_map>

#include "analyze/match_names.h"
#include "base/in_order.h"
#include "base/name_key.h"
#include "base/prefetch.h"

namespace profdiff {
namespace {

// The smaller of two texts, of which an empty one says nothing.
std::string_view Smaller(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.empty() ? b : a;
  return std::min(a, b);
}

// A joined function before its place in the table is known.
struct JoinedFunction {
  Match::Pair pair;
  Function function;              // without `file`
  std::string_view path;          // what `file` will name
  std::string_view order_source;  // source file by which the table is ordered

  auto Key() const {
    return std::tie(function.name, order_source, function.address, function.end, path, function.line,
                    function.is_static);
  }
};

// A function that only one side has.
JoinedFunction Alone(const FunctionTable& table, FunctionId id) {
  return {{}, table[id], table.FilePath(id), SourceFileName(table, id)};
}

// `same_name`: both have the same, so that nobody has to look.
JoinedFunction Merge(const JoinedFunction& a, const JoinedFunction& b, bool same_name) {
  const Function& f = a.function;
  const Function& g = b.function;
  JoinedFunction joined;
  std::tie(joined.function.address, joined.function.end) =
      std::min(std::tie(f.address, f.end), std::tie(g.address, g.end));
  joined.function.name = same_name ? f.name : std::min(f.name, g.name);
  joined.function.unit = Smaller(f.unit, g.unit);
  joined.function.is_static = f.is_static && g.is_static;
  joined.function.is_function = f.is_function || g.is_function;
  joined.order_source = Smaller(a.order_source, b.order_source);
  joined.path = Smaller(a.path, b.path);
  if (a.path == b.path) {
    joined.function.line = std::min(f.line, g.line);
  } else {
    joined.function.line = joined.path == a.path ? f.line : g.line;
  }
  return joined;
}

JoinedFunction Joined(const FunctionTable& base, const FunctionTable& other, const Match::Pair& pair) {
  JoinedFunction joined;
  if (!pair.other.valid()) {
    joined = Alone(base, pair.base);
  } else if (!pair.base.valid()) {
    joined = Alone(other, pair.other);
  } else {
    const bool same_name = pair.rule == MatchRule::kName || pair.rule == MatchRule::kFile;
    joined = Merge(Alone(base, pair.base), Alone(other, pair.other), same_name);
    if (pair.rule == MatchRule::kRename) joined.function.name = other[pair.other].name;  // the name it has now
  }
  joined.pair = pair;
  return joined;
}

// Source paths of the joined table, each once.
class FileList {
 public:
  explicit FileList(std::vector<std::string>& files) : files_(files) {}

  SourceFileId Add(std::string_view path) {
    if (path.empty()) return {};
    auto [place, added] = ids_.try_emplace(path, SourceFileId(files_.size()));
    if (added) files_.emplace_back(path);
    return place->second;
  }

 private:
  std::vector<std::string>& files_;
  std::unordered_map<std::string_view, SourceFileId> ids_;  // keys point into the tables that are joined
};

void AppendFunction(Match& match, FileList& files, const JoinedFunction& joined) {
  FunctionId id(match.pairs.size());
  match.pairs.push_back(joined.pair);
  match.functions.functions.push_back(joined.function);
  match.functions.functions.back().file = files.Add(joined.path);
  if (joined.pair.base.valid()) match.from_base[joined.pair.base.value] = id;
  if (joined.pair.other.valid()) match.from_other[joined.pair.other.value] = id;
}

// The functions in the order of their keys; those with equal keys in the order in which they stand.
std::vector<NamedPlace> InOrder(const std::vector<JoinedFunction>& all, unsigned threads) {
  std::vector<NamedPlace> places;
  places.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) places.push_back({0, static_cast<std::uint32_t>(i)});
  SortByName(
      places, [&all](std::uint32_t at) { return all[at].function.name; },
      [&all](std::uint32_t a, std::uint32_t b) {
        const auto first = all[a].Key(), second = all[b].Key();
        return first < second || (!(second < first) && a < b);
      },
      threads);
  return places;
}

}  // namespace

Match JoinFunctions(const FunctionTable& base, const FunctionTable& other, const std::vector<Match::Pair>& pairs,
                    unsigned threads) {
  std::vector<JoinedFunction> all(pairs.size());
  constexpr std::size_t kPiece = 1 << 13;
  auto join = [&](std::size_t piece) {
    const std::size_t end = std::min(pairs.size(), (piece + 1) * kPiece);
    WalkAhead(
        piece * kPiece, end, [&](std::size_t i) { all[i] = Joined(base, other, pairs[i]); },
        [&](std::size_t i) {
          if (pairs[i].base.valid()) Prefetch(&base[pairs[i].base]);
          if (pairs[i].other.valid()) Prefetch(&other[pairs[i].other]);
        });
  };
  WorkInOrder((pairs.size() + kPiece - 1) / kPiece, threads, join, [](std::size_t) {});

  Match match;
  match.from_base.resize(base.size());
  match.from_other.resize(other.size());
  match.pairs.reserve(all.size());
  match.functions.functions.reserve(all.size());
  match.functions.leading_char = base.size() != 0 ? base.leading_char : other.leading_char;
  match.functions.by_line = base.by_line || other.by_line;
  match.functions.has_addresses = false;
  match.functions.storage = base.storage;
  match.functions.storage.insert(match.functions.storage.end(), other.storage.begin(), other.storage.end());
  FileList files(match.functions.files);
  const std::vector<NamedPlace> order = InOrder(all, threads);
  WalkAhead(
      0, order.size(), [&](std::size_t i) { AppendFunction(match, files, all[order[i].at]); },
      [&](std::size_t i) { PrefetchAll(all[order[i].at]); });
  return match;
}

}  // namespace profdiff
