// SPDX-License-Identifier: GPL-3.0-or-later
// Functions with the same code. A linker that folds them keeps one copy, whose address then has the lines of all of
// them.
static volatile int sink;

__attribute__((noinline)) int First(int n) {
  for (int i = 0; i < n; i++) sink += i;
  return sink;
}

__attribute__((noinline)) int Second(int n) {
  for (int i = 0; i < n; i++) sink += i;
  return sink;
}

__attribute__((noinline)) int Third(int n) {
  for (int i = 0; i < n; i++) sink += i;
  return sink;
}

int main(void) { return (First(1) + Second(2) + Third(3)) & 1; }
