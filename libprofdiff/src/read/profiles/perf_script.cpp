// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the output of `perf script` (perf-script(1)). Each sample consists of a first line (its head), its frames
// (innermost first), and an empty line. Without recorded stacks, the frame is at the end of the head. Frames are looked
// up by name and image, never by address.
//
// Records that are not samples (PERF_RECORD_...) have one line, which further, indented lines may follow. Those of lost
// samples are counted, others skipped. perf writes the last line with a line feed; without one, the file ends early.
//
// Texts that other programs have changed have two more forms: an empty line between the head and the frames, and frames
// without indentation. Frames after an empty line that follows frames are an error, since their head may be missing.
//
// An inlined frame has "(inlined)" in place of its image. The frame into which it was inlined follows with the same
// address; if the next frame has another address, the containing frame is missing, and the image is unknown.
// Tests: tests/unit/read/profiles/perf_script_test.cpp.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "read/file/text_lines.h"
#include "read/profiles/perf_lines.h"
#include "read/profiles/readers.h"

namespace profdiff {
namespace {

constexpr std::size_t kDeepestStack = std::size_t{1} << 24;

// True for events whose periods are in nanoseconds: kernel timers, not hardware counters.
bool IsClock(std::string_view event) {
  const std::string_view name = event.substr(0, event.find_first_of(":/"));
  return name == "cpu-clock" || name == "task-clock";
}

// The unit of counts is the event's own name without modifiers: user and kernel cycles have the same unit.
StackEvent DescribeEvent(const PerfHead& head) {
  const std::string name(head.event.empty() ? "samples" : head.event);
  if (!head.period) return CountEvent(name, "samples");
  return IsClock(name) ? TimeEvent(name) : CountEvent(name, name.substr(0, name.find(':')));
}

class PerfScriptReader {
 public:
  explicit PerfScriptReader(const StackInput& input)
      : input_(input), lines_(input.bytes), frames_(input.options), threads_(input.options) {}

  void Parse() {
    std::string_view line;
    while (lines_.Next(line)) ParseLine(line);
    ends_within_stack_ = in_sample_ && !waits_for_frames_ && has_frame_lines_ && has_empty_lines_;
    EndSample();
  }

  // The kernel counts the records that it could not write (LOST). perf record reads the number of lost samples once
  // more at the end (LOST_SAMPLES), so both count the same loss.
  StackProfile Finish() {
    StackProfile profile = FinishStacks(input_, events_, threads_, builder_, frames_);
    profile.loss.samples = std::max(lost_records_, lost_samples_);
    profile.loss.throttles = throttles_;
    profile.other_records = other_records_;
    if (ends_within_stack_) {
      profile.remarks.emplace_back(
          "no empty line follows the last sample: its stack and further samples may be missing", input_.path);
    }
    return profile;
  }

 private:
  // An inlined frame, which takes its image from the frame after it.
  struct Inlined {
    std::size_t name_begin, name_end;  // range in inlined_names_
    std::size_t place;                 // index in stack_
    std::uint64_t address;
  };

  [[noreturn]] void Fail(ErrorCode code, const std::string& reason) const {
    throw FileError(input_, code, reason, Here());
  }
  Place Here() const { return Place::Line(lines_.number()); }

  // Within a sample, an indented line is a frame unless it can only be parsed as a head: heads are indented if the
  // command is shorter than its column. A head begins a sample even if no empty line precedes it.
  void ParseLine(std::string_view line) {
    if (line.find_first_not_of(" \t") == std::string_view::npos) return ParseEmptyLine();
    if (in_sample_ && !waits_for_frames_ && (line[0] == ' ' || line[0] == '\t')) {
      if (ParseFrameLine(line)) return;
    }
    if ((!in_sample_ || waits_for_frames_) && line[0] == '#') return;
    const std::optional<PerfRecord> record = ParsePerfRecord(line);
    if (record) return CountRecord(*record);
    if (const std::optional<PerfHead> head = ParsePerfHead(line)) {
      EndSample();
      return BeginSample(*head);
    }
    if (!in_sample_ && in_record_ && (line[0] == ' ' || line[0] == '\t')) return;
    ParseOddFrameLine(line);
  }

