// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the CPU samples in a trace of Chrome (Trace Event Format, read/trace/chrome.cpp). Events that belong to one
// profile have the same pid and id:
//   ph P, name Profile        args.data.startTime; its thread is the one that was sampled
//   ph P, name ProfileChunk   args.data: {cpuProfile: {nodes, samples}, timeDeltas, endTime}; each may be missing, and
//                             cpuProfile may have the same timeDeltas once more
//   name CpuProfile           args.data.cpuProfile: a whole profile of V8
//   ph M, name thread_name    args.name: the name of the event's thread
// Nodes, samples and times are as in .cpuprofile. All other events are calls, which read/trace reads. A node may be
// missing if the trace does not have all of the profile.
// Hermes, and other producers that are not V8, have members of the whole file instead of events:
//   samples                   [{pid, tid, ts, sf}, …], sf: the id of a frame; numbers may be texts
//   stackFrames               {ID: {name, category, parent}, …}, parent: the id of the caller's frame
// Tests: tests/unit/read/browser/chrome_samples_test.cpp.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/parse_text.h"
#include "base/text.h"
#include "read/browser/readers.h"
#include "read/browser/v8_profile.h"
#include "read/file/file.h"
#include "read/file/unpacked.h"
#include "read/profiles/json_states.h"

namespace profdiff {
namespace {

// An event. Only events with samples, or with the name of a thread, have more than the first members.
struct SampleEvent {
  std::string name, phase, process, thread, id;
  double time = 0;  // in microseconds
  std::string thread_name;
  V8Profile profile;
};

std::string TextOfValue(const JsonValue& value) {
  if (value.kind == JsonValue::Kind::kText) return std::string(value.text);
  return value.kind == JsonValue::Kind::kNumber ? std::to_string(value.whole) : std::string();
}

// A sample of the whole file.
struct FileSample {
  std::string process, thread;
  double time = 0;  // in microseconds
  std::int64_t frame = JsonValue::kNoIndex;
};

// Returns the value of a number, which may be written as a text.
std::optional<double> NumberOfValue(const JsonValue& value) {
  if (value.kind == JsonValue::Kind::kNumber) return value.number;
  return NumberFrom<double>(value.text);
}
std::int64_t IndexOfValue(const JsonValue& value) {
  if (value.kind != JsonValue::Kind::kText) return value.Index();
  return NumberFrom<std::int64_t>(value.text).value_or(JsonValue::kBadIndex);
}

// Splits a frame's name, such as "parse(/app/parse.js:7:1)", into the function and its file; the line and the column
// are no part of a name. The category of a frame of native code is its library.
void NameFrame(std::string_view category, V8Node& node) {
  if (node.parent == JsonValue::kNoIndex && node.name == "[root]") node.name = "(root)";
  if (category.find('.') != std::string_view::npos) node.url = category;
  const std::size_t begin = node.name.find('(');
  if (begin == std::string::npos || !node.name.ends_with(')')) return;
  std::string place = node.name.substr(begin + 1, node.name.size() - begin - 2);
  for (int number = 0; number < 2; ++number) {
    const std::size_t digits = place.find_last_not_of("0123456789");
    if (digits == std::string::npos || digits + 1 == place.size() || place[digits] != ':') return;
    place.resize(digits);
  }
  node.url = std::move(place);
  node.name.resize(begin);
}

class ChromeSampleSink : public JsonStates {
 public:
  std::vector<FileSample> samples;                                          // of the whole file
  std::vector<V8Node> frames;                                               // of these samples
  std::vector<SampleEvent> events;                                          // those with samples
  std::map<std::pair<std::string, std::string>, std::string> thread_names;  // by pid and tid

  // True if the text so far is a list of whole events, whose closing bracket may be missing.
  bool IsWholeList() const { return is_list_ && !in_event_ && has_events_; }

 private:
  enum State {
    kFile = 1,
    kEvents,
    kEvent,
    kArguments,
    kData,
    kProfile,
    kNodes,
    kNode,
    kFrame,
    kChildren,
    kSamples,
    kDeltas,
    kFileSamples,
    kFileSample,
    kFileFrames,
    kFileFrame
  };

