// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/waits/mpi/communicator_log.h"

#include <utility>

namespace profdiff {
namespace {

// Returns the bytes of a handle before its first byte of 0, which are all that a recorded text has.
std::uint64_t RecordedText(std::int64_t handle) {
  const auto bits = static_cast<std::uint64_t>(handle);
  std::uint64_t text = 0;
  for (unsigned shift = 0; shift < 64 && ((bits >> shift) & 0xff) != 0; shift += 8) {
    text |= bits & (std::uint64_t{0xff} << shift);
  }
  return text;
}

}  // namespace

std::uint64_t CommunicatorLog::Use(std::optional<std::int64_t> address) {
  if (!address) return kUnnamedCommunicator;
  const auto [at, is_new] = numbers_.try_emplace(*address, count_);
  if (!is_new) return at->second;
  addresses_[RecordedText(*address)].push_back(*address);
  Bind(count_);
  return count_++;
}

void CommunicatorLog::Bind(std::uint64_t number) {
  if (number == 0 || unused_.empty()) return;
  if (unused_.size() == 1) {
    log_.created[unused_.front()].number = number;
    created_.emplace(number, unused_.front());
    unused_.clear();
    return;
  }
  if (ambiguous_ == 0) {
    for (const std::size_t index : unused_) log_.created[index].is_ambiguous = true;
  }
  if (++ambiguous_ < unused_.size()) return;
  unused_.clear();
  ambiguous_ = 0;
}

void CommunicatorLog::Create(const CreatedCommunicator& created, bool has_parent, bool has_result) {
  log_.lacks_parent = log_.lacks_parent || !has_parent;
  log_.is_lost = log_.is_lost || is_free_unknown_;
  if (has_result) unused_.push_back(log_.created.size());
  log_.created.push_back(created);
  if (ambiguous_ > 0) log_.created.back().is_ambiguous = true;
}

// A later communicator may have the address of one that was freed.
void CommunicatorLog::Free(std::optional<std::int64_t> text) {
  const auto found = text ? addresses_.find(RecordedText(*text)) : addresses_.end();
  if (found == addresses_.end() || found->second.size() != 1) {
    is_free_unknown_ = true;
    return;
  }
  numbers_.erase(found->second.front());
  addresses_.erase(found);
}

void CommunicatorLog::Operate(std::uint64_t number, std::string_view routine) {
  const auto found = created_.find(number);
  if (found == created_.end()) return;
  std::uint64_t& digest = log_.created[found->second].operations;
  for (const char letter : routine) digest = (digest ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;  // FNV-1a
  digest = (digest ^ 0xff) * 0x100000001b3U;
}

RankCommunicators CommunicatorLog::Take(std::uint32_t rank) {
  RankCommunicators log = std::move(log_);
  log.rank = rank;
  *this = {};
  return log;
}

}  // namespace profdiff
