// SPDX-License-Identifier: GPL-3.0-or-later
// A window moves over all chunks; the first chunk in it is the next one to be finished. The caller's thread calls
// finish(), and works on other chunks until the first chunk is ready.
#include "base/in_order.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace profdiff {
namespace {

class Window {
 public:
  Window(std::size_t chunks, std::size_t width, const std::function<void(std::size_t)>& work)
      : chunks_(chunks), width_(width), work_(work), states_(chunks) {}

  // Works on chunks until none are left. The window limits how far threads can run ahead of the first chunk, and
  // thereby how many results are in memory until finish() uses them.
  void Help() {
    std::unique_lock lock(mutex_);
    while (true) {
      moved_.wait(lock, [this] { return stopped_ || next_ == chunks_ || HasRoom(); });
      if (stopped_ || next_ == chunks_) return;
      WorkOnNext(lock);
    }
  }

  // Works on other chunks until the work on `chunk`, the first chunk, is done. There is no deadlock: if the window has
  // no room, every chunk in it has been taken, so another thread is working on `chunk`.
  void WaitFor(std::size_t chunk) {
    std::unique_lock lock(mutex_);
    while (!states_[chunk].done) {
      if (HasRoom()) {
        WorkOnNext(lock);
      } else {
        done_.wait(lock, [&] { return states_[chunk].done; });
      }
    }
    if (states_[chunk].error) std::rethrow_exception(states_[chunk].error);
  }

  void MoveOn() {
    std::lock_guard lock(mutex_);
    ++front_;
    moved_.notify_all();
  }

  void Stop() {
    std::lock_guard lock(mutex_);
    stopped_ = true;
    moved_.notify_all();
  }

 private:
  struct State {
    bool done = false;
    std::exception_ptr error;
  };

  bool HasRoom() const { return next_ < std::min(chunks_, front_ + width_); }

  void WorkOnNext(std::unique_lock<std::mutex>& lock) {
    const std::size_t chunk = next_++;
    lock.unlock();
    std::exception_ptr error;
    try {
      work_(chunk);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    states_[chunk] = {true, error};
    // There is at most one waiter, as only the caller's thread waits for done_.
    done_.notify_one();
  }

  const std::size_t chunks_, width_;
  const std::function<void(std::size_t)>& work_;
  std::mutex mutex_;
  std::condition_variable moved_, done_;
  std::vector<State> states_;
  std::size_t front_ = 0;  // the next chunk to be finished
  std::size_t next_ = 0;   // the next chunk to be started
  bool stopped_ = false;
};

// Worker threads, joined by the destructor. Stop() is called before the join, so that an exception from finish() does
// not have to wait for chunks that will not be used.
class Helpers {
 public:
  Helpers(Window& window, std::size_t count) : window_(window) {
    try {
      while (threads_.size() < count) threads_.emplace_back([&window] { window.Help(); });
    } catch (const std::exception&) {
      // If the system cannot start more threads, the existing ones do all the work.
    }
  }
  ~Helpers() { window_.Stop(); }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

 private:
  Window& window_;
  std::vector<std::jthread> threads_;
};

}  // namespace

void WorkInOrder(std::size_t chunks, unsigned threads, const std::function<void(std::size_t)>& work,
                 const std::function<void(std::size_t)>& finish, Waiting waiting) {
  // The caller's thread also works, so one helper fewer is started.
  const std::size_t together = std::max<std::size_t>(1, std::min<std::size_t>(threads, chunks));
  Window window(chunks, waiting == Waiting::kMany ? 2 * together : together, work);
  Helpers helpers(window, together - 1);
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    window.WaitFor(chunk);
    finish(chunk);
    window.MoveOn();
  }
}

}  // namespace profdiff
