# Every third-party library is found here, once, and wrapped where its own target is not usable as it is.
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Torch REQUIRED)

add_library(unlit_base_libraries INTERFACE)
target_link_libraries(unlit_base_libraries INTERFACE
  Threads::Threads nlohmann_json::nlohmann_json)

# Torch's own flags turn some of our warnings off and set an older language level; only includes and libraries are taken.
add_library(unlit_torch INTERFACE)
target_include_directories(unlit_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
target_link_libraries(unlit_torch INTERFACE ${TORCH_LIBRARIES})
if(TORCH_CXX_FLAGS MATCHES "(-D_GLIBCXX_USE_CXX11_ABI=[01])")
  target_compile_options(unlit_torch INTERFACE ${CMAKE_MATCH_1})
endif()

if(UNLIT_IMAGE_FILES)
  find_package(OpenEXR REQUIRED)
  find_package(OpenImageIO REQUIRED)
  # Debian's package names the include folder of an OpenCV that it does not depend on; CMake refuses it.
  get_target_property(oiio_includes OpenImageIO::OpenImageIO INTERFACE_INCLUDE_DIRECTORIES)
  list(FILTER oiio_includes EXCLUDE REGEX "opencv")
  set_target_properties(OpenImageIO::OpenImageIO PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${oiio_includes}")
  find_package(PNG REQUIRED)
  find_package(JPEG REQUIRED)
  find_package(TIFF REQUIRED)
  find_path(UNLIT_LCMS_INCLUDE lcms2.h REQUIRED)
  find_library(UNLIT_LCMS_LIBRARY lcms2 REQUIRED)
  add_library(unlit_lcms INTERFACE)
  target_include_directories(unlit_lcms SYSTEM INTERFACE ${UNLIT_LCMS_INCLUDE})
  target_link_libraries(unlit_lcms INTERFACE ${UNLIT_LCMS_LIBRARY})
  find_package(CLI11 REQUIRED)
endif()
if(UNLIT_BUILD_STUDIO)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Svg Test)
endif()
