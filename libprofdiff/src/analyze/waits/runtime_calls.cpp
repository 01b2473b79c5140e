// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that a library makes internally are part of the program's call of the library. Outlined bodies, which the
// OpenMP library calls, are code of the program.
//
// EZTrace wraps each whole location in a region `Working`, which is not a function, and its own work at the end in a
// region `EZTrace finalize`.
//
// Score-P records OpenMP constructs as regions. These contain the program's own code, with two exceptions, in which the
// thread waits: barriers, and the parts of critical and ordered sections outside their blocks.
// Tests: tests/unit/analyze/waits/phase_test.cpp.
#include "analyze/waits/runtime_calls.h"

#include <algorithm>
#include <optional>

#include "analyze/waits/openmp/parallel_teams.h"
#include "analyze/waits/routines.h"
#include "analyze/waits/threads/routines.h"

namespace profdiff {
namespace {

using Class = RuntimeCalls::Class;

constexpr std::string_view kNoFunction = "Working", kRecorderEnds = "EZTrace finalize";

Class ClassOf(CallRole role, std::string_view name) {
  switch (role) {
    case CallRole::kMpi:
      return Class::kMpi;
    case CallRole::kParallel:
      return Class::kParallel;
    case CallRole::kLoop:
    case CallRole::kSections:
    case CallRole::kSection:
    case CallRole::kSingle:
    case CallRole::kMaster:
    case CallRole::kConstruct:
      return Class::kConstruct;
    case CallRole::kBlock:
    case CallRole::kTask:
      return Class::kBlock;
    case CallRole::kOpenMp:
    case CallRole::kCritical:
    case CallRole::kOrdered:
    case CallRole::kAtomic:
    case CallRole::kBarrier:
    case CallRole::kImplicitBarrier:
      return Class::kOpenMp;
    case CallRole::kFunction:
    case CallRole::kUser:
      break;
  }
  if (IsMpiName(name)) return Class::kMpi;
  if (IsOpenMpBody(name)) return Class::kBody;
  if (IsOpenMpName(name)) return Class::kOpenMp;
  if (ThreadRoutineOf(name).kind != ThreadRoutine::Kind::kNone) return Class::kThreads;
  return name == kRecorderEnds ? Class::kRecorder : Class::kProgram;
}

class ThreadWalk {
 public:
  ThreadWalk(const Trace& trace, const Phase& phase, std::uint32_t thread, RuntimeCalls& found)
      : trace_(trace), calls_(trace.threads[thread].calls), phase_(phase), thread_(thread), found_(found) {
    covered_.resize(phase.instances);
    const CounterReadings& readings = trace.threads[thread].counters;
    if (readings.size() > 0 && calls_.size() > 0) counters_.emplace(readings, calls_.start[0]);
  }

