// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one line at a time: "key value", "key [" or "]". Checks each line when it is read, and relations between nodes
// and edges at the end. Test: tests/unit/report/graph/gml_reader_test.cpp breaks each rule once.
#include "gml_reader.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>

namespace profdiff {
namespace {

[[noreturn]] void Fail(std::size_t line, int rule, const std::string& what) {
  throw std::runtime_error("line " + std::to_string(line) + ", rule " + std::to_string(rule) + ": " + what);
}

std::string Utf8(unsigned long code) {
  auto tail = [code](int shift) { return static_cast<char>(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xc0 | code >> 6), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xe0 | code >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xf0 | code >> 18), tail(12), tail(6), tail(0)};
}

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  GmlItem ReadFile() {
    GmlItem file;
    file.type = GmlItem::Type::kList;
    while (!rest_.empty()) file.items.push_back(ReadItem(NextLine(), {}));
    if (file.Keys() != "Creator Version graph") Fail(line_, 7, "the file's keys are " + file.Keys());
    if (file["Creator"].type != GmlItem::Type::kText) Fail(line_, 7, "Creator is no string");
    return file;
  }

 private:
  // Returns the next line without its indentation.
  std::string_view NextLine() {
    ++line_;
    std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) Fail(line_, 1, "the file does not end with a line feed");
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    if (std::any_of(line.begin(), line.end(), [](char c) { return c < ' ' || c > '~'; })) {
      Fail(line_, 1, "a byte that is no printable ASCII");
    }
    std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    bool may_be_long = line.substr(indent, 5) == "name ";
    if (line.size() > 254 && !may_be_long) Fail(line_, 1, "the line is too long");
    return line.substr(indent);
  }

  GmlItem ReadItem(std::string_view line, std::string_view parent) {
    std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) Fail(line_, 8, "no key and value on a line");
    GmlItem item;
    item.key = line.substr(0, blank);
    CheckKey(item.key, parent);
    std::string_view value = line.substr(blank + 1);
    if (value == "[") {
      ReadList(item);
    } else if (value.substr(0, 1) == "\"") {
      ReadText(item, value);
    } else {
      ReadNumber(item, std::string(value));
    }
    CheckType(item);
    return item;
  }

  void CheckKey(const std::string& key, std::string_view parent) {
    static const std::regex kKey("[A-Za-z][A-Za-z0-9]*");
    static const std::set<std::string> kNever{"self",       "u_of_edge",  "v_of_edge",
                                              "u_for_edge", "v_for_edge", "node_for_adding"};
    static const std::set<std::string> kNeverOnNodes{"source", "target", "directed", "Line", "point", "edge", "node"};
    if (!std::regex_match(key, kKey) || kNever.count(key) != 0) Fail(line_, 5, "key " + key);
    if (parent == "node" && kNeverOnNodes.count(key) != 0) Fail(line_, 5, "key " + key + " on a node");
  }

  void ReadList(GmlItem& list) {
    list.type = GmlItem::Type::kList;
    std::set<std::string> keys;
    for (std::string_view line = NextLine(); line != "]"; line = NextLine()) {
      list.items.push_back(ReadItem(line, list.key));
      const std::string& key = list.items.back().key;
      bool may_repeat =
          (list.key == "graph" && (key == "node" || key == "edge")) || (list.key == "Line" && key == "point");
      if (!keys.insert(key).second && !may_repeat) Fail(line_, 5, "key " + key + " twice in a list");
    }
    if (list.items.empty()) Fail(line_, 8, "an empty list");
  }

  void ReadText(GmlItem& item, std::string_view quoted) {
    item.type = GmlItem::Type::kText;
    if (quoted.size() < 2 || quoted.back() != '"') Fail(line_, 2, "no closing quote");
    std::string_view text = quoted.substr(1, quoted.size() - 2);
    if (text.find_first_of("\"\\") != std::string_view::npos) Fail(line_, 2, "a quote or a backslash in a string");
    while (!text.empty()) {
      std::size_t length = text[0] == '&' ? text.find(';') : 0;
      if (length == std::string_view::npos) Fail(line_, 2, "an entity without an end");
      item.text += length == 0 ? std::string(1, text[0]) : Decode(std::string(text.substr(0, length + 1)));
      text.remove_prefix(length + 1);
    }
  }

  std::string Decode(const std::string& entity) {
    static const std::regex kNumbered("&#[0-9]+;");
    if (entity == "&quot;") return "\"";
    if (entity == "&amp;") return "&";
    if (!std::regex_match(entity, kNumbered)) Fail(line_, 2, "entity " + entity);
    return Utf8(std::strtoul(entity.c_str() + 2, nullptr, 10));
  }

  void ReadNumber(GmlItem& item, const std::string& text) {
    static const std::regex kInteger("-?[0-9]+"), kReal("-?[0-9]+\\.[0-9]+"), kMinusZero("-[0.]+");
    item.text = text;
    if (std::regex_match(text, kMinusZero)) Fail(line_, 3, "a zero with a sign");
    if (std::regex_match(text, kReal)) {
      item.type = GmlItem::Type::kReal;
    } else if (!std::regex_match(text, kInteger)) {
      Fail(line_, 3, "number " + text);
    } else if (std::abs(item.Number()) > 2147483647.0) {
      Fail(line_, 4, "integer " + text);
    }
    if ((item.key == "weight" || item.key == "value") && item.Number() < 0) Fail(line_, 5, "a negative " + item.key);
  }

  void CheckType(const GmlItem& item) {
    auto known = types_.try_emplace(item.key, item.type).first;
    if (known->second != item.type) Fail(line_, 4, "key " + item.key + " changes its type");
  }

  std::string_view rest_;
  std::size_t line_ = 0;
  std::map<std::string, GmlItem::Type> types_;
};

