# SPDX-License-Identifier: GPL-3.0-or-later
# Checks preconditions of the C and C++ libraries; the first violation ends the program.
#   cmake -C tests/sanitize/hardened.cmake -S . -B build-hardened && cmake --build build-hardened
set(CMAKE_BUILD_TYPE None CACHE STRING "")
set(CMAKE_CXX_FLAGS "-O2 -D_FORTIFY_SOURCE=3 -D_GLIBCXX_ASSERTIONS -fstack-protector-strong" CACHE STRING "")
set(PROFDIFF_BUILD_TESTS ON CACHE BOOL "")
set(PROFDIFF_PRECOMPILE OFF CACHE BOOL "")
