// SPDX-License-Identifier: GPL-3.0-or-later
// Parses order maps, whose lines begin with FILE and end with NAME, by the rules of gprof 2.40: FILE ends before the
// first colon; the rest of the line begins with that colon, and NAME follows its last blank. White space after each
// line is skipped, so empty lines and indentation have no effect. A field ends after 1023 bytes at the latest; any
// further text is read as the next field.
#include "read/image/order_map.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "profdiff/error.h"
#include "read/file/file.h"

namespace profdiff {
namespace {

constexpr std::size_t kLongestField = 1023;
constexpr std::string_view kSpace = " \t\n\v\f\r";
constexpr std::string_view kNoSymbols = "No symbols in ";

class MapParser {
 public:
  MapParser(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  OrderMap Parse() {
    OrderMap map;
    // Skips "No symbols in FILE", a message about an object file without symbols.
    while (!text_.empty()) {
      std::string file = TakeField(":\n");
      if (file.starts_with(kNoSymbols)) {
        SkipSpace();
      } else {
        map.entries.push_back({std::move(file), TakeName()});
      }
    }
    return map;
  }

 private:
  // Returns the next field, which ends before one of the characters in `ends`; an empty field is an error. A zero byte
  // ends the returned text, but the whole field is consumed.
  std::string TakeField(std::string_view ends) {
    std::string_view field = text_.substr(0, kLongestField);
    field = field.substr(0, field.find_first_of(ends));
    if (field.empty()) throw Unparsable();
    text_.remove_prefix(field.size());
    return std::string(field.substr(0, field.find('\0')));
  }

  // Parses the rest of the line, which begins with the colon, and returns the name after its last blank. A line without
  // such a blank crashes gprof (GPROF.md, section 14.2); here it is an error.
  std::string TakeName() {
    std::string rest = TakeField("\n");
    SkipSpace();
    std::size_t blank = rest.rfind(' ');
    if (blank == std::string::npos) throw Unparsable();
    return rest.substr(blank + 1);
  }

  void SkipSpace() { text_.remove_prefix(std::min(text_.find_first_not_of(kSpace), text_.size())); }

  Error Unparsable() const { return Error(ErrorCode::kBadOrderMap, "unable to parse mapping file", path_); }

  std::string_view text_;
  const std::string& path_;
};

// Finds the entries of a map by name.
class MapIndex {
 public:
  explicit MapIndex(const OrderMap& map) : map_(map) {
    for (std::size_t i = 0; i < map.entries.size(); ++i) by_name_.push_back(i);
    std::ranges::stable_sort(by_name_, {}, [&map](std::size_t i) -> const std::string& { return map.entries[i].name; });
  }

  // If several entries have the same name, returns the one that the C library's bsearch finds; which one it is depends
  // on their positions in the sorted list.
  std::optional<std::size_t> Find(std::string_view name) const {
    std::size_t low = 0;
    std::size_t high = by_name_.size();
    while (low < high) {
      std::size_t middle = (low + high) / 2;
      int order = name.compare(map_.entries[by_name_[middle]].name);
      if (order == 0) return by_name_[middle];
      (order < 0 ? high : low) = order < 0 ? middle : middle + 1;
    }
    return std::nullopt;
  }

  // True for the first entry of a file, that is, if the previous entry belongs to another file.
  bool BeginsFile(std::size_t entry) const {
    return entry == 0 || map_.entries[entry - 1].file != map_.entries[entry].file;
  }

 private:
  const OrderMap& map_;
  std::vector<std::size_t> by_name_;
};

}  // namespace

OrderMap ParseOrderMap(std::string_view text, const std::string& path) { return MapParser(text, path).Parse(); }

OrderMap ReadOrderMap(const std::string& path) {
  std::string text;
  try {
    text = ReadWholeFile(path);
  } catch (const Error&) {
    throw Error(ErrorCode::kBadOrderMap, "could not open", path);
  }
  return ParseOrderMap(text, path);
}

std::vector<Function> ApplyOrderMap(std::vector<Function> functions, const OrderMap& map) {
  MapIndex index(map);
  std::vector<Function> kept;
  kept.reserve(functions.size());
  for (Function& function : functions) {
    std::optional<std::size_t> entry = index.Find(function.name);
    if (entry && !index.BeginsFile(*entry)) continue;
    if (entry) {
      function.name = map.entries[*entry].file;
      function.is_file = true;
    }
    kept.push_back(function);
  }
  return kept;
}

}  // namespace profdiff
