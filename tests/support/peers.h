// SPDX-License-Identifier: GPL-3.0-or-later
// Simulates processes that divide a recording among themselves: each is a thread of one process.
#ifndef PROFDIFF_TESTS_SUPPORT_PEERS_H_
#define PROFDIFF_TESTS_SUPPORT_PEERS_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "profdiff/parts.h"

namespace tests {

// The messages that a process received, by exchange and then by sender.
using Received = std::vector<std::vector<std::string>>;

class PeerGroup {
 public:
  explicit PeerGroup(std::size_t count) : sent_(count), received_(count) {}

  // Calls work(peers) in `count` threads. Throws the first exception of any thread; the other threads then end.
  void Run(const std::function<void(const profdiff::Peers& peers)>& work) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < sent_.size(); ++i) {
      threads.emplace_back([&, i] {
        try {
          work({i, sent_.size(), [this, i](std::vector<std::string> bytes) { return Swap(i, std::move(bytes)); }});
        } catch (...) {
          const std::lock_guard lock(mutex_);
          if (!error_) error_ = std::current_exception();
          changed_.notify_all();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
  }

  std::size_t bytes() const { return bytes_; }  // number of bytes sent by all processes together
  const Received& received(std::size_t process) const { return received_[process]; }

 private:
  std::vector<std::string> Swap(std::size_t own, std::vector<std::string> outgoing) {
    std::unique_lock lock(mutex_);
    for (const std::string& each : outgoing) bytes_ += each.size();
    sent_[own] = std::move(outgoing);
    Meet(lock);
    std::vector<std::string> incoming;
    for (const std::vector<std::string>& each : sent_) incoming.push_back(each[own]);
    received_[own].push_back(incoming);
    Meet(lock);
    return incoming;
  }

  // Waits until all threads have arrived.
  void Meet(std::unique_lock<std::mutex>& lock) {
    const std::uint64_t round = round_;
    if (++here_ == sent_.size()) {
      here_ = 0;
      ++round_;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return round_ != round || error_; });
    if (error_) throw std::runtime_error("another process failed");
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::vector<std::string>> sent_;  // messages, by sender and then by receiver
  std::size_t here_ = 0, bytes_ = 0;
  std::uint64_t round_ = 0;
  std::exception_ptr error_;
  std::vector<Received> received_;  // by process
};

// Measures a recording with several processes; rank r is read by process r modulo `processes`.
inline profdiff::Measurements MeasureInProcesses(const std::string& path, std::size_t processes) {
  PeerGroup group(processes);
  std::vector<profdiff::MeasuredParts> parts(processes);
  group.Run([&](const profdiff::Peers& peers) {
    const auto wants = [&](std::uint32_t rank) { return rank % peers.count == peers.own; };
    profdiff::LoadMeasuredParts({path}, {}, wants, parts[peers.own]);
    parts[peers.own].Gather(peers);
  });
  return parts.front().Measure();
}

// Returns the process `own` of a group of `count` processes. Exchanges with the other processes return the messages in
// `received`, one exchange after another.
inline profdiff::Peers Replayed(std::size_t own, std::size_t count, Received received) {
  return {own, count, [received = std::move(received), next = std::size_t{0}](std::vector<std::string>) mutable {
            if (next == received.size()) throw std::runtime_error("more exchanges than were recorded");
            return received[next++];
          }};
}

}  // namespace tests

#endif  // PROFDIFF_TESTS_SUPPORT_PEERS_H_