  // An empty line ends a sample, unless the frames may still follow.
  void ParseEmptyLine() {
    if (in_sample_ && !waits_for_frames_ && !lines_.has_feed()) FailOfCut();  // the blanks before a frame
    has_empty_lines_ = has_empty_lines_ || in_sample_;
    if (has_frames_) return EndSample();
    waits_for_frames_ = in_sample_;
  }

  // Parses a frame that is not indented, or that an empty line separates from the sample's head. It has an image, or
  // else it could be damage of any kind.
  void ParseOddFrameLine(std::string_view line) {
    const std::optional<PerfFrame> frame = ParsePerfFrame(line);
    if (frame && in_sample_) RequireWhole(*frame);
    if (!frame || !(frame->is_inlined || !frame->image.empty())) {
      EndSample();
      Fail(ErrorCode::kBadProfile, "neither a sample's first line nor a frame");
    }
    if (!in_sample_) Fail(ErrorCode::kBadProfile, "a frame without a sample's first line");
    has_images_ = has_images_ || !frame->image.empty();
    AddFrameLine(*frame);
  }

  void CountRecord(const PerfRecord& record) {
    EndSample();
    in_record_ = true;
    if (record.kind == "LOST") {
      lost_records_ += record.lost;
    } else if (record.kind == "LOST_SAMPLES") {
      lost_samples_ += record.lost;
    } else if (record.kind == "THROTTLE") {
      ++throttles_;
    } else {
      ++other_records_;
    }
  }

  // Without a line feed, a last line that lacks what other lines have was cut off.
  void RequireWhole(const PerfFrame& frame) const {
    if (EndsInImage(frame) && (has_images_ || !lines_.has_feed())) {
      Fail(ErrorCode::kTruncated, "the line ends within a frame");
    }
    if (has_images_ && frame.image.empty() && !lines_.has_feed()) FailOfCut();
  }
  void RequireWhole(const PerfHead& head) const {
    if (!lines_.has_feed() && (has_frame_lines_ || (head.event.empty() && !head.rest.empty()))) FailOfCut();
  }
  [[noreturn]] void FailOfCut() const { Fail(ErrorCode::kTruncated, "the file ends within a sample"); }

  // Parses a line within a sample. Returns false if the line begins another sample.
  bool ParseFrameLine(std::string_view line) {
    const std::optional<PerfFrame> frame = ParsePerfFrame(line);
    if (frame && (frame->is_inlined || !frame->image.empty())) {
      has_images_ = has_images_ || !frame->image.empty();
      AddFrameLine(*frame);
      return true;
    }
    if (ParsePerfHead(line) || ParsePerfRecord(line)) return false;
    if (!frame) return true;  // a source line
    RequireWhole(*frame);
    AddFrameLine(*frame);
    return true;
  }

  void AddFrameLine(const PerfFrame& frame) {
    has_frame_lines_ = has_frames_ = true;
    waits_for_frames_ = false;
    AddFrame(frame);
  }

  // Samples of threads that the filter drops are parsed too, because their frames have to be recognised and skipped.
  void BeginSample(const PerfHead& head) {
    const std::optional<PerfFrame> only = head.rest.empty() ? std::nullopt : ParsePerfFrame(head.rest);
    const bool is_all = only && !only->image.empty();
    if (!is_all) RequireWhole(head);
    if (only) RequireWhole(*only);
    const auto event = events_.Find(head.event.empty() ? "samples" : head.event, [&] { return DescribeEvent(head); });
    if (!event) Fail(ErrorCode::kBadProfile, "too many events");
    event_ = *event;
    const std::uint64_t period = head.period.value_or(1);  // without periods, samples are counted
    if (period > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      Fail(ErrorCode::kOverflow, "a period of more than 63 bits");
    }
    period_ = static_cast<std::int64_t>(period);
    thread_ = &threads_.Find(head.thread, ParsePerfThread);
    counts_ = thread_->counts;
    in_sample_ = true;
    in_record_ = false;
    if (!is_all) return;
    has_images_ = true;
    AddFrame(*only);
    EndSample();
  }

