# Writes what an installation is made of besides our own sources: a bill of materials (SPDX 2.3, JSON) and the licences of what is
# compiled into it. PREFIX: the installation. OUT: its folder of documents. VERSION: ours. HEADERS: libraries of headers alone, as
# NAME=FILE, lists separated by |.
#
# Which package a library came from, its version and licence is what dpkg says; on a system without it names of files are what
# there is.
cmake_minimum_required(VERSION 3.25)
find_program(dpkg_query dpkg-query)
find_program(readelf readelf)
find_program(ldd ldd)

string(MD5 namespace "unlit ${VERSION}")
string(TIMESTAMP now UTC) # of SOURCE_DATE_EPOCH where it is set: equal builds give equal files
set(packages "")
set(relations "")
set(known "")

# The licences that a Debian copyright file names, as one text.
function(licences_of file result)
  set(names "")
  if(EXISTS "${file}")
    file(STRINGS "${file}" lines REGEX "^License: *[^ ]" ENCODING UTF-8)
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^License: *" "" name "${line}")
      list(APPEND names "${name}")
    endforeach()
    list(REMOVE_DUPLICATES names)
  endif()
  list(JOIN names "; " text)
  string(REGEX REPLACE "[\\\\\"]" "'" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# How FILE is part of the installation: DYNAMIC_LINK or CONTAINS.
function(add_file name file relation)
  set(package "${name}")
  set(version "")
  set(licences "")
  if(dpkg_query)
    # A package may know the file by the folder that another one is a link to (/lib, /usr/lib).
    file(REAL_PATH "${file}" real)
    foreach(path "${file}" "${real}" "/usr${file}")
      execute_process(COMMAND "${dpkg_query}" -S "${path}" RESULT_VARIABLE failed OUTPUT_VARIABLE owner ERROR_QUIET)
      if(NOT failed)
        string(REGEX REPLACE "(:[a-z0-9]+)?: .*" "" package "${owner}")
        execute_process(COMMAND "${dpkg_query}" -W -f "\${Version}\n" "${package}" OUTPUT_VARIABLE version ERROR_QUIET)
        string(REGEX REPLACE "\n.*" "" version "${version}")
        set(copyright "/usr/share/doc/${package}/copyright")
        licences_of("${copyright}" licences)
        if(relation STREQUAL "CONTAINS" AND EXISTS "${copyright}")
          file(REAL_PATH "${copyright}" copyright)
          file(COPY_FILE "${copyright}" "${OUT}/licences/${package}")
        endif()
        break()
      endif()
    endforeach()
  endif()
  string(MAKE_C_IDENTIFIER "${package}" id)
  string(REPLACE "_" "-" id "SPDXRef-${id}")
  if(id IN_LIST known)
    return()
  endif()
  list(APPEND known "${id}")
  set(entry "{\"SPDXID\": \"${id}\", \"name\": \"${package}\", \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false,\n     \"licenseConcluded\": \"NOASSERTION\", \"licenseDeclared\": \"NOASSERTION\", \"copyrightText\": \"NOASSERTION\"")
  if(licences)
    string(APPEND entry ",\n     \"licenseComments\": \"${licences}\"")
  endif()
  if(version)
    string(REPLACE "+" "%2B" purl "${version}")
    string(REPLACE ":" "%3A" purl "${purl}")
    string(APPEND entry ",\n     \"versionInfo\": \"${version}\", \"externalRefs\": [{\"referenceCategory\": \"PACKAGE-MANAGER\", \"referenceType\": \"purl\",\n     \"referenceLocator\": \"pkg:deb/${SYSTEM}/${package}@${purl}\"}]")
  endif()
  string(APPEND packages ",\n    ${entry}}")
  string(APPEND relations ",\n    {\"spdxElementId\": \"SPDXRef-Unlit\", \"relationshipType\": \"${relation}\", \"relatedSpdxElement\": \"${id}\"}")
  set(packages "${packages}" PARENT_SCOPE)
  set(relations "${relations}" PARENT_SCOPE)
  set(known "${known}" PARENT_SCOPE)
endfunction()

set(SYSTEM debian)
if(EXISTS /etc/os-release)
  file(STRINGS /etc/os-release os REGEX "^ID=")
  string(REGEX REPLACE "^ID=\"?([^\"]*)\"?" "\\1" SYSTEM "${os}")
endif()
file(REMOVE_RECURSE "${OUT}/licences")
file(MAKE_DIRECTORY "${OUT}/licences")
string(REPLACE "|" ";" HEADERS "${HEADERS}")
foreach(header IN LISTS HEADERS)
  if(header MATCHES "^([^=]+)=(.+)$")
    add_file("${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}" CONTAINS)
  endif()
endforeach()

# What our own files ask for by name; what those libraries need in turn is their packages' business.
file(GLOB own "${PREFIX}/bin/unlit*" "${PREFIX}/libexec/unlit/*" "${PREFIX}/lib/unlit/*.so")
set(needed "")
foreach(file IN LISTS own)
  execute_process(COMMAND "${readelf}" -d "${file}" OUTPUT_VARIABLE dynamic ERROR_QUIET)
  string(REPLACE "[" "<" dynamic "${dynamic}") # a list is not parted inside of brackets
  string(REGEX MATCHALL "\\(NEEDED\\)[^<]*<[^]]+" entries "${dynamic}")
  execute_process(COMMAND "${ldd}" "${file}" OUTPUT_VARIABLE loaded ERROR_QUIET)
  foreach(entry IN LISTS entries)
    string(REGEX REPLACE ".*<" "" name "${entry}")
    string(REGEX REPLACE "([][+.*()^$?|\\\\])" "\\\\\\1" pattern "${name}")
    if(NOT name MATCHES "^libunlit" AND loaded MATCHES "${pattern} => ([^ ]+)")
      list(APPEND needed "${name}=${CMAKE_MATCH_1}")
    endif()
  endforeach()
endforeach()
list(REMOVE_DUPLICATES needed)
list(SORT needed)
foreach(entry IN LISTS needed)
  string(REGEX MATCH "^([^=]+)=(.+)$" all "${entry}")
  add_file("${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}" DYNAMIC_LINK)
endforeach()

file(WRITE "${OUT}/unlit.spdx.json" "{
  \"spdxVersion\": \"SPDX-2.3\", \"dataLicense\": \"CC0-1.0\", \"SPDXID\": \"SPDXRef-DOCUMENT\", \"name\": \"unlit-${VERSION}\",
  \"documentNamespace\": \"https://spdx.org/spdxdocs/unlit-${VERSION}-${namespace}\",
  \"creationInfo\": {\"created\": \"${now}\", \"creators\": [\"Tool: unlit's own CMake\"]},
  \"packages\": [
    {\"SPDXID\": \"SPDXRef-Unlit\", \"name\": \"unlit\", \"versionInfo\": \"${VERSION}\", \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false,
     \"licenseConcluded\": \"NOASSERTION\", \"licenseDeclared\": \"GPL-3.0-or-later\", \"copyrightText\": \"The Unlit maintainers\"}${packages}
  ],
  \"relationships\": [
    {\"spdxElementId\": \"SPDXRef-DOCUMENT\", \"relationshipType\": \"DESCRIBES\", \"relatedSpdxElement\": \"SPDXRef-Unlit\"}${relations}
  ]
}
")
