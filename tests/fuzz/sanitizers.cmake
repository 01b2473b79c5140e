# SPDX-License-Identifier: GPL-3.0-or-later
# Options for everything that is compiled with the fuzzers: the instrumentation of libFuzzer, and checks that end the
# program. In clang, "undefined" does not include float casts that overflow. If a fuzzing engine is given, CXXFLAGS have
# these options instead: tests/fuzz/oss-fuzz/build.sh.
set(PROFDIFF_FUZZING_ENGINE "" CACHE STRING "What fuzzers are linked with: a library or a flag; if empty, libFuzzer")
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  message(FATAL_ERROR "PROFDIFF_FUZZERS needs clang: -DCMAKE_CXX_COMPILER=clang++")
endif()
add_compile_definitions(_GLIBCXX_ASSERTIONS)
if(NOT PROFDIFF_FUZZING_ENGINE)
  set(fuzz_checks address,undefined,float-cast-overflow)
  add_compile_options(-O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,${fuzz_checks} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${fuzz_checks})
endif()
