// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Caliper's own format, .cali, as its documentation describes it. A line is a record, "__rec=KIND" and fields
// "KEY=VALUE=VALUE…" between commas. A backslash makes the next character a part of a value; "\n" is a line feed.
//   node     id, attr, data, parent   a value of an attribute; an attribute is itself a node whose `attr` is 8
//   ctx      ref, attr, data          a row: its nodes, and its numbers, as pairs of an attribute and a value
//   globals  like ctx                 values of the whole run
// A node stands for all nodes on its path from the root. Properties of an attribute are the nodes above it: 9 is the
// type, 10 a set of bits, and there may be a unit. Tests: tests/unit/read/regions/caliper_test.cpp.
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parse_text.h"
#include "base/seeded_hash.h"
#include "read/file/text_lines.h"
#include "read/regions/caliper_rows.h"
#include "read/regions/readers.h"
#include "read/regions/region_table.h"

namespace profdiff {
namespace {

constexpr std::string_view kCaliperMark = "__rec=";

// A record's fields. Texts are valid until the next record.
class CaliperRecord {
 public:
  struct Field {
    std::string_view key;
    std::size_t begin, end;  // range of its values
  };

  // Returns false for a line that is no record.
  bool Parse(std::string_view line) {
    fields_.clear();
    values_.clear();
    text_.clear();
    text_.reserve(line.size());  // views of it must stay valid
    std::size_t begin = 0;
    bool is_key = true;
    for (std::size_t i = 0; i <= line.size(); ++i) {
      const bool is_end = i == line.size();
      if (!is_end && line[i] == '\\' && i + 1 < line.size()) {
        ++i;
        text_ += line[i] == 'n' ? '\n' : line[i];
        continue;
      }
      if (!is_end && line[i] != '=' && line[i] != ',') {
        text_ += line[i];
        continue;
      }
      const std::string_view token(text_.data() + begin, text_.size() - begin);
      begin = text_.size();
      if (is_key) {
        fields_.push_back({token, values_.size(), values_.size()});
      } else {
        values_.push_back(token);
        fields_.back().end = values_.size();
      }
      is_key = !is_end && line[i] == ',';
    }
    return !fields_.empty() && fields_.front().key == "__rec" && fields_.front().end == fields_.front().begin + 1;
  }

  std::string_view kind() const { return values_[fields_.front().begin]; }

  std::span<const std::string_view> Values(std::string_view key) const {
    for (const Field& field : fields_) {
      if (field.key == key) return {values_.data() + field.begin, field.end - field.begin};
    }
    return {};
  }

 private:
  std::string text_;
  std::vector<Field> fields_;
  std::vector<std::string_view> values_;
};

class CaliperReader {
 public:
  CaliperReader(ByteSource& source, const std::string& path, const RegionSelection& selection)
      : lines_(source), path_(path), selection_(selection), rows_(selection) {
    constexpr std::array<const char*, 8> kTypes = {"usr", "int", "uint", "string", "addr", "double", "bool", "type"};
    for (std::size_t i = 0; i < kTypes.size(); ++i) AddNode(i, kTypeAttribute, kTypes[i], kNoNode);
    AddNode(kNameAttribute, kNameAttribute, "cali.attribute.name", kNoNode);
    AddNode(kTypeAttribute, kNameAttribute, "cali.attribute.type", kNoNode);
    AddNode(kBitsAttribute, kNameAttribute, "cali.attribute.prop", kNoNode);
    AddNode(11, kTypeAttribute, "ptr", kNoNode);
  }

  void Read() {
    std::string_view line;
    while (lines_.Next(line)) {
      if (line.empty()) continue;
      if (!record_.Parse(line)) Fail("no record");
      if (record_.kind() == "node") ReadNode();
      if (record_.kind() == "ctx") ReadRow();
    }
  }

  RegionTable Take() { return rows_.Take(version_, path_); }
  RegionTable& table() { return rows_.table; }

 private:
  static constexpr std::uint64_t kNameAttribute = 8, kTypeAttribute = 9, kBitsAttribute = 10;
  static constexpr std::uint32_t kNoNode = 0xffffffff;
  enum Bits : std::uint64_t { kHidden = 128, kNested = 256, kGlobal = 512 };

