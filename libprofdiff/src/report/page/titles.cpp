// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/page/titles.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/parse_text.h"
#include "base/text.h"
#include "base/utf8.h"

namespace profdiff {
namespace {

constexpr std::size_t kLongest = 48;  // of a short label, in characters

using Words = std::vector<std::string_view>;

Words Split(std::string_view text, std::string_view separator) {
  Words words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    if (end > begin) words.push_back(text.substr(begin, end - begin));
    begin = end + separator.size();
  }
  return words;
}

// True for the end of the label of a side that was scaled: "times x 1.5", "bytes x 1.5".
bool IsScale(std::string_view word) {
  const std::size_t sign = word.rfind(" x ");
  return sign != std::string_view::npos && NumberFrom<double>(word.substr(sign + 3)).has_value();
}

// Returns the files of a label "IMAGE, PROFILES" or "IMAGE, PROFILES, times x 1.5".
Words FilesOf(std::string_view label) {
  Words files = Split(label, ", ");
  if (files.size() > 1 && IsScale(files.back())) files.pop_back();
  return files;
}

// Returns the common beginning of several paths, without the digits and marks at its end that number the files.
std::string_view CommonBeginning(const Words& paths) {
  if (paths.empty()) return {};
  std::string_view common = paths.front();
  for (const std::string_view path : paths) {
    const auto end = std::ranges::mismatch(common, path).in1;
    common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
  }
  if (paths.size() == 1) return common;
  const auto is_mark = [](char c) { return c != '/' && std::isalpha(static_cast<unsigned char>(c)) == 0; };
  const bool is_whole = common.ends_with('/');
  while (!is_whole && !common.empty() && is_mark(common.back())) common.remove_suffix(1);
  return common;
}

std::string Join(const Words& components) {
  std::string text;
  for (const std::string_view component : components) text.append(text.empty() ? "" : "/").append(component);
  return CutToCharacters(WithNumberedControls(AsUtf8(text)), kLongest, "…");
}

// Removes the components at both ends that two paths have in common.
SideLabels Apart(std::string_view base, std::string_view other) {
  Words a = Split(base, "/"), b = Split(other, "/");
  while (a.size() > 1 && b.size() > 1 && a.front() == b.front()) {
    a.erase(a.begin());
    b.erase(b.begin());
  }
  while (a.size() > 1 && b.size() > 1 && a.back() == b.back()) {
    a.pop_back();
    b.pop_back();
  }
  return {Join(a), Join(b)};
}

}  // namespace

SideLabels ShortLabels(const SideLabels& labels) {
  const Words base = FilesOf(labels.base), other = FilesOf(labels.other);
  if (base.empty() || other.empty()) return {ShortLabel(labels.base), ShortLabel(labels.other)};
  const std::pair<std::string_view, std::string_view> candidates[] = {
      {CommonBeginning(base), CommonBeginning(other)}, {base.front(), other.front()}, {base.back(), other.back()}};
  for (const auto& [a, b] : candidates) {
    const SideLabels apart = Apart(a, b);
    if (!apart.base.empty() && !apart.other.empty() && apart.base != apart.other) return apart;
  }
  return {ShortLabel(labels.base), ShortLabel(labels.other)};
}

std::string ShortLabel(std::string_view label) {
  const Words files = FilesOf(label);
  if (files.empty()) return std::string(label);
  const Words common = Split(CommonBeginning(files), "/");
  return Join({common.empty() ? BaseName(files.front()) : common.back()});
}

}  // namespace profdiff
