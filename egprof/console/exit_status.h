// SPDX-License-Identifier: GPL-3.0-or-later
// The exit status of a run that no error stops. Test: tests/unit/egprof/console/exit_status_test.cpp.
#ifndef EGPROF_CONSOLE_EXIT_STATUS_H_
#define EGPROF_CONSOLE_EXIT_STATUS_H_

namespace egprof {

// Exit statuses other than 0, which means success. Status 1 means an error, or a condition of --fail-if that could not
// be evaluated. With status 0, such a condition would accept every change.
inline constexpr int kBlindStatus = 1;
inline constexpr int kPartialStatus = 2;  // profiles, or parts of a trace, were left out
inline constexpr int kGateStatus = 3;     // a condition of --fail-if holds

// The order of events does not matter: a condition that holds has the highest precedence, then a condition that could
// not be evaluated, then input that was left out.
class ExitStatus {
 public:
  void HoldGate() { value_ = kGateStatus; }
  void MissGate() {
    if (value_ != kGateStatus) value_ = kBlindStatus;
  }
  void LeaveOut() {
    if (value_ == 0) value_ = kPartialStatus;
  }

  int value() const { return value_; }

 private:
  int value_ = 0;
};

}  // namespace egprof

#endif  // EGPROF_CONSOLE_EXIT_STATUS_H_
