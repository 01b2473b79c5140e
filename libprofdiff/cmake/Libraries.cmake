# SPDX-License-Identifier: GPL-3.0-or-later
# Lists the libraries that this build of egprof contains, with their versions and licences, and writes the list as
#   libraries.h       for `egprof --version=full`
#   egprof.spdx       a bill of materials (SPDX 2.3, tag-value), which is installed
# The versions are those of the headers, which are what is compiled in.

# Sets OUT to the part of the first line of FILE that matches the group in REGEX; "unknown" if there is none.
function(version_in out file regex)
  set(version unknown)
  if(EXISTS "${file}")
    file(STRINGS "${file}" line LIMIT_COUNT 1 REGEX "${regex}")
    if(line MATCHES "${regex}")
      set(version ${CMAKE_MATCH_1})
    endif()
  endif()
  set(${out} ${version} PARENT_SCOPE)
endfunction()

set(profdiff_libraries "")
# add_library_row(NAME VERSION LICENCE HOLDER URL): the licence is an SPDX expression.
function(add_library_row)
  list(JOIN ARGN "|" row)
  string(REGEX REPLACE "unknown[.unkow]*" "unknown" row "${row}")
  set(profdiff_libraries "${profdiff_libraries};${row}" PARENT_SCOPE)
endfunction()

