// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what eu-stack and gdb print about one process. The newer pstack programs run one of these two. Lines that are
// neither headings nor frames, such as source lines, values of variables and gdb's notes, are skipped.
// Tests: tests/unit/read/stacks/process_stacks_test.cpp.
#include <algorithm>
#include <string>

#include "base/parse_text.h"
#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/ranking.h"
#include "profdiff/stacks.h"
#include "read/stacks/frames.h"

namespace profdiff {
namespace {

constexpr std::string_view kElfutils = "eu-stack", kGdb = "gdb";

// Takes the digits at the start of a text; nullopt if there are none, or too many.
std::optional<std::uint64_t> TakeNumber(std::string_view& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::optional<std::uint64_t> number = NumberFrom<std::uint64_t>(text.substr(0, digits));
  text.remove_prefix(digits);
  return number;
}

// Returns the number after a word, as in "(LWP 18)".
std::optional<std::uint64_t> NumberAfter(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + word.size());
  return TakeNumber(text);
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& path) : rest_(text), path_(path) {}

  ProcessStacks Parse() {
    CheckEnd();
    while (!rest_.empty()) {
      std::string_view line = TakeUpTo(rest_, '\n');
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++number_;
      Use(line);
    }
    CheckThreads();
    if (stacks_.source.empty()) FailUnknown();
    for (ThreadStack& thread : stacks_.threads) std::ranges::reverse(thread.frames);
    return std::move(stacks_);
  }

 private:
  [[noreturn]] void Fail(const std::string& why) const {
    throw Error(ErrorCode::kBadTrace, why, path_,
                Place::Line(number_, stacks_.source.empty() ? "stacks" : std::string(stacks_.source)));
  }

  // The programs end each line with a line feed. A text without the last one is cut, perhaps within a name.
  void CheckEnd() {
    if (rest_.empty() || rest_.ends_with('\n')) return;
    number_ = static_cast<std::uint64_t>(std::ranges::count(rest_, '\n')) + 1;
    const std::string_view last = rest_.substr(rest_.rfind('\n') + 1);
    if (last.starts_with('#') || last.starts_with("TID ") || last.starts_with("PID ") || last.starts_with("Thread ")) {
      Fail("the text ends within a line");
    }
    number_ = 0;
  }

  void Use(std::string_view line) {
    if (line.starts_with("PID ")) return UseProcess(line);
    if (line.starts_with("TID ")) return UseElfutilsThread(line);
    if (line.starts_with("Thread ")) return UseGdbThread(line);
    if (line.size() > 1 && line[0] == '#' && line[1] >= '0' && line[1] <= '9') return UseFrame(line);
    if (line.starts_with("Backtrace stopped: ") || line.starts_with("(More stack frames follow...)") ||
        line.starts_with("eu-stack: ")) {
      if (!stacks_.threads.empty()) stacks_.threads.back().lacks_callers = true;
    }
    if (note_.empty() && !Trimmed(line).empty()) note_ = line;
    // gdb's reason comes after its other notes, and eu-stack's is the only line.
    if (line.starts_with("ptrace: ") || line.find("not permitted") != std::string_view::npos) note_ = line;
  }

  void SetSource(std::string_view source) {
    if (!stacks_.source.empty() && stacks_.source != source) {
      Fail("text of " + std::string(source) + " after text of " + std::string(stacks_.source) +
           ": each process needs a file of its own");
    }
    stacks_.source = source;
  }

  // Such as "PID 17 - process" or "PID 17 - core".
  void UseProcess(std::string_view line) {
    line.remove_prefix(4);
    const std::optional<std::uint64_t> process = TakeNumber(line);
    if (!process || !line.starts_with(" - ")) Fail("not the line of a process, such as 'PID 17 - process'");
    if (stacks_.process != 0) Fail("a second process: each process needs a file of its own");
    SetSource(kElfutils);
    stacks_.process = *process;
  }

