// SPDX-License-Identifier: GPL-3.0-or-later
// A program for other processors. It needs no C library, and is linked but never run. Its profiles are generated.
static volatile int result;

__attribute__((noinline)) static int Helper(int n) { return n + result; }
__attribute__((noinline)) int Leaf(int n) { return Helper(n) * 2; }
__attribute__((noinline, weak)) int Weak(int n) { return Leaf(n) + 1; }
int Alias(int n) __attribute__((alias("Leaf")));

int Odd(int n);
__attribute__((noinline)) int Even(int n) { return n == 0 ? 1 : Odd(n - 1); }
__attribute__((noinline)) int Odd(int n) { return n == 0 ? 0 : Even(n - 1); }
__attribute__((noinline)) int Recursive(int n) { return n < 2 ? Leaf(n) : Recursive(n - 1) + Recursive(n - 2); }

__attribute__((noinline)) int Pointer(int (*f)(int)) { return f(result); }

void Start(void) {
  result = Recursive(9) + Even(6) + Odd(3) + Weak(4) + Pointer(Alias);
  for (;;) result++;
}
