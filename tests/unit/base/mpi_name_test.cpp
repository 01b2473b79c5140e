// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the names of MPI's routines.
#include "base/mpi_name.h"

#include <catch2/catch.hpp>

namespace profdiff::mpi_name_test {

using profdiff::ParseMpiName;

TEST_CASE("C uses the names of MPI as they are written", "[names]") {
  CHECK(ParseMpiName("MPI_Send").operation == "Send");
  CHECK(ParseMpiName("PMPI_Comm_rank").operation == "Comm_rank");
  CHECK(ParseMpiName("MPI_T_init_thread").operation == "T_init_thread");
  CHECK_FALSE(ParseMpiName("MPI_Send").is_fortran);
  CHECK(ParseMpiName("ompi_send").operation.empty());
  CHECK(ParseMpiName("PMPI").operation.empty());
}

TEST_CASE("Fortran uses lower case, underscores and suffixes", "[names]") {
  for (const char* name : {"mpi_reduce_scatter", "mpi_reduce_scatter_", "mpi_reduce_scatter__", "pmpi_reduce_scatter_",
                           "mpi_reduce_scatter_f08_"}) {
    CAPTURE(name);
    CHECK(ParseMpiName(name).operation == "Reduce_scatter");
    CHECK(ParseMpiName(name).is_fortran);
  }
  for (const char* name : {"mpi_", "mpi_setup_", "mpi_sends_", "mpi_f08_", "mpi_helpers_mp_send_", "Mpi_send_"}) {
    CAPTURE(name);
    CHECK(ParseMpiName(name).operation.empty());
  }
}

}  // namespace profdiff::mpi_name_test
