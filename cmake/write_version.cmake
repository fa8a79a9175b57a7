# Run in script mode by the target unlit_version: writes OUTPUT only when the version has changed.
cmake_minimum_required(VERSION 3.25)
find_package(Git QUIET)
set(version "")
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE_DIR} describe --tags --match "v[0-9]*" --dirty
    OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT version)
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE_DIR} describe --always --dirty
      OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    # In the shape of "tag-commits-ghash": by the number a package knows which one is newer.
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE_DIR} rev-list --count HEAD
      OUTPUT_VARIABLE count OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(commit AND count)
      set(version "${FALLBACK}-${count}-g${commit}")
    endif()
  endif()
endif()
if(NOT version)
  set(version "${FALLBACK}")
endif()
string(REGEX REPLACE "^v" "" version "${version}")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "#pragma once\n#define UNLIT_VERSION \"@version@\"\n" @ONLY)
