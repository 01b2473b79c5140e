// SPDX-License-Identifier: GPL-3.0-or-later
// Reads speedscope's file format, version 1.25 (file-format-spec.ts): one table of functions, and a profile for each
// thread. All profiles of the file are added up.
//   $schema     "https://www.speedscope.app/file-format-schema.json"
//   shared      {frames: [{name, file, line}…]}
//   profiles    [{type: "sampled", name, unit, samples: [[frame…]…], weights: [number…]}
//                {type: "evented", name, unit, events: [{type: "O" | "C", frame, at}…]}…]
// A sample has a weight and the indices of its frames, outermost first. Events open and close frames; time passes
// between events. Units: nanoseconds, microseconds, milliseconds, seconds, bytes, none. Weights without a unit are
// numbers of samples. A weight in a unit of time is a sample only if all weights are equal: otherwise, it may be the
// sum of any number of samples. The file of a frame is a source file or an image, depending on the language; it is part
// of the function's identity. Tests: tests/unit/read/profiles/speedscope_test.cpp.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "read/profiles/json_states.h"
#include "read/profiles/readers.h"

namespace profdiff {
namespace {

// One profile of the file.
struct Section {
  struct Event {
    bool opens = true;
    std::int64_t frame = JsonValue::kNoIndex;
    double at = 0;
  };
  std::string name, unit;
  bool is_evented = false;
  IndexColumn frames;             // frames of all samples, one after the other
  std::vector<std::size_t> ends;  // end of each sample's frames
  std::vector<double> weights;
  std::vector<Event> events;
};

// Stores the document without checks: `shared` may come after `profiles`, so indices are resolved by SpeedscopeAdder.
class SpeedscopeSink : public JsonStates {
 public:
  struct Frame {
    std::string name, file;
  };
  std::vector<Frame> frames;
  std::vector<Section> sections;

 private:
  enum State { kFile = 1, kShared, kFrames, kFrame, kProfiles, kProfile, kSamples, kSample, kWeights, kEvents, kEvent };

  int Enter(int outer, std::string_view field) override {
    switch (outer) {
      case kOutside:
        return kFile;
      case kFile:
        return field == "shared" ? kShared : field == "profiles" ? kProfiles : kSkipped;
      case kShared:
        return field == "frames" ? kFrames : kSkipped;
      case kFrames:
        frames.emplace_back();
        return kFrame;
      case kProfiles:
        sections.emplace_back();
        return kProfile;
      case kProfile:
        return field == "samples" ? kSamples : field == "weights" ? kWeights : field == "events" ? kEvents : kSkipped;
      case kSamples:
        return kSample;
      case kEvents:
        sections.back().events.emplace_back();
        return kEvent;
      default:
        return kSkipped;
    }
  }

  void Leave(int state) override {
    if (state == kSample) sections.back().ends.push_back(sections.back().frames.size());
  }

  void Take(int state, std::string_view field, const JsonValue& value) override {
    if (state == kSample) sections.back().frames.push_back(value.Index());
    if (state == kWeights) sections.back().weights.push_back(NumberOf(value));
    if (state == kFrame && field == "name") frames.back().name = value.text;
    if (state == kFrame && field == "file") frames.back().file = value.text;
    if (state == kProfile) TakeOfProfile(field, value);
    if (state == kEvent) TakeOfEvent(field, value);
  }

  void TakeOfProfile(std::string_view field, const JsonValue& value) {
    if (field == "name") sections.back().name = value.text;
    if (field == "unit") sections.back().unit = value.text;
    if (field == "type") sections.back().is_evented = value.text == "evented";
  }

  void TakeOfEvent(std::string_view field, const JsonValue& value) {
    Section::Event& event = sections.back().events.back();
    if (field == "type") event.opens = value.text == "O";
    if (field == "at") event.at = NumberOf(value);
    if (field == "frame") event.frame = value.Index();
  }

  // Returns NaN, which Ticks rejects, for values that are not numbers.
  static double NumberOf(const JsonValue& value) {
    return value.kind == JsonValue::Kind::kNumber ? value.number : std::nan("");
  }
};

class SpeedscopeAdder {
 public:
  SpeedscopeAdder(const StackInput& input, const SpeedscopeSink& sink)
      : input_(input), sink_(sink), frames_(input.options), threads_(input.options) {
    for (const SpeedscopeSink::Frame& frame : sink.frames) functions_.push_back(frames_.Find(frame.name, frame.file));
  }

  void AddAll() {
    for (const Section& section : sink_.sections) Add(section);
  }

  StackProfile Finish() {
    for (std::size_t e = 0; e < events_.events.size(); ++e) {
      if (weights_[e].are_uneven) events_.events[e].is_sampled = false;
    }
    StackProfile profile = FinishStacks(input_, events_, threads_, builder_, frames_);
    if (weights_[profile.event].are_uneven) {
      profile.remarks.emplace_back(
          "weights of samples differ, so that a weight can be the sum of any number of samples: there are no intervals",
          input_.path);
    }
    if (profile.events[profile.event].name == "none" && TakeOddCountsForSums(profile)) {
      profile.remarks.emplace_back(
          "weights have no unit, and are unlikely to be numbers of samples: there are no intervals", input_.path);
    }
    return profile;
  }

 private:
  using Node = ContextBuilder::Node;

  // The weights of an event's samples, in ticks, unless they are numbers of samples.
  struct Weights {
    std::optional<std::int64_t> first;
    bool are_uneven = false;
  };

  [[noreturn]] void Fail(ErrorCode code, const std::string& reason) const {
    throw FileError(input_, code, "profile " + std::to_string(number_) + ": " + reason);
  }

