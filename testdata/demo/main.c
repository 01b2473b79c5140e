// SPDX-License-Identifier: GPL-3.0-or-later
// Code that both versions of the demo program share: it generates a text, and calls the functions that differ.
#include <ctype.h>
#include <stdio.h>

#include "words.h"

enum { kTextWords = 500000, kVocabulary = 10000 };

static struct Counts counts;

// A linear congruential generator, so that the text is the same on every machine.
static unsigned NextRandom(unsigned* state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

// Writes a random word of the vocabulary, in mixed case. Some words are much more frequent than others.
static void MakeWord(unsigned* state, char* text) {
  unsigned n = NextRandom(state) % kVocabulary * (NextRandom(state) % 64) / 64;
  size_t length = 0;
  text[length++] = (char)('A' + n % 26);
  do {
    text[length++] = (char)('a' + n % 7);
    text[length++] = (char)('B' + n % 19);
    n /= 7;
  } while (n > 0);
  text[length] = '\0';
}

void Normalise(char* text) {
  for (; *text != '\0'; text++) *text = (char)tolower((unsigned char)*text);
}

// True if `a` comes before `b`: words are sorted by descending frequency, and then alphabetically.
int Before(const struct Word* a, const struct Word* b) {
  if (a->count != b->count) return a->count > b->count;
  return CompareText(a->text, b->text) < 0;
}

int CompareText(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}

static void ReadText(void) {
  unsigned state = 2005;
  char text[kMaxWord];
  for (int i = 0; i < kTextWords; i++) {
    MakeWord(&state, text);
    Normalise(text);
    CountWord(&counts, text);
  }
}

int main(void) {
  ReadText();
  SortWords(&counts);
  PrintTop(&counts, 3);
  printf("%zu words, checksum %08x\n", counts.size, Checksum(&counts));
  return 0;
}
