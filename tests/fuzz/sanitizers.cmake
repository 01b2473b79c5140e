# SPDX-License-Identifier: GPL-3.0-or-later
# Options for everything that is compiled with the fuzzers: the instrumentation of libFuzzer, and checks that end the
# program. In clang, "undefined" does not include float casts that overflow.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  message(FATAL_ERROR "PROFDIFF_FUZZERS needs clang: -DCMAKE_CXX_COMPILER=clang++")
endif()
set(fuzz_checks address,undefined,float-cast-overflow)
add_compile_options(-O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,${fuzz_checks} -fno-sanitize-recover=all)
add_compile_definitions(_GLIBCXX_ASSERTIONS)
add_link_options(-fsanitize=${fuzz_checks})