  struct Node {
    std::uint64_t attribute = 0;  // id
    std::string data;
    std::uint32_t parent = kNoNode;
    std::uint32_t region = RegionTable::kNone;  // the node's path of regions
    bool has_region = false;                    // true if the path from the root has a nested attribute
    Location location;
  };

  // What is known of an attribute.
  struct Attribute {
    std::string name, unit;
    std::uint64_t bits = 0;
    std::optional<std::uint32_t> column;  // set on first use as a metric
  };

  [[noreturn]] void Fail(const std::string& reason) const {
    throw Error(ErrorCode::kBadProfile, reason, path_, Place::Line(lines_.number(), "caliper"));
  }

  std::uint32_t AddNode(std::uint64_t id, std::uint64_t attribute, std::string_view data, std::uint32_t parent) {
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    if (index == kNoNode) Fail("too many nodes");
    nodes_.push_back({attribute, std::string(data), parent, RegionTable::kNone, false, {}});
    ids_[id] = index;
    return index;
  }

  std::uint64_t Number(std::string_view text) const {
    const auto number = NumberFrom<std::uint64_t>(text);
    if (!number) Fail("'" + std::string(text.substr(0, 40)) + "' is not a number of a node");
    return *number;
  }

  std::uint32_t FindNode(std::string_view text) const {
    const auto found = ids_.find(Number(text));
    if (found == ids_.end()) Fail("there is no node " + std::string(text) + " before");
    return found->second;
  }

  std::string_view One(std::string_view key) const {
    const auto values = record_.Values(key);
    return values.empty() ? std::string_view() : values.front();
  }

  void ReadNode() {
    const std::string_view above = One("parent");
    const std::uint32_t parent = above.empty() ? kNoNode : FindNode(above);
    const std::uint64_t id = Number(One("id"));
    const std::uint32_t index = AddNode(id, Number(One("attr")), One("data"), parent);
    Node& node = nodes_[index];
    if (parent != kNoNode) {
      node.region = nodes_[parent].region;
      node.has_region = nodes_[parent].has_region;
      node.location = nodes_[parent].location;
    }
    if (node.attribute == kNameAttribute) return;
    const Attribute& attribute = AttributeOf(node.attribute);
    if (attribute.name == "cali.caliper.version") version_ = node.data;
    if (attribute.name == "mpi.rank") node.location.rank = NumberFrom<std::uint32_t>(node.data);
    if (attribute.name == "omp.thread.num") node.location.thread = NumberFrom<std::uint32_t>(node.data);
    if (!IsRegion(attribute)) return;
    node.region = Enter(node.region, attribute, node.data);
    node.has_region = true;
  }

  static bool IsRegion(const Attribute& attribute) {
    return (attribute.bits & kNested) != 0 && (attribute.bits & (kHidden | kGlobal)) == 0;
  }

  std::uint32_t Enter(std::uint32_t region, const Attribute& attribute, std::string_view name) {
    const FunctionId function = rows_.table.FindFunction(name, {});
    rows_.table.kinds[function.value] = {CaliperRows::KindOf(attribute.name, name), attribute.name};
    return rows_.table.FindNode(region, function);
  }

  Attribute& AttributeOf(std::uint64_t id) {
    const auto [at, is_new] = attributes_.try_emplace(id);
    Attribute& attribute = at->second;
    if (!is_new) return attribute;
    const auto found = ids_.find(id);
    if (found == ids_.end()) Fail("there is no attribute " + std::to_string(id) + " before");
    attribute.name = nodes_[found->second].data;
    bool has_bits = false;
    for (std::uint32_t node = nodes_[found->second].parent; node != kNoNode; node = nodes_[node].parent) {
      const Node& above = nodes_[node];
      if (above.attribute == kBitsAttribute && !has_bits) {
        attribute.bits = NumberFrom<std::uint64_t>(above.data).value_or(0);
        has_bits = true;
      } else if (above.attribute > 11 && attribute.unit.empty()) {
        const auto kind = ids_.find(above.attribute);
        if (kind != ids_.end() && nodes_[kind->second].data == "attribute.unit") attribute.unit = above.data;
      }
    }
    return attribute;
  }

