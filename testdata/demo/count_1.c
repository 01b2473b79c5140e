// SPDX-License-Identifier: GPL-3.0-or-later
// The first version: finds words by linear search, and sorts them by swapping neighbours.
#include <stdio.h>
#include <string.h>

#include "words.h"

static struct Word* FindWord(struct Counts* counts, const char* text) {
  for (size_t i = 0; i < counts->size; i++) {
    struct Word* word = &counts->words[i];
    if (word->text[0] == text[0] && CompareText(word->text, text) == 0) return word;
  }
  return NULL;
}

void CountWord(struct Counts* counts, const char* text) {
  struct Word* word = FindWord(counts, text);
  if (word == NULL) {
    word = &counts->words[counts->size++];
    strcpy(word->text, text);
  }
  word->count++;
}

static void BubbleSort(struct Word* words, size_t size) {
  for (size_t end = size; end > 1; end--) {
    for (size_t i = 1; i < end; i++) {
      if (!Before(&words[i], &words[i - 1])) continue;
      const struct Word sinking = words[i - 1];
      words[i - 1] = words[i];
      words[i] = sinking;
    }
  }
}

void SortWords(struct Counts* counts) { BubbleSort(counts->words, counts->size); }

// A fast checksum: a polynomial hash of the bytes of all words.
unsigned Checksum(const struct Counts* counts) {
  unsigned sum = 0;
  for (int round = 0; round < kRounds; round++) {
    for (size_t i = 0; i < counts->size; i++) {
      for (const char* c = counts->words[i].text; *c != '\0'; c++) sum = sum * 31 + (unsigned char)*c;
    }
  }
  return sum;
}

// Normalises words again, although they were normalised when they were read.
void PrintTop(const struct Counts* counts, size_t rows) {
  for (size_t i = 0; i < counts->size; i++) {
    char text[kMaxWord];
    strcpy(text, counts->words[i].text);
    Normalise(text);
    if (i < rows) printf("%6u %s\n", counts->words[i].count, text);
  }
}