// ---- rule 9 ----

void CheckItem(const GmlItem& list, const std::string& key, GmlItem::Type type) {
  if (!list.Has(key)) Fail(0, 9, list.key + " without " + key);
  if (list[key].type != type) Fail(0, 9, key + " of " + list.key + " is of another type");
}

void CheckColour(const GmlItem& list, const std::string& key) {
  static const std::regex kColour("#[0-9A-F]{6}");
  CheckItem(list, key, GmlItem::Type::kText);
  if (!std::regex_match(list[key].text, kColour)) Fail(0, 9, "colour " + list[key].text);
}

void CheckNodeGraphics(const GmlItem& node) {
  using Type = GmlItem::Type;
  static const std::regex kHtml("^<html>", std::regex::icase);
  CheckItem(node, "graphics", Type::kList);
  const GmlItem& graphics = node["graphics"];
  for (const char* key : {"x", "y", "w", "h"}) CheckItem(graphics, key, Type::kReal);
  CheckItem(graphics, "type", Type::kText);
  CheckItem(graphics, "outlineWidth", Type::kInteger);
  CheckColour(graphics, "fill");
  CheckColour(graphics, "outline");
  CheckItem(node, "LabelGraphics", Type::kList);
  CheckItem(node["LabelGraphics"], "text", Type::kText);
  CheckItem(node["LabelGraphics"], "fontSize", Type::kInteger);
  CheckItem(node["LabelGraphics"], "fontName", Type::kText);
  for (const GmlItem* text : {&node["label"], &node["LabelGraphics"]["text"]}) {
    if (std::regex_search(text->text, kHtml)) Fail(0, 9, "a label of HTML");
  }
}

bool IsCentre(const GmlItem& point, const GmlItem& node) {
  const GmlItem& graphics = node["graphics"];
  return point["x"].text == graphics["x"].text && point["y"].text == graphics["y"].text;
}

void CheckLine(const GmlItem& line, const GmlItem& source, const GmlItem& target) {
  for (const GmlItem& point : line.items) {
    if (point.key != "point") Fail(0, 9, "key " + point.key + " in a line");
    for (const char* key : {"x", "y"}) CheckItem(point, key, GmlItem::Type::kReal);
  }
  if (line.items.size() < 3) Fail(0, 9, "a line without bends");
  if (!IsCentre(line.items.front(), source) || !IsCentre(line.items.back(), target)) {
    Fail(0, 9, "a line that does not lead from centre to centre");
  }
}

void CheckEdgeGraphics(const GmlItem& edge) {
  using Type = GmlItem::Type;
  CheckItem(edge, "graphics", Type::kList);
  const GmlItem& graphics = edge["graphics"];
  CheckItem(graphics, "width", Type::kReal);
  CheckItem(graphics, "targetArrow", Type::kText);
  CheckColour(graphics, "fill");
  if (graphics.Has("style") && graphics["style"].text != "dashed") Fail(0, 9, "style " + graphics["style"].text);
}

