// SPDX-License-Identifier: GPL-3.0-or-later
// Appends parts of a JSON document to a string, for output that is embedded in HTML. Tests:
// tests/unit/report/trace/timeline_test.cpp.
#ifndef PROFDIFF_REPORT_FORMAT_JSON_TEXT_H_
#define PROFDIFF_REPORT_FORMAT_JSON_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"

namespace profdiff {

// Appends `last`, the last byte of a UTF-8 character. If the character is U+2028 or U+2029, it becomes an escape,
// because JavaScript before ES2019 treats these two characters as line ends inside strings.
inline void AppendAfterSeparator(std::string& out, char last) {
  constexpr std::string_view kStart = "\xe2\x80";
  if (!std::string_view(out).ends_with(kStart)) return void(out += last);
  out.resize(out.size() - kStart.size());
  out += last == '\xa8' ? "\\u2028" : "\\u2029";
}

// Appends a JSON string. `text` is UTF-8. Characters that could end a script element in HTML are escaped as well.
inline void AppendJsonString(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || c == 0x7f || c == '<' || c == '>' || c == '&') {
      out.append("\\u00") += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else if (byte == 0xa9 || byte == 0xa8) {
      AppendAfterSeparator(out, c);
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  out += '"';
}

// Appends a list; append(value) is called to append each of its values.
template <class Values, class Append>
void AppendJsonList(std::string& out, const Values& values, Append append, std::string_view separator = ", ") {
  out += '[';
  std::string_view before;
  for (const auto& value : values) {
    out += before;
    before = separator;
    append(value);
  }
  out += ']';
}

// Writes an object, key by key. Keys must not need escapes.
class JsonObject {
 public:
  explicit JsonObject(std::string& out) : out_(out) { out_ += '{'; }
  // Continues an object that begins with `head`, which contains at least one key.
  JsonObject(std::string& out, std::string_view head) : out_(out), first_(false) { out_ += head; }

  JsonObject& Text(std::string_view key, std::string_view value) {
    Key(key);
    AppendJsonString(out_, value);
    return *this;
  }
  template <class Integer>
  JsonObject& Count(std::string_view key, Integer value) {
    Key(key);
    AppendCount(out_, value);
    return *this;
  }
  // Appends a key; the caller appends the value.
  void Key(std::string_view key) {
    if (!first_) out_ += ", ";
    first_ = false;
    out_.append(1, '"').append(key) += "\": ";
  }
  void End() { out_ += '}'; }
  void EndLine() { out_ += "}\n"; }

 private:
  std::string& out_;
  bool first_ = true;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_JSON_TEXT_H_
