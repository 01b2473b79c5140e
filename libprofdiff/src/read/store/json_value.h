// SPDX-License-Identifier: GPL-3.0-or-later
// A short JSON text as a value in memory, with limited depth and size.
// Tests: tests/cli/db/run.py.
#ifndef PROFDIFF_READ_STORE_JSON_VALUE_H_
#define PROFDIFF_READ_STORE_JSON_VALUE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profdiff {

struct JsonNode {
  static constexpr std::size_t kMostDepth = 8, kMostValues = 1'000'000;

  enum class Kind : std::uint8_t { kNothing, kNumber, kText, kObject, kArray };  // kNothing: null, true and false
  Kind kind = Kind::kNothing;
  double number = 0;
  std::optional<std::int64_t> whole = {};  // the value, if it is an integer
  bool is_true = false;                    // true for the literal `true`, whose kind is kNothing
  std::string text = {};
  std::vector<std::string> keys = {};  // keys of an object, by item
  std::vector<JsonNode> items = {};

  // Returns null if this is not an object, or has no such key.
  const JsonNode* Find(std::string_view key) const;
};

// Returns nullopt for a text that is damaged, too deep or too large.
std::optional<JsonNode> ParseJsonValue(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_READ_STORE_JSON_VALUE_H_
