// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates terms in postfix order.
// Tests: tests/unit/analyze/expression/formula_test.cpp, tests/unit/analyze/gate/gate_test.cpp.
#ifndef PROFDIFF_BASE_FOLD_POSTFIX_H_
#define PROFDIFF_BASE_FOLD_POSTFIX_H_

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace profdiff {

// Returns the value of the last term. `apply` computes the value of each term from the values of its `operands` terms,
// which come before it: `Value apply(const Term& term, std::span<Value> operands)`. There must be at least one term.
template <class Value, class Terms, class Apply>
Value FoldPostfix(const Terms& terms, Apply apply) {
  std::vector<Value> stack;
  for (const auto& term : terms) {
    const auto first = stack.end() - static_cast<std::ptrdiff_t>(term.operands);
    Value value = apply(term, std::span<Value>(first, stack.end()));
    stack.erase(first, stack.end());
    stack.push_back(std::move(value));
  }
  return std::move(stack.back());
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_FOLD_POSTFIX_H_