  // Each unit is an event, and the profiles with this unit are its threads. An evented profile has no samples: its
  // times are exact sums. Bytes are sums, too.
  void Add(const Section& section) {
    ++number_;
    const std::string unit = section.unit.empty() ? "none" : section.unit;
    ScaledEvent scaled = EventOfUnit(unit, unit);
    if (scaled.event.unit == "none") scaled.event.unit = "samples";
    if (scaled.event.rate != 1) scaled.event.name = "time";
    scaled.event.is_sampled = unit != "bytes";
    const auto event = events_.Find(scaled.event.name, [&] { return scaled.event; });
    if (!event) Fail(ErrorCode::kBadProfile, "too many events");
    event_ = *event;
    weights_.resize(events_.events.size());
    ticks_ = scaled.ticks;
    unit_ = unit;
    StackEvent& known = events_.events[event_];
    known.is_sampled = known.is_sampled && !section.is_evented;
    if (section.is_evented && known.unit == "samples") known.unit = "units";
    const std::uint64_t samples = section.is_evented ? 0 : CountSamples(section);
    known.count += samples;
    Threads::Thread& thread = threads_.Find(section.name, [](std::string_view name) {
      return StackThread{std::string(name), {}, {}, 0};
    });
    thread.about.samples += section.is_evented ? section.events.size() : samples;
    if (!thread.counts) return;
    section.is_evented ? AddEvents(section) : AddSamples(section);
  }

  bool WeightsAreCounts() const { return unit_ == "none"; }

  // Invalid weights are left to AddSamples, which reports them after it has added the samples before them.
  std::uint64_t CountSamples(const Section& section) const {
    if (!WeightsAreCounts()) return section.ends.size();
    std::uint64_t sum = 0;
    for (const double weight : section.weights) {
      const std::int64_t count = std::max<std::int64_t>(0, ToTicks(weight, ticks_).value_or(0));
      if (__builtin_add_overflow(sum, count, &sum)) FailOfSize(input_);
    }
    return sum;
  }

  std::int64_t WeightAt(const Section& section, std::size_t sample) const {
    const std::int64_t ticks = Ticks(section.weights[sample]);
    if (ticks < 0) Fail(ErrorCode::kBadProfile, "a weight below 0");
    return ticks;
  }

  std::int64_t Ticks(double value) const {
    const std::optional<std::int64_t> ticks = ToTicks(value, ticks_);
    if (!ticks) Fail(ErrorCode::kBadProfile, "a number that is too large, or not a number of " + unit_);
    return *ticks;
  }

  FunctionId FunctionAt(std::int64_t frame) const {
    if (!Has(functions_, frame)) {
      Fail(ErrorCode::kBadProfile, "a frame outside the table of " + std::to_string(functions_.size()));
    }
    return functions_[static_cast<std::size_t>(frame)];
  }

  // Moves to a callee's node. For a dropped frame, stays at the caller's node, which then gets the time.
  void Call(Node& node, FunctionId function) {
    if (function.valid() && !builder_.Child(node, function, node)) FailOfSize(input_);
  }

  void AddSamples(const Section& section) {
    const std::size_t samples = section.ends.size();
    if (samples != section.weights.size() && !input_.options.salvage) {
      Fail(ErrorCode::kBadProfile,
           std::to_string(samples) + " samples, but " + std::to_string(section.weights.size()) + " weights");
    }
    Weights& weights = weights_[event_];
    std::size_t frame = 0;
    for (std::size_t i = 0; i < std::min(samples, section.weights.size()); ++i) {
      const std::int64_t ticks = WeightAt(section, i);
      Node node = ContextBuilder::Root(event_);
      for (; frame < section.ends[i]; ++frame) Call(node, FunctionAt(section.frames[frame]));
      if (!builder_.Add(node, ticks, WeightsAreCounts() ? static_cast<std::uint64_t>(ticks) : 1)) FailOfSize(input_);
      if (!WeightsAreCounts()) weights.are_uneven |= weights.first.value_or(ticks) != ticks;
      weights.first = ticks;
    }
  }

  // Adds differences of rounded times, so rounding errors do not add up. The time until each event belongs to the frame
  // that was innermost before it. Frames that are open at the end were cut off; their time so far is counted.
  void AddEvents(const Section& section) {
    std::vector<std::pair<std::int64_t, Node>> open;  // open frames and their nodes
    std::int64_t last = section.events.empty() ? 0 : Ticks(section.events.front().at);
    for (const Section::Event& event : section.events) {
      const std::int64_t now = Ticks(event.at);
      if (now < last) Fail(ErrorCode::kBadProfile, "an event is earlier than the one before it");
      if (!open.empty() && !builder_.Add(open.back().second, now - last, 0)) FailOfSize(input_);
      last = now;
      if (event.opens) {
        Node node = open.empty() ? ContextBuilder::Root(event_) : open.back().second;
        Call(node, FunctionAt(event.frame));
        open.emplace_back(event.frame, node);
      } else if (open.empty() || open.back().first != event.frame) {
        Fail(ErrorCode::kBadProfile, "a frame is closed that is not the innermost");
      } else {
        open.pop_back();
      }
    }
  }

  const StackInput& input_;
  const SpeedscopeSink& sink_;
  Frames frames_;
  Threads threads_;
  Events events_;
  ContextBuilder builder_;
  std::vector<FunctionId> functions_;  // by frame
  std::vector<Weights> weights_;       // by event
  std::size_t number_ = 0;             // number of the profile, from 1
  std::size_t event_ = 0;
  double ticks_ = 1;
  std::string unit_;
};

}  // namespace

StackProfile ReadSpeedscope(const StackInput& input) { return ReadInJson<SpeedscopeSink, SpeedscopeAdder>(input); }

}  // namespace profdiff