  int Enter(int outer, std::string_view field) override {
    switch (outer) {
      case kOutside:
        return kFile;
      case kFile:
        return EnterOfFile(field);
      case kEvents:
        return OpenEvent();
      case kEvent:
        return field == "args" ? kArguments : kSkipped;
      case kArguments:
        return field == "data" ? kData : kSkipped;
      case kData:
        return field == "cpuProfile" ? kProfile : field == "timeDeltas" ? OpenDeltas() : kSkipped;
      case kProfile:
        return field == "nodes"        ? kNodes
               : field == "samples"    ? kSamples
               : field == "timeDeltas" ? OpenDeltas()
                                       : kSkipped;
      case kNodes:
        return event_.profile.nodes.emplace_back(), kNode;
      case kNode:
        return field == "callFrame" ? kFrame : field == "children" ? kChildren : kSkipped;
      case kFileSamples:
        return samples.emplace_back(), kFileSample;
      case kFileFrames:
        frames.emplace_back().id = NumberFrom<std::int64_t>(field).value_or(JsonValue::kBadIndex);
        category_.clear();
        return kFileFrame;
      default:
        return kSkipped;
    }
  }

  // The outermost value is a list of events if something begins in it before any name of a member.
  int EnterOfFile(std::string_view field) {
    if (!has_events_ && field.empty()) is_list_ = true;
    if (is_list_) return OpenEvent();
    if (field == "samples") return kFileSamples;
    if (field == "stackFrames") return kFileFrames;
    return field == "traceEvents" ? kEvents : kSkipped;
  }

  int OpenEvent() {
    event_ = {};
    in_event_ = has_events_ = true;
    return kEvent;
  }

  int OpenDeltas() {
    other_deltas_ = std::exchange(event_.profile.deltas, {});
    return kDeltas;
  }

  // Of two equal lists of an event, one is used. If they differ, their number is not that of the samples.
  void CloseDeltas() {
    std::vector<double>& deltas = event_.profile.deltas;
    if (deltas != other_deltas_) deltas.insert(deltas.begin(), other_deltas_.begin(), other_deltas_.end());
    other_deltas_.clear();
  }

  void Leave(int state) override {
    if (state == kDeltas) CloseDeltas();
    if (state == kFileFrame) NameFrame(category_, frames.back());
    if (state != kEvent) return;
    in_event_ = false;
    if (event_.phase == "M" && event_.name == "thread_name") {
      thread_names[{event_.process, event_.thread}] = event_.thread_name;
    }
    const bool has_samples = event_.name == "CpuProfile" ||
                             (event_.phase == "P" && (event_.name == "Profile" || event_.name == "ProfileChunk"));
    if (has_samples) events.push_back(std::move(event_));
  }

  void Take(int state, std::string_view field, const JsonValue& value) override {
    V8Profile& profile = event_.profile;
    switch (state) {
      case kEvent:
        return TakeOfEvent(field, value);
      case kArguments:
        if (field == "name") event_.thread_name = value.text;
        break;
      case kData:
      case kProfile:
        if (field == "startTime") profile.start = value.number;
        if (field == "endTime") profile.end = value.number;
        break;
      case kNode:
        return TakeOfV8Node(field, value, profile.nodes.back());
      case kFrame:
        return TakeOfV8Frame(field, value, profile.nodes.back());
      case kChildren:
        return profile.nodes.back().children.push_back(value.Index());
      case kSamples:
        return profile.samples.push_back(value.Index());
      case kDeltas:
        return profile.deltas.push_back(value.number);
      case kFileSample:
        return TakeOfSample(field, value, samples.back());
      case kFileFrame:
        if (field == "name") frames.back().name = value.text;
        if (field == "category") category_ = value.text;
        if (field == "parent") frames.back().parent = IndexOfValue(value);
        break;
      default:
        break;
    }
  }

