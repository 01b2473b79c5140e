// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that text before and after a mangled name is kept in the same way as by libbfd's bfd_demangle.
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "base/name_parts.h"
#include "profdiff/listing.h"

namespace profdiff::demangle_test {
namespace {

std::string Readable(std::string_view name, DemangleStyle style = DemangleStyle::kAuto, char leading_char = '\0') {
  return Demangle(name, style, leading_char).value_or("-");
}

}  // namespace

TEST_CASE("the names of the demangling styles are libiberty's", "[demangle]") {
  CHECK(ParseDemangleStyle("none") == DemangleStyle::kNone);
  CHECK(ParseDemangleStyle("auto") == DemangleStyle::kAuto);
  CHECK(ParseDemangleStyle("gnu-v3") == DemangleStyle::kGnuV3);
  CHECK(ParseDemangleStyle("java") == DemangleStyle::kJava);
  CHECK(ParseDemangleStyle("gnat") == DemangleStyle::kGnat);
  CHECK(ParseDemangleStyle("dlang") == DemangleStyle::kDlang);
  CHECK(ParseDemangleStyle("rust") == DemangleStyle::kRust);
  CHECK_FALSE(ParseDemangleStyle("").has_value());
  CHECK_FALSE(ParseDemangleStyle("gnu").has_value());
}

TEST_CASE("each style demangles its own names", "[demangle]") {
  CHECK(Readable("_ZN1a1bEi") == "a::b(int)");
  CHECK(Readable("_Z1fi.part.0") == "f(int) [clone .part.0]");
  CHECK(Readable("_ZN3std2rt10lang_start17h0123456789abcdefE") == "std::rt::lang_start");
  CHECK(Readable("_RNvC1a1b") == "a::b");
  CHECK(Readable("main") == "-");
  CHECK(Readable("_ZN1a1bEi", DemangleStyle::kGnuV3) == "a::b(int)");
  CHECK(Readable("_ZN4java4lang6StringC1Ev", DemangleStyle::kJava) == "java.lang.String.String()");
  CHECK(Readable("a__b", DemangleStyle::kGnat) == "a.b");
  CHECK(Readable("_D3foo3barFZv", DemangleStyle::kDlang) == "foo.bar()");
  CHECK(Readable("_Z1fv", DemangleStyle::kRust) == "-");
  CHECK(Readable("_Z1fv", DemangleStyle::kNone) == "-");
}

TEST_CASE("dots, dollars and versions remain around the demangled name", "[demangle]") {
  CHECK(Readable("._Z1fv") == ".f()");
  CHECK(Readable("..$_Z1fv") == "..$f()");
  CHECK(Readable("_Z1fv@@GLIBCXX_3.4") == "f()@@GLIBCXX_3.4");
  CHECK(Readable("_Z1fv@a@b") == "f()@a@b");
  CHECK(Readable("_Z1fv@") == "f()@");
  CHECK(Readable(".a__b@3", DemangleStyle::kGnat) == ".a.b@3");
  for (const char* plain : {"", ".", "$.", "@", ".@x", "main@x", "a.main", "__Z1fv"}) CHECK(Readable(plain) == "-");
}

TEST_CASE("a target's leading character is removed, whether the name is mangled or not", "[demangle]") {
  CHECK(Readable("__Z1fv", DemangleStyle::kAuto, '_') == "f()");
  CHECK(Readable("__Z1fv@8", DemangleStyle::kAuto, '_') == "f()@8");
  CHECK(Readable("_main@4", DemangleStyle::kAuto, '_') == "main@4");
  CHECK(Readable("_Z1fv", DemangleStyle::kAuto, '_') == "Z1fv");
  CHECK(Readable("main", DemangleStyle::kAuto, '_') == "-");
}

// Returns the mangled name of a function whose parameter is a pair of pairs, nested `levels` deep. Each level refers
// twice to the previous one, so the demangled name doubles in length with each level.
std::string CxxDoubling(int levels) {
  static const std::string kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string name = "_Z1fSt4pairIiiE";
  for (int level = 0; level < levels; ++level) {
    const std::string last = std::string("S") + kDigits[static_cast<std::size_t>(level)] + "_";
    name.append("S_I").append(last).append(last).append("E");
  }
  return name;
}

std::string RustDoubling(int levels) {
  std::string name = "_RINvC1a1bTmmE", last = "B7_";  // "B7_" refers back to the tuple, whose position is 8
  for (int level = 0; level < levels; ++level) {
    static const std::string kDigits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const std::size_t place = name.size() - 2 - 1;
    name.append("T").append(last).append(last).append("E");
    last = place < kDigits.size() ? std::string("B") + kDigits[place] + "_"
                                  : std::string("B") + kDigits[place / 62 - 1] + kDigits[place % 62] + "_";
  }
  return name + "E";
}

TEST_CASE("names whose demangled forms double with every level do not change", "[demangle]") {
  CHECK(CxxDoubling(1) == "_Z1fSt4pairIiiES_IS0_S0_E");
  CHECK(Readable(CxxDoubling(1)) == "f(std::pair<int, int>, std::pair<std::pair<int, int>, std::pair<int, int> >)");
  CHECK(Readable(CxxDoubling(8)).size() > 10'000);
  CHECK(RustDoubling(1) == "_RINvC1a1bTmmETB7_B7_EE");
  CHECK(Readable(RustDoubling(1)) == "a::b::<(u32, u32), ((u32, u32), (u32, u32))>");
  CHECK(Readable(RustDoubling(8)).size() > 3'000);
  for (int levels : {20, 30, 35}) {
    CHECK(Readable(CxxDoubling(levels)) == "-");
    CHECK(Readable(CxxDoubling(levels), DemangleStyle::kGnuV3) == "-");
    CHECK(Readable(RustDoubling(levels)) == "-");
    CHECK(Readable(RustDoubling(levels), DemangleStyle::kRust) == "-");
  }
}

TEST_CASE("a name that is not mangled is its own demangled name", "[demangle]") {
  CHECK(DemangledName("_Z1fv") == "f()");
  CHECK(DemangledName("__Z1fv", DemangleStyle::kAuto, '_') == "f()");
  CHECK(DemangledName("main") == "main");
  CHECK(DemangledName("_Z1fv", DemangleStyle::kNone) == "_Z1fv");
  CHECK(DemangledName("").empty());
}

TEST_CASE("styles in different threads do not affect each other", "[demangle]") {
  auto demangle_many = [](DemangleStyle style, const char* name, const char* wanted, int* wrong) {
    for (int i = 0; i < 2000; ++i) *wrong += Readable(name, style) != wanted;
  };
  int wrong_gnat = 0, wrong_cxx = 0;
  std::thread gnat(demangle_many, DemangleStyle::kGnat, "a__b", "a.b", &wrong_gnat);
  std::thread cxx(demangle_many, DemangleStyle::kGnuV3, "_Z1fv", "f()", &wrong_cxx);
  gnat.join();
  cxx.join();
  CHECK(wrong_gnat == 0);
  CHECK(wrong_cxx == 0);
}

}  // namespace profdiff::demangle_test
