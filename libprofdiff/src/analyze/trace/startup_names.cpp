// SPDX-License-Identifier: GPL-3.0-or-later
// Names of functions that the compiler and the C library add to a program. Symbol versions, as in atexit@GLIBC_2.34,
// have no effect.
// Source: glibc 2.36 (csu, gmon), GCC 12 (crtstuff.c, static initialisation). Tests:
// tests/unit/analyze/trace/selection_test.cpp.
#include <algorithm>
#include <array>

#include "profdiff/trace.h"

namespace profdiff {
namespace {

// These functions call main, directly or indirectly.
constexpr std::array<std::string_view, 3> kRunMain = {"_start", "__libc_start_main", "__libc_start_call_main"};

constexpr std::array<std::string_view, 16> kAlone = {"__monstartup",
                                                     "monstartup",
                                                     "_mcleanup",
                                                     "__cxa_atexit",
                                                     "__cxa_finalize",
                                                     "__gmon_start__",
                                                     "__libc_csu_init",
                                                     "__libc_csu_fini",
                                                     "_init",
                                                     "_fini",
                                                     "frame_dummy",
                                                     "register_tm_clones",
                                                     "deregister_tm_clones",
                                                     "__do_global_dtors_aux",
                                                     "_dl_relocate_static_pie",
                                                     "__do_global_ctors_aux"};

// Prefixes of the names of generated functions. The first four are for functions that initialise or destroy the static
// objects of a file, with or without a priority: two prefixes of the current form and two of an older one. The last
// prefix is for the function that they call.
constexpr std::array<std::string_view, 5> kBegins = {"_GLOBAL__sub_I_", "_GLOBAL__sub_D_", "_GLOBAL__I_", "_GLOBAL__D_",
                                                     "_Z41__static_initialization_and_destruction_0"};

}  // namespace

Startup StartupOf(std::string_view linkage_name) {
  const std::string_view name = linkage_name.substr(0, linkage_name.find('@'));
  if (std::ranges::find(kRunMain, name) != kRunMain.end()) return Startup::kRunsMain;
  const bool begins = std::ranges::any_of(kBegins, [&](std::string_view begin) { return name.starts_with(begin); });
  return begins || std::ranges::find(kAlone, name) != kAlone.end() ? Startup::kAlone : Startup::kNo;
}

}  // namespace profdiff
