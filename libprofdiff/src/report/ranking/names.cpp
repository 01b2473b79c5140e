// SPDX-License-Identifier: GPL-3.0-or-later
// Formats the names of threads, entries and functions in all texts of a ranking, and breaks lines.
//
// Test: tests/unit/report/ranking/names_test.cpp.
#include "report/ranking/names.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "report/trace/names.h"

namespace profdiff {

std::string ThreadText(ThreadKey id, char between) {
  return std::to_string(id.rank) + between + std::to_string(id.thread);
}

std::string ThreadsText(std::span<const ThreadKey> ids, std::size_t most) {
  std::string out;
  std::size_t written = 0;
  for (std::size_t i = 0; i < ids.size(); ++written) {
    if (most != 0 && written == most) return out + " … and " + std::to_string(ids.size() - i) + " more";
    // The threads of a range have consecutive ranks and the same thread number, or the same rank and consecutive thread
    // numbers.
    auto follows = [&](std::size_t at, std::uint32_t ranks, std::uint32_t threads) {
      return at < ids.size() && ids[at].rank == ids[at - 1].rank + ranks &&
             ids[at].thread == ids[at - 1].thread + threads;
    };
    std::size_t by_rank = i + 1, by_thread = i + 1;
    while (follows(by_rank, 1, 0)) ++by_rank;
    while (follows(by_thread, 0, 1)) ++by_thread;
    const std::size_t end = by_rank < by_thread ? by_thread : by_rank;
    if (!out.empty()) out += ' ';
    out += ThreadText(ids[i]);
    // One or two threads are written one by one, because a range of two would not be shorter.
    if (end - i < 3) {
      ++i;
      continue;
    }
    out += " to " + ThreadText(ids[end - 1]);
    i = end;
  }
  return out;
}

RunOfSide SideOf(const RankingView& view, std::size_t run) {
  const std::size_t good = view.ranking.ranking.good;
  return run < good ? RunOfSide{true, run} : RunOfSide{false, run - good};
}

std::string RunText(const RankingView& view, std::size_t run) {
  const RunOfSide of = SideOf(view, run);
  const std::string& label = (of.is_good ? view.good_labels : view.bad_labels)[of.number];
  return std::string(of.side()) + " " + WithoutControls(AsUtf8(label));
}

std::string SecondsText(std::uint64_t nanoseconds) {
  return FixedText(static_cast<double>(nanoseconds) / 1e9, 3) + " s";
}

EntryNames::EntryNames(const FoldedTraces& folded, DemangleStyle style) : folded_(folded) {
  functions_.reserve(folded.names.size());
  for (const std::string& name : folded.names) functions_.push_back(ReadableName(name, style));
}

std::string EntryNames::What(const FoldedEntry& entry) const {
  return entry.loop.valid() ? "L" + std::to_string(entry.loop.value) : Function(entry.function);
}

std::string EntryNames::Entry(const FoldedEntry& entry) const {
  std::string text = What(entry);
  if (entry.loop.valid() || entry.count != 1) text += "^" + std::to_string(entry.count);
  return text;
}

std::string EntryNames::Body(LoopId loop) const {
  std::string text = "[";
  for (const FoldedEntry& entry : folded_.loops[loop.value]) {
    if (text.size() > 1) text += ' ';
    text += Entry(entry);
  }
  return text + "]";
}

std::string StackText(const std::vector<std::string>& open, DemangleStyle style, std::size_t characters) {
  constexpr std::size_t kSeparator = 3, kMark = 1;  // " > " and "…"
  std::vector<std::string> names;
  std::vector<std::size_t> widths;
  std::size_t width = 0;
  for (const std::string& name : open) {
    names.push_back(ReadableName(name, style));
    widths.push_back(CountCharacters(names.back()));
    width += widths.back() + (names.size() > 1 ? kSeparator : 0);
  }
  // The outermost calls show which part of the program is running, and the innermost call shows exactly where, so the
  // calls between them are omitted first.
  const std::size_t kept = names.size() > 2 ? 2 : 0;
  std::size_t omitted = 0;
  if (characters != 0 && width > characters && !names.empty()) width += kMark + kSeparator;
  while (characters != 0 && width > characters && kept + omitted + 1 < names.size()) {
    width -= widths[kept + omitted++] + kSeparator;
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > kept && i < kept + omitted) continue;
    if (i > 0) text += " > ";
    text += i == kept && omitted > 0 ? "…" : names[i];
  }
  return characters != 0 && width > characters ? CutToCharacters(text, characters, "…") : text;
}

std::string NamesText(const std::vector<std::string>& names, DemangleStyle style, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) {
    if (i != 0) text += ", ";
    text += ReadableName(names[i], style);
  }
  return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

std::string CutLine(std::string line, std::size_t characters) {
  if (characters == 0 || CountCharacters(line) <= characters) return line;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i + 1 < characters; ++i) bytes += FirstCharacter(std::string_view(line).substr(bytes)).bytes;
  return line.substr(0, bytes) + "…";
}

namespace {

// True if the first word of the text may start a line. Short units such as "s)" must stay on the line of their number.
bool IsLongWord(std::string_view text) { return text.substr(0, text.find(' ')).size() > 2; }

// Returns the line with each word cut to the given number of characters.
std::string CutWords(std::string_view line, std::size_t characters) {
  std::string out;
  while (true) {
    const std::string_view word = line.substr(0, line.find(' '));
    out += word.size() <= characters ? std::string(word) : CutToCharacters(word, characters, "…");
    if (word.size() == line.size()) return out;
    out += ' ';
    line.remove_prefix(word.size() + 1);
  }
}

}  // namespace

void AppendWrapped(std::string& out, std::string_view line, std::size_t columns, std::size_t indent) {
  constexpr std::size_t kMostLines = 10;
  if (columns <= 2 * indent) {
    out.append(line) += '\n';
    return;
  }
  // Keeps at most ten lines of the available width; longer text is cut at its end.
  const std::string whole = CutLine(CutWords(line, columns - 2 * indent), kMostLines * (columns - 2 * indent));
  std::string_view rest = whole;
  std::size_t before = 0;
  while (CountCharacters(rest) + before > columns) {
    // Finds the last blank at which the text can be broken so that the line has at most `columns` characters. Counts
    // characters instead of bytes because names are UTF-8.
    std::size_t bytes = 0, cut = 0;
    for (std::size_t i = before; i <= columns; ++i) {
      if (rest[bytes] == ' ' && bytes > indent && IsLongWord(rest.substr(bytes + 1))) cut = bytes;
      bytes += FirstCharacter(rest.substr(bytes)).bytes;
    }
    // The rest is kept on one line if it contains no blank at which it can be broken.
    if (cut == 0) break;
    out.append(before, ' ').append(rest.substr(0, cut)) += '\n';
    rest.remove_prefix(cut + 1);
    before = indent;
  }
  out.append(before, ' ').append(rest) += '\n';
}

}  // namespace profdiff
