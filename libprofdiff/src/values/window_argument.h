// SPDX-License-Identifier: GPL-3.0-or-later
// How locks of windows of memory are read from archives, which have events for them instead of arguments.
#ifndef PROFDIFF_VALUES_WINDOW_ARGUMENT_H_
#define PROFDIFF_VALUES_WINDOW_ARGUMENT_H_

#include <cstdint>

namespace profdiff {

// CallValue::argument of the window's id, which is the same on all ranks, in calls of MPI_Win_lock and MPI_Win_unlock.
// It follows the arguments that these routines have.
inline constexpr std::uint8_t kWindowArgument = 5;

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_WINDOW_ARGUMENT_H_
