// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for filter codes and the functions in each group.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "analyze/loops/fold.h"
#include "profdiff/error.h"
#include "profdiff/ranking.h"
#include "support/folded_text.h"

namespace profdiff::filter_code_test {
namespace {

std::string MessageOf(const std::string& code, const std::vector<std::string>& cust = {}) {
  try {
    ParseRankFilter(code, cust);
  } catch (const Error& error) {
    REQUIRE(error.code() == ErrorCode::kBadArgument);
    return TextOf(error.message());
  }
  return "accepted";
}

// Returns the names that a filter code keeps.
std::vector<std::string> Kept(const std::string& code, const std::vector<std::string>& names,
                              const std::vector<std::string>& cust = {}) {
  Trace trace = TraceBuilder().Names(names).Build();
  TreeBuilder tree(trace);
  for (const std::string& name : names) {
    tree.Enter(name);
    tree.Leave();
  }
  trace.threads.resize(1);
  trace.threads[0].calls = tree.Build();
  const std::vector<const Trace*> runs = {&trace};
  return FoldTraces(runs, ParseRankFilter(code, cust)).names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a filter code is read", "[rank][filter_code]") {
  const RankFilter filter = ParseRankFilter("(7)11.mem.ompcrit.cust.0K10", {"^CPU_", "^work$"});
  CHECK(filter.code == "11.mem.ompcrit.cust.0K10");
  CHECK(filter.drop_returns);
  CHECK(filter.drop_stubs);
  CHECK(filter.longest_body == 10);
  REQUIRE(filter.keep.size() == 4);
  CHECK(filter.keep[2] == "^CPU_");
  CHECK(filter.keep[3] == "^work$");
  const RankFilter all = ParseRankFilter("01.mpi.1K7");
  CHECK_FALSE(all.drop_returns);
  CHECK(all.keep.empty());
  CHECK(all.longest_body == 7);
  CHECK_FALSE(ParseRankFilter("10.mpi.0K1").drop_stubs);
  CHECK(ParseRankFilter("11.1K10", {}, 50).code == "11.1K50");
}

TEST_CASE("an invalid filter code is refused in one line that gives the reason", "[rank][filter_code]") {
  for (const char* code : {"", "1", "11", "11.mpi", "11.mpi.0", "11.mpi.0K", "11.mpi.0K1x", "21.1K10", "11.mpi0K10",
                           "11.1K-1", "(x)11.1K10", "()11.1K10", "(7", "11..0K10", "11.MPI.0K10", "11.1K10 "}) {
    INFO(code);
    CHECK(MessageOf(code) == "filter '" + std::string(code) + "' is not a code such as 11.mpi.ompcrit.0K10");
  }
  CHECK(MessageOf("11.mpj.0K10")
            .starts_with("filter '11.mpj.0K10' names the group 'mpj', which is not one of mpi, mpiall, "));
  CHECK(MessageOf("11.0K10").find("keeps no functions") != std::string::npos);
  CHECK(MessageOf("11.cust.0K10").find("its expression is missing") != std::string::npos);
  CHECK(MessageOf("11.cust.0K10", {"x"}) == "accepted");
  for (const char* code : {"11.1K0", "11.1K10001", "11.1K4294967296", "11.1K99999999999999999999"}) {
    CHECK(MessageOf(code).find("from 1 to 10000") != std::string::npos);
  }
}

TEST_CASE("groups contain the functions that the manual lists", "[rank][filter_code]") {
  CHECK(Kept("11.mpi.0K10", {"MPI_Send", "PMPI_Send", "main", "ompi_x", "xMPI_"}) == Names{"MPI_Send", "PMPI_Send"});
  CHECK(Kept("11.mpiall.0K10", {"MPI_Send", "ompi_x", "opal_progress", "ucp_put", "main"}) ==
        Names{"MPI_Send", "ompi_x", "opal_progress", "ucp_put"});
  CHECK(Kept("11.mpicol.0K10", {"MPI_Allreduce", "MPI_Ibarrier", "PMPI_Gatherv", "MPI_Alltoallw", "MPI_Reduce_local",
                                "MPI_Reduce_scatter_block", "MPI_Send", "MPI_Scatter@LIBMPI_3"}) ==
        Names{"MPI_Allreduce", "MPI_Alltoallw", "MPI_Ibarrier", "MPI_Reduce_scatter_block", "MPI_Scatter@LIBMPI_3",
              "PMPI_Gatherv"});
  CHECK(
      Kept("11.mpisr.0K10", {"MPI_Send", "MPI_Isend", "MPI_Bsend", "MPI_Irsend", "MPI_Recv", "MPI_Mrecv", "MPI_Imrecv",
                             "MPI_Sendrecv_replace", "MPI_Waitall", "MPI_Wait", "MPI_Bcast", "MPI_Send_init"}) ==
      Names{"MPI_Bsend", "MPI_Imrecv", "MPI_Irsend", "MPI_Isend", "MPI_Mrecv", "MPI_Recv", "MPI_Send",
            "MPI_Sendrecv_replace", "MPI_Wait", "MPI_Waitall"});
  CHECK(Kept("11.ompcrit.0K10",
             {"GOMP_critical_start", "GOMP_critical_name_end", "__kmpc_end_critical", "GOMP_parallel"}) ==
        Names{"GOMP_critical_name_end", "GOMP_critical_start", "__kmpc_end_critical"});
  CHECK(Kept("11.ompmutex.omp.0K10", {"omp_set_lock", "GOMP_atomic_end", "main"}) ==
        Names{"GOMP_atomic_end", "omp_set_lock"});
  CHECK(Kept("11.mem.0K10", {"memcpy", "malloc", "free", "free_list", "_Znwm", "_ZdlPv"}) ==
        Names{"_ZdlPv", "_Znwm", "free", "malloc", "memcpy"});
  CHECK(Kept("11.net.poll.str.pth.0K10",
             {"socket", "tcp_send", "poll", "sched_yield", "strlen", "wcscpy", "sem_wait", "sendfar"}) ==
        Names{"poll", "sched_yield", "sem_wait", "socket", "strlen", "tcp_send", "wcscpy"});
  CHECK(Kept("11.cust.mpi.0K10", {"MPI_Send", "work", "rest"}, {"^work$"}) == Names{"MPI_Send", "work"});
  CHECK(Kept("11.1K10", {"main", "puts@plt"}) == Names{"main"});
  CHECK(Kept("10.1K10", {"main", "puts@plt"}) == Names{"main", "puts@plt"});
  CHECK(Kept("01.1K10", {"main"}) == Names{"main", "return"});
}

TEST_CASE("every group has its own name and meaning", "[rank][filter_code]") {
  Names names;
  for (const FilterGroup& group : FilterGroups()) {
    names.emplace_back(group.name);
    CHECK_FALSE(group.meaning.empty());
    CHECK(group.expression.empty() == (group.name == "cust"));
  }
  std::ranges::sort(names);
  CHECK(std::ranges::adjacent_find(names) == names.end());
}

}  // namespace profdiff::filter_code_test
