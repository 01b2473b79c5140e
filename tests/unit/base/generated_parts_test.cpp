// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/generated_parts.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::generated_parts_test {

TEST_CASE("Hashes of Rust are left out", "[generated parts]") {
  CHECK(WithoutGenerated("app::run::h0123456789abcdef") == "app::run");
  CHECK(WithoutGenerated("app::run::h0123456789abcdef.cold") == "app::run.cold");
  CHECK(WithoutGenerated("app[0123456789abcdef]::run") == "app::run");
  CHECK(WithoutGenerated("<app[1f2e3d4c5b6a798]::T as core[fedcba987654321]::fmt::Debug>::fmt") ==
        "<app::T as core::fmt::Debug>::fmt");
  CHECK(WithoutGenerated("app::run::{closure#3}") == "app::run::{closure#}");
  CHECK(WithoutGenerated("app::hash::h12") == "app::hash::h12");
  CHECK(WithoutGenerated("app::h0123456789abcdef0") == "app::h0123456789abcdef0");
  CHECK(WithoutGenerated("app::run::{{closure}}") == "app::run::{{closure}}");
}

TEST_CASE("Numbers of C++ compilers", "[generated parts]") {
  CHECK(WithoutGenerated("main::{lambda(int)#2}::operator()(int) const") ==
        "main::{lambda(int)#}::operator()(int) const");
  CHECK(WithoutGenerated("f<{unnamed type#1}>()") == "f<{unnamed type#}>()");
  CHECK(WithoutGenerated("main::$_12::operator()() const") == "main::$_#::operator()() const");
  CHECK(WithoutGenerated("main::'lambda'(int)::operator()(int)") ==
        WithoutGenerated("main::'lambda0'(int)::operator()(int)"));
  CHECK(WithoutGenerated("<lambda_9f86d081884c7d65>::operator()") == "<lambda_#>::operator()");
  CHECK(WithoutGenerated("run.omp_outlined.3") == "run.omp_outlined.#");
  CHECK(WithoutGenerated("run..omp_outlined..12") == "run..omp_outlined..#");
  CHECK(WithoutGenerated("run._omp_fn.0.cold") == "run._omp_fn.#.cold");
  CHECK(WithoutGenerated("run.__uniq.181394862313") == "run.__uniq.#");
  CHECK(WithoutGenerated("inner.4") == "inner.#");
  CHECK(WithoutGenerated("__omp_offloading_10_2a5b1_main_l12") == "__omp_offloading_#_main_l#");
  CHECK(WithoutGenerated("A<3>::f(int)") == "A<3>::f(int)");
  CHECK(WithoutGenerated("f.cold") == "f.cold");
}

TEST_CASE("Lines of constructs in names of TAU", "[generated parts]") {
  CHECK(WithoutGenerated("for (loop body) [a.c <94, 98>]") == "for (loop body) [a.c]");
  CHECK(WithoutGenerated("Loop: int f() C <3, 7>") == "Loop: int f() C");
  CHECK(WithoutGenerated("f(int) <3, 7> g") == "f(int) <3, 7> g");
  CHECK(WithoutGenerated("a < <3") == "a < <3");
}

TEST_CASE("Shapes and functions of Go", "[generated parts]") {
  CHECK(WithoutGenerated("main.Map[go.shape.int]") == "main.Map[...]");
  CHECK(WithoutGenerated("main.Map[go.shape.[]uint8,go.shape.int_1].func2") == "main.Map[...].func#");
  CHECK(WithoutGenerated("main.(*List[...]).Push") == "main.(*List[...]).Push");
  CHECK(WithoutGenerated("main.run.func1.2.3") == "main.run.func#.#.#");
  CHECK(WithoutGenerated("main.run.gowrap2") == "main.run.gowrap#");
  CHECK(WithoutGenerated("main.run-range1") == "main.run-range#");
  CHECK(WithoutGenerated("main.Map[int]") == "main.Map[int]");
  CHECK(WithoutGenerated("main.funcs2") == "main.funcs2");
}

TEST_CASE("Names of virtual machines", "[generated parts]") {
  CHECK(WithoutGenerated("LazyCompile:*run /a/x.js:10:5") == "LazyCompile:run /a/x.js");
  CHECK(WithoutGenerated("JS:~run x.js:1:2") == "JS:run x.js");
  CHECK(WithoutGenerated("Main$$Lambda$14/0x0000000800066840.run") == "Main$$Lambda#.run");
  CHECK(WithoutGenerated("Main$$Lambda/0x0000000800066840.run") == "Main$$Lambda#.run");
  CHECK(WithoutGenerated("Main.lambda$main$0") == "Main.lambda$main$#");
  CHECK(WithoutGenerated("Main$1.run") == "Main$#.run");
  CHECK(WithoutGenerated("Main.run_[j]") == "Main.run");
  CHECK(WithoutGenerated("jdk.internal.reflect.GeneratedMethodAccessor12.invoke") ==
        "jdk.internal.reflect.GeneratedMethodAccessor#.invoke");
  CHECK(WithoutGenerated("void [app] Main::Run()[OptimizedTier1]") == "void [app] Main::Run()");
  CHECK(WithoutGenerated("julia_run_123") == "julia_run_#");
  CHECK(WithoutGenerated("camlStdlib__List__map_487") == "camlStdlib__List__map_#");
  CHECK(WithoutGenerated("run__anon_1234") == "run__anon_#");
  CHECK(WithoutGenerated("-run/1-fun-0-") == "-run/1-fun-#-");
}

TEST_CASE("Numbers that people wrote stay", "[generated parts]") {
  for (const char* name :
       {"main",     "python3.11", "step_2", "caml_alloc_2", "f(int)", "log2", "x86_64", "[unknown]", "libc-2.36.so",
        "0x55d01f", "operator*",  "a*b",    "C#",           "",       "::h",  "[",      "$",         "_",
        ".",        "{#}"}) {
    CHECK(WithoutGenerated(name) == name);
  }
}

TEST_CASE("Which linkage names may have generated parts", "[generated parts]") {
  CHECK(MayHaveGenerated("_ZN3app3run17h0123456789abcdefE"));
  CHECK(MayHaveGenerated("_RNvCs4fqI2P2rA04_3app3run"));
  CHECK(MayHaveGenerated("_ZZ4mainENKUliE0_clEi"));
  CHECK(MayHaveGenerated("main.Map[go.shape.int]"));
  CHECK_FALSE(MayHaveGenerated("_ZN1A1fEi"));
  CHECK(IsRust("_ZN3app3run17h0123456789abcdefE.llvm.12"));
  CHECK_FALSE(IsRust("_ZN3app3runE"));
}

TEST_CASE("Crafted names take linear time", "[generated parts]") {
  for (const char* part : {"[go.shape.", "::h0123", "$$Lambda/", "<lambda_0", "_[", ".1"}) {
    std::string name = "x";
    for (int i = 0; i < 20000; ++i) name += part;
    CHECK(WithoutGenerated(name).size() <= 2 * name.size());
  }
}

}  // namespace profdiff::generated_parts_test
