// SPDX-License-Identifier: GPL-3.0-or-later
// Names of MPI routines in C and in Fortran.
// Tests: tests/unit/base/mpi_name_test.cpp.
#ifndef PROFDIFF_BASE_MPI_NAME_H_
#define PROFDIFF_BASE_MPI_NAME_H_

#include <string>
#include <string_view>

namespace profdiff {

struct MpiName {
  std::string operation;    // "Send"; empty for functions that are not MPI's
  bool is_fortran = false;  // true for Fortran, which passes all arguments by reference
};

// Parses "MPI_Send" and "PMPI_Send", and the symbols that Fortran compilers generate for MPI_SEND: "mpi_send",
// "mpi_send_", "mpi_send__" and, from the module mpi_f08, "mpi_send_f08_". A Fortran name is accepted only if MPI has
// the routine, since programs may have procedures such as mpi_setup. Source: MPI 3.1, annex A.
MpiName ParseMpiName(std::string_view name);

}  // namespace profdiff

#endif  // PROFDIFF_BASE_MPI_NAME_H_
