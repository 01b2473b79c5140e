// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of anchor.xml that are used (Cube 4; described in its documentation and seen in files of Score-P and
// Scalasca). The others are skipped.
//   metric id, type   uniq_name, dtype, uom; may contain metrics
//   region id, mod    name, paradigm, role
//   cnode calleeId    may contain cnodes; calleeId is the id of a region
//   locationgroup     rank (of the process), and locations
//   location          name, rank (of the thread)
#include "read/cube/anchor.h"

#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "base/parse_text.h"
#include "read/cube/xml.h"

namespace profdiff {
namespace {

RegionKind CubeKind(std::string_view name, std::string_view paradigm, std::string_view role) {
  if (paradigm == "mpi" || name.starts_with("MPI_")) return RegionKind::kMpi;
  if (paradigm != "openmp") return paradigm == "user" ? RegionKind::kUser : RegionKind::kFunction;
  constexpr std::pair<std::string_view, RegionKind> kRoles[] = {
      {"barrier", RegionKind::kBarrier},       {"implicit barrier", RegionKind::kBarrier},
      {"parallel", RegionKind::kParallel},     {"loop", RegionKind::kWorksharing},
      {"workshare", RegionKind::kWorksharing}, {"sections", RegionKind::kSections},
      {"section", RegionKind::kSections},      {"single", RegionKind::kSingle},
      {"single sblock", RegionKind::kSingle},  {"master", RegionKind::kMaster},
      {"critical", RegionKind::kCritical},     {"critical sblock", RegionKind::kCritical}};
  for (const auto& [text, kind] : kRoles) {
    if (role == text) return kind;
  }
  return RegionKind::kFunction;
}

class AnchorParser {
 public:
  AnchorParser(std::string_view text, const std::string& path, RegionTable& table)
      : xml_(text), path_(path), table_(table) {}

  CubeAnchor Parse() {
    while (true) {
      const XmlScanner::Event event = xml_.Next();
      if (event == XmlScanner::Event::kAtEnd) break;
      if (event == XmlScanner::Event::kDamaged) Fail("anchor.xml is damaged");
      event == XmlScanner::Event::kStart ? Start(xml_.name()) : End(xml_.name());
    }
    if (anchor_.metrics.empty()) Fail("anchor.xml has no metrics");
    if (anchor_.nodes.empty()) Fail("anchor.xml has no call tree");
    if (table_.locations.empty()) Fail("anchor.xml has no locations");
    return std::move(anchor_);
  }

 private:
  struct RegionOfFile {
    std::string name, module, paradigm, role;
    FunctionId function = {};
  };

  [[noreturn]] void Fail(const std::string& reason) const {
    throw Error(ErrorCode::kBadProfile, reason, path_, Place::Byte(xml_.offset(), "cube"));
  }

  void Start(std::string_view name) {
    if (name == "metric") {
      open_metrics_.push_back(anchor_.metrics.size());
      anchor_.metrics.push_back({xml_.Attribute("id"), {}, xml_.Attribute("type"), {}, {}});
      if (anchor_.metrics.back().type.empty()) anchor_.metrics.back().type = "EXCLUSIVE";
    } else if (name == "region") {
      region_ = &regions_[xml_.Attribute("id")];
      region_->module = xml_.Attribute("mod");
    } else if (name == "cnode") {
      StartNode();
    } else if (name == "locationgroup" || name == "process") {
      rank_.reset();
      is_in_group_ = true;
    } else if (name == "location" || name == "thread") {
      is_in_location_ = true;
      location_name_.clear();
      thread_.reset();
    }
  }

