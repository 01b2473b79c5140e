// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of the same code, which a linker that folds them leaves at one address with the lines of each.
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
