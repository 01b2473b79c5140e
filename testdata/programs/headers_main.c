// SPDX-License-Identifier: GPL-3.0-or-later
// A source file that has no line of code of its own: all its functions stand in a header.
// CALLS Outer 6 6
// CALLS Inner 12 18
void Outer(int n);

int main(void) {
  for (int i = 0; i < 6; i++) Outer(i);
  return 0;
}
