// SPDX-License-Identifier: GPL-3.0-or-later
// Calls the functions of headers_only.c, a source file without code of its own: all its functions are in a header.
// CALLS Outer 6 6 (calls in versions 1 and 2)
// CALLS Inner 12 18
void Outer(int n);

int main(void) {
  for (int i = 0; i < 6; i++) Outer(i);
  return 0;
}
