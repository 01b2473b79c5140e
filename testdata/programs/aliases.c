// SPDX-License-Identifier: GPL-3.0-or-later
// Names with the same address, names that are not functions, and names for gprof's filter of static symbols.
// CALLS Leaf 7 6 (calls in versions 1 and 2)
#include "work.h"

#define NOINLINE __attribute__((noinline))

NOINLINE void Leaf(void) { Work(4); }

// Several names of one function: a strong one, a weak one, and one with an underscore.
NOINLINE void Body(void) { Work(6); }
void ZAlias(void) __attribute__((alias("Body")));
void _AAlias(void) __attribute__((weak, alias("Body")));
static void StaticAlias(void) __attribute__((alias("Leaf")));
__attribute__((weak)) NOINLINE void WeakOnly(void) { Leaf(); }
NOINLINE void _Underscore(void) { Leaf(); }
NOINLINE void __TwoUnderscores(void) { Leaf(); }
__attribute__((weak)) extern void NotThere(void);

// Names with dots and dollar signs; gprof's filter drops them only for static functions.
NOINLINE void GlobalDollar(void) __asm__("global$dollar");
NOINLINE void GlobalDollar(void) { Leaf(); }
NOINLINE static void StaticDollar(void) __asm__("static$dollar");
NOINLINE static void StaticDollar(void) { Work(3); }
NOINLINE static void StaticNumber(void) __asm__("static.12");
NOINLINE static void StaticNumber(void) { Work(3); }
NOINLINE static void StaticWord(void) __asm__("static.part.0");
NOINLINE static void StaticWord(void) { Work(3); }
NOINLINE static void StaticClone(void) __asm__("static.3.constprop.0");
NOINLINE static void StaticClone(void) { Work(3); }
NOINLINE void GlobalWord(void) __asm__("global.isra.0");
NOINLINE void GlobalWord(void) { Leaf(); }

// Local and global labels without a type; a weak label in the data; a symbol of an indirect function.
__asm__(
    ".text\n"
    ".globl plain_label\n"
    "plain_label: nop\n"
    "local_label: nop\n"
    "___gnu_compiled_c: ret\n"
    ".weak weak_data_label\n"
    ".data\n"
    "weak_data_label: .long 0\n"
    ".text\n"
    ".globl indirect\n"
    ".type indirect, @gnu_indirect_function\n"
    ".set indirect, Body\n");

int main(void) {
  for (int i = 0; i < V(3, 1); i++) WeakOnly();
  Body();
  ZAlias();
  _AAlias();
  StaticAlias();
  _Underscore();
  __TwoUnderscores();
  GlobalDollar();
  for (int i = 0; i < V(2, 8); i++) StaticDollar();
  StaticNumber();
  StaticWord();
  StaticClone();
  if (VERSION == 2) GlobalWord();
  return NotThere != 0;
}
