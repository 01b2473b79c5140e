// SPDX-License-Identifier: GPL-3.0-or-later
// A hash table as a template. In version 2, the table has another name, takes another policy as an argument, and hashes
// with a renamed function. The counters were removed, and a cache was added. Lines with = list renamed words.
//= HashTable -> store::FlatMap
//= HashBytes -> store::MixBytes
//= HashOf -> store::KeyHash
//= LoadWords -> store::ReadWords
//= SumAll -> Total
#include <cstdint>
#include <string>
#include <vector>

#if VERSION == 1
std::uint32_t HashBytes(const void* data, std::size_t size, std::uint32_t seed) {
#else
namespace store {
std::uint32_t MixBytes(const void* data, std::size_t size) {
  std::uint32_t seed = 7;
#endif
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (std::size_t i = 0; i < size; ++i) seed = (seed ^ bytes[i]) * 16777619;
  return seed;
}

#if VERSION == 1
template <class K> std::uint32_t HashOf(const K& key) { return HashBytes(&key, sizeof key, 7); }
template <> std::uint32_t HashOf(const std::string& key) { return HashBytes(key.data(), key.size(), 7); }
#else
template <class K> std::uint32_t KeyHash(const K& key) { return MixBytes(&key, sizeof key); }
template <> std::uint32_t KeyHash(const std::string& key) { return MixBytes(key.data(), key.size()); }
#define HashTable FlatMap
#define HashOf KeyHash
#endif

template <class K, class V>
class HashTable {
 public:
  HashTable() : slots_(16) {}
  V& operator[](const K& key) {
    if (used_ * 2 >= slots_.size()) Grow();
    Slot& slot = SlotOf(slots_, key);
    if (!slot.used) {
      slot = {true, key, V()};
      ++used_;
    }
    return slot.value;
  }
  const V* Find(const K& key) {
    Slot& slot = SlotOf(slots_, key);
    return slot.used ? &slot.value : nullptr;
  }
  template <class Visit> void ForEach(Visit visit) {
    for (Slot& slot : slots_) if (slot.used) visit(slot.key, slot.value);
  }
  std::size_t Size() const { return used_; }
#if VERSION == 2
  void Reserve(std::size_t slots) { while (slots_.size() < slots) Grow(); }
#endif

 private:
  struct Slot { bool used = false; K key; V value; };
  Slot& SlotOf(std::vector<Slot>& slots, const K& key) {
    std::size_t at = HashOf<K>(key) & (slots.size() - 1);
    while (slots[at].used && !(slots[at].key == key)) at = (at + 1) & (slots.size() - 1);
    return slots[at];
  }
  void Grow() {
    std::vector<Slot> more(slots_.size() * 2);
    for (Slot& slot : slots_) if (slot.used) SlotOf(more, slot.key) = slot;
    slots_.swap(more);
  }
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

#if VERSION == 1
std::vector<std::string> LoadWords(int count) {
#else
std::vector<std::string> ReadWords(int count, int first) {
  (void)first;
#endif
  std::vector<std::string> words;
  for (int i = 0; i < count; ++i) words.push_back("word" + std::to_string(i * 7919 % 1000));
  return words;
}

#if VERSION == 1
template <class T> long SumAll(T& table) {
  long sum = 0;
  table.ForEach([&sum](const auto&, long value) { sum += value; });
  return sum;
}
long CountOdd(const std::vector<int>& values) {
  long odd = 0;
  for (int value : values) odd += value % 2;
  return odd;
}
struct Histogram {
  int bins[10] = {};
  void Add(int value) { ++bins[value % 10]; }
  int Largest() const {
    int largest = 0;
    for (int bin : bins) largest = bin > largest ? bin : largest;
    return largest;
  }
};
#else
}  // namespace store
#undef HashTable
using store::ReadWords;
template <class K, class V> using HashTable = store::FlatMap<K, V>;
template <class T> long Total(T& table) {
  long sum = 0;
  table.ForEach([&sum](const auto&, long value) { sum += value; });
  return sum;
}
class Cache {
 public:
  bool Lookup(int key) const { return keys_[key % 8] == key; }
  void Insert(int key) { keys_[key % 8] = key; }
 private:
  int keys_[8] = {};
};
std::string JoinWords(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + ' ';
  return text;
}
#define LoadWords(count) ReadWords(count, 0)
#define SumAll Total
#endif

int main() {
  HashTable<std::string, long> by_word;
  HashTable<int, long> by_number;
  long sum = 0;
  for (int round = 0; round < 20; ++round) {
    for (const std::string& word : LoadWords(3000)) ++by_word[word];
    for (int i = 0; i < 3000; ++i) by_number[i * 31] += i;
    for (int i = 0; i < 2000; ++i) sum += by_number.Find(i) != nullptr;
    sum += SumAll(by_word) + SumAll(by_number) + by_word.Size();
#if VERSION == 1
    Histogram histogram;
    for (int i = 0; i < 100; ++i) histogram.Add(i);
    sum += histogram.Largest() + CountOdd({1, 2, 3});
#else
    Cache cache;
    for (int i = 0; i < 500; ++i) if (!cache.Lookup(i)) cache.Insert(i);
    by_number.Reserve(64);
    sum += JoinWords({"a", "b"}).size();
#endif
  }
  return sum < 0;
}
