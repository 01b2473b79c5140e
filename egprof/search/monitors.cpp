// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/search/monitors.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>

#include "egprof/process/program.h"
#include "profdiff/difference.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

using Words = std::vector<std::string>;

// Doubles each "%" in a file name, because valgrind would interpret a single one.
std::string ForValgrind(std::string path) {
  for (std::size_t at = 0; (at = path.find('%', at)) != std::string::npos; at += 2) path.insert(at, 1, '%');
  return path;
}

void AddCallgrind(const RecordingPlan& plan, const std::string& file, Words& words) {
  words.insert(words.end(), {"valgrind", "-q", "--tool=callgrind", "--cache-sim=yes", "--branch-sim=yes",
                             "--dump-instr=yes", "--dump-line=yes", "--collect-jumps=yes"});
  const std::string phase = plan.phase.empty() && plan.traits.has_main ? "main" : plan.phase;
  if (!phase.empty()) words.push_back("--toggle-collect=" + phase);
  if (plan.instances) words.insert(words.end(), {"--combine-dumps=yes", "--dump-after=" + phase});
  if (plan.first_cache) words.push_back("--D1=" + plan.first_cache->Text());
  if (plan.last_cache) words.push_back("--LL=" + plan.last_cache->Text());
  words.push_back("--callgrind-out-file=" + ForValgrind(file));
}

void AddLackey(const RecordingPlan&, const std::string& file, Words& words) {
  words.insert(words.end(), {"valgrind", "--tool=lackey", "--trace-mem=yes", "--log-file=" + ForValgrind(file)});
}

// Adds the words that start uftrace. LD_BIND_NOW binds all symbols before the program begins, because uftrace loses
// calls that a thread makes while another thread binds a symbol. The filter -F keeps only calls in the phase. It is a
// regular expression for the beginning of a name, because the compiler's copies of a function have names such as
// f.part.0.
//
// Programs with OpenMP or with threads are recorded as a whole, and the phase is selected when the recording is read. A
// filter would lose the calls of other threads, which call only bodies of parallel regions. A body is named after the
// function that contains the region, which may be any function that the phase calls. Besides, uftrace's filters do not
// distinguish a body from its function in C++.
void AddUftrace(const RecordingPlan& plan, const std::string& file, Words& words) {
  words.insert(words.end(), {"env", "LD_BIND_NOW=1", "uftrace", "record", "--no-event", "-d", file});
  const bool is_serial = plan.traits.is_known && !plan.traits.has_teams && !plan.traits.has_threads;
  if (is_serial && !plan.phase.empty()) words.insert(words.end(), {"-F", "^" + plan.phase});
  for (const std::string& specification : ArgumentSpecifications(plan)) {
    words.insert(words.end(), {"-A", specification});
  }
}

void AddGmon(const RecordingPlan&, const std::string&, Words&) {}

bool Always(const RecordingPlan&) { return true; }

std::string NoObstacle(const RecordingPlan&) { return ""; }
std::string UntracedCalls(const RecordingPlan& plan) {
  if (plan.traits.is_traced || !plan.traits.is_known) return "";
  return "'" + plan.line.program.front() + "' has calls that uftrace cannot record: compile it with -pg";
}
std::string NoProfiles(const RecordingPlan& plan) {
  if (!plan.phase.empty()) return "profiles contain sums of the whole run, not of --phase=" + plan.phase;
  if (plan.traits.writes_gmon || !plan.traits.is_known) return "";
  return "'" + plan.line.program.front() + "' writes no profiles: compile and link it with -pg";
}

bool HasWaits(const RecordingPlan& plan) { return plan.traits.is_traced && plan.traits.is_parallel; }
// True if the program writes profiles, and several processes do so. A single profile is of no use: the only property
// that is computed from profiles compares ranks.
bool HasProfiles(const RecordingPlan& plan) {
  return plan.traits.writes_gmon && !plan.line.launcher.empty() && plan.phase.empty();
}

