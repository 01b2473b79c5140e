// SPDX-License-Identifier: GPL-3.0-or-later
// Writes gprof's annotated source: a field of sixteen characters with counts before each line, then a table of the
// lines with the highest counts, and a summary.
//
// Source: GPROF.md, section 13. Tests: tests/oracle/deviations, tests/oracle.
#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "profdiff/listing.h"
#include "report/gprof/listed.h"

namespace profdiff {
namespace {

constexpr std::size_t kFieldWidth = 16;

// The first symbol of a source line, and the sum of the calls of all symbols on that line.
struct LineSlot {
  FunctionId symbol;
  std::uint64_t calls = 0;
  // Address of the only symbol; 0 if there are several, since gprof merges them into an entry without an address.
  std::uint64_t address = 0;
};

// Slots by line number. A map is used, not a vector, because a damaged image or a #line directive can contain line
// 4294967295.
using LineSlots = std::map<std::uint32_t, LineSlot>;

LineSlots SlotsOf(const Execution& execution, SourceFileId file) {
  LineSlots slots;
  for (std::size_t f = 0; f < execution.functions.size(); ++f) {
    const Function& function = execution.functions.functions[f];
    if (function.file != file || !execution.selection.Selects(SpecTable::kAnnotate, FunctionId(f))) continue;
    LineSlot& slot = slots[function.line];
    slot.address = slot.symbol.valid() ? 0 : function.address;
    if (!slot.symbol.valid()) slot.symbol = FunctionId(f);
    slot.calls += execution.profile.calls[f];
  }
  return slots;
}

// The counts of one line as text, and their sum.
struct LineCounts {
  std::string text;
  std::uint64_t sum = 0;

  void Add(std::uint64_t count) {
    if (!text.empty()) text += ',';
    AppendCount(text, count);
    sum += count;
  }
};

struct FileSummary {
  std::size_t executable_lines = 0;
  std::size_t executed_lines = 0;
  std::uint64_t calls = 0;
};

void AppendTopLines(std::string& out, const LineSlots& slots, int length) {
  out += "\n\nTop " + std::to_string(length) + " Lines:\n\n     Line      Count\n\n";
  std::vector<std::pair<std::uint32_t, std::uint64_t>> lines;
  for (const auto& [line, slot] : slots) {
    if (slot.calls > 0) lines.emplace_back(line, slot.calls);
  }
  // The sort is stable and the lines are in ascending order, so equal counts are ordered by line.
  std::ranges::stable_sort(lines, [](const auto& a, const auto& b) { return a.second > b.second; });
  for (std::size_t i = 0; i < lines.size() && i < static_cast<std::size_t>(length); ++i) {
    AppendCount(out, std::uint64_t{lines[i].first}, 9);
    out += ' ';
    AppendCount(out, lines[i].second, 10);
    out += '\n';
  }
}

void AppendSummary(std::string& out, const FileSummary& summary) {
  auto lines = static_cast<double>(summary.executable_lines);
  out += "\nExecution Summary:\n\n";
  AppendCount(out, std::uint64_t{summary.executable_lines}, 9);
  out += "   Executable lines in this file\n";
  AppendCount(out, std::uint64_t{summary.executed_lines}, 9);
  out += "   Lines executed\n";
  double percent = summary.executable_lines == 0 ? 100 : 100.0 * static_cast<double>(summary.executed_lines) / lines;
  AppendFixed(out, percent, 9, 2);
  out += "   Percent of the file executed\n\n";
  AppendCount(out, summary.calls, 9);
  out += "   Total number of line executions\n";
  AppendFixed(out, summary.executable_lines == 0 ? 0 : static_cast<double>(summary.calls) / lines, 9, 2);
  out += "   Average executions per line\n";
}

// Calls `visit` with the number and the text of each line. The text includes the line feed, which may be missing in the
// last line.
template <class Visit>
void ForEachLine(std::string_view text, Visit visit) {
  std::uint32_t number = 1;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
    visit(number++, text.substr(0, length));
    text.remove_prefix(length);
  }
}

// Makes the fields before the lines of one file. `last_count` is the count that was written last, including earlier
// files (GPROF.md, section 13).
class FieldMaker {
 public:
  FieldMaker(const Execution& execution, const AnnotationOptions& options, std::uint64_t& last_count)
      : execution_(execution), options_(options), last_count_(last_count) {}