  void TakeOfEvent(std::string_view field, const JsonValue& value) {
    if (field == "name") event_.name = value.text;
    if (field == "ph") event_.phase = value.text;
    if (field == "pid") event_.process = TextOfValue(value);
    if (field == "tid") event_.thread = TextOfValue(value);
    if (field == "id") event_.id = TextOfValue(value);
    if (field == "ts") event_.time = value.number;
  }

  static void TakeOfSample(std::string_view field, const JsonValue& value, FileSample& sample) {
    if (field == "pid") sample.process = TextOfValue(value);
    if (field == "tid") sample.thread = TextOfValue(value);
    if (field == "ts") sample.time = NumberOfValue(value).value_or(0);
    if (field == "sf") sample.frame = IndexOfValue(value);
  }

  SampleEvent event_;                 // the one that is being read
  std::vector<double> other_deltas_;  // an earlier list of this event
  std::string category_;              // of the frame that is being read
  bool is_list_ = false, in_event_ = false, has_events_ = false;
};

// A profile that was put together from its events.
struct SampledThread {
  std::string process, thread;
  V8Profile profile;
  bool has_file_frames = false;  // true if its nodes are the frames of the whole file
};

class ChromeSampleAdder {
 public:
  ChromeSampleAdder(const StackInput& input, ChromeSampleSink& sink)
      : input_(input), sink_(sink), frames_(input.options), threads_(input.options) {}

  void AddAll() {
    const std::size_t event = *events_.Find("time", [] { return TimeEvent("time"); });
    for (SampledThread& sampled : JoinEvents()) {
      sampled.profile.is_part = true;
      Threads::Thread& thread = threads_.Find(sampled.process + "/" + sampled.thread, [&](std::string_view) {
        const auto name = sink_.thread_names.find({sampled.process, sampled.thread});
        return StackThread{name == sink_.thread_names.end() ? sampled.thread : name->second, sampled.process,
                           sampled.thread, 0};
      });
      thread.about.samples += sampled.profile.samples.size();
      if (!thread.counts) {
        events_.events[event].count += sampled.profile.samples.size();
        continue;
      }
      if (sampled.has_file_frames) CopyFrames(sampled.profile);
      V8Samples samples(input_, sampled.profile);
      samples.AddTo(builder_, frames_, event, events_.events[event].count);
      without_node_ += samples.without_node();
      sampled.profile = {};
    }
  }

  StackProfile Finish() {
    StackProfile profile = FinishStacks(input_, events_, threads_, builder_, frames_);
    if (without_node_ != 0) {
      profile.remarks.emplace_back(Plural(without_node_, "sample") +
                                       " of functions that the trace does not describe: "
                                       "they have no stack",
                                   input_.path);
    }
    return profile;
  }

 private:
  // Each thread has a copy of all frames while its samples are added, so a hostile file could take very long.
  void CopyFrames(V8Profile& profile) {
    constexpr std::size_t kMostCopied = std::size_t{1} << 26;
    copied_ += sink_.frames.size();
    if (copied_ > kMostCopied) throw FileError(input_, ErrorCode::kUnsupported, "too many frames in too many threads");
    profile.nodes = sink_.frames;
  }

  // Joins the events of each profile, in the order of their times. A profile has the thread of its first event, because
  // another thread writes the later ones.
  std::vector<SampledThread> JoinEvents() {
    std::ranges::stable_sort(sink_.events, {}, &SampleEvent::time);
    std::vector<SampledThread> joined;
    std::map<std::pair<std::string, std::string>, std::size_t> places;  // by pid and id
    for (SampleEvent& event : sink_.events) {
      const bool is_whole = event.name == "CpuProfile";
      const auto [found, is_new] = places.try_emplace({event.process, is_whole ? "" : event.id}, joined.size());
      if (is_new || is_whole) {
        found->second = joined.size();
        joined.push_back({event.process, event.thread, std::move(event.profile)});
      } else {
        Append(event, joined[found->second].profile);
      }
    }
    JoinFileSamples(joined);
    return joined;
  }