// Loads the recordings of a run. If the run was stopped (`salvage` is set), unusable recordings are left out. Errors:
// the error of the first unusable recording, if the run was not stopped or if all recordings are unusable.
profdiff::Measurements LoadEach(const std::vector<Recording>& recordings, const profdiff::MeasureOptions& options) {
  std::vector<profdiff::Measurements> parts;
  std::vector<profdiff::Message> missing;
  std::optional<profdiff::Error> first;
  for (const Recording& recording : recordings) {
    try {
      parts.push_back(profdiff::LoadMeasurements(recording.path, options));
    } catch (const profdiff::Error& error) {
      if (!options.salvage) throw;
      if (!first) first = error;
      missing.push_back(profdiff::WithConsequence(error.message(), "this process is left out"));
      continue;
    }
    for (profdiff::Context& context : parts.back().contexts) {
      if (!context.location.rank) context.location.rank = recording.rank;
    }
  }
  if (parts.empty() && first) throw profdiff::Error(*first);
  profdiff::Measurements joined = profdiff::JoinMeasurements(std::move(parts));
  joined.missing.insert(joined.missing.end(), missing.begin(), missing.end());
  return joined;
}

profdiff::Measurements LoadProfiles(const std::vector<Recording>& recordings, const profdiff::MeasureOptions& options) {
  profdiff::ExecutionFiles files{options.image, {}};
  for (const Recording& recording : recordings) {
    files.profiles.emplace_back(recording.path, profdiff::FindInputFormat("gmon"));
  }
  profdiff::Measurements read = profdiff::LoadRankMeasurements(files, options);
  for (profdiff::Context& context : read.contexts) {
    std::optional<std::uint32_t>& rank = context.location.rank;
    if (rank && recordings[*rank].rank) rank = recordings[*rank].rank;
  }
  return read;
}

constexpr std::string_view kRankFolder = "rank";  // name of a process's directory; followed by a dot and the rank

// Returns the first number after `name` in a file name, for example 12 for "callgrind.12" and 3 for "gmon.3.4711"; 0 if
// there is no number.
std::uint64_t NumberOf(std::string_view file, std::string_view name) {
  std::uint64_t number = 0;
  if (file.size() > name.size()) std::from_chars(file.data() + name.size() + 1, file.data() + file.size(), number);
  return number;
}

}  // namespace

std::span<const MonitorRow> MonitorRows() {
  static const std::vector<MonitorRow> rows = {
      {.name = "gmon",
       .context = "RankPerf",
       .efficiencies = {"loadBalance"},
       .fits = HasProfiles,
       .obstacle = NoProfiles,
       .add_words = AddGmon,
       .load = LoadProfiles},
      {.name = "callgrind",
       .program = "valgrind",
       .package = "valgrind",
       .context = "SeqPerf",
       .without = {"D1compulsory", "D1capacity", "D1conflict", "D1coherence"},
       .fits = Always,
       .obstacle = NoObstacle,
       .add_words = AddCallgrind,
       .load = LoadEach},
      {.name = "uftrace",
       .program = "uftrace",
       .package = "uftrace",
       .context = "TimePerf",
       .efficiencies = {"loadBalance", "communicationEfficiency", "parallelEfficiency", "serialisation", "transfer",
                        "mpiLoadBalance", "mpiCommunicationEfficiency", "mpiParallelEfficiency",
                        "openmpParallelEfficiency"},
       .grows = true,
       .is_folder = true,
       .fits = HasWaits,
       .obstacle = UntracedCalls,
       .add_words = AddUftrace,
       .load = LoadEach},
      {.name = "lackey",
       .program = "valgrind",
       .package = "valgrind",
       .metrics = {"Dr", "Dw", "D1mr", "D1mw", "D1compulsory", "D1capacity", "D1conflict"},
       .arrays = true,
       .fits = Always,
       .obstacle = NoObstacle,
       .add_words = AddLackey,
       .load = LoadEach},
  };
  return rows;
}

const MonitorRow* FindMonitor(std::string_view name) {
  const std::span<const MonitorRow> rows = MonitorRows();
  const auto found = std::ranges::find(rows, name, &MonitorRow::name);
  return found == rows.end() ? nullptr : &*found;
}