  // Such as "TID 18:".
  void UseElfutilsThread(std::string_view line) {
    line.remove_prefix(4);
    const std::optional<std::uint64_t> tid = TakeNumber(line);
    if (!tid || line != ":") Fail("not the line of a thread, such as 'TID 18:'");
    SetSource(kElfutils);
    BeginThread(*tid);
  }

  // Such as "Thread 2 (Thread 0x7fcc9677f6c0 (LWP 18) "name"):" or "Thread 1 (process 17):". Other lines that begin
  // with the same word are notes.
  void UseGdbThread(std::string_view line) {
    line.remove_prefix(7);
    const std::optional<std::uint64_t> number = TakeNumber(line);
    if (line.starts_with('.')) line.remove_prefix(std::min(line.find(' '), line.size()));
    if (!number || !line.starts_with(" (")) return;
    if (!Trimmed(line).ends_with(':')) {
      // "Thread 2 (Thread 0x7f... (LWP 18)) exited" is a note.
      if (line.find(')') != std::string_view::npos) return;
      Fail("not the line of a thread, such as 'Thread 2 (LWP 18):'");
    }
    SetSource(kGdb);
    std::optional<std::uint64_t> tid = NumberAfter(line, "LWP ");
    if (!tid) tid = NumberAfter(line, "process ");
    BeginThread(tid.value_or(*number));
  }

  void BeginThread(std::uint64_t tid) {
    // gdb shows the current frame of a core file before the threads, and again in its thread.
    if (!has_headings_) stacks_.threads.clear();
    has_headings_ = true;
    tids_.push_back(tid);
    stacks_.threads.emplace_back().tid = tid;
    next_ = 0;
  }

  void CheckThreads() {
    std::ranges::sort(tids_);
    const auto twice = std::ranges::adjacent_find(tids_);
    if (twice != tids_.end()) {
      Fail("thread " + std::to_string(*twice) + " occurs twice: each snapshot needs a directory of its own");
    }
  }

  void UseFrame(std::string_view line) {
    std::optional<FrameLine> frame = ParseFrame(line);
    if (!frame) Fail("a damaged line of a stack");
    if (frame->number != next_) {
      Fail("frame #" + std::to_string(frame->number) + (next_ == 0 ? " begins a stack" : " follows #") +
           (next_ == 0 ? "" : std::to_string(next_ - 1)));
    }
    ++next_;
    if (!has_headings_) SetSource(frame->is_gdb ? kGdb : kElfutils);
    if (stacks_.source == kElfutils && frame->is_gdb) Fail("a line of gdb in the text of eu-stack");
    if (stacks_.threads.empty()) stacks_.threads.emplace_back();
    stacks_.threads.back().frames.push_back(std::move(frame->name));
  }

  [[noreturn]] void FailUnknown() const {
    const bool has_reason = note_.starts_with("eu-stack: ") || note_.starts_with("ptrace: ") ||
                            note_.find("not permitted") != std::string::npos ||
                            note_.find("No such process") != std::string::npos;
    if (note_.empty()) throw Error(ErrorCode::kLostRecords, "no stacks: the text is empty", path_);
    if (!has_reason) {
      throw Error(ErrorCode::kUnknownFormat, "not the stacks of a process, as eu-stack, gdb or pstack print them",
                  path_);
    }
    throw Error(ErrorCode::kLostRecords, "no stacks: " + WithoutControls(AsUtf8(note_)), path_);
  }

  std::string_view rest_;
  const std::string& path_;
  std::uint64_t number_ = 0;  // of the current line, from 1
  std::uint64_t next_ = 0;    // number of the next frame
  bool has_headings_ = false;
  std::string note_;  // the first line that is no stack, or the line that says why there are none
  std::vector<std::uint64_t> tids_;
  ProcessStacks stacks_;
};

}  // namespace

ProcessStacks ParseStacks(std::string_view text, const std::string& path) { return Parser(text, path).Parse(); }

}  // namespace profdiff
