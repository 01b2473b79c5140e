// SPDX-License-Identifier: GPL-3.0-or-later
// Reads findings in JSON (`egprof check --format=json`, kind "properties") as a trial: a region becomes a function, a
// property a metric, and its severity the value, so histories and differences of trials can be used for findings. The
// findings themselves, and the steps of a search, are kept as well.
// Tests: tests/cli/db/run.py.
#include <map>
#include <utility>

#include "profdiff/store.h"
#include "read/file/file.h"
#include "read/file/json_document.h"
#include "read/file/json_parser.h"
#include "values/finding_rows.h"
#include "values/index_of.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kLargest = std::uint64_t{1} << 26;

std::string TextIn(const DocumentValue* value) {
  return value != nullptr && value->kind == DocumentValue::Kind::kText ? value->text : "";
}

class FindingsReader {
 public:
  explicit FindingsReader(const std::string& path) : path_(path) {
    trial_.runs.emplace_back();
    trial_.runs.front().unit = "severity";
  }

  void Add(const DocumentValue& property) {
    const DocumentValue* region = property.Find("region");
    const DocumentValue* severity = property.Find("severity");
    const std::string name = TextIn(property.Find("name"));
    if (region == nullptr || name.empty() || severity == nullptr || severity->kind != DocumentValue::Kind::kNumber) {
      throw Error(ErrorCode::kBadProfile, "a property without a name, a region or a severity", path_);
    }
    StoredFunction function{TextIn(region->Find("name")), TextIn(region->Find("file")), TextIn(region->Find("image")),
                            TextIn(property.Find("callee"))};
    if (function.name.empty()) function.name = TextIn(region->Find("kind"));
    // Lines change from version to version, so they do not identify a function in a store. Regions that differ only in
    // their lines, such as two loops of one function, are numbered in the order of the file instead.
    const std::string key = function.name + '\n' + function.file + '\n' + function.image + '\n' + function.unit + '\n' +
                            std::to_string(LineOf(*region));
    const auto place = functions_.emplace(key, static_cast<std::uint32_t>(trial_.functions.size()));
    if (place.second) {
      function.number = equal_[key.substr(0, key.rfind('\n'))]++;
      trial_.functions.push_back(std::move(function));
    }
    const std::uint32_t metric = IndexOf(name, metrics_, trial_.metrics);
    trial_.runs.front().values.push_back({place.first->second, metric, severity->number});
    AddFinding(property, *region, severity->number);
  }

  void AddStep(const DocumentValue& step) {
    trial_.runs.front().steps.push_back({WholeIn(step.Find("step")), WholeIn(step.Find("run")),
                                         TextIn(step.Find("tool")), "", "", WholeIn(step.Find("hypotheses")),
                                         WholeIn(step.Find("proved")), WholeIn(step.Find("reused"))});
  }

  void SetStop(const std::string& reason) {
    if (!reason.empty()) trial_.metadata.emplace_back("stopped", reason);
  }

  StoredTrial Take() { return std::move(trial_); }

 private:
  static std::int64_t LineOf(const DocumentValue& region) { return WholeIn(region.Find("line")); }
  static std::int64_t WholeIn(const DocumentValue* value) { return value == nullptr ? 0 : value->whole.value_or(0); }
  static std::optional<double> NumberIn(const DocumentValue* value) {
    const bool is_number = value != nullptr && value->kind == DocumentValue::Kind::kNumber;
    return is_number ? std::optional(value->number) : std::nullopt;
  }
  static std::optional<std::uint32_t> PlaceIn(const DocumentValue* value) {
    const bool is_known = value != nullptr && value->whole && *value->whole >= 0 && *value->whole <= 0xffffffff;
    return is_known ? std::optional(static_cast<std::uint32_t>(*value->whole)) : std::nullopt;
  }

  void AddFinding(const DocumentValue& property, const DocumentValue& region, double severity) {
    StoredFinding finding;
    finding.severity = severity;
    finding.confidence = NumberIn(property.Find("confidence")).value_or(1);
    finding.share = NumberIn(property.Find("share"));
    finding.lost = NumberIn(property.Find("lost"));
    const DocumentValue* leaf = property.Find("leaf");
    finding.is_leaf = leaf != nullptr && leaf->is_true;
    const DocumentValue* locations = property.Find("locations");  // locations, most severe first
    if (locations != nullptr && !locations->members.empty()) {
      finding.rank = PlaceIn(locations->members.front().Find("rank"));
      finding.thread = PlaceIn(locations->members.front().Find("thread"));
    }
    rows_.Add(trial_.runs.front(),
              {TextIn(region.Find("kind")), TextIn(region.Find("name")), TextIn(region.Find("image")),
               TextIn(region.Find("file")), LineOf(region), TextIn(property.Find("callee")),
               TextIn(property.Find("dataStructure")), TextIn(region.Find("path"))},
              {TextIn(property.Find("name")), TextIn(property.Find("refines")), TextIn(property.Find("unit"))},
              finding);
  }

  const std::string& path_;
  StoredTrial trial_;
  FindingRows rows_{trial_};
  std::map<std::string, std::uint32_t> functions_, metrics_;
  std::map<std::string, std::int64_t> equal_;
};

}  // namespace

StoredTrial ReadFindingsAsTrial(const std::string& path) {
  if (!CanParseJson()) {
    throw Error(ErrorCode::kUnsupported,
                "this build cannot read JSON: it was compiled without nlohmann's json (Debian: nlohmann-json3-dev)",
                path);
  }
  FileSource file(path, FileKind::kRegular);
  const std::optional<DocumentValue> document = ParseJsonValue(ReadRest(file, file.Size(), kLargest));
  if (!document || TextIn(document->Find("kind")) != "properties") {
    throw Error(ErrorCode::kBadProfile, "not findings of properties, or damaged", path);
  }
  FindingsReader reader(path);
  if (const DocumentValue* properties = document->Find("properties")) {
    for (const DocumentValue& property : properties->members) reader.Add(property);
  }
  if (const DocumentValue* steps = document->Find("experiments")) {
    for (const DocumentValue& step : steps->members) reader.AddStep(step);
  }
  reader.SetStop(TextIn(document->Find("stopped")));
  return reader.Take();
}

}  // namespace profdiff
