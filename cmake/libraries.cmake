# Every third-party library is found here, once, and wrapped where its own target is not usable as it is.
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)
find_path(UNLIT_XXHASH_INCLUDE xxhash.h REQUIRED)
find_package(spdlog REQUIRED)
find_package(Torch REQUIRED)

add_library(unlit_base_libraries INTERFACE)
target_link_libraries(unlit_base_libraries INTERFACE
  Threads::Threads nlohmann_json::nlohmann_json)

# Torch's own flags turn some of our warnings off and set an older language level; only includes and libraries are taken.
add_library(unlit_torch INTERFACE)
target_include_directories(unlit_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
# The C++ library comes first: LibTorch's archives carry parts of another one (std::filesystem) that must not answer for ours.
target_link_libraries(unlit_torch INTERFACE stdc++ ${TORCH_LIBRARIES})
if(TORCH_CXX_FLAGS MATCHES "(-D_GLIBCXX_USE_CXX11_ABI=[01])")
  target_compile_options(unlit_torch INTERFACE ${CMAKE_MATCH_1})
endif()

# Whether this LibTorch has its CUDA half; then the toolkit is there too, as LibTorch's own package asks for it.
if(TARGET c10_cuda)
  set(UNLIT_CUDA ON)
  find_package(CUDAToolkit REQUIRED)
  # nvcc may need an older g++ than the one that compiles all else (Debian 13: 13 and 14); the C++ library of the older one,
  # which CMake would put in front, lacks what the newer one's code asks for.
  list(FILTER CMAKE_CUDA_IMPLICIT_LINK_DIRECTORIES EXCLUDE REGEX "/gcc/")
  target_link_libraries(unlit_torch INTERFACE CUDA::cudart)
  target_compile_definitions(unlit_torch INTERFACE UNLIT_CUDA=1)
else()
  set(UNLIT_CUDA OFF)
endif()

# Whether it has c10d with Gloo, over which several processes train together (docs/adr/0029).
include(CMakePushCheckState)
include(CheckCXXSourceCompiles)
cmake_push_check_state(RESET)
set(CMAKE_REQUIRED_LIBRARIES ${TORCH_LIBRARIES})
set(CMAKE_REQUIRED_INCLUDES ${TORCH_INCLUDE_DIRS})
set(CMAKE_REQUIRED_FLAGS "-std=c++17")
set(CMAKE_REQUIRED_DEFINITIONS -DUSE_C10D_GLOO)
check_cxx_source_compiles("
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
int main() { return c10d::ProcessGroupGloo::createDefaultDevice() == nullptr; }" UNLIT_DISTRIBUTED)
cmake_pop_check_state()

if(UNLIT_IMAGE_FILES)
  find_package(OpenEXR REQUIRED)
  find_package(OpenImageIO REQUIRED)
  # Debian's package names the include folder of an OpenCV that it does not depend on; CMake refuses it.
  get_target_property(oiio_includes OpenImageIO::OpenImageIO INTERFACE_INCLUDE_DIRECTORIES)
  list(FILTER oiio_includes EXCLUDE REGEX "opencv")
  set_target_properties(OpenImageIO::OpenImageIO PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${oiio_includes}")
  find_package(PNG REQUIRED)
  find_package(ZLIB REQUIRED)
  find_package(JPEG REQUIRED)
  find_package(TIFF REQUIRED)
  find_path(UNLIT_LCMS_INCLUDE lcms2.h REQUIRED)
  find_library(UNLIT_LCMS_LIBRARY lcms2 REQUIRED)
  add_library(unlit_lcms INTERFACE)
  target_include_directories(unlit_lcms SYSTEM INTERFACE ${UNLIT_LCMS_INCLUDE})
  target_link_libraries(unlit_lcms INTERFACE ${UNLIT_LCMS_LIBRARY})
  find_path(UNLIT_WEBP_INCLUDE webp/demux.h REQUIRED)
  find_library(UNLIT_WEBP_LIBRARY webp REQUIRED)
  find_library(UNLIT_WEBP_DEMUX_LIBRARY webpdemux REQUIRED)
  add_library(unlit_webp INTERFACE)
  target_include_directories(unlit_webp SYSTEM INTERFACE ${UNLIT_WEBP_INCLUDE})
  target_link_libraries(unlit_webp INTERFACE ${UNLIT_WEBP_DEMUX_LIBRARY} ${UNLIT_WEBP_LIBRARY})
  find_path(UNLIT_UTF8PROC_INCLUDE utf8proc.h REQUIRED)
  find_library(UNLIT_UTF8PROC_LIBRARY utf8proc REQUIRED)
  add_library(unlit_utf8proc INTERFACE)
  target_include_directories(unlit_utf8proc SYSTEM INTERFACE ${UNLIT_UTF8PROC_INCLUDE})
  target_link_libraries(unlit_utf8proc INTERFACE ${UNLIT_UTF8PROC_LIBRARY})
  # Eigen takes a version that is asked for as "this major version alone", and 5.0 follows on 3.4.
  find_package(Eigen3 REQUIRED NO_MODULE)
  if(Eigen3_VERSION VERSION_LESS 3.4)
    message(FATAL_ERROR "Eigen 3.4 or newer is needed; this is ${Eigen3_VERSION}")
  endif()
  get_target_property(UNLIT_EIGEN_INCLUDE Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  find_package(CLI11 REQUIRED)
  find_package(yaml-cpp REQUIRED)
  add_library(unlit_yaml INTERFACE)
  if(TARGET yaml-cpp::yaml-cpp) # since 0.8; the plain name goes with 0.10
    target_link_libraries(unlit_yaml INTERFACE yaml-cpp::yaml-cpp)
  else()
    target_include_directories(unlit_yaml SYSTEM INTERFACE ${YAML_CPP_INCLUDE_DIR})
    target_link_libraries(unlit_yaml INTERFACE yaml-cpp)
  endif()
endif()
if(UNLIT_BUILD_STUDIO)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui LinguistTools PrintSupport Svg Test Widgets)
  find_package(QCustomPlotQt6 REQUIRED)
endif()
