# How the floors become programs (ADR 0028). unlit_program is what a program links: libunlit.so, which opens the modules beside it
# when they are needed; without modules everything, in archives, as tests link it. All lie in lib/unlit of the prefix, and of the
# build folder.
if(NOT UNLIT_IMAGE_FILES)
  return()
endif()
add_library(unlit_program INTERFACE)
# For who compiles against sessions and leaves it to the program how they are linked.
add_library(unlit_core_headers INTERFACE)
target_include_directories(unlit_core_headers INTERFACE "${CMAKE_SOURCE_DIR}")
target_link_libraries(unlit_core_headers INTERFACE unlit_base_libraries)
if(NOT UNLIT_MODULES)
  target_link_libraries(unlit_program INTERFACE unlit_core)
  return()
endif()
target_link_libraries(unlit_program INTERFACE unlit_core_headers unlit_shared)
target_link_options(unlit_program INTERFACE LINKER:--as-needed)

# unlit_library(TARGET KIND FILE SOURCES … FLOORS that it is made of … LINK …)
function(unlit_library name kind file)
  cmake_parse_arguments(arg "" "" "SOURCES;FLOORS;LINK" ${ARGN})
  add_library(${name} ${kind} ${arg_SOURCES})
  foreach(floor IN LISTS arg_FLOORS)
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:${floor}>)
  endforeach()
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")
  target_link_libraries(${name} PRIVATE ${arg_LINK} unlit_flags unlit_base_libraries)
  target_link_options(${name} PRIVATE LINKER:-z,defs) # what is defined nowhere is told here and not by a user
  add_dependencies(${name} unlit_version)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME ${file} PREFIX lib UNITY_BUILD OFF
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/unlit")
  install(TARGETS ${name} LIBRARY DESTINATION lib/unlit)
endfunction()

unlit_library(unlit_shared SHARED unlit FLOORS unlit_base unlit_core LINK unlit_base_links
  SOURCES "${CMAKE_SOURCE_DIR}/core/image/format_doors.cpp" "${CMAKE_SOURCE_DIR}/core/session/engine_doors.cpp")
# Its own calls need no look-up by name, and what nothing in it uses is not loaded.
target_link_options(unlit_shared PRIVATE LINKER:-Bsymbolic-functions LINKER:--as-needed)

# unlit_module(TARGET FILE SOURCES … FLOORS …): exports its entry alone, so that its functions are not taken for those of libunlit.so
# that have the same names and call them.
function(unlit_module name file)
  unlit_library(${name} MODULE ${file} ${ARGN})
  target_link_libraries(${name} PRIVATE unlit_shared)
  set_target_properties(${name} PROPERTIES BUILD_RPATH_USE_ORIGIN ON INSTALL_RPATH "\$ORIGIN")
  target_link_options(${name} PRIVATE "LINKER:--version-script=${CMAKE_SOURCE_DIR}/cmake/module.map")
  set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS "${CMAKE_SOURCE_DIR}/cmake/module.map")
  add_dependencies(unlit_modules ${name})
endfunction()

add_custom_target(unlit_modules)
unlit_module(unlit_formats_module unlit_formats FLOORS unlit_formats LINK OpenImageIO::OpenImageIO
  SOURCES "${CMAKE_SOURCE_DIR}/core/image/format_module.cpp")
unlit_module(unlit_engine_module unlit_engine FLOORS unlit_work unlit_engine LINK unlit_engine_links unlit_torch
  SOURCES "${CMAKE_SOURCE_DIR}/core/session/engine_module.cpp")
add_dependencies(unlit_program unlit_modules)
