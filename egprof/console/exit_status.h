// SPDX-License-Identifier: GPL-3.0-or-later
// The exit status of a run that no error stops. Test: tests/unit/egprof/console/exit_status_test.cpp.
#ifndef EGPROF_CONSOLE_EXIT_STATUS_H_
#define EGPROF_CONSOLE_EXIT_STATUS_H_

namespace egprof {

// Exit statuses other than 0, which means success. Status 1 means an error, or a condition of --fail-if that could not
// be evaluated. With status 0, such a condition would accept every change.
inline constexpr int kBlindStatus = 1;
inline constexpr int kPartialStatus = 2;      // profiles, or parts of a trace, were left out
inline constexpr int kGateStatus = 3;         // a condition of --fail-if holds
inline constexpr int kInterruptStatus = 130;  // the user ended a recording, as a shell reports SIGINT

// The order of events does not matter: an interrupt has the highest precedence, then a condition that holds, then a
// condition that could not be evaluated or a run that failed, then input that was left out.
class ExitStatus {
 public:
  void Interrupt() { value_ = kInterruptStatus; }
  void HoldGate() {
    if (value_ != kInterruptStatus) value_ = kGateStatus;
  }
  void MissGate() {
    if (value_ != kInterruptStatus && value_ != kGateStatus) value_ = kBlindStatus;
  }
  // A program that was recorded failed.
  void FailRun() { MissGate(); }
  void LeaveOut() {
    if (value_ == 0) value_ = kPartialStatus;
  }

  int value() const { return value_; }

 private:
  int value_ = 0;
};

}  // namespace egprof

#endif  // EGPROF_CONSOLE_EXIT_STATUS_H_
