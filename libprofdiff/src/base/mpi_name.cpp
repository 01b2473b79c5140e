// SPDX-License-Identifier: GPL-3.0-or-later
// Fortran is case-insensitive, and compilers choose the symbol of a procedure (trailing underscores, module prefixes);
// therefore Fortran names are looked up in a list of routines. In C, "MPI_" is reserved for MPI itself.
#include "base/mpi_name.h"

namespace profdiff {
namespace {

// Routines of MPI, except rarely used ones (attributes, error classes, tools). There is a blank before and after each
// name. clang-format off
constexpr std::string_view kRoutines =
    " abort accumulate allgather allgatherv allreduce alltoall alltoallv alltoallw barrier bcast bsend bsend_init "
    "buffer_attach buffer_detach cancel cart_coords cart_create cart_get cart_rank cart_shift cart_sub "
    "comm_create comm_dup comm_free comm_get_parent comm_group comm_rank comm_size comm_spawn comm_split "
    "comm_split_type compare_and_swap dims_create dist_graph_create dist_graph_create_adjacent exscan "
    "fetch_and_op file_close file_iread file_iwrite file_open file_read file_read_all file_read_at "
    "file_read_at_all file_set_view file_write file_write_all file_write_at file_write_at_all finalize finalized "
    "gather gatherv get get_accumulate get_count get_processor_name group_free group_incl iallgather iallgatherv "
    "iallreduce ialltoall ialltoallv ibarrier ibcast ibsend igather igatherv improbe imrecv init init_thread "
    "initialized iprobe irecv ireduce irsend iscatter iscatterv isend issend mprobe mrecv neighbor_allgather "
    "neighbor_alltoall op_create op_free pack probe put recv recv_init reduce reduce_local reduce_scatter "
    "reduce_scatter_block request_free rsend rsend_init scan scatter scatterv send send_init sendrecv sendrecv_replace "
    "ssend ssend_init "
    "start startall test testall testany testsome type_commit type_contiguous type_create_struct "
    "type_create_subarray type_free type_indexed type_vector unpack wait waitall waitany waitsome win_allocate "
    "win_complete win_create win_fence win_free win_lock win_lock_all win_post win_start win_unlock "
    "win_unlock_all win_wait wtime ";
// clang-format on

// Returns the name of the routine without the additions of Fortran compilers, for example "send" for "send", "send_",
// "send__" and "send_f08_"; empty if MPI has no routine of this name.
std::string_view FortranRoutine(std::string_view name) {
  while (name.ends_with('_')) name.remove_suffix(1);
  constexpr std::string_view kModule = "_f08";
  if (name.ends_with(kModule)) name.remove_suffix(kModule.size());
  const bool is_known = kRoutines.find(" " + std::string(name) + " ") != std::string_view::npos;
  return is_known && !name.empty() ? name : std::string_view();
}

}  // namespace

MpiName ParseMpiName(std::string_view name) {
  // PMPI_ is the profiling interface, in which the same routine has a second name (MPI 3.1, section 14.2).
  if (name.starts_with("PMPI_") || name.starts_with("pmpi_")) name.remove_prefix(1);
  if (name.starts_with("MPI_")) return {std::string(name.substr(4)), false};
  if (!name.starts_with("mpi_")) return {};
  MpiName parsed{std::string(FortranRoutine(name.substr(4))), true};
  if (parsed.operation.empty()) return {};
  // Spells the operation as in C, for example "Send": only the first letter is a capital.
  parsed.operation[0] = static_cast<char>(parsed.operation[0] - 'a' + 'A');
  return parsed;
}

}  // namespace profdiff
