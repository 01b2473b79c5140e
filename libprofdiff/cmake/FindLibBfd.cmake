# SPDX-License-Identifier: GPL-3.0-or-later
# Finds libbfd and libiberty, which come with neither a CMake package nor a pkg-config file.
#
# Defines
#   LibBfd::Static   libbfd.a, libiberty.a and the libraries that they need; defined only if these can be linked.
#                    libbfd.a is compiled for programs, not for shared libraries (Debian's is not
#                    sufficiently position-independent).
#   LibBfd::Shared   libbfd.so and libiberty.a; defined only if libbfd.so exists. Its soname changes with every
#                    release of binutils.
#   LibBfd::LibBfd   the first of the two that is defined; LibBfd::Shared is preferred if PROFDIFF_SHARED_BFD is set.
#   LibBfd_INCLUDE_DIRS
#   LibBfd_RELEASE   the release of binutils, as its programs print it, such as "(GNU Binutils for Debian) 2.40";
#                    empty if unknown
#   LibBfd_IS_244    true if the release is 2.44 or later
#   LibBfd_STATIC_LDFLAGS, LibBfd_SHARED_LDFLAGS   the same libraries as linker flags, for a pkg-config file
include(FindPackageHandleStandardArgs)
include(CheckCXXSourceCompiles)

find_path(LibBfd_INCLUDE_DIR bfd.h)
find_path(LibIberty_INCLUDE_DIR libiberty/demangle.h)
find_library(LibIberty_LIBRARY NAMES libiberty.a iberty)
find_library(LibBfd_STATIC_LIBRARY NAMES libbfd.a)
find_library(LibBfd_SHARED_LIBRARY NAMES libbfd.so)
find_library(LibSframe_STATIC_LIBRARY NAMES libsframe.a)
# Debian's binutils needs libzstd.so.1 but does not install the symbolic link that `-lzstd` looks for. The static
# libzstd is preferred, because the shared one would have to be found and mapped whenever a program starts.
find_library(LibZstd_LIBRARY NAMES libzstd.a libzstd.so.1 libzstd.so)
find_package(ZLIB QUIET)
set(LibBfd_INCLUDE_DIRS ${LibBfd_INCLUDE_DIR} ${LibIberty_INCLUDE_DIR})
list(REMOVE_DUPLICATES LibBfd_INCLUDE_DIRS)

set(LibBfd_RELEASE "")
foreach(_library IN ITEMS ${LibBfd_STATIC_LIBRARY} ${LibBfd_SHARED_LIBRARY})
  if(EXISTS "${_library}" AND NOT LibBfd_RELEASE)
    file(STRINGS ${_library} LibBfd_RELEASE LIMIT_COUNT 1 REGEX "^[(]GNU Binutils.*[)] [0-9.]+$")
  endif()
endforeach()
string(REGEX MATCH "[0-9.]+$" _version "${LibBfd_RELEASE}")
set(LibBfd_IS_244 OFF)
if(_version VERSION_GREATER_EQUAL 2.44)
  set(LibBfd_IS_244 ON)
endif()

# The libraries that libbfd.a depends on, in link order.
set(_LibBfd_parts ${LibIberty_LIBRARY})
foreach(_part LibSframe_STATIC_LIBRARY LibZstd_LIBRARY)
  if(${_part})
    list(APPEND _LibBfd_parts ${${_part}})
  endif()
endforeach()

set(CMAKE_REQUIRED_QUIET TRUE)
set(CMAKE_REQUIRED_LIBRARIES ${LibBfd_STATIC_LIBRARY} ${_LibBfd_parts} ZLIB::ZLIB ${CMAKE_DL_LIBS})
if(LibBfd_STATIC_LIBRARY AND ZLIB_FOUND)
  check_cxx_source_compiles([[
    extern "C" unsigned bfd_init(void);
    extern "C" void* bfd_openr(const char*, const char*);
    extern "C" bool bfd_check_format(void*, int);
    int main() { return bfd_init() && bfd_check_format(bfd_openr("x", nullptr), 1); }]]
    LibBfd_STATIC_LINKS)
endif()
unset(CMAKE_REQUIRED_QUIET)
unset(CMAKE_REQUIRED_LIBRARIES)

function(_libbfd_target name library)
  if(NOT TARGET LibBfd::${name})
    add_library(LibBfd::${name} UNKNOWN IMPORTED)
    set_target_properties(LibBfd::${name} PROPERTIES
      IMPORTED_LOCATION "${library}"
      INTERFACE_INCLUDE_DIRECTORIES "${LibBfd_INCLUDE_DIRS}"
      INTERFACE_LINK_LIBRARIES "${ARGN}")
  endif()
endfunction()
function(_libbfd_flags variable)
  set(_flags "")
  foreach(_library IN LISTS ARGN)
    cmake_path(GET _library FILENAME _file)
    string(APPEND _flags " -l:${_file}")
  endforeach()
  string(STRIP "${_flags}" _flags)
  set(${variable} "${_flags}" PARENT_SCOPE)
endfunction()

if(LibBfd_STATIC_LINKS)
  _libbfd_target(Static ${LibBfd_STATIC_LIBRARY} ${_LibBfd_parts} ZLIB::ZLIB ${CMAKE_DL_LIBS})
  _libbfd_flags(LibBfd_STATIC_LDFLAGS ${LibBfd_STATIC_LIBRARY} ${_LibBfd_parts})
endif()
if(LibBfd_SHARED_LIBRARY)
  _libbfd_target(Shared ${LibBfd_SHARED_LIBRARY} ${LibIberty_LIBRARY})
  _libbfd_flags(LibBfd_SHARED_LDFLAGS ${LibBfd_SHARED_LIBRARY} ${LibIberty_LIBRARY})
endif()
if(TARGET LibBfd::Static AND NOT (PROFDIFF_SHARED_BFD AND TARGET LibBfd::Shared))
  set(LibBfd_KIND Static)
elseif(TARGET LibBfd::Shared)
  set(LibBfd_KIND Shared)
else()
  set(LibBfd_KIND "")
endif()
if(LibBfd_KIND AND NOT TARGET LibBfd::LibBfd)
  add_library(LibBfd::LibBfd INTERFACE IMPORTED)
  set_target_properties(LibBfd::LibBfd PROPERTIES INTERFACE_LINK_LIBRARIES LibBfd::${LibBfd_KIND})
endif()

find_package_handle_standard_args(LibBfd
  REQUIRED_VARS LibBfd_KIND LibBfd_INCLUDE_DIR LibIberty_INCLUDE_DIR LibIberty_LIBRARY
  REASON_FAILURE_MESSAGE "Debian has them in binutils-dev and libiberty-dev.")
mark_as_advanced(LibBfd_INCLUDE_DIR LibIberty_INCLUDE_DIR LibIberty_LIBRARY LibBfd_STATIC_LIBRARY LibBfd_SHARED_LIBRARY
                 LibSframe_STATIC_LIBRARY LibZstd_LIBRARY)
