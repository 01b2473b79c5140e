// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for joining recordings of processes and of threads of one process.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/error.h"
#include "profdiff/properties.h"
#include "support/properties.h"

namespace profdiff::join_test {

using tests::Measure;

namespace {

std::string File(const std::string& process, const std::string& thread, const std::string& functions) {
  return "pid: " + process + "\n" + (thread.empty() ? "" : "thread: " + thread + "\n") + "events: Ir\n" + functions;
}

const std::string kMain = "fn=main\n1 5\ncfn=f\ncalls=1 3\n2 7\nfn=f\n3 7\nfn=exit\n9 90\n";
const std::string kWorker = "fn=begin\n1 2\ncfn=f\ncalls=1 3\n2 20\nfn=f\n3 20\n";

// Describes each context of a function or the program by region, rank, thread and its first metric, such as "f 0.1=7".
std::string Contexts(const Measurements& measurements) {
  std::string text;
  const auto number = [](std::optional<std::uint32_t> value) { return value ? std::to_string(*value) : "-"; };
  for (const Context& context : measurements.contexts) {
    const Region& region = measurements.regions[context.region.value];
    if (region.kind != RegionKind::kFunction && region.kind != RegionKind::kProgram) continue;
    text += region.name + " " + number(context.location.rank) + "." + number(context.location.thread) + "=" +
            std::to_string(static_cast<int>(context.values[0])) + "\n";
  }
  return text;
}

std::string JoinError(const std::string& first, const std::string& second) {
  Measurements a = Measure(first), b = Measure(second);
  a.inputs = {"A"};
  b.inputs = {"B"};
  try {
    JoinMeasurements({a, b});
  } catch (const Error& error) {
    return TextOf(error.message());
  }
  return "";
}

}  // namespace

TEST_CASE("Threads of one process are one rank, and their work belongs to the phase", "[properties]") {
  const std::string all =
      "main 0.0=12\nmain 0.1=22\nmain 0.2=22\nf 0.0=7\nf 0.1=20\nf 0.2=20\nbegin 0.1=22\nbegin 0.2=22\n";
  const Measurements one = Measure(File("4", "1", kMain)), two = Measure(File("4", "2", kWorker)),
                     three = Measure(File("4", "3", kWorker));
  CHECK(Contexts(one) == "main -.0=12\nf -.0=7\n");
  const Measurements joined = JoinMeasurements({one, two, three});
  CHECK(Contexts(joined) == all);
  CHECK(joined.regions[joined.phase.value].name == "main");
  // The result does not depend on the order of the files.
  const Measurements turned = JoinMeasurements({three, one, two});
  CHECK(turned.regions[turned.phase.value].name == "main");
  CHECK(Contexts(turned).starts_with("main 0.0=12\nmain 0.1=22\nmain 0.2=22\n"));
  // The phase is the whole program if no thread has a call of main.
  CHECK(Contexts(JoinMeasurements({two, three})).starts_with("program 0.1=22\nprogram 0.2=22\n"));
}

TEST_CASE("Each other recording is a rank", "[properties]") {
  const auto main = [](const std::string& process, const std::string& thread) {
    return Measure(File(process, thread, "fn=main\n1 5\n"));
  };
  CHECK(Contexts(JoinMeasurements({main("4", "1"), main("5", "1"), main("4", "2"), main("5", "2")})) ==
        "main 0.0=5\nmain 0.1=5\nmain 1.0=5\nmain 1.1=5\n");
  CHECK(Contexts(JoinMeasurements({main("4", "1"), main("4", "1"), main("4", "2"), main("4", "2")})) ==
        "main 0.0=5\nmain 0.1=5\nmain 1.0=5\nmain 1.1=5\n");
  CHECK(Contexts(JoinMeasurements({main("4", ""), main("4", "")})) == "main 0.-=5\nmain 1.-=5\n");
  // The costs of a file with several threads are not attributed to a thread.
  CHECK(Contexts(Measure("pid: 4\nthread: 1\nevents: Ir\nfn=main\n1 5\nthread: 2\nevents: Ir\nfn=main\n1 5\n")) ==
        "main -.-=10\n");
  CHECK(JoinError(File("4", "", kMain), File("5", "", kWorker)) == "B: its phase differs from that of A");
}

TEST_CASE("Recordings with and without caches are not joined", "[properties]") {
  const std::string with = "desc: I1 cache: 1 B\ndesc: D1 cache: 2 B\nevents: Ir\nfn=f\n1 5\n",
                    without = "desc: I1 cache: \ndesc: D1 cache: \nevents: Ir\nfn=f\n1 5\n",
                    unknown = "events: Ir\nfn=f\n1 5\n";
  CHECK(Measure(with).machine == "I1 cache: 1 B; D1 cache: 2 B");
  CHECK(Measure(without).machine == kNoCaches);
  CHECK(Measure(unknown).machine.empty());
  const std::string reason =
      ": recorded without a simulation of caches, but A with one; record it with 'valgrind --tool=callgrind "
      "--cache-sim=yes'";
  CHECK(JoinError(with, without) == "B" + reason);
  CHECK(JoinError(without, without).empty());
  CHECK(JoinError(with, unknown).empty());
  CHECK(JoinError(without, unknown).empty());
}

}  // namespace profdiff::join_test
