// SPDX-License-Identifier: GPL-3.0-or-later
// What a library calls within itself belongs to the call that the program made; outlined bodies, which the OpenMP
// library calls, are the program again.
//
// EZTrace puts all of a location into a region `Working`, which is no function, and what it does at the end into
// `EZTrace finalize`.
// Tests: tests/unit/analyze/waits/phase_test.cpp.
#include "analyze/waits/runtime_calls.h"

#include "analyze/waits/routines.h"

namespace profdiff {
namespace {

using Class = RuntimeCalls::Class;

constexpr std::string_view kNoFunction = "Working", kRecorderEnds = "EZTrace finalize";

Class ClassOf(std::string_view name) {
  if (IsMpiName(name)) return Class::kMpi;
  if (IsOpenMpBody(name)) return Class::kBody;
  if (IsOpenMpName(name)) return Class::kOpenMp;
  return name == kRecorderEnds ? Class::kRecorder : Class::kProgram;
}

class ThreadWalk {
 public:
  ThreadWalk(const Trace& trace, const Phase& phase, std::uint32_t thread, RuntimeCalls& found)
      : trace_(trace), calls_(trace.threads[thread].calls), phase_(phase), thread_(thread), found_(found) {
    covered_.resize(phase.instances);
  }

  void Run() {
    for (std::size_t row = 0; row < calls_.size(); ++row) {
      while (!open_.empty() && open_.back().end <= row) open_.pop_back();
      open_.push_back(Enter(row));
    }
    found_.covered.push_back(std::move(covered_));
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  struct Frame {
    std::size_t end = 0;
    Class mode = Class::kProgram;  // whose time passes
    std::size_t library = kNone;   // the entry of RuntimeCalls::calls around it, where mode is no program's
    NameId caller;
    CallId body;
    std::uint32_t instance = 0;
  };

  Frame Enter(std::size_t row) {
    Frame frame = open_.empty() ? Frame() : open_.back();
    frame.end = calls_.end[row];
    const auto begin = static_cast<std::int64_t>(calls_.start[row]);
    const auto duration = static_cast<std::int64_t>(calls_.duration[row]);
    if (frame.instance == 0) {
      frame.instance = InstanceOf(row, begin);
      if (frame.instance != 0) covered_[frame.instance - 1] += duration;
    }
    const Class is = found_.class_of[calls_.function[row].value];
    if (frame.mode == Class::kProgram) {
      is == Class::kProgram || is == Class::kBody ? EnterFunction(row, is, kNone, frame)
                                                  : EnterLibrary(row, is, begin, duration, frame);
    } else if (frame.mode == Class::kOpenMp && is == Class::kBody) {
      found_.calls[frame.library].inside -= duration;
      EnterFunction(row, is, frame.library, frame);
    }
    return frame;
  }

  void EnterFunction(std::size_t row, Class is, std::size_t library, Frame& frame) {
    const NameId name = calls_.function[row];
    const std::string& text = trace_.names[name.value];
    if (text != kNoFunction && !IsBodyOfBody(text)) frame.caller = name;
    frame.mode = Class::kProgram;
    frame.library = kNone;
    if (is != Class::kBody) return;
    frame.body = CallId(row);
    const auto begin = static_cast<std::int64_t>(calls_.start[row]);
    const CallId caller = library == kNone ? CallId() : found_.calls[library].call;
    if (library != kNone) found_.owners[name.value] = found_.calls[library].caller;
    found_.bodies.push_back(
        {thread_, frame.body, caller, frame.instance, begin, begin + static_cast<std::int64_t>(calls_.duration[row])});
  }

  void EnterLibrary(std::size_t row, Class is, std::int64_t begin, std::int64_t duration, Frame& frame) {
    frame.mode = is;
    frame.library = found_.calls.size();
    found_.calls.push_back(
        {thread_, CallId(row), frame.caller, frame.body, frame.instance, begin, begin + duration, duration});
  }

  // Of a call that is in none, or of the phase itself.
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
  std::uint32_t seen_ = 0;  // instances of the phase
};

}  // namespace

std::string RuntimeCalls::NameOfBody(const Trace& trace, NameId body) const {
  const std::string& name = trace.names[body.value];
  const NameId owner = owners[body.value];
  if (!name.starts_with('.') || !owner.valid() || owner == body) return name;
  const std::string& of = trace.names[owner.value];
  // The owner of a nested region is a body, too.
  const std::string function(class_of[owner.value] == Class::kBody ? FunctionOfBody(of) : of);
  return function + name;
}

RuntimeCalls FindRuntimeCalls(const Trace& trace, const Phase& phase) {
  RuntimeCalls found;
  for (const std::string& name : trace.names) found.class_of.push_back(ClassOf(name));
  found.owners.resize(trace.names.size());
  for (std::uint32_t thread = 0; thread < trace.threads.size(); ++thread) {
    ThreadWalk(trace, phase, thread, found).Run();
  }
  return found;
}

}  // namespace profdiff
