# SPDX-License-Identifier: GPL-3.0-or-later
# Builds with ThreadSanitizer.
#   cmake -C tests/sanitize/races.cmake -S . -B build-races && cmake --build build-races
set(CMAKE_BUILD_TYPE None CACHE STRING "")
set(CMAKE_CXX_FLAGS "-O1 -g -fsanitize=thread" CACHE STRING "")
set(PROFDIFF_BUILD_TESTS ON CACHE BOOL "")
set(PROFDIFF_PRECOMPILE OFF CACHE BOOL "")