  // The samples of the whole file, as a profile for each thread.
  void JoinFileSamples(std::vector<SampledThread>& joined) {
    std::ranges::stable_sort(sink_.samples, {}, [](const FileSample& sample) {
      return std::tie(sample.process, sample.thread, sample.time);
    });
    const FileSample* last = nullptr;
    for (const FileSample& sample : sink_.samples) {
      const bool is_new = last == nullptr || last->process != sample.process || last->thread != sample.thread;
      if (is_new) joined.push_back({sample.process, sample.thread, {}, true});
      V8Profile& profile = joined.back().profile;
      profile.samples.push_back(sample.frame);
      profile.deltas.push_back(is_new ? 0 : sample.time - last->time);
      last = &sample;
    }
  }

  static void Append(SampleEvent& event, V8Profile& profile) {
    V8Profile& more = event.profile;
    std::ranges::move(more.nodes, std::back_inserter(profile.nodes));
    profile.samples.insert(profile.samples.end(), more.samples.begin(), more.samples.end());
    profile.deltas.insert(profile.deltas.end(), more.deltas.begin(), more.deltas.end());
    if (more.start != 0) profile.start = more.start;
    if (more.end != 0) profile.end = more.end;
  }

  const StackInput& input_;
  ChromeSampleSink& sink_;
  Frames frames_;
  Threads threads_;
  Events events_;
  ContextBuilder builder_;
  std::uint64_t without_node_ = 0;  // number of samples
  std::size_t copied_ = 0;          // number of frames of the whole file that were copied for threads
};

// Reads the events up to the end of the text, which may lack closing brackets.
void ParseEvents(const StackInput& input, ChromeSampleSink& sink) {
  try {
    sink.Parse(input);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kTruncated || !sink.IsWholeList()) throw;
  }
}

Error WithoutSamples(const std::string& path) {
  return Error(ErrorCode::kUnsupported, "a trace without CPU samples", path, {}, {RemedyKind::kUseForTraces, {}});
}

// Producers write these names without escapes.
bool NamesSamples(std::string_view text) {
  constexpr std::string_view kNames[] = {"\"Profile\"", "\"ProfileChunk\"", "\"CpuProfile\"", "\"stackFrames\""};
  return std::ranges::any_of(kNames, [text](std::string_view name) {
    return memmem(text.data(), text.size(), name.data(), name.size()) != nullptr;
  });
}

}  // namespace

void RequireChromeSamples(const std::string& path) {
  constexpr std::uint64_t kLargestSearched = std::uint64_t{1} << 36;  // bytes after unpacking, as for calls
  constexpr std::size_t kPiece = std::size_t{1} << 18;
  constexpr std::size_t kLongestName = 14;  // "ProfileChunk" with its quotes: a name may span two pieces
  FileSource file(path, FileKind::kRegular);
  UnpackedSource bytes(file, path, kLargestSearched, /*salvage=*/true);
  std::string text;
  for (std::size_t kept = 0;; kept = std::min(text.size(), kLongestName)) {
    text.erase(0, text.size() - kept);
    std::size_t filled = kept;
    text.resize(kept + kPiece);
    while (filled < text.size()) {
      const std::size_t got = bytes.Read(text.data() + filled, text.size() - filled);
      if (got == 0) break;
      filled += got;
    }
    const bool is_last = filled < text.size();
    text.resize(filled);
    if (NamesSamples(text)) return;
    if (is_last) throw WithoutSamples(path);
  }
}

StackProfile ReadChromeSamples(const StackInput& input) {
  ChromeSampleSink sink;
  std::vector<Message> missing;
  ParseOrSalvage(input, missing, [&] { ParseEvents(input, sink); });
  if (sink.events.empty() && sink.samples.empty()) throw WithoutSamples(input.path);
  ChromeSampleAdder adder(input, sink);
  ParseOrSalvage(input, missing, [&] { adder.AddAll(); });
  StackProfile profile = adder.Finish();
  profile.missing = std::move(missing);
  return profile;
}

}  // namespace profdiff
