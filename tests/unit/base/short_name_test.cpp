// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/short_name.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/listing.h"

namespace profdiff::short_name_test {
namespace {

std::string WithParameters(std::string_view readable) { return ShortName(readable, Parameters::kShown); }

}  // namespace

TEST_CASE("Template arguments are folded and parameters left out", "[short name]") {
  CHECK(ShortName("std::map<int, long, std::less<int>, std::allocator<std::pair<int const, long> > >::find(int const&) "
                  "const") == "std::map<…>::find");
  CHECK(ShortName("std::__cxx11::basic_string<char>::size() const") == "std::basic_string<…>::size");
  CHECK(ShortName("std::__1::vector<int>::size() const") == "std::vector<…>::size");
  CHECK(ShortName("a::b::c(int)") == "a::b::c");
  CHECK(ShortName("f()") == "f");
  CHECK(ShortName("void sort<int*, bool (*)(int, int)>(int*, int*, bool (*)(int, int))") == "sort<…>");
  CHECK(ShortName("std::enable_if<((1)>(0)), int>::type ns::f<int>(int)") == "ns::f<…>");
  CHECK(ShortName("unsigned long const& ns::g<char>(char)") == "ns::g<…>");
  CHECK(ShortName("decltype ((parm#1).f()) h<X>(X)") == "h<…>");
  CHECK(ShortName("A<((1)<(2)), (3)<(1)>::f(int)") == "A<…>::f");
  CHECK(ShortName("ns::(anonymous namespace)::f(int)") == "ns::(anonymous namespace)::f");
  CHECK(ShortName("(anonymous namespace)::f<int>(int)") == "(anonymous namespace)::f<…>");
  CHECK(ShortName("void (anonymous namespace)::f<int>(int)") == "(anonymous namespace)::f<…>");
  CHECK(ShortName("./parse.js:(anonymous):22") == "./parse.js:(anonymous):22");
  CHECK(ShortName("A::~A()") == "A::~A");
  CHECK(ShortName("get[abi:cxx11](int)") == "get");
}

TEST_CASE("Operators keep their brackets", "[short name]") {
  CHECK(ShortName("std::ostream& operator<< <char>(std::ostream&, A<char> const&)") == "operator<< <…>");
  CHECK(ShortName("operator<<(std::ostream&, P const&)") == "operator<<");
  CHECK(ShortName("A<int>::operator->() const") == "A<…>::operator->");
  CHECK(ShortName("A<int>::operator->*(int A<int>::*) const") == "A<…>::operator->*");
  CHECK(ShortName("A::operator()(int) const") == "A::operator()");
  CHECK(ShortName("A::operator()<int>(int) const") == "A::operator()<…>");
  CHECK(ShortName("A::operator[](unsigned long)") == "A::operator[]");
  CHECK(ShortName("bool operator< <int>(A<int> const&, A<int> const&)") == "operator< <…>");
  CHECK(ShortName("operator<(A const&, A const&)") == "operator<");
  CHECK(ShortName("operator<=>(A const&, A const&)") == "operator<=>");
  CHECK(ShortName("operator>(A const&, A const&)") == "operator>");
  CHECK(ShortName("operator>>(A const&, int)") == "operator>>");
  CHECK(ShortName("A::operator bool() const") == "A::operator bool");
  CHECK(ShortName("A::operator std::vector<int, std::allocator<int> >() const") == "A::operator std::vector<…>");
  CHECK(ShortName("operator new(unsigned long)") == "operator new");
  CHECK(ShortName("operator delete[](void*)") == "operator delete[]");
  CHECK(ShortName("operator\"\" _km(long double)") == "operator\"\" _km");
  CHECK(ShortName("my_operator<int>(int)") == "my_operator<…>");
  CHECK(ShortName("void call<&(A::operator<(A const&))>()") == "call<…>");
}

TEST_CASE("Functions in functions, lambdas, clones and thunks", "[short name]") {
  CHECK(ShortName("main::{lambda(int)#1}::operator()(int) const") == "main::{lambda#1}::operator()");
  CHECK(ShortName("A::f(int) const::{lambda(auto:1, A<int>)#2}::operator()<int>(int, A<int>) const") ==
        "A::f::{lambda#2}::operator()<…>");
  CHECK(ShortName("auto f<int>(int)::{lambda()#1}::operator()() const") == "f<…>::{lambda#1}::operator()");
  CHECK(ShortName("f(std::vector<int> const&)::Local::g(int)") == "f::Local::g");
  CHECK(ShortName("f(int, A<char>) [clone .cold]") == "f.cold");
  CHECK(ShortName("f(int) [clone .isra.0] [clone .part.3]") == "f.isra.0.part.3");
  CHECK(ShortName("non-virtual thunk to A::f(int)") == "non-virtual thunk to A::f");
  CHECK(ShortName("f<int>(int) requires C<int>") == "f<…>");
  CHECK(ShortName("A::f(int) const &") == "A::f");
}

TEST_CASE("Functions that return or take pointers to functions", "[short name]") {
  CHECK(ShortName("void (*pick<int>(int))(double, char)") == "pick<…>");
  CHECK(ShortName("int (&ns::row<A>(A&)) [3]") == "ns::row<…>");
  CHECK(ShortName("each(std::vector<int> const&, void (*)(int))") == "each");
  CHECK(WithParameters("each(std::vector<int> const&, void (*)(A<int>))") ==
        "each(std::vector<…> const&, void (*)(A<…>))");
}

TEST_CASE("Parameters distinguish overloads", "[short name]") {
  CHECK(WithParameters("int ns::f<char>(std::map<int, A<long> > const&, int) const") ==
        "ns::f<…>(std::map<…> const&, int)");
  CHECK(WithParameters("f()") == "f()");
  CHECK(WithParameters("f(int) [clone .cold]") == "f(int).cold");
  CHECK(WithParameters("main") == "main");
}

TEST_CASE("Names of other languages", "[short name]") {
  CHECK(ShortName("main") == "main");
  CHECK(ShortName("compute.part.0") == "compute.part.0");
  CHECK(ShortName("dgemm_") == "dgemm_");
  CHECK(ShortName("__solver_MOD_step") == "__solver_MOD_step");
  CHECK(ShortName("core::ptr::drop_in_place<alloc::vec::Vec<u8>>") == "core::ptr::drop_in_place<…>");
  CHECK(ShortName("<alloc::vec::Vec<T,A> as core::ops::drop::Drop>::drop") ==
        "<alloc::vec::Vec<…> as core::ops::drop::Drop>::drop");
  CHECK(ShortName("app::run::{{closure}}") == "app::run::{{closure}}");
  CHECK(ShortName("core::iter::map::<fn(u8) -> u16>::next") == "core::iter::map::<…>::next");
  CHECK(ShortName("-[Window draw:]") == "-[Window draw:]");
  CHECK(ShortName("a name with blanks") == "a name with blanks");
  CHECK(ShortName("<indirect child>") == "<indirect child>");
  CHECK(ShortName("") == "");
}

TEST_CASE("Methods of Go keep their receivers", "[short name]") {
  for (const char* name : {"fmt.(*pp).doPrint", "net/http.(*conn).serve", "main.(*List[...]).Push",
                           "main.(*T).Run.func1", "main.(*T).Run-fm", "main.run.func1", "main.Map[...]"}) {
    CHECK(ShortName(name) == name);
    CHECK(WithParameters(name) == name);
    CHECK_FALSE(NameBeforeParameters(name));
  }
}

TEST_CASE("Names before parameters keep their template arguments", "[short name]") {
  CHECK(NameBeforeParameters("ns::C::f(int const*)") == "ns::C::f");
  CHECK(NameBeforeParameters("std::vector<int> ns::f<char, A<int> >(char) const") == "ns::f<char, A<int> >");
  CHECK(NameBeforeParameters("A<int>::operator()(int) const") == "A<int>::operator()");
  CHECK(NameBeforeParameters("operator<<(std::ostream&, P const&)") == "operator<<");
  CHECK(NameBeforeParameters("f(int) [clone .cold]") == "f.cold");
  CHECK(NameBeforeParameters("ns::(anonymous namespace)::f(int)") == "ns::(anonymous namespace)::f");
  CHECK(NameBeforeParameters("main::{lambda(int)#1}::operator()(int) const") == "main::{lambda(int)#1}::operator()");
  CHECK(NameBeforeParameters("void (*pick<int>(int))(double, char)") == "pick<int>");
  for (const char* name : {"main", "run (a.py:12)", "(anonymous)", "a::b<int>", "f(", "", "[unknown]"}) {
    INFO(name);
    CHECK_FALSE(NameBeforeParameters(name));
  }
}

TEST_CASE("Names that differ in their template arguments", "[short name]") {
  using Names = std::vector<std::string>;
  CHECK(ShortNamesApart({"Table<int, Hash<int> >::find(int)", "Table<int, Tree<int> >::find(int)"}) ==
        Names{"Table<…, Hash<…>>::find", "Table<…, Tree<…>>::find"});
  CHECK(ShortNamesApart({"void f<int, A, B>(B)", "void f<long, A, B>(B)"}) == Names{"f<int, …>", "f<long, …>"});
  CHECK(ShortNamesApart({"f<A<int> >()", "f<A<long> >()"}) == Names{"f<A<int>>", "f<A<long>>"});
  CHECK(ShortNamesApart({"core::drop<Vec<u8>>", "core::drop<Box<T>>"}) ==
        Names{"core::drop<Vec<…>>", "core::drop<Box<…>>"});
  CHECK(ShortNamesApart({"f<int>()", "f<int, long>()"}) == Names{"f<int>", "f<int, long>"});
}

TEST_CASE("Names that no compiler writes do not change", "[short name]") {
  for (const char* name :
       {"f(", "f)", "a<b", "f(int>", "}{", "f(]", "(((", "operator", "operator<", "a<b>c>", "operator()"}) {
    INFO(name);
    CHECK(ShortName(name).size() <= std::string(name).size() + 4);
  }
  CHECK(ShortName("f(") == "f(");
  CHECK(ShortName("f(int>") == "f(int>");
  CHECK(ShortName("a<b") == "a<b");
}

TEST_CASE("Very long and very deep names take linear time", "[short name]") {
  std::string deep = "f";
  for (int i = 0; i < 100000; ++i) deep += "<a";
  for (int i = 0; i < 100000; ++i) deep += ">";
  CHECK(ShortName(deep + "(int)") == "f<…>");
  CHECK(ShortName(std::string(100000, '(')) == std::string(100000, '('));
  std::string pointers = "f";
  for (int i = 0; i < 1000; ++i) pointers = "void (*" + pointers + "(int))(int)";
  CHECK(ShortName(pointers) == pointers);
  CHECK(ShortName(std::string(10000, 'x')) == std::string(10000, 'x'));
}

TEST_CASE("Names from the demangler", "[short name]") {
  auto shown = [](const char* linkage) { return ShortName(Demangle(linkage, DemangleStyle::kAuto, '\0').value()); };
  CHECK(shown("_ZNSt3mapIiSt6vectorIdSaIdEESt4lessIiESaISt4pairIKiS2_EEE4findERS6_") == "std::map<…>::find");
  CHECK(shown("_ZNSt6vectorIiSaIiEE9push_backERKi") == "std::vector<…>::push_back");
  CHECK(shown("_ZlsRSoRK1P") == "operator<<");
  CHECK(shown("_ZZ4mainENKUliE_clEi") == "main::{lambda#1}::operator()");
  CHECK(shown("_ZN12_GLOBAL__N_11fEv") == "(anonymous namespace)::f");
  CHECK(shown("_ZNSt6vectorIiSaIiEE17_M_realloc_insertIJiEEEvN9__gnu_cxx17__normal_iteratorIPiS1_EEDpOT_") ==
        "std::vector<…>::_M_realloc_insert<…>");
  CHECK(shown("_ZN4core3ptr13drop_in_place17h0123456789abcdefE") == "core::ptr::drop_in_place");
}

TEST_CASE("The outermost scope", "[short name]") {
  CHECK(OutermostScope("std::map<int, long>::find(int const&) const") == "std");
  CHECK(OutermostScope("void llvm::sort<int>(int)") == "llvm");
  CHECK(OutermostScope("(anonymous namespace)::f(int)") == "(anonymous namespace)");
  CHECK(OutermostScope("Matrix<double>::at(int)") == "Matrix<…>");
  CHECK(OutermostScope("<alloc::vec::Vec<T> as core::ops::Drop>::drop") == "alloc");
  CHECK(OutermostScope("__solver_MOD_step") == "solver");
  CHECK(OutermostScope("f(std::string)") == "");
  CHECK(OutermostScope("main") == "");
  CHECK(OutermostScope("main::{lambda(int)#1}::operator()(int) const") == "");
  CHECK(OutermostScope("app::run::{{closure}}") == "app");
}

}  // namespace profdiff::short_name_test
