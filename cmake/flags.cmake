# One INTERFACE target carries the language level and the warnings of every target of ours.
set(CMAKE_CXX_EXTENSIONS OFF)
add_library(unlit_flags INTERFACE)
target_compile_features(unlit_flags INTERFACE cxx_std_20)
target_compile_options(unlit_flags INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
# GCC 12 warns of copies that overlap or overflow inside its own std::string (PR 105329, 105651); nothing of ours can mend it.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(unlit_flags INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
endif()
# In sources that are joined an anonymous namespace stands in an included file, as far as GCC knows.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(unlit_flags INTERFACE -Wno-subobject-linkage)
endif()
# Sources are compiled once, for archives and for shared libraries, with one set of precompiled headers; and as no function of ours is
# meant to be replaced from outside, what a library calls in itself is inlined as ever.
if(UNLIT_MODULES)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fPIC> $<$<COMPILE_LANGUAGE:CXX>:-fno-semantic-interposition>)
endif()
# For tests and the command line: they call the fast code and hold none, and compile a quarter faster like this.
add_library(unlit_light_flags INTERFACE)
target_link_libraries(unlit_light_flags INTERFACE unlit_flags)
# GCC from 13 on takes no header that was precompiled at another level, and that saves more.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(unlit_light_flags INTERFACE $<$<CONFIG:Release>:-O1>)
endif()
if(UNLIT_WARNINGS_AS_ERRORS)
  target_compile_options(unlit_flags INTERFACE -Werror)
endif()
if(UNLIT_SANITIZE)
  # Whole program: mixing sanitized and plain containers of the standard library reports false overflows.
  set(sanitizers address,undefined)
  if(UNLIT_SANITIZE STREQUAL "thread")
    set(sanitizers thread)
  endif()
  add_compile_options(-fsanitize=${sanitizers} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${sanitizers})
endif()
if(UNLIT_BUILD_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "libFuzzer comes with clang; configure with --preset fuzz, or -DCMAKE_CXX_COMPILER=clang++")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link,address -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address)
endif()

find_program(UNLIT_CCACHE ccache)
if(UNLIT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${UNLIT_CCACHE})
endif()
# Without this GCC writes the macros of the header away and ccache cannot reuse a precompiled header.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)

# Tests and benches, which nobody installs, are linked by the quickest linker there is (docs/adr/0013): add_link_options of their
# folders takes this. Not with the sanitizers, whose run-time libraries are the compiler's own business.
set(UNLIT_QUICK_LINKER "")
if(NOT UNLIT_SANITIZE AND NOT UNLIT_BUILD_FUZZERS)
  include(CheckLinkerFlag)
  foreach(linker gold)
    check_linker_flag(CXX -fuse-ld=${linker} UNLIT_LINKER_${linker})
    if(UNLIT_LINKER_${linker})
      # Not mold: Debian 12's (1.10) lays one binary in some sixty out so that its loader refuses to protect the relocated pages, and
      # without such pages it has been seen to lay one out for ever.
      set(UNLIT_QUICK_LINKER -fuse-ld=${linker})
      break()
    endif()
  endforeach()
endif()
