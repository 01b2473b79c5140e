// SPDX-License-Identifier: GPL-3.0-or-later
// The formats that can be read, one function for each.
#ifndef PROFDIFF_READ_PROFILES_READERS_H_
#define PROFDIFF_READ_PROFILES_READERS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "read/profiles/callgrind_costs.h"
#include "read/profiles/callgrind_sums.h"
#include "read/profiles/input.h"

namespace profdiff {

// Each reads one file of its format. Errors: those of ReadStacks.
StackProfile ReadPerfScript(const StackInput& input);
StackProfile ReadCallgrind(const StackInput& input);
StackProfile ReadPprof(const StackInput& input);
StackProfile ReadFolded(const StackInput& input);
StackProfile ReadSpeedscope(const StackInput& input);
StackProfile ReadFirefox(const StackInput& input);
StackProfile ReadCpuProfile(const StackInput& input);

// Where something is, as it is written: "0x1f", "12", "+3", "-1", "*"; empty where the file has none.
struct CallgrindPosition {
  std::string_view address, line;
};

// What is wrong with a line: a position that refers to nothing, or numbers that are none or pass what 63 bits hold.
enum class CallgrindTrouble : std::uint8_t { kNone, kPosition, kNumbers };

// A jump that was taken, within a function.
struct CallgrindJump {
  bool is_conditional = false;
  CallgrindPosition from, to;
  std::string_view to_file;  // empty: the file of what jumps
};

// Who wants all that a callgrind file has, and not one event alone: is called while that is read, line by line.
class CallgrindObserver {
 public:
  virtual ~CallgrindObserver() = default;

  // "D1 cache: 32768 B, 64 B, 8-way associative".
  virtual void Describe(std::string_view text) = 0;
  // Before the first costs below these columns. False if they are not those of earlier parts.
  [[nodiscard]] virtual bool SetColumns(const CallgrindCosts& costs) = 0;
  // The source file of what follows.
  virtual void SetFile(const std::string& name) = 0;
  virtual void StartFunction() = 0;
  // Callgrind wrote what it had counted so far, and goes on.
  virtual void StartPart() = 0;
  [[nodiscard]] virtual CallgrindTrouble AddSelf(CallgrindSums::Level level, FunctionId function,
                                                 CallgrindPosition position, std::string_view numbers) = 0;
  [[nodiscard]] virtual CallgrindTrouble AddCall(CallgrindSums::CallId call, FunctionId caller,
                                                 CallgrindPosition position, std::uint64_t count,
                                                 std::string_view numbers) = 0;
  [[nodiscard]] virtual CallgrindTrouble AddJump(FunctionId function, const CallgrindJump& jump) = 0;
  // At the end, when all is well or the damage has been noted.
  virtual void Finish(CallgrindSums sums) = 0;
};

// Reads a callgrind file for an observer.
// Errors: those of ReadStacks.
StackProfile ReadCallgrind(ByteSource& source, const std::string& path, const StackOptions& options,
                           CallgrindObserver& observer);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_READERS_H_
