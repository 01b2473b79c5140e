// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of names that compilers and virtual machines generate, and that differ between two builds or two runs.
// Test: tests/unit/base/generated_parts_test.cpp.
#ifndef PROFDIFF_BASE_GENERATED_PARTS_H_
#define PROFDIFF_BASE_GENERATED_PARTS_H_

#include <string>
#include <string_view>

namespace profdiff {

// Returns a demangled name without hashes, addresses, and levels of optimisation, and with "#" in place of generated
// numbers. Known parts:
// - Rust: the hash in "app::run::h0123456789abcdef", "app[0123456789abcdef]::run", numbers in "{closure#1}"
// - C++: numbers in "{lambda(int)#1}", "{unnamed type#2}", "main::$_0", "'lambda0'(int)", "<lambda_1>"
// - C and Fortran: numbers at the end of suffixes, such as ".omp_outlined.3", "._omp_fn.0", ".__uniq.123", "inner.4"
// - OpenMP offloading: device and inode in "__omp_offloading_10_ab_main_l12"
// - Go: "[go.shape.int]", which becomes "[...]", and numbers in ".func1", ".gowrap2", "-range1"
// - Java, Scala: "$$Lambda$14/0x000000080006a840", "lambda$main$0", "Main$1", "GeneratedMethodAccessor12"
// - JIT compilers: the level in "LazyCompile:*run", "JS:~run", "run_[j]", "Run()[OptimizedTier1]"; positions of
//   JavaScript functions, as in "run a.js:10:5"; numbers in "julia_run_123"
// - TAU: the lines of a construct, as in "for (loop body) [a.c <94, 98>]" or "Loop: f <3, 9>"
// - OCaml, Zig, D, Erlang: numbers in "camlMain__run_123", "run__anon_12", "__lambda3", "-run/1-fun-0-"
// Cost: linear in the name.
std::string WithoutGenerated(std::string_view readable);

// False if the demangled name of a linkage name certainly has no generated parts.
bool MayHaveGenerated(std::string_view name);

// True for the linkage name of a function in Rust, whose demangled form lacks the hash.
bool IsRust(std::string_view name);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_GENERATED_PARTS_H_