string(REGEX MATCH "[0-9.]+$" _version "${LibBfd_RELEASE}")
add_library_row(binutils "${_version}" "GPL-3.0-or-later AND LGPL-2.1-or-later" "Free Software Foundation, Inc."
                https://www.gnu.org/software/binutils)
add_library_row(zlib "${ZLIB_VERSION_STRING}" Zlib "Jean-loup Gailly and Mark Adler" https://zlib.net)
# The headers of RE2 have no version: this is that of its binary interface.
file(REAL_PATH "${Re2_LIBRARY}" _re2)
string(REGEX REPLACE "[.]a$" ".so" _re2 "${_re2}")
if(EXISTS "${_re2}")
  file(REAL_PATH "${_re2}" _re2)
endif()
set(_version unknown)
if(_re2 MATCHES "so[.]([0-9]+)")
  set(_version ${CMAKE_MATCH_1})
endif()
add_library_row(RE2 "${_version}" BSD-3-Clause "the authors of RE2" https://github.com/google/re2)
if(LibBfd_KIND STREQUAL Static AND LibZstd_LIBRARY)
  find_path(LibZstd_INCLUDE_DIR zstd.h)
  mark_as_advanced(LibZstd_INCLUDE_DIR)
  foreach(_part IN ITEMS MAJOR MINOR RELEASE)
    version_in(_${_part} "${LibZstd_INCLUDE_DIR}/zstd.h" "define ZSTD_VERSION_${_part} +([0-9]+)")
  endforeach()
  add_library_row(zstd "${_MAJOR}.${_MINOR}.${_RELEASE}" "BSD-3-Clause OR GPL-2.0-only" "Meta Platforms, Inc. and affiliates"
                  https://facebook.github.io/zstd)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_library_row(libstdc++ "${CMAKE_CXX_COMPILER_VERSION}" "GPL-3.0-or-later WITH GCC-exception-3.1"
                  "Free Software Foundation, Inc." https://gcc.gnu.org)
endif()
if(PROFDIFF_WITH_JSON AND nlohmann_json_FOUND)
  add_library_row(nlohmann-json "${nlohmann_json_VERSION}" MIT "Niels Lohmann" https://json.nlohmann.me)
endif()
if(PROFDIFF_WITH_BOOST AND BoostMath_INCLUDE_DIR)
  version_in(_version "${BoostMath_INCLUDE_DIR}/boost/version.hpp" "define BOOST_LIB_VERSION \"([0-9_]+)\"")
  string(REPLACE _ . _version "${_version}")
  add_library_row(Boost "${_version}" BSL-1.0 "the authors of Boost" https://www.boost.org)
endif()
if(PROFDIFF_WITH_EIGEN AND Eigen_INCLUDE_DIR)
  foreach(_part IN ITEMS WORLD MAJOR MINOR)
    version_in(_${_part} "${Eigen_INCLUDE_DIR}/Eigen/src/Core/util/Macros.h" "define EIGEN_${_part}_VERSION ([0-9]+)")
  endforeach()
  add_library_row(Eigen "${_WORLD}.${_MAJOR}.${_MINOR}" MPL-2.0 "the authors of Eigen" https://eigen.tuxfamily.org)
endif()
if(PROFDIFF_WITH_PPROF AND Protozero_INCLUDE_DIR)
  version_in(_version "${Protozero_INCLUDE_DIR}/protozero/version.hpp" "define PROTOZERO_VERSION_STRING \"([0-9.]+)\"")
  add_library_row(protozero "${_version}" BSD-2-Clause "Mapbox" https://github.com/mapbox/protozero)
endif()
if(PROFDIFF_WITH_OTF2 AND Otf2_FOUND)
  foreach(_part IN ITEMS MAJOR MINOR BUGFIX)
    version_in(_${_part} "${Otf2_INCLUDE_DIR}/otf2/OTF2_GeneralDefinitions.h" "define OTF2_VERSION_${_part} +([0-9]+)")
  endforeach()
  add_library_row(OTF2 "${_MAJOR}.${_MINOR}.${_BUGFIX}" BSD-3-Clause "the Score-P consortium" https://www.score-p.org)
endif()
if(PROFDIFF_WITH_PUGIXML AND Pugixml_FOUND)
  version_in(_version "${Pugixml_INCLUDE_DIR}/pugixml.hpp" "define PUGIXML_VERSION ([0-9]+)")
  string(REGEX REPLACE "^([0-9])([0-9]+)0$" "\\1.\\2" _version "${_version}")
  add_library_row(pugixml "${_version}" MIT "Arseny Kapoulkine" https://pugixml.org)
endif()
if(PROFDIFF_WITH_SQLITE AND Sqlite_FOUND)
  version_in(_version "${Sqlite_INCLUDE_DIR}/sqlite3.h" "define SQLITE_VERSION +\"([0-9.]+)\"")
  add_library_row(SQLite "${_version}" blessing "none: public domain" https://sqlite.org)
endif()
if(PROFDIFF_WITH_D3 AND D3_JS)
  file(STRINGS "${D3_JS}" _line LIMIT_COUNT 1)
  string(REGEX MATCH "v([0-9.]+)" _version "${_line}")
  add_library_row(d3 "${CMAKE_MATCH_1}" BSD-3-Clause "Mike Bostock" https://d3js.org)
endif()

set(_header "")
set(_spdx [[
SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: egprof-@PROJECT_VERSION@
DocumentNamespace: https://spdx.org/spdxdocs/egprof-@PROJECT_VERSION@-@_hash@
Creator: Tool: CMake-@CMAKE_VERSION@
Created: @_created@
Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-egprof

PackageName: egprof
SPDXID: SPDXRef-egprof
PackageVersion: @PROJECT_VERSION@
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: false
PackageLicenseConcluded: GPL-3.0-or-later
PackageLicenseDeclared: GPL-3.0-or-later
PackageCopyrightText: NOASSERTION
]])
list(REMOVE_ITEM profdiff_libraries "")
foreach(_row IN LISTS profdiff_libraries)
  string(REPLACE "|" ";" _row "${_row}")
  list(GET _row 0 _name)
  list(GET _row 1 _version)
  list(GET _row 2 _licence)
  list(GET _row 3 _holder)
  list(GET _row 4 _url)
  string(APPEND _header "    {\"${_name}\", \"${_version}\", \"${_licence}\", \"${_holder}\"},\n")
  string(REGEX REPLACE "[^A-Za-z0-9.-]" "-" _id "SPDXRef-${_name}")
  string(APPEND _spdx "
PackageName: ${_name}
SPDXID: ${_id}
PackageVersion: ${_version}
PackageDownloadLocation: NOASSERTION
PackageHomePage: ${_url}
FilesAnalyzed: false
PackageLicenseConcluded: ${_licence}
PackageLicenseDeclared: ${_licence}
PackageCopyrightText: ${_holder}
Relationship: SPDXRef-egprof CONTAINS ${_id}
")
endforeach()
# The same sources and libraries give the same bytes: the date is that of SOURCE_DATE_EPOCH, or else of the first second.
set(_created 1970-01-01T00:00:00Z)
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  string(TIMESTAMP _created "%Y-%m-%dT%H:%M:%SZ" UTC)
endif()
string(MD5 _hash "${_spdx}")
string(CONFIGURE "${_spdx}" _spdx @ONLY)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/libraries.h CONTENT "// The libraries in this build of egprof. Generated by libprofdiff/cmake/Libraries.cmake.
constexpr LibraryRow kLibraries[] = {
${_header}};
" @ONLY)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/egprof.spdx CONTENT "${_spdx}" @ONLY)