// ---- rules 6 and 7 ----

void CheckNodes(const std::vector<GmlItem>& nodes) {
  std::set<std::string> ids, labels;
  for (const GmlItem& node : nodes) {
    for (const char* key : {"id", "label", "name"}) {
      if (!node.Has(key)) Fail(0, 6, std::string("a node without ") + key);
    }
    const std::string& id = node["id"].text;
    const std::string& label = node["label"].text;
    if (node["id"].type != GmlItem::Type::kInteger || !ids.insert(id).second) Fail(0, 6, "id " + id);
    if (node["label"].type != GmlItem::Type::kText || !labels.insert(label).second) Fail(0, 6, "label " + label);
    std::string end = " [" + id + "]";
    if (label.size() < end.size() || label.substr(label.size() - end.size()) != end) Fail(0, 6, "label " + label);
    CheckNodeGraphics(node);
  }
}

void CheckEdges(const std::vector<GmlItem>& nodes, const std::vector<GmlItem>& edges) {
  std::map<std::string, const GmlItem*> ids;
  for (const GmlItem& node : nodes) ids[node["id"].text] = &node;
  std::set<std::pair<std::string, std::string>> arcs;
  for (const GmlItem& edge : edges) {
    std::pair<std::string, std::string> arc(edge["source"].text, edge["target"].text);
    if (ids.count(arc.first) == 0 || ids.count(arc.second) == 0) Fail(0, 7, "an edge of an unknown node");
    if (!arcs.insert(arc).second) Fail(0, 7, "parallel edges " + arc.first + " to " + arc.second);
    CheckEdgeGraphics(edge);
    const GmlItem& graphics = edge["graphics"];
    if (graphics.Has("Line")) CheckLine(graphics["Line"], *ids[arc.first], *ids[arc.second]);
  }
}

void CheckGraph(const GmlItem& graph) {
  if (!graph.Has("directed") || graph["directed"].text != "1") Fail(0, 7, "the graph is not directed");
  bool saw_edge = false;
  for (const GmlItem& item : graph.items) {
    if (item.key == "edge") saw_edge = true;
    if (item.key == "node" && saw_edge) Fail(0, 7, "a node after an edge");
  }
}

std::vector<GmlItem> ItemsOf(const GmlItem& list, std::string_view key) {
  std::vector<GmlItem> found;
  std::copy_if(list.items.begin(), list.items.end(), std::back_inserter(found),
               [key](const GmlItem& item) { return item.key == key; });
  return found;
}

}  // namespace

bool GmlItem::Has(std::string_view wanted) const {
  return std::any_of(items.begin(), items.end(), [wanted](const GmlItem& item) { return item.key == wanted; });
}

const GmlItem& GmlItem::operator[](std::string_view wanted) const {
  for (const GmlItem& item : items) {
    if (item.key == wanted) return item;
  }
  throw std::runtime_error("no key " + std::string(wanted) + " in " + key);
}

double GmlItem::Number() const { return std::strtod(text.c_str(), nullptr); }

std::string GmlItem::Keys() const {
  std::string keys;
  for (const GmlItem& item : items) keys += (keys.empty() ? "" : " ") + item.key;
  return keys;
}

const GmlItem& GmlFile::Node(std::string_view name) const {
  for (const GmlItem& node : nodes) {
    if (node["name"].text == name) return node;
  }
  throw std::runtime_error("no node " + std::string(name));
}

const GmlItem& GmlFile::Edge(std::string_view caller, std::string_view callee) const {
  const std::string& source = Node(caller)["id"].text;
  const std::string& target = Node(callee)["id"].text;
  for (const GmlItem& edge : edges) {
    if (edge["source"].text == source && edge["target"].text == target) return edge;
  }
  throw std::runtime_error("no edge " + std::string(caller) + " to " + std::string(callee));
}

GmlFile ReadGmlStrictly(std::string_view text) {
  GmlItem file = Reader(text).ReadFile();
  GmlFile result;
  result.graph = file["graph"];
  CheckGraph(result.graph);
  result.nodes = ItemsOf(result.graph, "node");
  result.edges = ItemsOf(result.graph, "edge");
  CheckNodes(result.nodes);
  CheckEdges(result.nodes, result.edges);
  return result;
}

}  // namespace profdiff
