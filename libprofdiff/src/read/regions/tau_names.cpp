// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/regions/tau_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/parse_text.h"
#include "base/text.h"

namespace profdiff {
namespace {

bool Contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// Removes "{12,1}" or "{12}" and returns its first number, the line; empty if there is none.
std::string_view TakeTauLine(std::string_view& text) {
  const std::size_t open = text.find('{');
  if (open == std::string_view::npos) return {};
  text.remove_prefix(open + 1);
  std::string_view inner = TakeUpTo(text, '}');
  return Trimmed(TakeUpTo(inner, ','));
}

// Returns " <FIRST, LAST>" for a position such as "{3,1}-{7,1}" or "{3}".
std::string TauLines(std::string_view position) {
  const std::string first(TakeTauLine(position)), last(TakeTauLine(position));
  if (first.empty()) return {};
  return " <" + first + (last.empty() ? "" : ", " + last) + ">";
}

}  // namespace

std::string CollapsedBlanks(std::string_view text) {
  std::string collapsed;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\t';
    if (!is_blank) collapsed += c;
    if (is_blank && !collapsed.empty() && collapsed.back() != ' ') collapsed += ' ';
  }
  if (collapsed.ends_with(' ')) collapsed.pop_back();
  return collapsed;
}

std::vector<std::string_view> SplitTauPath(std::string_view path) {
  constexpr std::string_view kArrow = "=>";
  std::vector<std::string_view> parts;
  for (std::size_t at = path.find(kArrow); at != std::string_view::npos; at = path.find(kArrow, at + 1)) {
    // operator=> does not exist, but a name may contain "=>" without blanks around it.
    const bool has_blanks = at > 0 && path[at - 1] == ' ' && path.substr(at + 2).starts_with(' ');
    if (!has_blanks) continue;
    parts.push_back(Trimmed(path.substr(0, at)));
    path.remove_prefix(at + 2);
    at = 0;
  }
  parts.push_back(Trimmed(path));
  return parts;
}

TauFunction TauFunctionOf(std::string_view text) {
  constexpr std::string_view kThrottled = "[THROTTLED]", kOpenMp = " [OpenMP location: file:", kPosition = " [{";
  if (text.ends_with(kThrottled)) text.remove_suffix(kThrottled.size());
  const std::string name = CollapsedBlanks(text);
  const std::string_view whole = name;
  if (!name.ends_with(']')) return {name, {}};
  if (const std::size_t at = whole.rfind(kOpenMp); at != std::string_view::npos) {
    std::string_view place = whole.substr(at + kOpenMp.size());
    place.remove_suffix(1);
    const std::size_t lines = place.rfind(" <");
    const std::string_view file = place.substr(0, lines);
    const std::string_view rest = lines == std::string_view::npos ? std::string_view() : place.substr(lines);
    return {std::string(whole.substr(0, at)) + " [" + std::string(BaseName(file)) + std::string(rest) + "]",
            std::string(file)};
  }
  const std::size_t at = whole.rfind(kPosition);
  if (at == std::string_view::npos) return {name, {}};
  std::string_view place = whole.substr(at + kPosition.size());
  place.remove_suffix(1);
  const std::string file(TakeUpTo(place, '}'));
  TauFunction function{std::string(Trimmed(whole.substr(0, at))), file};
  if (whole.starts_with("Loop:")) function.name += TauLines(place);
  return function;
}

bool IsTauPart(std::string_view name, std::string_view groups) {
  if (Contains(groups, "TAU_PARAM") || Contains(groups, "TAU_SAMPLE") || Contains(groups, "TAU_UNWIND")) return true;
  return (name.ends_with("> ]") && Contains(name, " [ <")) || Contains(name, "[SAMPLE]") ||
         Contains(name, "[SUMMARY]") || Contains(name, "[CONTEXT]") || Contains(name, "[UNWIND]");
}

RegionKind TauKind(std::string_view name, std::string_view groups) {
  if (name.starts_with("Loop:")) return RegionKind::kLoop;
  if (!Contains(groups, "OpenMP") && !Contains(groups, "OPENMP")) {
    return Contains(groups, "MPI") ? RegionKind::kMpi : RegionKind::kFunction;
  }
  if (Contains(name, "barrier") || Contains(name, "Barrier")) return RegionKind::kBarrier;
  constexpr std::array<std::pair<std::string_view, RegionKind>, 9> kKinds = {{
      {"parallel", RegionKind::kParallel},
      {"for", RegionKind::kWorksharing},
      {"do", RegionKind::kWorksharing},
      {"workshare", RegionKind::kWorksharing},
      {"sections", RegionKind::kSections},
      {"single", RegionKind::kSingle},
      {"master", RegionKind::kMaster},
      {"critical", RegionKind::kCritical},
      {"lock", RegionKind::kLock},
  }};
  const auto* const found =
      std::ranges::find_if(kKinds, [name](const auto& kind) { return name.starts_with(kind.first); });
  return found == kKinds.end() ? RegionKind::kFunction : found->second;
}

std::optional<TauPlace> TauPlaceOf(std::string_view file_name) {
  if (TakeUpTo(file_name, '.') != "profile") return std::nullopt;
  const auto node = NumberFrom<std::uint32_t>(TakeUpTo(file_name, '.'));
  const auto context = NumberFrom<std::uint32_t>(TakeUpTo(file_name, '.'));
  const auto thread = NumberFrom<std::uint32_t>(file_name);
  if (!node || !context || !thread) return std::nullopt;
  return TauPlace{*node, *context, *thread};
}

}  // namespace profdiff
