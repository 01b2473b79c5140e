// SPDX-License-Identifier: GPL-3.0-or-later
// Reads many profile files. Consecutive files form a chunk. Any thread can read a chunk into a partial sum; the
// caller's thread then checks and adds the partial sums in file order. Samples and counts are integers, so the division
// into chunks does not affect their sums; nor does it affect the order in which arcs first occur.
// Tests: tests/unit/read/gmon/read_profiles_test.cpp, tests/cli/files.
#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "profdiff/gmon.h"
#include "read/file/file.h"
#include "read/gmon/partial_sum.h"
#include "read/gmon/profile_bytes.h"
#include "read/gmon/record_sum.h"
#include "values/loading_profiles.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostFiles = 256;  // largest number of files in a chunk

// Returns the start of each chunk, and the end of the last chunk. Each chunk needs a list of arcs, so the first chunks
// are large; later ones are smaller, so that all threads finish at about the same time.
std::vector<std::size_t> Divide(std::size_t files, std::size_t threads, std::size_t most) {
  std::vector<std::size_t> firsts = {0};
  while (firsts.back() < files) {
    const std::size_t share = (files - firsts.back()) / (2 * threads);
    firsts.push_back(std::min(files, firsts.back() + std::clamp<std::size_t>(share, 1, most)));
  }
  return firsts;
}

// The result of reading the files of a chunk.
struct Piece {
  std::size_t number = 0;  // index of the chunk's first file
  PartialSum sum;
  std::size_t files_read = 0;
  bool ends = false;  // true if no further file may be added: the last one is damaged, or the next one cannot be read
  std::exception_ptr error;  // the reason why the next file cannot be read
  // For files that are not added up, a chunk is one file: `alone` is its outline, and `wrong` its error. Its records
  // have already been passed on.
  std::optional<GmonOutline> alone;
  std::optional<Error> wrong;
};

class ManyFiles {
 public:
  // If `sum` is null, files are not added up.
  ManyFiles(std::span<const std::string> paths, const ReadingOptions& options, const FileObserver& observer,
            const RecordsUser& each, RecordSum* sum)
      : paths_(paths),
        options_(options),
        observer_(observer),
        each_(each),
        sum_(sum),
        alone_(each || sum == nullptr || options.keep_going || options.salvage) {
    firsts_ = Divide(paths.size(), std::max(1U, options.threads), alone_ ? 1 : kMostFiles);
    pieces_.resize(firsts_.size() - 1);
  }

  void Read() {
    WorkInOrder(
        pieces_.size(), options_.threads,
        [this](std::size_t i) {
          pieces_[i] = std::make_unique<Piece>(ReadPiece(firsts_[i], firsts_[i + 1], /*may_wait=*/false));
        },
        [this](std::size_t i) { Finish(i); }, alone_ ? Waiting::kFew : Waiting::kMany);
  }

 private:
  // Reads up to the first error. Pipes and devices are read only when their turn comes: after an earlier error they
  // must not be read, and a pipe that is given twice is read to its end the first time.
  Piece ReadPiece(std::size_t first, std::size_t end, bool may_wait) const {
    Piece piece;
    piece.number = first;
    ReadBuffer buffer;
    for (std::size_t number = first; number < end && !piece.ends; ++number) {
      if (!may_wait && !IsRegularFile(paths_[number])) break;
      ReadFile(number, buffer, piece);
    }
    piece.sum.End();
    return piece;
  }

  // Adds a file to the chunk's partial sum. An exception is stored in the chunk until it is the file's turn, so that
  // the first error in file order is reported, whichever thread is first.
  void ReadFile(std::size_t number, ReadBuffer& buffer, Piece& piece) const {
    try {
      GmonOutline& outline = piece.sum.BeginFile(paths_[number]);
      ReadProfile(buffer, {options_.layout, options_.format, options_.salvage}, outline, piece.sum);
      piece.ends = !outline.IsUsable();
      if (each_ || sum_ == nullptr) UseAlone(number, piece);
      ++piece.files_read;
    } catch (...) {
      piece.error = std::current_exception();
      piece.ends = true;
      if (options_.keep_going) ++piece.files_read;  // prevents Finish from reading the file again
      piece.sum.DropFile();
      piece.alone.reset();
    }
  }

  // Makes the records of a single file, and passes them to `each_`. An error is stored in the chunk until it is the
  // file's turn. If files are added up, adding the file to `sum_` reports the same error.
  void UseAlone(std::size_t number, Piece& piece) const {
    RecordSum alone;
    try {
      if (sum_ != nullptr) {
        alone.Add(piece.sum, {});
      } else {
        piece.alone = piece.sum.files.back().outline;
        alone.Add(std::move(piece.sum), {});
      }
    } catch (const Error& error) {
      piece.wrong = error;
      return;
    }
    if (each_) each_(number, alone.Take());
  }

  // Adds a chunk. Files that had to wait for their turn (pipes), and the files after them in the chunk, are read only
  // now.
  void Finish(std::size_t i) {
    const std::unique_ptr<Piece> piece = std::move(pieces_[i]);
    const std::size_t waiting = firsts_[i] + piece->files_read;
    Add(std::move(*piece));
    for (std::size_t number = waiting; number < firsts_[i + 1]; ++number) Add(ReadPiece(number, number + 1, true));
  }

  void Add(Piece piece) {
    if (options_.keep_going && LeaveOut(piece)) return;
    if (sum_ != nullptr) {
      sum_->Add(std::move(piece.sum), observer_);
    } else if (piece.alone) {
      if (observer_) observer_(*piece.alone, piece.wrong ? &*piece.wrong : nullptr);
      if (piece.wrong) throw Error(*piece.wrong);
    }
    if (piece.error) std::rethrow_exception(piece.error);
  }

  // Reports an unusable file to the observer. Returns true if the chunk's file is unusable.
  bool LeaveOut(const Piece& piece) {
    try {
      if (piece.error) std::rethrow_exception(piece.error);
      if (piece.wrong) throw Error(*piece.wrong);
      if (sum_ != nullptr && !piece.sum.files.empty()) sum_->CheckAlone(piece.sum);
      return false;
    } catch (const Error& error) {
      GmonOutline outline;
      outline.path = paths_[piece.number];
      if (!piece.sum.files.empty()) outline = piece.sum.files.back().outline;
      if (observer_) observer_(outline, &error);
      return true;
    }
  }

  std::span<const std::string> paths_;
  const ReadingOptions& options_;
  const FileObserver& observer_;
  const RecordsUser& each_;
  RecordSum* sum_;
  const bool alone_;  // true if each file is a chunk of its own
  std::vector<std::size_t> firsts_;
  std::vector<std::unique_ptr<Piece>> pieces_;
};

}  // namespace

Records ReadProfiles(std::span<const std::string> paths, const ReadingOptions& options, const FileObserver& observer,
                     const RecordsUser& each) {
  RecordSum sum;
  ManyFiles(paths, options, observer, each, &sum).Read();
  return sum.Take();
}

void ReadEachProfile(std::span<const std::string> paths, const ReadingOptions& options, const FileObserver& observer,
                     const RecordsUser& each) {
  ManyFiles(paths, options, observer, each, nullptr).Read();
}

}  // namespace profdiff
