// SPDX-License-Identifier: GPL-3.0-or-later
// Writes Chrome's Trace Event Format. Calls are pairs of B and E events instead of single X events: the order of B and
// E events shows the nesting even if a clock has the same value for several events. Tests:
// tests/unit/report/trace/chrome_test.cpp, tests/cli/pictures_test.sh.
#include <string_view>
#include <vector>

#include "base/decimals.h"
#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/trace_listing.h"
#include "report/format/json_text.h"
#include "report/trace/aligned_calls.h"
#include "report/trace/names.h"
#include "report/trace/timeline_rows.h"
#include "values/first_start.h"

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
  std::uint64_t start = 0;
  std::int64_t difference = 0;
};

// The events of one thread. Calls must be passed in the order of their rows.
class ThreadWriter {
 public:
  ThreadWriter(EventWriter& events, const CallTree& calls, std::uint64_t process, std::uint64_t thread,
               std::uint64_t begin)
      : events_(events), calls_(calls), process_(process), thread_(thread), begin_(begin) {}

  void Enter(std::uint32_t row, std::string_view name, Mark mark, const Partner* partner) {
    LeaveBefore(row);
    events_.Write("B", process_, thread_, [&](JsonObject& json) {
      events_.AddTime(json, "ts", static_cast<std::int64_t>(Start(row)));
      json.Text("name", name).Text("cat", MarkName(mark));
      if (partner != nullptr) AddPartner(json, *partner);
    });
    // CallTree::open lists the calls that had not returned, in row order. They get no E event, so that they are still
    // open when the file is read back.
    const bool is_left = next_open_ == calls_.open.size() || calls_.open[next_open_].value != row;
    if (!is_left) ++next_open_;
    entered_.push_back({row, is_left});
  }
  void LeaveAll() {
    while (!entered_.empty()) Leave();
  }
  std::uint64_t Start(std::uint32_t row) const { return calls_.start[row] - begin_; }

 private:
  struct Entered {
    std::uint32_t row;
    bool is_left;
  };

  // A call ends when the next row is outside its subtree.
  void LeaveBefore(std::uint32_t row) {
    while (!entered_.empty() && calls_.end[entered_.back().row] <= row) Leave();
  }
  void Leave() {
    const Entered call = entered_.back();
    entered_.pop_back();
    if (!call.is_left) return;
    events_.Write("E", process_, thread_, [&](JsonObject& json) {
      events_.AddTime(json, "ts", static_cast<std::int64_t>(Start(call.row) + calls_.duration[call.row]));
    });
  }
  void AddPartner(JsonObject& json, const Partner& partner) {
    json.Key("args");
    JsonObject arguments(events_.out());
    arguments.Text("partner", partner.name);
    events_.AddTime(arguments, "partnerStart", static_cast<std::int64_t>(partner.start));
    events_.AddTime(arguments, "difference", partner.difference);
    arguments.End();
  }

  EventWriter& events_;
  const CallTree& calls_;
  const std::uint64_t process_, thread_, begin_;
  std::vector<Entered> entered_;
  std::size_t next_open_ = 0;  // index into CallTree::open of the next call that had not returned
};

class TraceWriter {
 public:
  TraceWriter(std::string& out, const AlignedTraces& traces, const TracePictureOptions& options)
      : traces_(traces),
        events_(out, options),
        names_a_(traces.a, options.demangle),
        names_b_(traces.b, options.demangle),
        begin_a_(FirstStart(traces.a)),
        begin_b_(FirstStart(traces.b)) {}

  void Run() {
    events_.WriteName("process_name", kA, 0, "A: " + AsUtf8(traces_.label_a));
    events_.WriteName("process_name", kB, 0, "B: " + AsUtf8(traces_.label_b));
    for (const ThreadAlignment& pair : traces_.alignment.threads) WritePair(pair);
  }

 private:
  static constexpr std::uint64_t kA = 1, kB = 2;  // ids of the processes

  void WritePair(const ThreadAlignment& pair) {
    const SideOfPair a(traces_.a, pair.a), b(traces_.b, pair.b);
    // Viewers identify threads by id across processes, so the ids of B's threads follow those of A's threads.
    const std::uint64_t thread_a = pair.a.value + std::uint64_t{1};
    const std::uint64_t thread_b = traces_.a.threads.size() + pair.b.value + 1;
    if (pair.a.valid()) events_.WriteName("thread_name", kA, thread_a, a.label);
    if (pair.b.valid()) events_.WriteName("thread_name", kB, thread_b, b.label);
    ThreadWriter writer_a(events_, a.calls, kA, thread_a, begin_a_), writer_b(events_, b.calls, kB, thread_b, begin_b_);
    ForEachAlignedCall(a.calls, b.calls, pair.blocks, CommonClock(begin_a_, begin_b_),
                       [&](const AlignedCall& call) { WriteCall(call, a.calls, b.calls, writer_a, writer_b); });
    writer_a.LeaveAll();
    writer_b.LeaveAll();
  }

  void WriteCall(const AlignedCall& call, const CallTree& a, const CallTree& b, ThreadWriter& writer_a,
                 ThreadWriter& writer_b) {
    const std::uint32_t row_a = call.a.value, row_b = call.b.value;
    if (!call.b.valid()) return writer_a.Enter(row_a, names_a_[a.function[row_a]], call.mark, nullptr);
    if (!call.a.valid()) return writer_b.Enter(row_b, names_b_[b.function[row_b]], call.mark, nullptr);
    const std::string_view name_a = names_a_[a.function[row_a]], name_b = names_b_[b.function[row_b]];
    const auto difference = static_cast<std::int64_t>(a.duration[row_a] - b.duration[row_b]);
    const Partner of_a{name_b, writer_b.Start(row_b), difference}, of_b{name_a, writer_a.Start(row_a), difference};
    writer_a.Enter(row_a, name_a, call.mark, &of_a);
    writer_b.Enter(row_b, name_b, call.mark, &of_b);
  }

  const AlignedTraces& traces_;
  EventWriter events_;
  TraceNames names_a_, names_b_;
  const std::uint64_t begin_a_, begin_b_;
};

}  // namespace

void WriteChromeTrace(std::string& out, const AlignedTraces& traces, const TracePictureOptions& options) {
  RequireTreesAligned(traces);
  out += "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [";
  TraceWriter(out, traces, options).Run();
  out += "\n]}\n";
}

}  // namespace profdiff
