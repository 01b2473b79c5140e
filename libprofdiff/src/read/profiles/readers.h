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

// Who wants all that a callgrind file has, and not one event alone: is called while that is read, line by line. What
// returns false is an error: numbers that are none, or pass what 63 bits hold.
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
  // `position` is a line as it is written: "12", "+3", "-1", "*"; empty where the file has none.
  [[nodiscard]] virtual bool AddSelf(CallgrindSums::Level level, FunctionId function, std::string_view position,
                                     std::string_view numbers) = 0;
  [[nodiscard]] virtual bool AddCall(CallgrindSums::CallId call, FunctionId caller, std::string_view position,
                                     std::uint64_t count, std::string_view numbers) = 0;
  // At the end, when all is well or the damage has been noted.
  virtual void Finish(CallgrindSums sums) = 0;
};

// Reads a callgrind file for an observer.
// Errors: those of ReadStacks.
StackProfile ReadCallgrindFile(const std::string& path, const StackOptions& options, CallgrindObserver& observer);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_READERS_H_
