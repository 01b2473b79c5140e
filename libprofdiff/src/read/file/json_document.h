// SPDX-License-Identifier: GPL-3.0-or-later
// A small JSON document in memory.
// Tests: tests/cli/select/run.py, tests/cli/db/run.py.
#ifndef PROFDIFF_READ_FILE_JSON_DOCUMENT_H_
#define PROFDIFF_READ_FILE_JSON_DOCUMENT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profdiff {

struct DocumentValue {
  enum class Kind : std::uint8_t { kNothing, kNumber, kText, kList, kObject };

  Kind kind = Kind::kNothing;  // kNothing for null, true and false
  double number = 0;
  std::optional<std::int64_t> whole = {};  // the number, if it is an integer: counts and ticks can exceed 2^53
  bool is_true = false;                    // true for the literal `true`, whose kind is kNothing
  std::string text = {};
  std::string name = {};                    // name of this value in its object; empty in a list
  std::vector<DocumentValue> members = {};  // elements of a list or members of an object, in the order of the file

  // Returns the member of an object with this name; null if there is none.
  const DocumentValue* Find(std::string_view name) const;
};

// Reads a file of at most 64 MiB, with at most a million values and a depth of at most 32.
// Errors: kSystem; kUnsupported beyond these limits, and in a build without JSON; kBadArgument for damaged text.
DocumentValue ReadJsonDocument(const std::string& path);
DocumentValue ParseJsonDocument(std::string_view text, const std::string& path);

// Parses a JSON text. Returns nullopt instead of throwing an error.
std::optional<DocumentValue> ParseJsonValue(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_JSON_DOCUMENT_H_