  void StartNode() {
    const auto region = regions_.find(xml_.Attribute("calleeId"));
    if (region == regions_.end()) Fail("a node of the call tree has an unknown region");
    RegionOfFile& callee = region->second;
    if (!callee.function.valid()) {
      callee.function = table_.FindFunction(callee.name, callee.module);
      table_.kinds[callee.function.value] = {CubeKind(callee.name, callee.paradigm, callee.role), callee.paradigm};
    }
    const auto index = static_cast<std::uint32_t>(anchor_.nodes.size());
    const std::uint32_t parent = open_nodes_.empty() ? CubeAnchor::kNone : open_nodes_.back();
    const std::uint32_t above = open_nodes_.empty() ? RegionTable::kNone : anchor_.nodes[parent].node;
    anchor_.nodes.push_back({parent, table_.FindNode(above, callee.function), {}});
    if (!open_nodes_.empty()) anchor_.nodes[parent].children.push_back(index);
    open_nodes_.push_back(index);
  }

  void End(std::string_view name) {
    if (name == "cnode" && !open_nodes_.empty()) open_nodes_.pop_back();
    if (name == "metric" && !open_metrics_.empty()) open_metrics_.pop_back();
    if (name == "region") region_ = nullptr;
    if (name == "locationgroup" || name == "process") is_in_group_ = false;
    if (name == "location" || name == "thread") EndLocation();
    if (!open_metrics_.empty()) return EndOfMetric(name);
    if (region_ != nullptr) return EndOfRegion(name);
    if (!is_in_group_) return;
    if (name == "rank") (is_in_location_ ? thread_ : rank_) = NumberFrom<std::uint32_t>(xml_.Text());
    if (name == "name" && is_in_location_) location_name_ = xml_.Text();
  }

  void EndOfMetric(std::string_view name) {
    CubeMetric& metric = anchor_.metrics[open_metrics_.back()];
    if (name == "uniq_name") metric.name = xml_.Text();
    if (name == "dtype") metric.number_type = xml_.Text();
    if (name == "uom") metric.unit = xml_.Text();
  }

  void EndOfRegion(std::string_view name) {
    if (name == "name") region_->name = xml_.Text();
    if (name == "paradigm") region_->paradigm = xml_.Text();
    if (name == "role") region_->role = xml_.Text();
  }

  // Each location is a column of the values, even if another one has the same numbers.
  void EndLocation() {
    is_in_location_ = false;
    table_.locations.push_back({rank_, thread_});
    table_.location_names.push_back(location_name_);
  }

  XmlScanner xml_;
  const std::string& path_;
  RegionTable& table_;
  CubeAnchor anchor_;
  std::map<std::string, RegionOfFile, std::less<>> regions_;  // by id
  RegionOfFile* region_ = nullptr;
  std::vector<std::size_t> open_metrics_;
  std::vector<std::uint32_t> open_nodes_;
  bool is_in_group_ = false, is_in_location_ = false;
  std::optional<std::uint32_t> rank_, thread_;
  std::string location_name_;
};

}  // namespace

CubeAnchor ParseCubeAnchor(std::string_view text, const std::string& path, RegionTable& table) {
  return AnchorParser(text, path, table).Parse();
}

// Rows of exclusive values are numbered depth first. For inclusive values, a root comes first, and then, for each node
// that is entered, all of its children, before the first child is entered.
std::vector<std::uint32_t> CubeRowOrder(const CubeAnchor& anchor, bool is_inclusive) {
  std::vector<std::uint32_t> order;
  order.reserve(anchor.nodes.size());
  if (!is_inclusive) {
    for (std::uint32_t node = 0; node < anchor.nodes.size(); ++node) order.push_back(node);
    return order;
  }
  for (std::uint32_t root = 0; root < anchor.nodes.size(); ++root) {
    if (anchor.nodes[root].parent != CubeAnchor::kNone) continue;
    order.push_back(root);
    std::vector<std::uint32_t> open{root};
    while (!open.empty()) {
      const std::vector<std::uint32_t>& children = anchor.nodes[open.back()].children;
      open.pop_back();
      order.insert(order.end(), children.begin(), children.end());
      open.insert(open.end(), children.rbegin(), children.rend());
    }
  }
  return order;
}

}  // namespace profdiff
