// SPDX-License-Identifier: GPL-3.0-or-later
// Writes Chrome's Trace Event Format. Calls are pairs of B and E events instead of single X events: the order of B and
// E events shows the nesting even if a clock has the same value for several events. Tests:
// tests/unit/report/trace/chrome_test.cpp, tests/cli/pictures_test.sh.
#include <string_view>
#include <vector>

#include "base/decimals.h"
#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/alignment.h"
#include "report/format/json_text.h"
#include "report/trace/aligned_calls.h"
#include "report/trace/timeline_rows.h"

namespace profdiff {
namespace {

// Writes events, one per line.
class EventWriter {
 public:
  EventWriter(std::string& out, const TracePictureOptions& options) : out_(out), options_(options) {}

  template <class AddFields>
  void Write(std::string_view phase, std::uint64_t process, std::uint64_t thread, AddFields add_fields) {
    out_ += first_ ? "\n" : ",\n";
    first_ = false;
    JsonObject json(out_);
    json.Text("ph", phase).Count("pid", process).Count("tid", thread);
    add_fields(json);
    json.End();
    DrainIfLong(out_, options_.drain);
  }
  void WriteName(std::string_view of, std::uint64_t process, std::uint64_t thread, std::string_view name) {
    Write("M", process, thread, [&](JsonObject& json) {
      json.Text("name", of).Key("args");
      JsonObject(out_).Text("name", name).End();
    });
  }
  void AddTime(JsonObject& json, std::string_view key, std::int64_t nanoseconds) {
    json.Key(key);
    out_ += WithDecimals(nanoseconds, 3);  // the format's unit is microseconds
  }
  std::string& out() { return out_; }

 private:
  std::string& out_;
  const TracePictureOptions& options_;
  bool first_ = true;
};

// The match of a call on the other side. Units: nanoseconds.
struct Partner {
  std::string_view name;
  std::int64_t start = 0, difference = 0;
};

// The events of one thread. Calls must be passed in the order of their rows.
class ThreadWriter {
 public:
  ThreadWriter(EventWriter& events, const SideOfPair& side, std::uint64_t process, std::uint64_t thread)
      : events_(events), side_(side), process_(process), thread_(thread) {}

  void Enter(CallId call, Mark mark, const Partner* partner) {
    LeaveBefore(call);
    events_.Write("B", process_, thread_, [&](JsonObject& json) {
      events_.AddTime(json, "ts", side_.StartOf(call));
      json.Text("name", side_.NameOf(call)).Text("cat", MarkName(mark));
      if (partner != nullptr) AddPartner(json, *partner);
    });
    // CallTree::open lists the calls that had not returned at the end of the recording, in row order. No E event is
    // written for them, so that they are open again when the file is read back.
    const std::vector<CallId>& open = side_.calls.open;
    const bool is_left = next_open_ == open.size() || open[next_open_] != call;
    if (!is_left) ++next_open_;
    entered_.push_back({call, is_left});
  }
  void LeaveAll() {
    while (!entered_.empty()) Leave();
  }

 private:
  struct Entered {
    CallId call;
    bool is_left;
  };

  // Ends the calls whose subtrees do not contain the row `next`.
  void LeaveBefore(CallId next) {
    while (!entered_.empty() && side_.calls.end[entered_.back().call.value] <= next.value) Leave();
  }
  void Leave() {
    const auto [call, is_left] = entered_.back();
    entered_.pop_back();
    if (!is_left) return;
    const std::int64_t end = side_.StartOf(call) + static_cast<std::int64_t>(side_.calls.duration[call.value]);
    events_.Write("E", process_, thread_, [&](JsonObject& json) { events_.AddTime(json, "ts", end); });
  }
  void AddPartner(JsonObject& json, const Partner& partner) {
    json.Key("args");
    JsonObject arguments(events_.out());
    arguments.Text("partner", partner.name);
    events_.AddTime(arguments, "partnerStart", partner.start);
    events_.AddTime(arguments, "difference", partner.difference);
    arguments.End();
  }

  EventWriter& events_;
  const SideOfPair& side_;
  const std::uint64_t process_, thread_;
  std::vector<Entered> entered_;
  std::size_t next_open_ = 0;  // index into CallTree::open of the next call that had not returned
};

class TraceWriter {
 public:
  TraceWriter(std::string& out, const AlignedTraces& traces, const TracePictureOptions& options)
      : traces_(traces), events_(out, options), a_(traces.a, options.demangle), b_(traces.b, options.demangle) {}

  void Run() {
    events_.WriteName("process_name", kA, 0, "A: " + AsUtf8(traces_.label_a));
    events_.WriteName("process_name", kB, 0, "B: " + AsUtf8(traces_.label_b));
    for (const ThreadAlignment& pair : traces_.alignment.threads) WritePair(pair);
  }

 private:
  static constexpr std::uint64_t kA = 1, kB = 2;  // Chrome's process ids, one for each side

  void WritePair(const ThreadAlignment& pair) {
    const SideOfPair a(a_, pair.a), b(b_, pair.b);
    // Viewers identify threads by id alone, not by process and id, so the ids of B's threads follow those of A's
    // threads.
    const std::uint64_t thread_a = pair.a.value + std::uint64_t{1};
    const std::uint64_t thread_b = traces_.a.threads.size() + pair.b.value + 1;
    if (pair.a.valid()) events_.WriteName("thread_name", kA, thread_a, a.label);
    if (pair.b.valid()) events_.WriteName("thread_name", kB, thread_b, b.label);
    ThreadWriter writer_a(events_, a, kA, thread_a), writer_b(events_, b, kB, thread_b);
    const auto write = [&](const AlignedCall& call) {
      if (!call.b.valid()) return writer_a.Enter(call.a, call.mark, nullptr);
      if (!call.a.valid()) return writer_b.Enter(call.b, call.mark, nullptr);
      const auto difference =
          static_cast<std::int64_t>(a.calls.duration[call.a.value] - b.calls.duration[call.b.value]);
      const Partner of_a{b.NameOf(call.b), b.StartOf(call.b), difference};
      const Partner of_b{a.NameOf(call.a), a.StartOf(call.a), difference};
      writer_a.Enter(call.a, call.mark, &of_a);
      writer_b.Enter(call.b, call.mark, &of_b);
    };
    AlignedWalk(a.calls, b.calls, CommonClock(a_.begin, b_.begin), write).Run(pair.blocks);
    writer_a.LeaveAll();
    writer_b.LeaveAll();
  }

  const AlignedTraces& traces_;
  EventWriter events_;
  NamedTrace a_, b_;
};

}  // namespace

void WriteChromeTrace(std::string& out, const AlignedTraces& traces, const TracePictureOptions& options) {
  RequireTreesAligned(traces);
  out += "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [";
  TraceWriter(out, traces, options).Run();
  out += "\n]}\n";
}

}  // namespace profdiff
