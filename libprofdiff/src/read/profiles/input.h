// SPDX-License-Identifier: GPL-3.0-or-later
// Common parts of the readers of other profilers' files: input, reports of damage, and filters for frames and events.
// Tests: tests/unit/read/profiles/read_stacks_test.cpp.
#ifndef PROFDIFF_READ_PROFILES_INPUT_H_
#define PROFDIFF_READ_PROFILES_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_patterns.h"
#include "base/seeded_hash.h"
#include "profdiff/context_tree.h"
#include "read/file/byte_source.h"
#include "values/context_builder.h"

namespace profdiff {

class CallgrindObserver;  // read/profiles/readers.h

// A file of known format.
struct StackInput {
  ByteSource& bytes;
  const std::string& path;
  StackFormat format;
  const StackOptions& options;
  CallgrindObserver* observer = nullptr;  // for callgrind files; may be null
};

// A position in a file: "line 12".
struct Place {
  const char* unit;  // "line", "byte"
  std::uint64_t number;
};

// An error about a file: "PATH: perf, line 12: REASON".
Error FileError(const StackInput& input, ErrorCode code, const std::string& reason,
                std::optional<Place> place = std::nullopt);

// Runs `parse`, which throws on damage. When salvaging, the damage is noted instead.
template <class Parse>
void ParseOrSalvage(const StackInput& input, std::vector<std::string>& missing, const Parse& parse) {
  try {
    parse();
  } catch (const Error& error) {
    const bool is_damage = error.code() != ErrorCode::kSystem && error.code() != ErrorCode::kBadArgument &&
                           error.code() != ErrorCode::kUnsupported;
    if (!input.options.salvage || !is_damage) throw;
    missing.push_back(error.message() + "; what follows is left out");
  }
}

// The frames of a file, mapped to functions unless a filter drops them.
class Frames {
 public:
  explicit Frames(const StackOptions& options);

  // The function of a frame; invalid if a filter attributes its time to the caller. An empty name and the image
  // "[unknown]" mean unknown.
  FunctionId Find(std::string_view name, std::string_view image, bool is_inlined = false) {
    if (is_inlined && no_inline_) return {};
    if (name.empty()) name = "[unknown]";
    if (image == "[unknown]") image = {};
    const FunctionId id = names_.Intern(name, image);
    if (id.value == is_hidden_.size()) is_hidden_.push_back(IsHidden(name, image));
    return is_hidden_[id.value] ? FunctionId() : id;
  }
  bool KeepsInlined() const { return !no_inline_; }
  const NamedFunctions& names() const { return names_; }

 private:
  bool IsHidden(std::string_view name, std::string_view image) const;

  NamedFunctions names_;
  std::vector<bool> is_hidden_;  // by id
  NamePatterns hide_;
  bool no_kernel_, no_inline_;
};

// The threads of a file, and the filter on them.
class Threads {
 public:
  explicit Threads(const StackOptions& options);

  struct Thread {
    StackThread about;
    bool counts = true;
  };

  // The thread with this key. `describe` is called once for each new key.
  template <class Describe>
  Thread& Find(std::string_view text, const Describe& describe) {
    const std::uint32_t number = numbers_.Find(hash_(text), [&](std::uint32_t known) { return texts_[known] == text; });
    if (number == threads_.size()) {
      texts_.emplace_back(text);
      threads_.push_back({describe(text), true});
      threads_.back().counts = Counts(threads_.back().about);
    }
    return threads_[number];
  }

  // Returns the threads with samples.
  std::vector<StackThread> Take();

 private:
  bool Counts(const StackThread& thread) const;

  NamePatterns threads_wanted_, processes_wanted_;
  SeededHash hash_;
  NumberSet numbers_;
  std::vector<std::string> texts_;
  std::vector<Thread> threads_;
};

// Events by name.
class Events {
 public:
  // The index of the event with this name; nothing if there are too many. `describe` returns a new event.
  template <class Describe>
  std::optional<std::size_t> Find(std::string_view name, const Describe& describe) {
    if (last_ < events.size() && events[last_].name == name) return last_;
    for (last_ = 0; last_ < events.size() && events[last_].name != name; ++last_) {
    }
    if (last_ == ContextBuilder::kMostEvents) return std::nullopt;
    if (last_ == events.size()) events.push_back(describe());
    return last_;
  }

  std::vector<StackEvent> events;

 private:
  std::size_t last_ = 0;
};

// An event whose ticks are nanoseconds, and an event of counts.
StackEvent TimeEvent(std::string name);
StackEvent CountEvent(std::string name, std::string unit);

// An event for a unit's name, and the ticks per unit: for "ms" seconds and 1e6.
struct ScaledEvent {
  StackEvent event;
  double ticks = 1;
};
ScaledEvent EventOfUnit(std::string name, std::string_view unit);

// A number as ticks; nothing for NaN, for too large values, and for fractions of counts.
std::optional<std::int64_t> ToTicks(double value, double ticks);

// The index of the event to read: the user's choice; otherwise `preferred`, a clock, cycles, or the first.
// Errors: kBadProfile for a file without events; kBadArgument for an unknown event, with the names of all.
std::size_t ChooseEvent(const StackInput& input, const std::vector<StackEvent>& events,
                        std::optional<std::size_t> preferred = std::nullopt);

// Completes the result of a reader with the chosen event's tree. `profile` has events and threads.
// Errors: as ChooseEvent; kBadProfile for a file without samples.
StackProfile FinishStacks(const StackInput& input, StackProfile profile, const ContextBuilder& builder,
                          const Frames& frames, std::optional<std::size_t> preferred = std::nullopt);

// The same, with the given events and threads, and the parts that salvaging omitted.
StackProfile FinishStacks(const StackInput& input, Events& events, Threads& threads, std::vector<std::string> missing,
                          const ContextBuilder& builder, const Frames& frames);

// Throws the error for a builder that returned false.
[[noreturn]] void FailOfSize(const StackInput& input, std::optional<Place> place = std::nullopt);

// Reads all bytes, at most `largest`.
// Errors: kUnsupported for more.
std::string ReadAllBytes(const StackInput& input, std::size_t largest);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_INPUT_H_
