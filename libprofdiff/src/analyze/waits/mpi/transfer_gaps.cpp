// SPDX-License-Identifier: GPL-3.0-or-later
// Says what a recording must contain so that messages, collective operations and windows are known.
#include <algorithm>
#include <optional>
#include <string>

#include "analyze/waits/mpi/transfers.h"

namespace profdiff {
namespace {

constexpr const char* kHowToRecord =
    "; record with 'uftrace record -A' and the arguments of MPI's routines, as in egprof-check(1), or with EZTrace";

constexpr const char* kFortran =
    "Fortran passes arguments of MPI by reference, and the recording lacks what these refer to; record with 'uftrace "
    "record -A' and the arguments of MPI's routines in Fortran, as in egprof-check(1), or with EZTrace";

constexpr const char* kFortranRanks =
    "Fortran's arguments of MPI were recorded as texts, which tell only ranks below 256 apart; EZTrace records "
    "messages";

constexpr const char* kWindows =
    "the recording does not tell the windows of memory apart; record with 'uftrace record -A' and the arguments of the "
    "routines of windows, as in egprof-check(1)";

constexpr const char* kSeveral =
    "there are several communicators, and the recorded arguments do not show their ranks; record with 'uftrace record "
    "-A' and the arguments of the routines that create communicators, as in egprof-check(1), or with EZTrace";

}  // namespace

void TransferGaps::Add(const TransferGaps& more) {
  lacks_partner = lacks_partner || more.lacks_partner;
  lacks_root = lacks_root || more.lacks_root;
  has_fortran = has_fortran || more.has_fortran;
  has_many_ranks = has_many_ranks || more.has_many_ranks;
  has_any_source = has_any_source || more.has_any_source;
  counts_elements = counts_elements || more.counts_elements;
  has_windows = has_windows || more.has_windows;
  lacks_fences = lacks_fences || more.lacks_fences;
  lacks_locks = lacks_locks || more.lacks_locks;
  splits_communicators = splits_communicators || more.splits_communicators;
  most_communicators = std::max(most_communicators, more.most_communicators);
}

std::optional<std::string> TransferGaps::MessageProblem() const {
  if (lacks_partner && has_fortran) return kFortran;
  if (lacks_partner) return std::string("the recording has no arguments of MPI's sends and receives") + kHowToRecord;
  if (has_fortran && has_many_ranks) return kFortranRanks;
  if (has_any_source) {
    return "messages were received from MPI_ANY_SOURCE, and the recorded arguments do not contain the sender; EZTrace "
           "records it";
  }
  if (most_communicators > 1 && !tells_apart) return kSeveral;
  return std::nullopt;
}

std::optional<std::string> TransferGaps::CollectiveProblem() const {
  if (splits_communicators && most_communicators > 1 && !tells_apart) return kSeveral;
  return std::nullopt;
}

std::optional<std::string> TransferGaps::FenceProblem() const {
  if (lacks_fences || (has_windows && !tells_apart)) return kWindows;
  return std::nullopt;
}

std::optional<std::string> TransferGaps::LockProblem() const {
  if (lacks_locks || (has_windows && !tells_apart)) return kWindows;
  return std::nullopt;
}

std::optional<std::string> TransferGaps::RootProblem() const {
  if (has_fortran && has_many_ranks) return kFortranRanks;
  if (!lacks_root) return std::nullopt;
  if (has_fortran) return kFortran;
  return std::string("the recording has no arguments that name the roots of collective operations") + kHowToRecord;
}

}  // namespace profdiff
