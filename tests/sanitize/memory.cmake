# SPDX-License-Identifier: GPL-3.0-or-later
# Builds with AddressSanitizer and UndefinedBehaviorSanitizer: the first finding ends the program.
#   cmake -C tests/sanitize/memory.cmake -S . -B build-memory && cmake --build build-memory
set(CMAKE_BUILD_TYPE None CACHE STRING "")
set(CMAKE_CXX_FLAGS "-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all" CACHE STRING "")
set(PROFDIFF_BUILD_TESTS ON CACHE BOOL "")
set(PROFDIFF_PRECOMPILE OFF CACHE BOOL "")
