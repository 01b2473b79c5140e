// SPDX-License-Identifier: GPL-3.0-or-later
// Implements requests and answers as messages; an empty request ends the process that receives it. Errors are thrown
// only after all processes have answered, so that no message remains unreceived.
// Tests: tests/cli/check/distributed.py.
#include "egprof/mpi/agents.h"

#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "base/text.h"
#include "egprof/console/message_text.h"
#include "egprof/console/stages.h"

namespace egprof {

struct Answer {
  bool failed = false;
  std::string bytes;
  // Set only in answers that report an error.
  profdiff::Message message;
};

template <class Pack>
void Fields(Pack& pack, Answer& answer) {
  pack(answer.failed, answer.bytes, answer.message);
}

namespace {

using profdiff::Error;
using profdiff::ErrorCode;

// Converts any exception to profdiff::Error.
std::optional<Error> Catch(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return Error(ErrorCode::kUnsupported, "out of memory");
  } catch (const std::exception& error) {
    return Error(ErrorCode::kUnsupported, error.what());
  }
  return std::nullopt;
}

}  // namespace

std::function<bool(std::uint32_t rank)> OwnRanks(const Processes& processes) {
  return [own = processes.own(), count = processes.count()](std::uint32_t rank) { return rank % count == own; };
}

void DoTogether(const std::function<void()>& work) {
  const std::optional<Error> error = Catch(work);
  if (!error) return;
  std::fprintf(stderr, "egprof-mpi: %s\n", CauseText(error->message()).c_str());
  Processes::Abort();
}

Agents::~Agents() {
  for (unsigned other = 1; other < processes_.count(); ++other) processes_.Send(other, "");
}

void Agents::Ask(const std::string& request, const std::function<void()>& own_work,
                 const std::function<void(const std::string& answer)>& take) {
  for (unsigned other = 1; other < processes_.count(); ++other) processes_.Send(other, request);
  std::optional<Error> first = Catch(own_work);
  for (unsigned other = 1; other < processes_.count(); ++other) {
    const std::string bytes = processes_.Receive(other);
    if (first) continue;
    first = Catch([&] {
      const auto answer = Unpacked<Answer>(bytes);
      if (answer.failed) throw Error(answer.message);
      take(answer.bytes);
    });
  }
  if (first) throw *first;
}

std::string Agents::Summary() const {
  return profdiff::Plural(processes_.count(), "process") + ", " +
         WithCommas(processes_.travelled() + processes_.exchanged() + between_others_) + " bytes transferred";
}

void AnswerRequests(Processes& processes, const Answerer& answer) {
  for (std::string request = processes.Receive(0); !request.empty(); request = processes.Receive(0)) {
    Answer made;
    if (const std::optional<Error> error = Catch([&] { made.bytes = answer(request); })) {
      made = {true, {}, error->message()};
    }
    processes.Send(0, profdiff::PackValues(std::move(made)));
  }
}

}  // namespace egprof
