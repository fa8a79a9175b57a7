# The version comes from git describe, read at build time so that it follows each commit without a new configure.
# A tree without git (a source archive) says what UNLIT_VERSION_FALLBACK says.
set(UNLIT_VERSION_FALLBACK "0.1.0" CACHE STRING "Version of a tree without git")
set(UNLIT_RELEASE_DATE "2026-11-21" CACHE STRING "Day of the release of that version, for the metainfo of the desktop")
set(UNLIT_CONTACT "The Unlit maintainers <maintainers@unlit.invalid>" CACHE STRING "Who answers for the packages that are made")
set(UNLIT_HOMEPAGE "https://unlit.invalid/" CACHE STRING "Where those who have a package find its source and its makers")
set(UNLIT_VERSION_HEADER "${CMAKE_BINARY_DIR}/generated/unlit_version.h")
add_custom_target(unlit_version
  COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${CMAKE_SOURCE_DIR} -DOUTPUT=${UNLIT_VERSION_HEADER}
          -DFALLBACK=${UNLIT_VERSION_FALLBACK} -P ${CMAKE_SOURCE_DIR}/cmake/write_version.cmake
  BYPRODUCTS ${UNLIT_VERSION_HEADER}
  COMMENT "Reading the version from git")
