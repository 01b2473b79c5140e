// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/in_order.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace profdiff::in_order_test {

using profdiff::DoBoth;
using profdiff::DoChunks;
using profdiff::WorkInOrder;

namespace {

void Sleep(std::size_t piece) { std::this_thread::sleep_for(std::chrono::microseconds(piece * 7919 % 500)); }

}  // namespace

TEST_CASE("pieces are finished in order, each once and after its work", "[in_order]") {
  for (unsigned threads : {0U, 1U, 2U, 3U, 8U, 100U}) {
    for (std::size_t pieces : {0U, 1U, 2U, 57U}) {
      std::vector<std::atomic<int>> worked(pieces);
      std::vector<std::size_t> finished;
      WorkInOrder(
          pieces, threads,
          [&](std::size_t i) {
            Sleep(i);
            ++worked[i];
          },
          [&](std::size_t i) {
            REQUIRE(worked[i] == 1);
            finished.push_back(i);
          });
      REQUIRE(finished.size() == pieces);
      for (std::size_t i = 0; i < pieces; ++i) CHECK(finished[i] == i);
    }
  }
}

TEST_CASE("at most twice as many pieces as threads are started, and all threads work", "[in_order]") {
  std::atomic<int> begun = 0, most = 0;
  std::mutex mutex;
  std::set<std::thread::id> threads;
  WorkInOrder(
      100, 3,
      [&](std::size_t i) {
        int now = ++begun;
        for (int known = most; known < now && !most.compare_exchange_weak(known, now);) {
        }
        Sleep(i);
        std::lock_guard lock(mutex);
        threads.insert(std::this_thread::get_id());
      },
      [&](std::size_t) { --begun; });
  CHECK(most <= 6);
  CHECK(threads.size() <= 3);
}

TEST_CASE("one thread, or one chunk, uses the caller's thread", "[in_order]") {
  const std::thread::id caller = std::this_thread::get_id();
  for (auto [pieces, threads] : {std::pair(5U, 1U), std::pair(1U, 8U)}) {
    WorkInOrder(
        pieces, threads, [&](std::size_t) { CHECK(std::this_thread::get_id() == caller); }, [](std::size_t) {});
  }
}

TEST_CASE("an exception is thrown in its place, and ends the work", "[in_order]") {
  for (unsigned threads : {1U, 2U, 8U}) {
    for (bool in_work : {true, false}) {
      std::atomic<int> worked = 0;
      int finished = 0;
      auto fail_at_20 = [](std::size_t i) {
        if (i == 20 || i == 25) throw std::runtime_error("piece " + std::to_string(i));
      };
      CHECK_THROWS_WITH(WorkInOrder(
                            1000, threads,
                            [&](std::size_t i) {
                              ++worked;
                              if (in_work) fail_at_20(i);
                            },
                            [&](std::size_t i) {
                              if (!in_work) fail_at_20(i);
                              ++finished;
                            }),
                        "piece 20");
      CHECK(finished == 20);
      CHECK(worked <= 20 + 2 * static_cast<int>(threads));
    }
  }
}

TEST_CASE("two functions are both called, once each", "[in_order]") {
  for (unsigned threads : {0U, 1U, 2U, 8U}) {
    std::atomic<int> first = 0, second = 0;
    DoBoth(
        threads, [&] { ++first; }, [&] { ++second; });
    CHECK(first == 1);
    CHECK(second == 1);
  }
}

TEST_CASE("the first of two functions throws its exception, whatever the second does", "[in_order]") {
  const auto fail = [](const char* what) { throw std::runtime_error(what); };
  for (unsigned threads : {1U, 2U, 8U}) {
    std::atomic<int> first = 0, second = 0;
    CHECK_THROWS_WITH(DoBoth(
                          threads,
                          [&] {
                            Sleep(1);
                            fail("first");
                          },
                          [&] {
                            ++second;
                            fail("second");
                          }),
                      "first");
    if (threads == 1) CHECK(second == 0);
    CHECK_THROWS_WITH(DoBoth(
                          threads, [&] { ++first; }, [&] { fail("second"); }),
                      "second");
    CHECK(first == 1);
  }
}

TEST_CASE("chunks contain all indexes, each once", "[in_order]") {
  constexpr std::size_t kWorthThreads = std::size_t{1} << 14;
  for (unsigned threads : {0U, 1U, 2U, 8U, ~0U}) {
    for (std::size_t count :
         {std::size_t{0}, std::size_t{1}, kWorthThreads - 1, kWorthThreads, 3 * kWorthThreads + 1}) {
      std::mutex mutex;
      std::set<std::pair<std::size_t, std::size_t>> chunks;
      DoChunks(count, threads, [&](std::size_t begin, std::size_t end) {
        std::lock_guard lock(mutex);
        chunks.emplace(begin, end);
      });
      REQUIRE(chunks.size() == (count < kWorthThreads ? 1 : std::clamp(threads, 1U, 256U)));
      std::size_t next = 0;
      for (const auto& chunk : chunks) {
        CHECK(chunk.first == next);
        next = chunk.second;
      }
      CHECK(next == count);
    }
  }
}

}  // namespace profdiff::in_order_test
