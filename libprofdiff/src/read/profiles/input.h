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
#include <utility>
#include <vector>

#include "base/name_patterns.h"
#include "base/seeded_hash.h"
#include "profdiff/context_tree.h"
#include "profdiff/input.h"
#include "read/file/byte_source.h"
#include "values/context_builder.h"

namespace profdiff {

class CallgrindObserver;  // declared in read/profiles/readers.h

// A file whose format is known.
struct StackInput {
  ByteSource& bytes;
  const std::string& path;
  const InputFormat& format;
  const StackOptions& options;
  CallgrindObserver* observer = nullptr;  // for callgrind files; may be null
};

// Returns an error about a file, with the file's format in its place: "PATH: perf, line 12: REASON".
Error FileError(const StackInput& input, ErrorCode code, const std::string& reason, Place place = {});

// Runs `parse`, which throws on damage. When salvaging, the damage is recorded in `missing` instead.
template <class Parse>
void ParseOrSalvage(const StackInput& input, std::vector<Message>& missing, const Parse& parse) {
  try {
    parse();
  } catch (const Error& error) {
    const bool is_damage = error.code() != ErrorCode::kSystem && error.code() != ErrorCode::kBadArgument &&
                           error.code() != ErrorCode::kUnsupported;
    if (!input.options.salvage || !is_damage) throw;
    missing.push_back(WithConsequence(error.message(), "what follows is left out"));
  }
}

// Runs `read`. Adds the format to the errors of unpacking, whose position is in the packed file.
template <class Read>
StackProfile NamingFormat(const StackInput& input, const Read& read) {
  try {
    return read();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kBadCompression || !error.place().format.empty()) throw;
    throw FileError(input, error.code(), error.cause(), error.place());
  }
}

// Reads a file with Reader::Parse, AddSamples (if Parse does not add them itself) and Finish. When salvaging, the
// samples before the damage are used.
template <class Reader>
StackProfile ReadWith(const StackInput& input) {
  Reader reader(input);
  std::vector<Message> missing;
  ParseOrSalvage(input, missing, [&] { reader.Parse(); });
  if constexpr (requires { reader.AddSamples(); }) ParseOrSalvage(input, missing, [&] { reader.AddSamples(); });
  StackProfile profile = reader.Finish();
  profile.missing = std::move(missing);
  return profile;
}

// The frames of a file, mapped to functions unless a filter drops them.
class Frames {
 public:
  explicit Frames(const StackOptions& options);

  // Returns the function of a frame; invalid if a filter drops the frame, whose time then goes to the caller. An empty
  // name and the image "[unknown]" are treated as unknown.
  FunctionId Find(std::string_view name, std::string_view image, bool is_inlined = false) {
    if (is_inlined && no_inline_) return {};
    if (name.empty()) name = "[unknown]";
    if (image == "[unknown]") image = {};
    if (kernel_.valid() && IsOfKernel(name, image)) return kernel_;
    const FunctionId id = names_.Intern(name, image);
    if (id.value == is_hidden_.size()) is_hidden_.push_back(IsHidden(name, image));
    return is_hidden_[id.value] ? FunctionId() : id;
  }
  bool KeepsInlined() const { return !no_inline_; }
  // True for the function that stands for the whole kernel, which needs no frame of its own below itself.
  bool IsWholeKernel(FunctionId function) const { return kernel_.valid() && function == kernel_; }
  const NamedFunctions& names() const { return names_; }

 private:
  bool IsHidden(std::string_view name, std::string_view image) const;
  static bool IsOfKernel(std::string_view name, std::string_view image);

  NamedFunctions names_;
  FunctionId kernel_;            // invalid unless the kernel is one function
  std::vector<bool> is_hidden_;  // by id
  NamePatterns hide_;
  bool no_kernel_, no_inline_;
};

// The threads of a file, and the filter for them.
class Threads {
 public:
  explicit Threads(const StackOptions& options);

  struct Thread {
    StackThread about;
    bool counts = true;
  };

  // Returns the thread with the key `text`, and adds it if the key is new. `describe` is called once for each new key.
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
  std::vector<std::string> without_processes_;
  SeededHash hash_;
  NumberSet numbers_;
  std::vector<std::string> texts_;
  std::vector<Thread> threads_;
};

// The events of a file, found by name.
class Events {
 public:
  // Returns the index of the event with this name. If there is none, calls `describe` and adds the event that it
  // returns. Returns nullopt if there are already ContextBuilder::kMostEvents other events.
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

// TimeEvent returns an event whose ticks are nanoseconds; CountEvent returns an event of counts.
StackEvent TimeEvent(std::string name);
StackEvent CountEvent(std::string name, std::string unit);

// An event for a unit, and the number of ticks per unit. For example, the unit "ms" gives an event in seconds, and 1e6
// ticks.
struct ScaledEvent {
  StackEvent event;
  double ticks = 1;
};
ScaledEvent EventOfUnit(std::string name, std::string_view unit);

// Converts a number to ticks; nullopt for NaN, for values that are too large, and for fractions of counts.
std::optional<std::int64_t> ToTicks(double value, double ticks);

// Returns the index of the event to read: the user's choice; otherwise `preferred`, a clock, cycles, or the first
// event.
// Errors: kBadProfile for a file without events; kBadArgument for an unknown event, with the names of all events.
std::size_t ChooseEvent(const StackInput& input, const std::vector<StackEvent>& events,
                        std::optional<std::size_t> preferred = std::nullopt);

// Whether a file may have no sample with a value: in some formats, a file lists its events, so that such a file is the
// profile of a run without these events; in others, this shows that something was lost.
enum class WithoutValues : std::uint8_t { kAreErrors, kAreRead };

// Completes a reader's result with the tree of the chosen event. `profile` must contain the events and the threads.
// Errors: as for ChooseEvent; kBadProfile for a file without samples.
StackProfile FinishStacks(const StackInput& input, StackProfile profile, const ContextBuilder& builder,
                          const Frames& frames, std::optional<std::size_t> preferred = std::nullopt,
                          WithoutValues without_values = WithoutValues::kAreErrors);

// Does the same as the function above, with the given events and threads.
StackProfile FinishStacks(const StackInput& input, Events& events, Threads& threads, const ContextBuilder& builder,
                          const Frames& frames);

// Makes a profile one without samples if its numbers are unlikely to be samples: if the median path has more than 1000
// of them, they may as well be times in a small unit; if all of them are multiples of a number, such as 8, which has a
// probability below one in a billion for samples, they may be bytes. For formats whose files do not contain the unit.
// StackProfile::unknown_unit then says which of these it is. Returns false if the profile was not changed.
bool TakeOddCountsForSums(StackProfile& profile);

// Throws the error for numbers that are too large. Must be called if a builder returns false.
[[noreturn]] void FailOfSize(const StackInput& input, const Place& place = {});

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_INPUT_H_
