// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of messages, for comparisons in tests.
#ifndef TESTS_SUPPORT_MESSAGES_H_
#define TESTS_SUPPORT_MESSAGES_H_

#include <string>
#include <vector>

#include "profdiff/error.h"

namespace tests {

inline std::vector<std::string> TextsOf(const std::vector<profdiff::Message>& messages) {
  std::vector<std::string> texts;
  for (const profdiff::Message& message : messages) texts.push_back(profdiff::TextOf(message));
  return texts;
}

}  // namespace tests

#endif  // TESTS_SUPPORT_MESSAGES_H_
