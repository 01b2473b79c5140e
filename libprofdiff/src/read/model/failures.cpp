// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of measurements share: errors with a position.
#include "profdiff/error.h"
#include "read/file/json_parser.h"
#include "read/model/json_values.h"
#include "read/model/readers.h"

namespace profdiff {

void FailAtLine(const std::string& path, std::uint64_t line, const std::string& reason) {
  throw Error(ErrorCode::kBadProfile, reason, path, Place::Line(line));
}

void FailAtByte(const std::string& path, std::uint64_t offset, const std::string& reason) {
  throw Error(ErrorCode::kBadProfile, reason, path, Place::Named("byte " + std::to_string(offset), offset));
}

void RequireJson(const std::string& path) {
  if (CanParseJson()) return;
  throw Error(ErrorCode::kUnsupported,
              "this build cannot read JSON: it was compiled without nlohmann's json (Debian: nlohmann-json3-dev)",
              path);
}

}  // namespace profdiff
