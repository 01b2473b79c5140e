// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/stacks/frames.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::frames_test {
namespace {

std::string NameIn(std::string_view line) {
  const std::optional<FrameLine> frame = ParseFrame(line);
  return frame ? frame->name : "damaged";
}

}  // namespace

TEST_CASE("frames of eu-stack have a name after the address, and options of it add more", "[stacks]") {
  CHECK(NameIn("#0  0x00007fcc9680912b __GI___lll_lock_wait") == "__lll_lock_wait");
  CHECK(NameIn("#1  0x00007fcc9680f482 __pthread_mutex_lock@GLIBC_2.2.5") == "pthread_mutex_lock");
  CHECK(NameIn("#4  0x00007fcc967aa305 __libc_start_main@@GLIBC_2.34") == "__libc_start_main");
  CHECK(NameIn("#12 0x00007fc9c92d44a3") == "??");
  CHECK(NameIn("#2  0x000056043a359267 - 1 main - /tmp/abba") == "main");
  CHECK(NameIn("#2  0x000056043a359267 - 1") == "??");
  CHECK(NameIn("#0  0x00007f6ef8d7bf16     futex_wait - /usr/lib/libc.so.6") == "futex_wait");
  CHECK(NameIn("#0  0x00007f6ef8d7bf16 - /usr/lib/libc.so.6") == "??");
  CHECK(NameIn("#2  0x00007fc9c92d4517 std::thread::join()") == "std::thread::join");
  CHECK(NameIn("#2  0x00007fc9c92d4517 _ZNSt6thread4joinEv") == "std::thread::join");
  CHECK(NameIn("#3  0x0000000000401234 work.constprop.0") == "work");
  CHECK(NameIn("#3  0x0000000000401234 main._omp_fn.0") == "main._omp_fn.0");
  CHECK_FALSE(ParseFrame("#0  0x00007f6ef8d7bf16 main")->is_gdb);
}

TEST_CASE("frames of gdb have arguments, and an address only within a statement", "[stacks]") {
  CHECK(NameIn("#0  futex_wait (private=0, futex_word=0x555592dbf0e0 <a>) at futex.h:146") == "futex_wait");
  CHECK(NameIn("#3  ___pthread_mutex_lock (mutex=0x555592dbf0e0 <a>) at pthread_mutex_lock.c:93") ==
        "pthread_mutex_lock");
  CHECK(NameIn("#4  0x00007fc9c92d4517 in std::thread::join() () from /lib/libstdc++.so.6") == "std::thread::join");
  CHECK(NameIn("#14 0x00007fc9c92d44a3 in ?? () from /lib/libstdc++.so.6") == "??");
  CHECK(NameIn("#1  <signal handler called>") == "<signal handler called>");
  CHECK(NameIn("#7  0x0000560219eca377 in ns::(anonymous namespace)::W<unsigned long>::operator()(unsigned long, "
               "std::function<int(int)>) (this=0x7fc9, x=3, f=...) at abba.cpp:6") ==
        "ns::(anonymous namespace)::W<unsigned long>::operator()");
  CHECK(NameIn("#8  0x0000560219eca22b in operator() (__closure=0x5602) at abba.cpp:7") == "operator()");
  CHECK(NameIn("#2  f (text=0x40 \"a (b) at c\", g=0x0) at f.c:3") == "f");
  CHECK(NameIn("#2  0x01 in A::operator< (this=0x1, o=...) at a.cpp:2") == "A::operator<");
  CHECK(ParseFrame("#0  main () at a.c:1")->is_gdb);
  CHECK(ParseFrame("#0  0x01 in main () at a.c:1")->is_gdb);
  CHECK(ParseFrame("#17  0x01 main")->number == 17);
}

TEST_CASE("lines that are cut are not frames", "[stacks]") {
  for (const char* line : {"#", "#x", "#1", "#1  ", "#1  0x", "#1  0xzz main", "#1  main", "#1  0x12 in ",
                           "#1  0x12 in mai", "# 1  0x12 main", "#99999999999999999999 0x12 main"}) {
    CHECK(NameIn(line) == "damaged");
  }
}

}  // namespace profdiff::frames_test
