// SPDX-License-Identifier: GPL-3.0-or-later
// Each function goes through memory of one kind, with misses of the first cache; the comment in its loop names the
// memory. Blocks are allocated in two functions, freed, and allocated again.
#include <stdlib.h>

#define SIZE 512
static double table[SIZE];

__attribute__((noinline)) double in_table(double by) {
  double sum = 0;
  for (int i = 0; i < SIZE; ++i) {
    sum += table[i] += by;  // table
  }
  return sum;
}

__attribute__((noinline)) double in_frame(double by) {
  double numbers[SIZE], others[SIZE];
  for (int i = 0; i < SIZE; ++i) {
    numbers[i] = by * i;  // numbers of in_frame
  }
  for (int i = 0; i < SIZE; ++i) {
    others[i % 2 == 0 ? i : SIZE - i] = by;  // others of in_frame
  }
  return numbers[(int)by] + others[1];
}

__attribute__((noinline)) double *first(int count) {
  double *block = malloc(count * sizeof *block);  // first
  if (block == NULL) abort();
  return block;
}

__attribute__((noinline)) double *second(int count) {
  double *block = calloc(count, sizeof *block);  // second
  if (block == NULL) abort();
  return block;
}

__attribute__((noinline)) void in_first(double *block) {
  for (int i = 0; i < SIZE; ++i) {
    block[i] = i;  // heap of first
  }
}

__attribute__((noinline)) double in_second(const double *block, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += block[i];  // heap of second
  }
  return sum;
}

__attribute__((noinline)) void in_both(double *one, const double *other) {
  for (int i = 0; i < SIZE; ++i) {
    one[i] += other[i];  // none has nearly all misses
  }
}

__attribute__((noinline)) double in_mapping(const double *block, int count) {
  double sum = 0;
  for (int i = 0; i < count; i += 8) {
    sum += block[i];  // heap of second
  }
  return sum;
}

__attribute__((noinline)) void in_reused(double *block) {
  for (int i = 0; i < SIZE / 8; ++i) {
    block[i] = i;  // heap of second
  }
}

int main(void) {
  double sum = in_table(1) + in_frame(2);
  double *one = first(SIZE), *other = second(SIZE);
  in_first(one);
  sum += in_second(other, SIZE);
  in_both(one, other);
  const int many = 1 << 16;  // large enough for a mapping of its own
  double *large = second(many);
  sum += in_mapping(large, many);
  double *small = first(SIZE / 8);
  small[0] = sum;
  free(small);
  for (int i = 0; i < 4; ++i) free(second(SIZE * 2));
  small = second(SIZE / 8);
  in_table(1);  // so that the block is not in the cache
  in_reused(small);
  sum += in_frame(3) + small[1];
  free(one);
  free(other);
  free(large);
  free(small);
  return sum == 0;
}
