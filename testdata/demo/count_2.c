// SPDX-License-Identifier: GPL-3.0-or-later
// The second version: finds words with a hash table, sorts them with merge sort, and computes a CRC as the checksum.
#include <stdio.h>
#include <string.h>

#include "words.h"

static unsigned HashText(const char* text) {
  unsigned hash = 2166136261u;
  for (; *text != '\0'; text++) hash = (hash ^ (unsigned char)*text) * 16777619u;
  return hash;
}

static struct Word* FindWord(struct Counts* counts, const char* text) {
  const size_t slots = sizeof counts->hash_slots / sizeof counts->hash_slots[0];
  for (size_t slot = HashText(text) % slots;; slot = (slot + 1) % slots) {
    unsigned* index = &counts->hash_slots[slot];
    if (*index == 0) {
      *index = (unsigned)++counts->size;
      strcpy(counts->words[*index - 1].text, text);
    }
    if (CompareText(counts->words[*index - 1].text, text) == 0) return &counts->words[*index - 1];
  }
}

void CountWord(struct Counts* counts, const char* text) { FindWord(counts, text)->count++; }

static void Merge(struct Word* words, size_t middle, size_t size, struct Word* scratch) {
  memcpy(scratch, words, middle * sizeof *words);
  size_t left = 0, right = middle, out = 0;
  while (left < middle) {
    const int take_right = right < size && Before(&words[right], &scratch[left]);
    words[out++] = take_right ? words[right++] : scratch[left++];
  }
}

static void MergeSort(struct Word* words, size_t size, struct Word* scratch) {
  if (size < 2) return;
  MergeSort(words, size / 2, scratch);
  MergeSort(words + size / 2, size - size / 2, scratch);
  Merge(words, size / 2, size, scratch);
}

void SortWords(struct Counts* counts) {
  static struct Word scratch[kMaxWords];
  MergeSort(counts->words, counts->size, scratch);
}

// A slow checksum: a cyclic redundancy check of the bytes of all words, computed bit by bit.
unsigned Checksum(const struct Counts* counts) {
  unsigned sum = 0;
  for (int round = 0; round < kRounds; round++) {
    for (size_t i = 0; i < counts->size; i++) {
      for (const char* c = counts->words[i].text; *c != '\0'; c++) {
        sum ^= (unsigned char)*c;
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
      }
    }
  }
  return sum;
}

void PrintTop(const struct Counts* counts, size_t rows) {
  for (size_t i = 0; i < rows; i++) printf("%6u %s\n", counts->words[i].count, counts->words[i].text);
}
