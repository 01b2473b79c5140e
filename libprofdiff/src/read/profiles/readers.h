// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of other profilers' files, one function for each format.
#ifndef PROFDIFF_READ_PROFILES_READERS_H_
#define PROFDIFF_READ_PROFILES_READERS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "read/profiles/callgrind_costs.h"
#include "read/profiles/callgrind_sums.h"
#include "read/profiles/input.h"

namespace profdiff {

// Each function reads one file of its format. Errors: as for ReadStacks.
StackProfile ReadPerfScript(const StackInput& input);
StackProfile ReadCallgrind(const StackInput& input);
StackProfile ReadAustin(const StackInput& input);
StackProfile ReadPprof(const StackInput& input);
StackProfile ReadFolded(const StackInput& input);
// Read one side of folded stacks with two numbers in each line.
StackProfile ReadFoldedBase(const StackInput& input);
StackProfile ReadFoldedOther(const StackInput& input);
StackProfile ReadSpeedscope(const StackInput& input);
StackProfile ReadFirefox(const StackInput& input);
StackProfile ReadDhat(const StackInput& input);

// A position as written in the file, such as "0x1f", "12", "+3", "-1" or "*"; empty if the file has none.
struct CallgrindPosition {
  std::string_view address, line;
};

// The error in a line: a relative position without a base, or numbers that are invalid or exceed 63 bits.
enum class CallgrindTrouble : std::uint8_t { kNone, kPosition, kNumbers };

// A taken jump within a function.
struct CallgrindJump {
  bool is_conditional = false;
  std::uint64_t count = 0;  // number of times it was taken
  CallgrindPosition from, to;
  std::string_view to_file;  // file of the jump's target; empty if it is the file of the jump
};

// Receives all data of a callgrind file, line by line, for all events.
class CallgrindObserver {
 public:
  virtual ~CallgrindObserver() = default;

  // Receives a description, for example "D1 cache: 32768 B, 64 B, 8-way associative".
  virtual void Describe(std::string_view text) = 0;
  // Receive the process id and, with --separate-threads=yes, the thread number of the following part.
  virtual void SetProcess(std::string_view number) = 0;
  virtual void SetThread(std::string_view number) = 0;
  // Receives the columns of the costs that follow. Returns false if these columns differ from those of earlier parts.
  [[nodiscard]] virtual bool SetColumns(const CallgrindCosts& costs) = 0;
  // Sets the source file of the following lines.
  virtual void SetFile(const std::string& name) = 0;
  virtual void StartFunction() = 0;
  // Called at the start of each part of the file (Callgrind can write its counts several times during a run).
  virtual void StartPart() = 0;
  [[nodiscard]] virtual CallgrindTrouble AddSelf(CallgrindSums::Level level, FunctionId function,
                                                 CallgrindPosition position, std::string_view numbers) = 0;
  [[nodiscard]] virtual CallgrindTrouble AddCall(CallgrindSums::CallId call, FunctionId caller,
                                                 CallgrindPosition position, std::uint64_t count,
                                                 std::string_view numbers) = 0;
  [[nodiscard]] virtual CallgrindTrouble AddJump(FunctionId function, const CallgrindJump& jump) = 0;
  // Called at the end, even if the file is damaged.
  virtual void Finish(CallgrindSums sums) = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_READERS_H_