  std::string Field(const LineSlot& slot, FileSummary& summary) {
    std::string field(kFieldWidth, ' ');
    if (!slot.symbol.valid()) return field;
    ++summary.executable_lines;
    LineCounts counts = CountsOf(slot);
    if (counts.text.empty()) return field;
    // A line counts as executed if it has any count, even one that -m replaces by "#####".
    ++summary.executed_lines;
    if (counts.sum < options_.min_count) counts.text = "#####";
    std::string text;
    // If the count has more than 12 digits, or if there are several counts, the arrow does not fit into the field,
    // which is cut to 16 characters.
    AppendRight(text, counts.text, static_cast<int>(kFieldWidth) - 4);
    text += " -> ";
    return text.substr(0, kFieldWidth);
  }

 private:
  LineCounts CountsOf(const LineSlot& slot) {
    LineCounts counts;
    const Function& function = execution_.functions[slot.symbol];
    std::span<const BlockCount> blocks = BlocksIn(execution_.profile, slot.symbol);
    // On a function's line, its calls come first. With -x, a line that begins in the middle of a block repeats the
    // count of that block, which is the count written last.
    if (function.is_function) {
      counts.Add(slot.calls);
      last_count_ = slot.calls;
    } else if (options_.all_lines && !blocks.empty() && blocks.front().address > slot.address) {
      counts.Add(last_count_);
    }
    for (const BlockCount& block : blocks) {
      bool repeated = options_.all_lines && !counts.text.empty() && block.count == last_count_;
      if (!repeated) counts.Add(block.count);
      last_count_ = block.count;
    }
    if (options_.all_lines && counts.text.empty()) counts.Add(last_count_);
    return counts;
  }

  const Execution& execution_;
  const AnnotationOptions& options_;
  std::uint64_t& last_count_;
};

}  // namespace

std::vector<SourceFileId> FilesToAnnotate(const Execution& execution, bool show_unused) {
  std::vector<std::uint64_t> calls(execution.functions.files.size(), 0);
  std::vector<bool> selected(calls.size(), false);
  for (std::size_t f = 0; f < execution.functions.size(); ++f) {
    SourceFileId file = execution.functions.functions[f].file;
    if (!file.valid() || !execution.selection.Selects(SpecTable::kAnnotate, FunctionId(f))) continue;
    selected[file.value] = true;
    calls[file.value] += execution.profile.calls[f];
  }
  std::vector<SourceFileId> files;
  // gprof annotates the most recently seen file first, so the highest id comes first.
  for (std::size_t i = calls.size(); i-- > 0;) {
    if (selected[i] && (show_unused || calls[i] > 0)) files.push_back(SourceFileId(i));
  }
  return files;
}

void SourceAnnotator::WriteHeading(std::string& out, SourceFileId file) {
  if (!is_first_) out += '\n';
  is_first_ = false;
  // An empty `out` means that this is the first section, unless the caller has already written earlier sections
  // (after_section).
  if (out.empty() && options_.after_section) {
    out += "\f\n";
  } else {
    StartSection(out);
  }
  out.append("*** File ").append(execution_.functions.files[file.value]).append(":\n");
}

void SourceAnnotator::Write(std::string& out, SourceFileId file, const std::string& text) {
  const LineSlots slots = SlotsOf(execution_, file);
  FileSummary summary;
  for (const auto& [line, slot] : slots) summary.calls += slot.calls;
  FieldMaker fields(execution_, options_, last_count_);
  ForEachLine(text, [&](std::uint32_t number, std::string_view line) {
    auto slot = slots.find(number);
    out.append(fields.Field(slot != slots.end() ? slot->second : LineSlot{}, summary)).append(line);
  });
  if (options_.table_length > 0) AppendTopLines(out, slots, options_.table_length);
  AppendSummary(out, summary);
}

Profile ProfileAfterAnnotation(const Execution& execution) {
  Profile profile = execution.profile;
  if (execution.functions.size() == 0 || !execution.functions.functions[0].file.valid()) return profile;
  const LineSlots slots = SlotsOf(execution, execution.functions.functions[0].file);
  auto first = slots.find(execution.functions.functions[0].line);
  if (first != slots.end() && first->second.symbol == FunctionId(0)) profile.calls[0] = first->second.calls;
  return profile;
}

}  // namespace profdiff
