// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the files of Valgrind's tool DHAT, version 2 (described in the source of its viewer, dh_view.js), which Rust's
// crate dhat also writes:
//   dhatFileVersion 2
//   bklt      true if blocks have lifetimes: points then have values at the peak and at the end
//   bsu, bksu names of the units of `tb` and `tbk`; bytes and blocks if they are missing
//   pps       [{tb, tbk, gb, gbk, eb, ebk, fs: [frame…]}…]   bytes and blocks: in total, at the peak, at the end
//   ftbl      ["0xADDRESS: NAME (FILE:LINE)" or "0xADDRESS: NAME (in IMAGE)"…]; the first is "[root]"
// A point is a stack with its frames, innermost first, as indices into ftbl. Calls that were inlined have the address
// of the frame in which they lie. Values are counted, not sampled. Tests: tests/unit/read/profiles/dhat_test.cpp.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "read/profiles/json_states.h"
#include "read/profiles/location.h"
#include "read/profiles/readers.h"

namespace profdiff {
namespace {

constexpr std::array<std::string_view, 6> kDhatKeys = {"tb", "tbk", "gb", "gbk", "eb", "ebk"};  // by event
constexpr std::int64_t kDhatVersion = 2;

struct DhatPoint {
  std::array<std::int64_t, kDhatKeys.size()> values = {};  // by event
  std::size_t frames_end = 0;                              // end of its frames in DhatSink::stacks
};

class DhatSink : public JsonStates {
 public:
  std::vector<DhatPoint> points;
  IndexColumn stacks;  // the frames of all points, one after the other
  std::vector<std::string> frames;
  std::string bytes = "bytes", blocks = "blocks";  // units
  std::int64_t version = 0;
  bool has_lifetimes = false;

 private:
  enum State { kFile = 1, kPoints, kPoint, kStack, kFrames };

  int Enter(int outer, std::string_view field) override {
    if (outer == kOutside) return kFile;
    if (outer == kFile) return field == "pps" ? kPoints : field == "ftbl" ? kFrames : kSkipped;
    if (outer == kPoints) return points.emplace_back(), kPoint;
    return outer == kPoint && field == "fs" ? kStack : kSkipped;
  }

  void Leave(int state) override {
    if (state == kPoint) points.back().frames_end = stacks.size();
  }

  void Take(int state, std::string_view field, const JsonValue& value) override {
    if (state == kFile) TakeOfFile(field, value);
    if (state == kFrames) frames.emplace_back(value.text);
    if (state == kStack) stacks.push_back(value.Index());
    if (state != kPoint) return;
    const auto* const key = std::ranges::find(kDhatKeys, field);
    if (key != kDhatKeys.end()) points.back().values[static_cast<std::size_t>(key - kDhatKeys.begin())] = value.whole;
    // Only blocks with lifetimes have values at the peak; the key `bklt` itself is true or false.
    has_lifetimes = has_lifetimes || field == "gb";
  }

  void TakeOfFile(std::string_view field, const JsonValue& value) {
    if (field == "dhatFileVersion") version = value.whole;
    if (field == "bsu") bytes = value.text;
    if (field == "bksu") blocks = value.text;
  }
};

class DhatAdder {
 public:
  DhatAdder(const StackInput& input, const DhatSink& sink) : input_(input), sink_(sink), frames_(input.options) {
    for (const char* when : {"", "peak ", "end "}) {
      events_.push_back(CountEvent(when + sink.bytes, sink.bytes));
      events_.push_back(CountEvent(when + sink.blocks, sink.blocks));
      if (!sink.has_lifetimes) break;
    }
    for (StackEvent& event : events_) event.is_sampled = false;
    event_ = ChooseEvent(input, events_, 0);
  }

  void AddAll() {
    if (sink_.version != kDhatVersion) {
      throw FileError(input_, ErrorCode::kUnsupported,
                      "version " + std::to_string(sink_.version) + " of its format; known here: 2");
    }
    for (const std::string& frame : sink_.frames) split_.push_back(Split(frame));
    functions_.resize(2 * split_.size());
    std::size_t begin = 0;
    for (const DhatPoint& point : sink_.points) {
      // The last point of a damaged file has no end.
      const std::size_t end = std::max(begin, point.frames_end);
      Add(point.values[event_], std::span(sink_.stacks).subspan(begin, end - begin));
      begin = end;
    }
  }

  StackProfile Finish() {
    StackProfile profile;
    profile.events = std::move(events_);
    return FinishStacks(input_, std::move(profile), builder_, frames_, event_, WithoutValues::kAreRead);
  }

 private:
  [[noreturn]] void Fail(const std::string& reason) const {
    throw FileError(input_, ErrorCode::kBadProfile, "point " + std::to_string(number_) + ": " + reason);
  }

  void Add(std::int64_t value, std::span<const std::int64_t> frames) {
    ++number_;
    if (value < 0) Fail("a value that is not a number of " + events_[event_].unit);
    ContextBuilder::Node node = ContextBuilder::Root(event_);
    for (std::size_t i = frames.size(); i-- > 0;) {
      const std::int64_t frame = frames[i];
      if (frame == 0) continue;  // "[root]" is no function
      const bool is_inlined = i + 1 < frames.size() && IsInlined(frame, frames[i + 1]);
      const FunctionId function = FunctionOf(frame, is_inlined);
      if (function.valid() && !builder_.Child(node, function, node)) FailOfSize(input_);
    }
    if (!builder_.Add(node, value, 0)) FailOfSize(input_);
  }

  struct AddressAndLocation {
    std::string_view address, location;
  };

  // Finds each function once, at the first use of its frame.
  FunctionId FunctionOf(std::int64_t frame, bool is_inlined) {
    const AddressAndLocation& split = Of(frame);
    std::optional<FunctionId>& function = functions_[2 * static_cast<std::size_t>(frame) + (is_inlined ? 1 : 0)];
    if (!function) {
      const LocatedName located = SplitLocation(split.location);
      const std::string_view name = located.name == "???" ? std::string_view() : located.name;
      function = frames_.Find(name, located.image, is_inlined);
    }
    return *function;
  }

  const AddressAndLocation& Of(std::int64_t frame) const {
    if (!Has(split_, frame)) {
      Fail("no frame " + std::to_string(frame) + " in a table of size " + std::to_string(split_.size()));
    }
    return split_[static_cast<std::size_t>(frame)];
  }

  static AddressAndLocation Split(std::string_view text) {
    const std::size_t colon = text.starts_with("0x") ? text.find(": ") : std::string_view::npos;
    if (colon == std::string_view::npos) return {{}, text};
    return {text.substr(0, colon), text.substr(colon + 2)};
  }

  // Two frames of one address are a call that was inlined, unless they are the same frame, which recursion repeats.
  bool IsInlined(std::int64_t frame, std::int64_t caller) const {
    if (caller == 0 || frame == caller) return false;
    const std::string_view address = Of(frame).address;
    return !address.empty() && address == Of(caller).address;
  }

  const StackInput& input_;
  const DhatSink& sink_;
  Frames frames_;
  ContextBuilder builder_;
  std::vector<AddressAndLocation> split_;             // by frame
  std::vector<std::optional<FunctionId>> functions_;  // by frame, as it is and inlined
  std::vector<StackEvent> events_;
  std::size_t event_ = 0;
  std::size_t number_ = 0;  // number of the point, from 1
};

}  // namespace

StackProfile ReadDhat(const StackInput& input) { return ReadInJson<DhatSink, DhatAdder>(input); }

}  // namespace profdiff
