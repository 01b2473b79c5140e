// SPDX-License-Identifier: GPL-3.0-or-later
// Matches functions by their demangled names without generated parts, such as the hashes of Rust, which depend on the
// folder of a build, and the numbers of lambdas.
// Test: tests/unit/analyze/match/match_generated_test.cpp.
#include "analyze/match/match_generated.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "analyze/match/match_names.h"
#include "base/generated_parts.h"
#include "base/in_order.h"
#include "base/name_parts.h"
#include "base/seeded_hash.h"

namespace profdiff {
namespace {

struct PlainName {
  std::string text;
  bool had_generated = false;
};

PlainName PlainNameOf(const FunctionTable& table, FunctionId id, bool in_file) {
  const std::string_view name = table[id].name;
  PlainName plain{std::string(name), false};
  if (MayHaveGenerated(name)) {
    const std::string readable = DemangledName(name, DemangleStyle::kAuto, table.leading_char);
    plain.text = WithoutGenerated(readable);
    // libiberty leaves out the hashes of Rust.
    plain.had_generated = plain.text != readable || IsRust(name);
  }
  if (in_file) {
    plain.text += '\n';
    plain.text += table.units_are_images ? ImageName(table, id) : SourceFileName(table, id);
  }
  return plain;
}

// A function that is the only one with its name.
struct OnlyOne {
  FunctionId id;  // invalid if several functions have the name
  bool had_generated = false;
};
using OnlyOnes = HashMap<std::string, OnlyOne>;  // keyed by PlainName::text

OnlyOnes FindOnlyOnes(const Unmatched& side, bool in_file) {
  OnlyOnes found;
  for (const FunctionId id : side.left) {
    if (side.table[id].is_file || IsLine(side.table, id)) continue;
    PlainName plain = PlainNameOf(side.table, id, in_file);
    const auto [place, is_new] = found.try_emplace(std::move(plain.text), OnlyOne{id, plain.had_generated});
    if (!is_new) place->second.id = FunctionId();
  }
  return found;
}

// Keeps functions that are also in `others`, if at least one of the two names has generated parts.
void KeepShared(OnlyOnes& ours, const OnlyOnes& others) {
  std::erase_if(ours, [&](const auto& entry) {
    const auto found = others.find(entry.first);
    return !entry.second.id.valid() || found == others.end() || !found->second.id.valid() ||
           (!entry.second.had_generated && !found->second.had_generated);
  });
}

// Removes functions with the same name as a function that is already matched. Functions of Rust with equal hashes are
// certainly one function, so they do not make the remaining one doubtful; equal numbers of closures prove nothing.
void RemoveNamesakes(const Unmatched& side, bool in_file, OnlyOnes& ours) {
  auto left = side.left.begin();
  for (std::size_t i = 0; i < side.table.size(); ++i) {
    if (left != side.left.end() && left->value == i) {
      ++left;
      continue;
    }
    if (IsLine(side.table, FunctionId(i))) continue;
    const std::string plain = PlainNameOf(side.table, FunctionId(i), in_file).text;
    if (IsRust(side.table.functions[i].name) && plain.find('#') == std::string::npos) continue;
    if (const auto found = ours.find(plain); found != ours.end()) found->second.id = FunctionId();
  }
}

// False for static functions in different source files.
bool FilesMayBeOne(const Unmatched& base, FunctionId f, const Unmatched& other, FunctionId g) {
  if (!base.table[f].is_static && !other.table[g].is_static) return true;
  const std::string_view file = SourceFileName(base.table, f), other_file = SourceFileName(other.table, g);
  return file.empty() || other_file.empty() || file == other_file;
}

}  // namespace

std::vector<std::pair<FunctionId, FunctionId>> PairByGenerated(const Unmatched& base, const Unmatched& other,
                                                               bool in_file, unsigned threads) {
  OnlyOnes ours, theirs;
  DoBoth(
      threads, [&] { ours = FindOnlyOnes(base, in_file); }, [&] { theirs = FindOnlyOnes(other, in_file); });
  KeepShared(ours, theirs);
  if (ours.empty()) return {};
  KeepShared(theirs, ours);
  DoBoth(
      threads, [&] { RemoveNamesakes(base, in_file, ours); }, [&] { RemoveNamesakes(other, in_file, theirs); });
  KeepShared(ours, theirs);
  std::vector<std::pair<FunctionId, FunctionId>> pairs;
  for (const auto& [name, function] : ours) {
    const FunctionId found = theirs.find(name)->second.id;
    if (FilesMayBeOne(base, function.id, other, found)) pairs.emplace_back(function.id, found);
  }
  return pairs;
}

}  // namespace profdiff
