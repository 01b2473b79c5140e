// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/waits/wait_kinds.h"

namespace profdiff {

RegionKind ConstructOf(WaitKind kind) {
  switch (kind) {
    case WaitKind::kImbalanceAtBarrier:
      return RegionKind::kBarrier;
    case WaitKind::kImbalanceInParallelLoop:
    case WaitKind::kInsufficientWorkInParallelLoop:
      return RegionKind::kWorksharing;
    case WaitKind::kImbalanceInParallelSections:
    case WaitKind::kImbalanceDueToNotEnoughSections:
    case WaitKind::kImbalanceDueToUnevenSectionDistribution:
      return RegionKind::kSections;
    case WaitKind::kUnparallelizedInSingleRegion:
      return RegionKind::kSingle;
    case WaitKind::kUnparallelizedInMasterRegion:
      return RegionKind::kMaster;
    case WaitKind::kImbalanceInParallelRegion:
      return RegionKind::kParallel;
    case WaitKind::kCriticalSectionContention:
      return RegionKind::kCritical;
    case WaitKind::kLockContention:
      return RegionKind::kLock;
    case WaitKind::kMutexContention:
    case WaitKind::kSerializedByMutex:
    case WaitKind::kIdleWorkers:
    case WaitKind::kJoinWait:
      return RegionKind::kThread;
    default:
      return RegionKind::kFunction;
  }
}

}  // namespace profdiff
