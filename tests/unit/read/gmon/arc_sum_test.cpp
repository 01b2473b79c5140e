// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/gmon/arc_sum.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "support/arc_of_one_hash.h"

namespace profdiff::arc_sum_test {
namespace {

using File = std::vector<ArcRecord>;
using Pair = std::pair<std::uint64_t, std::uint64_t>;

// Adds the files in chunks of `chunk` records, and compares the sum with one that a map computes.
void Check(const std::vector<File>& files, std::size_t chunk) {
  ArcSum sum;
  std::map<Pair, std::uint64_t> counts;
  std::vector<Pair> order;
  for (const File& file : files) {
    sum.BeginFile();
    sum.Expect(file.size() / 2);  // announces a wrong number of arcs
    for (std::size_t i = 0; i < file.size(); i += chunk) {
      sum.Add(std::span(file).subspan(i, std::min(chunk, file.size() - i)));
    }
    for (const ArcRecord& arc : file) {
      if (counts.try_emplace({arc.from, arc.self}, 0).second) order.emplace_back(arc.from, arc.self);
      counts[{arc.from, arc.self}] += arc.count;
    }
  }
  const std::vector<ArcRecord> arcs = sum.Take();
  REQUIRE(arcs.size() == order.size());
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    REQUIRE(Pair(arcs[i].from, arcs[i].self) == order[i]);
    REQUIRE(arcs[i].count == counts[order[i]]);
  }
  CHECK(sum.Take().empty());
}

File Random(std::mt19937_64& random, std::size_t size, std::uint64_t sites) {
  File file;
  while (file.size() < size) file.push_back({0x400000 + 16 * (random() % sites), 16 * (random() % 100), random() % 9});
  return file;
}

}  // namespace

TEST_CASE("arcs of random files keep their first-seen order and their sums", "[arc_sum]") {
  std::mt19937_64 random(7);
  for (std::uint64_t sites : {2U, 300U, 10000U}) {
    std::vector<File> files;
    for (std::size_t size : {0U, 1U, 5000U, 700U, 20000U, 3U}) files.push_back(Random(random, size, sites));
    for (std::size_t piece : {1U, 64U, 256U, 100000U}) Check(files, piece);
  }
}

TEST_CASE("the size of a list with repeats depends on its distinct arcs, not on its records", "[arc_sum]") {
  std::mt19937_64 random(10);
  const File few = Random(random, 3000, 100), many = Random(random, 70'000, 1'000'000);
  File file = few;
  for (int i = 0; i < 100; ++i) file.insert(file.end(), few.begin(), few.end());
  for (int i = 0; i < 3; ++i) file.insert(file.end(), many.begin(), many.end());
  Check({file, few, many}, 256);

  ArcSum sum;
  sum.BeginFile();
  for (int i = 0; i < 1000; ++i) sum.Add(few);
  CHECK(sum.Take().capacity() <= 100'000);
}

TEST_CASE("files with the same arcs, with fewer, with more and with repeated arcs", "[arc_sum]") {
  std::mt19937_64 random(8);
  File all = Random(random, 3000, 100000);
  std::ranges::sort(all, {}, [](const ArcRecord& arc) { return Pair(arc.from, arc.self); });
  File half, twice = all;
  for (std::size_t i = 0; i < all.size(); i += 2) half.push_back(all[i]);
  twice.insert(twice.end(), all.begin(), all.end());
  File backwards(all.rbegin(), all.rend());
  Check({all, all, all}, 256);
  Check({half, all, half, all}, 256);
  Check({twice, half, twice}, 256);
  Check({all, backwards, all, backwards, twice}, 256);
}

TEST_CASE("arcs that are constructed for one hash", "[arc_sum]") {
  File file;
  for (std::uint64_t i = 0; i < 50'000; ++i) {
    file.push_back(tests::ArcOfOneHash(0x400000 + 16 * i, 0x2545f4914f6cdd1d));
  }
  Check({file, File(file.rbegin(), file.rend())}, 256);
}

TEST_CASE("a guess of many arcs reserves a limited amount of memory", "[arc_sum]") {
  ArcSum sum;
  sum.BeginFile();
  sum.Expect(~std::uint64_t{0});
  sum.Add(File{{1, 2, 3}});
  const std::vector<ArcRecord> arcs = sum.Take();
  CHECK(arcs.size() == 1);
  CHECK(arcs.capacity() < std::size_t{1} << 23);
}

TEST_CASE("sums are added like files", "[arc_sum]") {
  std::mt19937_64 random(9);
  const File files[] = {Random(random, 500, 50), Random(random, 400, 80), Random(random, 600, 20)};
  ArcSum one, sum;
  for (const File& file : files) {
    ArcSum part;
    for (ArcSum* target : {&one, &part}) {
      target->BeginFile();
      target->Add(file);
    }
    sum.Add(std::move(part));
  }
  const std::vector<ArcRecord> expected = one.Take(), found = sum.Take();
  CHECK(std::ranges::equal(expected, found, [](const ArcRecord& a, const ArcRecord& b) {
    return a.from == b.from && a.self == b.self && a.count == b.count;
  }));
}

}  // namespace profdiff::arc_sum_test
