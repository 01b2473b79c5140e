# SPDX-License-Identifier: GPL-3.0-or-later
# Finds RE2. Prefers the static library, so that it need not be found and mapped whenever egprof starts; but later
# releases need many libraries of Abseil, which only the shared one brings along. A shared libprofdiff cannot contain
# the static library, which is compiled for programs.
#
# Defines
#   Re2::Re2      the library and its headers
#   Re2_LDFLAGS   the same libraries as linker flags, for a pkg-config file
include(${CMAKE_CURRENT_LIST_DIR}/FindOneLibrary.cmake)
include(CheckCXXSourceCompiles)

find_path(Re2_INCLUDE_DIR re2/re2.h)
find_library(Re2_STATIC_LIBRARY NAMES libre2.a)
mark_as_advanced(Re2_STATIC_LIBRARY)
if(Re2_STATIC_LIBRARY AND Re2_INCLUDE_DIR AND NOT BUILD_SHARED_LIBS)
  set(CMAKE_REQUIRED_QUIET TRUE)
  set(CMAKE_REQUIRED_INCLUDES ${Re2_INCLUDE_DIR})
  set(CMAKE_REQUIRED_LIBRARIES ${Re2_STATIC_LIBRARY})
  check_cxx_source_compiles("
    #include <re2/re2.h>
    int main() { return re2::RE2(\"a\").ok() ? 0 : 1; }" Re2_STATIC_LINKS)
  unset(CMAKE_REQUIRED_QUIET)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()
set(_re2_names re2)
if(Re2_STATIC_LINKS AND NOT BUILD_SHARED_LIBS)
  set(_re2_names libre2.a)
endif()
find_one_library(Re2 HEADER re2/re2.h NAMES ${_re2_names} PACKAGE libre2-dev)