profdiff::Monitor MonitorOf(const MonitorRow& row, const profdiff::PropertySet& set) {
  profdiff::Monitor monitor{.name = std::string(row.name), .metrics = {}, .arrays = row.arrays};
  monitor.metrics.assign(row.metrics.begin(), row.metrics.end());
  for (const profdiff::AslModel& model : set.models) {
    for (const std::string& metric : model.metrics) {
      const bool is_absent = std::ranges::find(row.without, metric) != row.without.end();
      if (model.head.name == row.context && !is_absent) monitor.metrics.push_back(metric);
    }
  }
  return monitor;
}

std::vector<std::string> RecordingCommand(const MonitorRow& row, const RecordingPlan& plan) {
  const bool has_ranks = !plan.line.launcher.empty();
  const std::string rank = has_ranks ? ".{rank}" : "";
  Words words = plan.line.launcher;
  if (has_ranks) words.insert(words.end(), {OwnPath(), "search", "--exec-rank", "--"});
  // A profile that the program itself writes must not replace an existing one, whichever monitor is used. SIGPROF, the
  // signal of the program's profiling timer, may end the program if valgrind delivers it late, so it is blocked unless
  // the monitor is gmon.
  if (plan.traits.writes_gmon) {
    const bool is_own = row.name == "gmon";
    words.emplace_back("env");
    if (!is_own) words.emplace_back("--block-signal=PROF");
    words.push_back("GMON_OUT_PREFIX=" + plan.folder + "/" + std::string(is_own ? row.name : kProfileBeside) + rank);
  }
  std::string file = plan.folder + "/" + std::string(row.name);
  if (row.is_folder && has_ranks) file.append("/").append(kRankFolder);
  row.add_words(plan, file + rank, words);
  words.insert(words.end(), plan.line.program.begin(), plan.line.program.end());
  return words;
}

// The arguments of MPI's functions that uftrace records. For each message, these are the element count, the other rank,
// the tag, the communicator and the request; for each collective call, the root and the communicator; what tells
// communicators apart; and windows with their locks. Arguments are numbered as in MPI's C interface. Fortran passes
// addresses: texts are what is there.
constexpr const char* kMpiArguments[] = {
    "^MPI_(Send|Ssend|Bsend|Rsend|Recv)$@arg2/i32,arg4/i32,arg5/i32,arg6/p",
    "^MPI_(Isend|Issend|Ibsend|Irsend|Irecv|(S|Ss|Bs|Rs)end_init|Recv_init)$@arg2/i32,arg4/i32,arg5/i32,arg6/p,arg7/p",
    "^MPI_Sendrecv$@arg2/i32,arg4/i32,arg5/i32,arg9/i32,arg10/i32,arg11/p",
    "^MPI_(Start|Wait|Test)$@arg1/p",
    "^MPI_(Startall|(Wait|Test)(all|any|some))$@arg1/i32,arg2/p",
    "^MPI_(Probe|Iprobe)$@arg1/i32,arg2/i32,arg3/p",
    "^MPI_(Barrier|Comm_(dup|create|rank|size)|Cart_(coords|rank|shift))$@arg1/p",
    "^MPI_Bcast$@arg4/i32,arg5/p",
    "^MPI_Reduce$@arg6/i32,arg7/p",
    "^MPI_(Gather|Scatter)$@arg7/i32,arg8/p",
    "^MPI_(Gatherv|Scatterv)$@arg8/i32,arg9/p",
    "^MPI_(Allreduce|Reduce_scatter|Scan|Exscan)$@arg6/p",
    "^MPI_(Allgather|Alltoall)$@arg7/p",
    "^MPI_Comm_split$@arg1/p,arg2/i32,arg3/i32",
    "^MPI_Cart_create$@arg1/p,arg5/i32",
    "^MPI_Win_create$@arg5/p",
    "^MPI_Win_allocate(_shared)?$@arg4/p",
    "^MPI_Win_create_dynamic$@arg2/p",
    "^MPI_Win_fence$@arg2/p",
    "^MPI_Win_lock$@arg1/i32,arg2/i32,arg4/p",
    "^MPI_Win_unlock$@arg1/i32,arg2/p",
    "^MPI_(Comm|Win)_free$@arg1/s",
    "^mpi_i?([bsr]?send|recv)_(init_)?(f08_)?$@arg4/s,arg5/s,arg6/s,arg7/p",
    "^mpi_sendrecv_(f08_)?$@arg4/s,arg5/s,arg9/s,arg10/s,arg11/s",
    "^mpi_(start|wait|test)_(f08_)?$@arg1/p",
    "^mpi_(startall|(wait|test)(all|any|some))_(f08_)?$@arg1/s,arg2/p",
    "^mpi_probe_(f08_)?$@arg1/s,arg2/s,arg3/s",
    "^mpi_(barrier|comm_(dup|create|rank|size|free)|cart_(coords|rank|shift))_(f08_)?$@arg1/s",
    "^mpi_bcast_(f08_)?$@arg4/s,arg5/s",
    "^mpi_reduce_(f08_)?$@arg6/s,arg7/s",
    "^mpi_(gather|scatter)_(f08_)?$@arg7/s,arg8/s",
    "^mpi_(gatherv|scatterv)_(f08_)?$@arg8/s,arg9/s",
    "^mpi_(allreduce|reduce_scatter|scan|exscan)_(f08_)?$@arg6/s",
    "^mpi_(allgather|alltoall)_(f08_)?$@arg7/s",
    "^mpi_comm_split_(f08_)?$@arg1/s,arg2/s,arg3/s",
    "^mpi_cart_create_(f08_)?$@arg1/s,arg5/s"};

