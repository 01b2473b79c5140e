// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of functions, as regular expressions that match their names. The first letter after MPI_ is upper case, the
// first after MPI_I lower case, as in MPI_Barrier and MPI_Ibarrier. Names may have a symbol version, as in
// free@GLIBC_2.2.5.
// Sources: section 4.4 of the DiffTrace paper, which lists the groups but not their functions; MPI 4.0, chapters 3, 4
// and 6; OpenMP 5.1, chapter 3; the names of GCC's libgomp and of LLVM's runtime; operator new and delete as mangled by
// the Itanium C++ ABI.
// Tests: tests/unit/analyze/loops/filter_code_test.cpp.
#include <array>

#include "profdiff/ranking.h"

namespace profdiff {
namespace {

constexpr std::array<FilterGroup, 13> kGroups = {{
    {"mpi", "MPI", "^P?MPI_"},
    {"mpiall", "MPI and its internal functions", "^(P?MPI_|ompi_|opal_|orte_|mca_|MPI[RD]I?_|uc[pt]_|pmix_)"},
    {"mpicol", "MPI: collective operations",
     "^P?MPI_I?([Bb]arrier|[Bb]cast|[Gg]atherv?|[Ss]catterv?|[Aa]llgatherv?|[Aa]lltoall[vw]?|[Rr]educe|"
     "[Aa]llreduce|[Rr]educe_scatter(_block)?|[Ss]can|[Ee]xscan)(@.*)?$"},
    {"mpisr", "MPI: send, receive and wait",
     "^P?MPI_I?([BbSsRr]?send|[Ss]end|[Mm]?recv|[Rr]ecv|[Ss]endrecv(_replace)?|[Ww]ait(all|any|some)?)(@.*)?$"},
    {"omp", "OpenMP", "^(GOMP_|omp_|__kmpc_)"},
    {"ompcrit", "OpenMP: start and end of critical sections",
     "^(GOMP_critical_(name_)?(start|end)|__kmpc_(end_)?critical)"},
    {"ompmutex", "OpenMP: locks and atomic sections",
     "^(omp_(init|destroy|set|unset|test)_(nest_)?lock|GOMP_atomic_|__kmpc_(init|destroy|set|unset|test)_(nest_)?"
     "lock)"},
    {"pth", "POSIX threads", "^(pthread_|sem_)"},
    {"mem", "memory", "^(mem|(m|c|re|v|pv)alloc(@.*)?$|aligned_alloc|posix_memalign|c?free(@.*)?$|_Zn[wa]|_Zd[la])"},
    {"net", "network",
     "^(socket|connect|bind|listen|accept4?|shutdown|send(to|m?msg)?|recv(from|m?msg)?|get(sock|peer)name|"
     "[gs]etsockopt|getaddrinfo)(@.*)?$|^(tcp|udp|inet_)"},
    {"poll", "polling and yielding", "^(p?poll|epoll_|p?select(@.*)?$|sched_|pthread_yield|yield)"},
    {"str", "strings", "^(str|stp|wcs)"},
    {"cust", "the expressions of the caller", ""},
}};

}  // namespace

std::span<const FilterGroup> FilterGroups() { return kGroups; }

}  // namespace profdiff
