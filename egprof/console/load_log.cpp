// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/unit/egprof/console/both_sides_test.cpp.
#include "egprof/console/load_log.h"

#include <utility>

namespace egprof {

LoadLog::LoadLog(std::unique_ptr<Parts> parts)
    : text(parts->text), messages(parts->messages), stages(parts->stages), parts_(std::move(parts)) {}

std::unique_ptr<LoadLog> LoadLog::StartBeside() const {
  auto parts = std::make_unique<Parts>();
  parts->messages.set_own_style(messages.own_style());
  return std::unique_ptr<LoadLog>(new LoadLog(std::move(parts)));
}

void LoadLog::Join(LoadLog& beside) {
  text += beside.text;
  messages.Join(beside.messages);
  stages.sizes.Add(beside.stages.sizes);
  stages.AddBeside(beside.stages);
}

}  // namespace egprof
