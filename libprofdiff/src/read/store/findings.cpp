// SPDX-License-Identifier: GPL-3.0-or-later
// Reads findings in JSON (`egprof check --format=json`, kind "properties") as a trial: a region is a function, a
// property a metric, and the severity its value, so that histories and differences of trials apply to findings.
// Tests: tests/cli/db/run.py.
#include <map>
#include <utility>

#include "profdiff/store.h"
#include "read/file/file.h"
#include "read/file/json_parser.h"
#include "read/store/json_value.h"

namespace profdiff {
namespace {

constexpr std::size_t kHead = 512;
constexpr std::uint64_t kLargest = std::uint64_t{1} << 26;

std::string TextIn(const JsonNode* value) {
  return value != nullptr && value->kind == JsonNode::Kind::kText ? value->text : "";
}

// By the first bytes, as the writer puts schema and kind first.
bool LooksLikeFindings(const std::string& path) {
  if (!IsRegularFile(path)) return false;
  char head[kHead];
  FileSource file(path, FileKind::kRegular);
  const std::string_view bytes(head, file.Read(head, sizeof head));
  return bytes.starts_with('{') && bytes.find("\"egprof-1\"") != std::string_view::npos &&
         bytes.find("\"properties\"") != std::string_view::npos;
}

class FindingsReader {
 public:
  explicit FindingsReader(const std::string& path) : path_(path) {
    trial_.runs.emplace_back();
    trial_.runs.front().unit = "severity";
  }

  void Add(const JsonNode& property) {
    const JsonNode* region = property.Find("region");
    const JsonNode* severity = property.Find("severity");
    const std::string name = TextIn(property.Find("name"));
    if (region == nullptr || name.empty() || severity == nullptr || severity->kind != JsonNode::Kind::kNumber) {
      throw Error(ErrorCode::kBadProfile, "a property without a name, a region or a severity", path_);
    }
    StoredFunction function{TextIn(region->Find("name")), TextIn(region->Find("file")), TextIn(region->Find("image")),
                            TextIn(property.Find("callee"))};
    if (function.name.empty()) function.name = TextIn(region->Find("kind"));
    // Lines move from version to version, and are no part of a function in a store. Regions that differ in their lines
    // alone, as two loops of one function, are numbered in the order of the file instead.
    const std::string key = function.name + '\n' + function.file + '\n' + function.image + '\n' + function.unit + '\n' +
                            std::to_string(LineOf(*region));
    const auto place = functions_.emplace(key, static_cast<std::uint32_t>(trial_.functions.size()));
    if (place.second) {
      const std::string equal = key.substr(0, key.rfind('\n'));
      function.number = equal_[equal]++;
      trial_.functions.push_back(std::move(function));
    }
    const auto metric = metrics_.emplace(name, static_cast<std::uint32_t>(trial_.metrics.size()));
    if (metric.second) trial_.metrics.push_back(name);
    trial_.runs.front().values.push_back({place.first->second, metric.first->second, severity->number});
  }

  StoredTrial Take() { return std::move(trial_); }

 private:
  static std::int64_t LineOf(const JsonNode& region) {
    const JsonNode* line = region.Find("line");
    return line == nullptr ? 0 : line->whole.value_or(0);
  }

  const std::string& path_;
  StoredTrial trial_;
  std::map<std::string, std::uint32_t> functions_, metrics_;
  std::map<std::string, std::int64_t> equal_;
};

}  // namespace

std::optional<StoredTrial> ReadFindingsAsTrial(const std::string& path) {
  if (!LooksLikeFindings(path)) return std::nullopt;
  if (!CanParseJson()) {
    throw Error(ErrorCode::kUnsupported, "this build reads no JSON: it was compiled without nlohmann's json", path);
  }
  FileSource file(path, FileKind::kRegular);
  const std::optional<JsonNode> document = ParseJsonValue(ReadRest(file, file.Size(), kLargest));
  if (!document || TextIn(document->Find("kind")) != "properties") {
    throw Error(ErrorCode::kBadProfile, "no findings of 'egprof check', or damaged ones", path);
  }
  FindingsReader reader(path);
  const JsonNode* properties = document->Find("properties");
  if (properties != nullptr) {
    for (const JsonNode& property : properties->items) reader.Add(property);
  }
  return reader.Take();
}

}  // namespace profdiff