  void Run() {
    for (std::size_t row = 0; row < calls_.size(); ++row) {
      while (!open_.empty() && open_.back().end <= row) Leave(row);
      if (counters_) counters_->Enter(CallId(row), InnermostAccount(), calls_.start[row]);
      open_.push_back(Enter(row));
    }
    if (counters_) EndCounting();
    found_.covered.push_back(std::move(covered_));
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  struct Frame {
    std::size_t end = 0;
    Class mode = Class::kProgram;  // kind of code that runs in the call
    // Index of the enclosing library call in RuntimeCalls::calls; kNone if there is none.
    std::size_t library = kNone;
    NameId caller;
    NameId user;  // like `caller`, but not a wrapper of the C++ library
    CallId body;
    std::uint32_t instance = 0;
    std::uint32_t row = 0;
    CallId outer_part;         // the innermost part of a parallel region that encloses the call
    CallId before;             // the last completed call within this call; invalid if that call has a barrier
    bool in_part = false;      // true if the call is directly in a part of a region, with no function in between
    bool has_barrier = false;  // true if the call contains a barrier
    CounterWalk::Account account = CounterWalk::kNoAccount;
  };

  CounterWalk::Account InnermostAccount() const {
    return open_.empty() ? CounterWalk::kNoAccount : open_.back().account;
  }

  // Leaves the innermost call before `next` is entered.
  void Leave(std::size_t next) {
    if (counters_) {
      const Frame& frame = open_.back();
      const std::uint64_t time = calls_.start[frame.row] + calls_.duration[frame.row];
      counters_->Leave(CallId(frame.row), CallId(next), frame.account, time);
    }
    const CallId left = open_.back().has_barrier ? CallId() : CallId(open_.back().row);
    open_.pop_back();
    if (!open_.empty()) open_.back().before = left;
  }

  void EndCounting() {
    while (!open_.empty()) Leave(calls_.size());
    counters_->Enter(CallId(calls_.size()), CounterWalk::kNoAccount, ~std::uint64_t{0});
    counters_->AppendCounts(thread_, found_.counted);
  }

  // Returns the account to which the counts of a call are added. Counts in libraries other than MPI are dropped.
  CounterWalk::Account AccountOf(const Frame& frame) {
    if (frame.mode == Class::kProgram) {
      return counters_->AccountOf(frame.caller, {}, frame.body, frame.instance, frame.account);
    }
    if (frame.mode != Class::kMpi) return CounterWalk::kNoAccount;
    const RuntimeCall& call = found_.calls[frame.library];
    const NameId routine = calls_.function[call.call.value];
    return counters_->AccountOf(frame.caller, routine, frame.body, frame.instance, frame.account);
  }

  Frame Enter(std::size_t row) {
    Frame frame = open_.empty() ? Frame() : open_.back();
    frame.end = calls_.end[row];
    frame.row = static_cast<std::uint32_t>(row);
    frame.before = {};
    frame.has_barrier = false;
    const auto begin = static_cast<std::int64_t>(calls_.start[row]);
    const auto duration = static_cast<std::int64_t>(calls_.duration[row]);
    if (frame.instance == 0) {
      frame.instance = InstanceOf(row, begin);
      if (frame.instance != 0) covered_[frame.instance - 1] += duration;
    }
    const Class is = found_.class_of[calls_.function[row].value];
    if (frame.mode == Class::kProgram) {
      EnterFromProgram(row, is, begin, duration, frame);
    } else if (frame.mode == Class::kOpenMp && (is == Class::kBody || is == Class::kParallel || is == Class::kBlock)) {
      EnterFromOpenMp(row, is, begin, duration, frame);
    }
    if (counters_) frame.account = AccountOf(frame);
    return frame;
  }

  void EnterFromProgram(std::size_t row, Class is, std::int64_t begin, std::int64_t duration, Frame& frame) {
    switch (is) {
      case Class::kProgram:
      case Class::kBody:
        return EnterFunction(row, is, kNone, frame);
      case Class::kParallel:
        return EnterParallel(row, kNone, frame);
      case Class::kConstruct:
      case Class::kBlock:
        return;
      default:
        if (!IsCodeWithoutBlock(row)) EnterLibrary(row, is, begin, duration, frame);
    }
  }

  // Handles program code within a call of an OpenMP library: either the library calls a function of the program, or a
  // region marks code of the program.
  void EnterFromOpenMp(std::size_t row, Class is, std::int64_t begin, std::int64_t duration, Frame& frame) {
    const std::size_t library = frame.library;
    found_.calls[library].inside -= duration;
    if (is == Class::kBody) return EnterFunction(row, is, library, frame);
    if (is == Class::kParallel) return EnterParallel(row, library, frame);
    if (RoleOf(row) == CallRole::kTask) found_.tasks.push_back({thread_, begin, begin + duration});
    frame.mode = Class::kProgram;
    frame.library = kNone;
  }

  CallId CallOf(std::size_t library) const { return library == kNone ? CallId() : found_.calls[library].call; }
  CallRole RoleOf(std::size_t row) const { return trace_.RoleOf(calls_.function[row]); }

  // True for a critical or ordered section that was recorded without its block; its waits are therefore unknown.
  bool IsCodeWithoutBlock(std::size_t row) {
    const CallRole role = RoleOf(row);
    if (role != CallRole::kCritical && role != CallRole::kOrdered) return false;
    for (std::size_t callee = row + 1; callee < calls_.end[row]; callee = calls_.end[callee]) {
      if (RoleOf(callee) == CallRole::kBlock) return false;
    }
    found_.lacks_blocks = found_.lacks_blocks || role == CallRole::kCritical;
    return true;
  }

  void EnterFunction(std::size_t row, Class is, std::size_t library, Frame& frame) {
    const NameId name = calls_.function[row];
    const std::string& text = trace_.names[name.value];
    frame.mode = Class::kProgram;
    frame.library = kNone;
    if (is == Class::kBody && frame.in_part) return;  // skips a body that was also recorded as a region
    if (text != kNoFunction && !IsBodyOfBody(text)) {
      frame.caller = name;
      if (!IsThreadWrapper(text)) frame.user = name;
    }
    frame.in_part = false;
    if (is != Class::kBody) return;
    frame.body = CallId(row);
    frame.outer_part = {};
    if (library != kNone) found_.owners[name.value] = found_.calls[library].caller;
    const TimeSpan span = SpanOfCall(calls_, row);
    found_.bodies.push_back({thread_, frame.body, CallOf(library), frame.instance, span.begin, span.end});
  }

  // Adds a part of a parallel region. An outlined body that consists only of this region is omitted.
  void EnterParallel(std::size_t row, std::size_t library, Frame& frame) {
    const bool is_body = library == kNone && !open_.empty() && frame.body == CallId(open_.back().row) &&
                         !found_.bodies.empty() && found_.bodies.back().call == frame.body &&
                         found_.bodies.back().thread == thread_;
    if (is_body) found_.bodies.pop_back();
    const TimeSpan span = SpanOfCall(calls_, row);
    found_.parts.push_back(
        {thread_, CallId(row), CallOf(library), frame.instance, span.begin, span.end, frame.caller, frame.outer_part});
    frame.mode = Class::kProgram;
    frame.library = kNone;
    frame.body = frame.outer_part = CallId(row);
    frame.in_part = true;
  }

  void EnterLibrary(std::size_t row, Class is, std::int64_t begin, std::int64_t duration, Frame& frame) {
    frame.mode = is;
    frame.library = found_.calls.size();
    const CallRole role = RoleOf(row);
    if (role == CallRole::kBarrier || role == CallRole::kImplicitBarrier) {
      found_.barriers.push_back({found_.calls.size(), {}, {}});
      if (!open_.empty()) {
        found_.barriers.back().around = CallId(open_.back().row);
        found_.barriers.back().before = open_.back().before;
        open_.back().has_barrier = true;
      }
    }
    const NameId caller = is == Class::kThreads ? frame.user : frame.caller;
    found_.calls.push_back(
        {thread_, CallId(row), caller, frame.body, frame.instance, begin, begin + duration, duration});
  }

  // Returns the instance of the phase to which a call belongs; 0 if there is none. Requires that no enclosing call
  // belongs to an instance.
  std::uint32_t InstanceOf(std::size_t row, std::int64_t begin) {
    if (!phase_.calls_phase[thread_]) return phase_.InstanceAt(thread_, begin);
    return calls_.function[row] == phase_.function ? ++seen_ : 0;
  }

  const Trace& trace_;
  const CallTree& calls_;
  const Phase& phase_;
  const std::uint32_t thread_;
  RuntimeCalls& found_;
  std::vector<Frame> open_;
  std::vector<std::int64_t> covered_;
  std::uint32_t seen_ = 0;               // number of instances of the phase so far
  std::optional<CounterWalk> counters_;  // nullopt if the thread has no readings
};

}  // namespace

const RegionBarrier* RuntimeCalls::BarrierOf(std::size_t call) const {
  const auto found = std::ranges::lower_bound(barriers, call, {}, &RegionBarrier::call);
  return found == barriers.end() || found->call != call ? nullptr : &*found;
}

std::string RuntimeCalls::NameOfBody(const Trace& trace, NameId body) const {
  const std::string& name = trace.names[body.value];
  const NameId owner = owners[body.value];
  if (!name.starts_with('.') || !owner.valid() || owner == body) return name;
  const std::string& of = trace.names[owner.value];
  // The owner of a nested region is itself a body, so its suffix is removed.
  const std::string function(class_of[owner.value] == Class::kBody ? FunctionOfBody(of) : of);
  return function + name;
}

RuntimeCalls FindRuntimeCalls(const Trace& trace, const Phase& phase) {
  RuntimeCalls found;
  for (std::size_t i = 0; i < trace.names.size(); ++i) {
    found.class_of.push_back(ClassOf(trace.RoleOf(NameId(i)), trace.names[i]));
  }
  found.owners.resize(trace.names.size());
  for (std::uint32_t thread = 0; thread < trace.threads.size(); ++thread) {
    ThreadWalk(trace, phase, thread, found).Run();
  }
  FindParallelTeams(trace, found);
  return found;
}

}  // namespace profdiff