// Returns specifications of the arguments of functions of MPI, and of mutexes.
std::vector<std::string> ArgumentSpecifications(const RecordingPlan& plan) {
  std::vector<std::string> found;
  if (plan.traits.has_threads) {
    found = {"^pthread_mutex_(lock|unlock)$@arg1/p", "^pthread_cond_(timed)?wait$@arg2/p"};
  }
  if (plan.line.launcher.empty()) return found;
  found.insert(found.end(), std::begin(kMpiArguments), std::end(kMpiArguments));
  return found;
}

std::vector<Recording> FindRecordings(const MonitorRow& row, const RecordingPlan& plan) {
  std::error_code error;
  const std::string name(row.name);
  if (row.is_folder) {
    const std::string path = plan.folder + "/" + name;
    const bool is_empty = std::filesystem::is_empty(path, error);
    return error || is_empty ? std::vector<Recording>() : std::vector<Recording>{{path, std::nullopt}};
  }
  std::vector<std::pair<std::uint64_t, std::string>> found;
  for (const auto& entry : std::filesystem::directory_iterator(plan.folder, error)) {
    const std::string file = entry.path().filename();
    const bool is_it = file == name || (file.starts_with(name + ".") && !file.ends_with(".log"));
    if (is_it && entry.file_size(error) > 0) found.emplace_back(NumberOf(file, name), entry.path());
  }
  std::ranges::sort(found);
  std::vector<Recording> recordings;
  for (auto& [number, path] : found) {
    // Without a launcher, the number in the file name is not a rank; for gmon, it is the process id.
    std::optional<std::uint32_t> rank;
    if (!plan.line.launcher.empty()) rank = static_cast<std::uint32_t>(number);
    recordings.push_back({std::move(path), rank});
  }
  return recordings;
}

std::vector<std::uint32_t> FindLostRanks(const std::vector<Recording>& recordings, const profdiff::Measurements& read) {
  std::set<std::uint32_t> started, seen;
  for (const Recording& recording : recordings) {
    if (recording.rank) started.insert(*recording.rank);
    std::error_code error;
    if (recording.rank || !std::filesystem::is_directory(recording.path, error)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(recording.path, error)) {
      const std::string file = entry.path().filename();
      const bool is_of_rank = file.starts_with(std::string(kRankFolder) + ".");
      if (is_of_rank) started.insert(static_cast<std::uint32_t>(NumberOf(file, kRankFolder)));
    }
  }
  for (const profdiff::Context& context : read.contexts) {
    if (context.location.rank) seen.insert(*context.location.rank);
  }
  std::vector<std::uint32_t> lost;
  for (std::uint32_t rank = 0; !started.empty() && rank <= *started.rbegin(); ++rank) {
    if (!seen.contains(rank)) lost.push_back(rank);
  }
  return lost;
}

}  // namespace egprof
