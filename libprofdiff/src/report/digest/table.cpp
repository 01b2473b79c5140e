// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the rows of a digest as a table. Columns are as wide as their cells; names get the rest of the line. If that
// is too little, callers are dropped first, then calls, then intervals.
//
// Test: tests/unit/report/digest/digest_test.cpp.
#include "report/digest/table.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "report/digest/columns.h"
#include "report/digest/names.h"
#include "report/format/styles.h"

namespace profdiff {
namespace {

constexpr std::size_t kGap = 2;      // blanks between names and callers
constexpr std::size_t kNarrow = 16;  // columns are dropped if fewer characters than this remain for names
constexpr std::size_t kLeast = 8;    // minimum width of names on the narrowest lines
// Width of names and callers, in characters, below which callers are shown only if nothing has to be cut.
constexpr std::size_t kWithCaller = 40;
// Lines of fewer characters have no callers unless names are whole beside callers of kLeastCaller characters.
constexpr std::size_t kWide = 100, kLeastCaller = 16;
// Maximum width to which full names are padded. Callers after longer names are not aligned.
constexpr std::size_t kMostPadding = 60;

class Table {
 public:
  explicit Table(const DigestView& view) : view_(view), names_(NameRows(view)), numbers_(NumberColumns(view)) { Fit(); }

  void Append(std::string& out) const {
    numbers_.AppendHeadings(out);
    AppendNames(out, NameHeading(view_), "mostly for");
    const std::size_t within_noise = FirstWithinNoise(view_);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const std::size_t begin = out.size();
      if (i == within_noise) out += "within noise" + LossWords(*view_.significance) + UnjudgedWords(i) + ":\n";
      const bool is_noise = i >= within_noise || IsMarked(i);
      numbers_.AppendRow(out, i, is_noise ? TextStyles() : view_.styles);
      AppendNames(out, NameCell(names_[i]), names_[i].caller);
      if (is_noise) ApplyStyle(out, begin, view_.styles.noise, view_.styles);
    }
  }

 private:
  // Returns the words for rows without an interval, if there are any from row `first` on.
  std::string UnjudgedWords(std::size_t first) const {
    for (const NumberColumn& column : numbers_.columns()) {
      const auto begin = column.cells.begin() + static_cast<std::ptrdiff_t>(first);
      if (column.heading == "±" && std::find(begin, column.cells.end(), kNotJudged) != column.cells.end())
        return ", or not judged (-)";
    }
    return "";
  }

  // True if a row is marked as noise by its cell.
  bool IsMarked(std::size_t row) const {
    return std::ranges::any_of(numbers_.columns(),
                               [row](const NumberColumn& column) { return column.cells[row].starts_with('~'); });
  }

  // Decides which columns stay, and how wide names and callers are. Numbers are never cut. Names and callers share the
  // rest of the line: callers get at most two fifths of it, or more if names need less.
  void Fit() {
    std::size_t callers = 0;
    for (const DigestName& row : names_) {
      name_width_ = std::max(name_width_, CountCharacters(NameCell(row, std::string::npos)));
      callers = std::max(callers, CountCharacters(row.caller));
    }
    name_width_ = std::max(name_width_, NameHeading(view_).size());
    callers = callers > 0 ? std::max<std::size_t>(callers, std::string_view("mostly for").size()) : 0;
    if (view_.full_names) {
      caller_width_ = callers;
      return;
    }
    auto room = [this] { return view_.columns - std::min(view_.columns, numbers_.width()); };
    const std::size_t least_caller = std::min(callers, kLeastCaller);
    const bool is_narrow = room() < kWithCaller && name_width_ + kGap + callers > room();
    // On a terminal of 80 columns, whole names are worth more than callers.
    if (is_narrow || (view_.columns < kWide && name_width_ + kGap + least_caller > room())) callers = 0;
    while (room() < kNarrow && numbers_.columns().size() > 3) numbers_.DropLast();
    const std::size_t space = std::max(room(), kLeast);
    if (callers == 0) {
      name_width_ = std::min(name_width_, space);
      return;
    }
    const std::size_t shared = space - kGap;
    const std::size_t least = std::min(callers, shared * 2 / 5);
    caller_width_ = std::clamp(shared - std::min(shared, name_width_), least, callers);
    name_width_ = std::min(name_width_, shared - caller_width_);
  }

  std::string NameCell(const DigestName& row) const {
    return NameCell(row, view_.full_names ? std::string::npos : name_width_);
  }

  // Returns "name", "name (new)", "name (was old_name)" or "name (file.c:12)". If the cell is too long, the name itself
  // is cut first, down to three characters.
  static std::string NameCell(const DigestName& row, std::size_t width) {
    const bool whole = width == std::string::npos;
    std::string rest = row.place;
    if (!row.mark.empty()) rest += " (" + row.mark;
    if (!row.was.empty()) rest += " " + Shortened(row.was, whole ? width : width / 2 - 3);
    if (!row.mark.empty()) rest += ")";
    if (whole) return row.name + rest;
    rest = Shortened(rest, width - std::min({width, std::size_t{3}, CountCharacters(row.name)}));
    return ShortenedName(row.name, width - CountCharacters(rest)) + rest;
  }

  // Appends the name and the caller, which end the line.
  void AppendNames(std::string& out, const std::string& name, const std::string& caller) const {
    if (caller_width_ == 0 || caller.empty()) {
      out.append(name).append("\n");
      return;
    }
    const std::size_t width = view_.full_names ? std::min(name_width_, kMostPadding) : name_width_;
    out.append(name).append(width - std::min(width, CountCharacters(name)) + kGap, ' ');
    out.append(view_.full_names ? caller : ShortenedName(caller, caller_width_)).append("\n");
  }

  const DigestView& view_;
  const std::vector<DigestName> names_;
  FittedNumbers numbers_;
  std::size_t name_width_ = 0, caller_width_ = 0;
};

}  // namespace

void AppendDigestTable(std::string& out, const DigestView& view) { Table(view).Append(out); }

}  // namespace profdiff