  // The image of an inlined frame comes from the frame that contains it, which follows later; until then, only its
  // position in the stack is reserved.
  void AddFrame(const PerfFrame& frame) {
    if (!counts_) return;
    if (stack_.size() > kDeepestStack) Fail(ErrorCode::kOverflow, "a stack of more than 16,777,216 frames");
    if (frame.is_inlined && !frames_.KeepsInlined()) return;
    if (frame.is_inlined) {
      const std::size_t begin = inlined_names_.size();
      inlined_names_.append(frame.name);
      inlined_.push_back({begin, inlined_names_.size(), stack_.size(), frame.address});
      stack_.emplace_back();
      return;
    }
    if (!inlined_.empty()) ResolveInlined(&frame);
    stack_.push_back(frames_.Find(frame.name, frame.image));
  }

  // `outer`: the frame after the inlined ones; null if there is none.
  void ResolveInlined(const PerfFrame* outer) {
    for (const Inlined& inlined : inlined_) {
      const bool is_within = outer != nullptr && outer->address == inlined.address;
      const std::string_view name =
          std::string_view(inlined_names_).substr(inlined.name_begin, inlined.name_end - inlined.name_begin);
      stack_[inlined.place] = frames_.Find(name, is_within ? outer->image : std::string_view(), true);
    }
    inlined_.clear();
    inlined_names_.clear();
  }

  void EndSample() {
    if (!in_sample_) return;
    in_sample_ = has_frames_ = waits_for_frames_ = false;
    ++thread_->about.samples;
    ++events_.events[event_].count;
    if (!counts_) return;
    ResolveInlined(nullptr);
    std::erase_if(stack_, [](FunctionId function) { return !function.valid(); });
    if (!builder_.Add(NodeOfStack(), period_)) FailOfSize(input_, Here());
    stack_.clear();
  }

  // Reuses the path of the prefix that this stack shares with the previous one: consecutive samples usually share their
  // outer frames, which then need no look-up.
  ContextBuilder::Node NodeOfStack() {
    if (event_ != path_event_) path_.clear();
    path_event_ = event_;
    std::size_t depth = 0;
    const auto function_at = [&](std::size_t level) { return stack_[stack_.size() - 1 - level]; };
    while (depth < std::min(path_.size(), stack_.size()) && path_[depth].first == function_at(depth)) ++depth;
    path_.resize(depth);
    for (; depth < stack_.size(); ++depth) {
      ContextBuilder::Node node = 0;
      const ContextBuilder::Node parent = depth == 0 ? ContextBuilder::Root(event_) : path_.back().second;
      if (!builder_.Child(parent, function_at(depth), node)) FailOfSize(input_, Here());
      path_.emplace_back(function_at(depth), node);
    }
    return path_.empty() ? ContextBuilder::Root(event_) : path_.back().second;
  }

  const StackInput& input_;
  TextLines lines_;
  Frames frames_;
  Threads threads_;
  Events events_;
  ContextBuilder builder_;

  bool in_sample_ = false;
  bool has_frames_ = false;            // true if the sample has frames so far
  bool waits_for_frames_ = false;      // true between a head and its frames, after an empty line
  bool in_record_ = false;             // true after a record, until the next sample
  bool has_images_ = false;            // true if a frame so far had an image
  bool has_frame_lines_ = false;       // true if a sample so far had lines with frames
  bool has_empty_lines_ = false;       // true if an empty line ended a sample
  bool ends_within_stack_ = false;     // true if the last sample lacks the empty line that others have
  Threads::Thread* thread_ = nullptr;  // thread of the sample; valid while `in_sample_`
  bool counts_ = true;
  std::size_t event_ = 0;
  std::int64_t period_ = 1;
  std::vector<FunctionId> stack_;  // innermost first; invalid for dropped frames
  std::vector<Inlined> inlined_;
  std::string inlined_names_;
  std::vector<std::pair<FunctionId, ContextBuilder::Node>> path_;  // path of the previous stack, outermost first
  std::size_t path_event_ = 0;
  std::uint64_t lost_records_ = 0, lost_samples_ = 0, throttles_ = 0, other_records_ = 0;
};

}  // namespace

StackProfile ReadPerfScript(const StackInput& input) { return ReadWith<PerfScriptReader>(input); }

}  // namespace profdiff