  void ReadRow() {
    Location location;
    std::uint32_t region = RegionTable::kNone;
    bool has_region = false;
    RegionSelection::Labels labels;
    for (const std::string_view ref : record_.Values("ref")) {
      const std::uint32_t node = FindNode(ref);
      const Node& own = nodes_[node];
      if (own.location.rank) location.rank = own.location.rank;
      if (own.location.thread) location.thread = own.location.thread;
      if (own.has_region) region = has_region ? EnterAll(region, node) : own.region;
      has_region = has_region || own.has_region;
      if (selection_.HasLabels()) AppendLabels(node, labels);
    }
    const auto attributes = record_.Values("attr"), data = record_.Values("data");
    if (attributes.size() != data.size()) Fail("the numbers of attributes and values differ");
    cells_.clear();
    for (std::size_t i = 0; i < data.size(); ++i) {
      Attribute& attribute = AttributeOf(Number(attributes[i]));
      if ((attribute.bits & (kHidden | kGlobal)) != 0) continue;
      const auto number = NumberFrom<double>(data[i]);
      if (!number) {
        if (selection_.HasLabels()) labels.emplace_back(attribute.name, data[i]);
        continue;
      }
      if (!attribute.column) attribute.column = rows_.AddColumn(attribute.name, attribute.unit);
      cells_.push_back({*attribute.column, *number});
    }
    rows_.Add(region, location, cells_, std::move(labels));
  }

  // Appends the regions on a node's path from the root to a path of regions.
  std::uint32_t EnterAll(std::uint32_t region, std::uint32_t node) {
    std::vector<std::uint32_t> path;
    for (; node != kNoNode; node = nodes_[node].parent) path.push_back(node);
    for (std::size_t i = path.size(); i-- > 0;) {
      const Node& own = nodes_[path[i]];
      if (own.attribute == kNameAttribute) continue;
      const Attribute& attribute = AttributeOf(own.attribute);
      if (IsRegion(attribute)) region = Enter(region, attribute, own.data);
    }
    return region;
  }

  void AppendLabels(std::uint32_t node, RegionSelection::Labels& labels) {
    for (; node != kNoNode; node = nodes_[node].parent) {
      const Node& own = nodes_[node];
      if (own.attribute == kNameAttribute) continue;
      const Attribute& attribute = AttributeOf(own.attribute);
      if ((attribute.bits & kHidden) == 0) labels.emplace_back(attribute.name, own.data);
    }
  }

  TextLines lines_;
  const std::string& path_;
  const RegionSelection& selection_;
  CaliperRows rows_;
  CaliperRecord record_;
  std::vector<Node> nodes_;
  HashMap<std::uint64_t, std::uint32_t> ids_;     // index of the node with an id
  HashMap<std::uint64_t, Attribute> attributes_;  // by id
  std::vector<CaliperRows::Cell> cells_;
  std::string version_;
};

RegionTable ReadCaliperTable(ByteSource& source, const std::string& path, const RegionSelection& selection) {
  CaliperReader reader(source, path, selection);
  try {
    reader.Read();
  } catch (const Error& error) {
    if (!selection.salvages() || error.code() == ErrorCode::kSystem) throw;
    reader.table().missing.push_back(WithConsequence(error.message(), "what follows is left out"));
  }
  return reader.Take();
}

}  // namespace

bool IsCaliper(const FirstBytes& file) { return file.bytes.starts_with(kCaliperMark); }

StackProfile ReadCaliper(const StackInput& input) {
  const RegionSelection selection(input.options);
  return StacksOfRegions(input, ReadCaliperTable(input.bytes, input.path, selection));
}

Measurements MeasureCaliper(ByteSource& source, const std::string& path, const MeasureOptions& options) {
  const RegionSelection selection = SelectionOf(options);
  return MeasureRegions(ReadCaliperTable(source, path, selection), path, options);
}

std::vector<std::uint32_t> RanksOfCaliper(const std::string& path) {
  return WithUnpacked(path, [&](ByteSource& source) {
    const RegionSelection selection{StackOptions()};
    return RanksOfRegions(ReadCaliperTable(source, path, selection));
  });
}

}  // namespace profdiff
