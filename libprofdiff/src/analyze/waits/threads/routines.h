// SPDX-License-Identifier: GPL-3.0-or-later
// Routines of POSIX and C11 threads, and those of C++ that call them in a library, where calls are not recorded.
// Tests: tests/unit/analyze/waits/threads_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_THREADS_ROUTINES_H_
#define PROFDIFF_ANALYZE_WAITS_THREADS_ROUTINES_H_

#include <cstdint>
#include <string_view>

namespace profdiff {

struct ThreadRoutine {
  enum class Kind : std::uint8_t {
    kNone,
    kLock,
    kUnlock,
    kConditionWait,  // releases a mutex, and takes it again at the end
    kIdle,           // waits for work: a semaphore or a barrier
    kJoin,           // waits for the end of a thread
  };

  Kind kind = Kind::kNone;
  std::uint8_t mutex = 0;  // position of the argument with the address of the mutex, from 1; 0 if there is none
};

// Returns the properties of a routine, given its linkage name; kNone for all other functions.
ThreadRoutine ThreadRoutineOf(std::string_view linkage_name);

// True for functions of the C++ library that only call other functions, such as std::mutex::lock. Without optimisation
// they are functions of their own, but a wait in them belongs to the program's function that calls them.
bool IsThreadWrapper(std::string_view linkage_name);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_THREADS_ROUTINES_H_
