# find_package(Unlit): the header of hooks as the target Unlit::hooks, and the program. Found from where this file lies.
get_filename_component(unlit_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(Unlit_EXECUTABLE "${unlit_prefix}/bin/unlit")
if(NOT TARGET Unlit::hooks)
  add_library(Unlit::hooks INTERFACE IMPORTED)
  set_target_properties(Unlit::hooks PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${unlit_prefix}/include" INTERFACE_COMPILE_FEATURES cxx_std_20)
endif()
unset(unlit_prefix)
