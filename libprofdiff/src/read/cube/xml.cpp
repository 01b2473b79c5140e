// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/cube/xml.h"

#include <algorithm>
#include <optional>

#include "base/parse_text.h"

namespace profdiff {
namespace {

constexpr std::string_view kXmlBlanks = " \t\r\n";

void AppendUtf8(std::string& out, std::uint32_t code) {
  const auto byte = [&out](std::uint32_t value) { out += static_cast<char>(value); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xc0 | code >> 6);
  } else if (code < 0x10000) {
    byte(0xe0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3f));
  } else {
    byte(0xf0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3f));
    byte(0x80 | (code >> 6 & 0x3f));
  }
  byte(0x80 | (code & 0x3f));
}

// Appends the character of an entity, such as "lt"; returns false for an unknown one.
bool AppendEntity(std::string& out, std::string_view entity) {
  constexpr std::pair<std::string_view, char> kNames[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [name, character] : kNames) {
    if (entity != name) continue;
    out += character;
    return true;
  }
  if (!entity.starts_with('#')) return false;
  entity.remove_prefix(1);
  const bool is_hex = entity.starts_with('x');
  if (is_hex) entity.remove_prefix(1);
  const auto code = NumberFrom<std::uint32_t>(entity, is_hex ? 16 : 10);
  if (!code || *code > 0x10ffff) return false;
  AppendUtf8(out, *code);
  return true;
}

}  // namespace

std::string WithoutEntities(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t at = std::min(text.find('&'), text.size());
    plain += text.substr(0, at);
    text.remove_prefix(at);
    if (text.empty()) break;
    const std::size_t end = text.find(';');
    const bool is_entity = end != std::string_view::npos && AppendEntity(plain, text.substr(1, end - 1));
    if (!is_entity) plain += '&';
    text.remove_prefix(is_entity ? end + 1 : 1);
  }
  return plain;
}

std::string XmlScanner::Attribute(std::string_view name) const {
  const auto found = std::ranges::find(attributes_, name, [](const auto& pair) { return pair.first; });
  return found == attributes_.end() ? std::string() : WithoutEntities(found->second);
}

std::string XmlScanner::Text() const {
  const std::size_t begin = content_.find_first_not_of(kXmlBlanks);
  if (begin == std::string::npos) return {};
  return content_.substr(begin, content_.find_last_not_of(kXmlBlanks) + 1 - begin);
}

bool XmlScanner::SkipTo(std::string_view end) {
  const std::size_t found = text_.find(end, at_);
  if (found == std::string_view::npos) return false;
  at_ = found + end.size();
  return true;
}

XmlScanner::Event XmlScanner::Next() {
  if (is_empty_) {
    is_empty_ = false;
    content_.clear();
    open_.pop_back();
    return Event::kEnd;
  }
  while (true) {
    const std::size_t tag = std::min(text_.find('<', at_), text_.size());
    content_ += WithoutEntities(text_.substr(at_, tag - at_));
    at_ = tag;
    if (at_ == text_.size()) return open_.empty() ? Event::kAtEnd : Event::kDamaged;
    const std::string_view rest = text_.substr(at_);
    constexpr std::string_view kData = "<![CDATA[";
    if (rest.starts_with(kData)) {
      const std::size_t begin = at_ + kData.size();
      if (!SkipTo("]]>")) return Event::kDamaged;
      content_ += text_.substr(begin, at_ - 3 - begin);
    } else if (rest.starts_with("<!--")) {
      if (!SkipTo("-->")) return Event::kDamaged;
    } else if (rest.starts_with("<?") || rest.starts_with("<!")) {
      if (!SkipTo(">")) return Event::kDamaged;
    } else {
      return ReadTag();
    }
  }
}

XmlScanner::Event XmlScanner::ReadTag() {
  ++at_;
  const bool is_end = at_ < text_.size() && text_[at_] == '/';
  if (is_end) ++at_;
  const std::size_t end = text_.find_first_of(" \t\r\n/>", at_);
  if (end == std::string_view::npos || end == at_) return Event::kDamaged;
  name_ = text_.substr(at_, end - at_);
  at_ = end;
  if (!is_end) return ReadAttributes();
  if (!SkipTo(">") || open_.empty() || open_.back() != name_) return Event::kDamaged;
  open_.pop_back();
  return Event::kEnd;
}

XmlScanner::Event XmlScanner::ReadAttributes() {
  attributes_.clear();
  content_.clear();
  while (true) {
    at_ = text_.find_first_not_of(kXmlBlanks, at_);
    if (at_ == std::string_view::npos) break;
    is_empty_ = text_[at_] == '/';
    if (is_empty_) ++at_;
    if (at_ < text_.size() && text_[at_] == '>') {
      ++at_;
      open_.push_back(name_);
      return Event::kStart;
    }
    const std::size_t equals = text_.find('=', at_);
    if (is_empty_ || equals == std::string_view::npos) break;
    const std::string_view key = text_.substr(at_, equals - at_);
    const std::size_t open = equals + 1;
    if (open >= text_.size() || (text_[open] != '"' && text_[open] != '\'')) break;
    const std::size_t close = text_.find(text_[open], open + 1);
    if (close == std::string_view::npos) break;
    attributes_.emplace_back(key.substr(0, key.find_last_not_of(kXmlBlanks) + 1),
                             text_.substr(open + 1, close - open - 1));
    at_ = close + 1;
  }
  is_empty_ = false;
  at_ = std::min(at_, text_.size());
  return Event::kDamaged;
}

}  // namespace profdiff
