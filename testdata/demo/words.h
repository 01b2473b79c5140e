// SPDX-License-Identifier: GPL-3.0-or-later
// The demo program counts the words of a generated text. main.c is the same in both versions; count_1.c and count_2.c
// are the parts that differ.
#ifndef WORDS_H_
#define WORDS_H_

#include <stddef.h>

enum { kMaxWord = 16, kMaxWords = 20000, kRounds = 900 };

struct Word {
  char text[kMaxWord];
  unsigned count;
};

// The words of the text with their counts.
struct Counts {
  struct Word words[kMaxWords];
  size_t size;
  unsigned hash_slots[4 * kMaxWords];  // used only by the second version
};

// Functions that differ between the versions.
void CountWord(struct Counts* counts, const char* text);
void SortWords(struct Counts* counts);
unsigned Checksum(const struct Counts* counts);
void PrintTop(const struct Counts* counts, size_t rows);

// Functions that are the same in both versions.
void Normalise(char* text);
int CompareText(const char* a, const char* b);
int Before(const struct Word* a, const struct Word* b);

#endif
