# SPDX-License-Identifier: GPL-3.0-or-later
# Finds Open MPI's C interface through its pkg-config file, because FindMPI would compile programs to query MPI's
# compiler wrappers.
#
# Defines
#   OpenMpi::OpenMpi  the library and its headers
include(FindPackageHandleStandardArgs)

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(OpenMpi_C QUIET IMPORTED_TARGET ompi-c)
endif()

find_package_handle_standard_args(OpenMpi REQUIRED_VARS OpenMpi_C_LINK_LIBRARIES
                                  REASON_FAILURE_MESSAGE "Debian has it in libopenmpi-dev.")
if(OpenMpi_FOUND AND NOT TARGET OpenMpi::OpenMpi)
  add_library(OpenMpi::OpenMpi ALIAS PkgConfig::OpenMpi_C)
endif()
