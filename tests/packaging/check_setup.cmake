# What `dev setup` makes of a system, told by os-release files written here: SOURCE is the source tree, WORK a folder to write in.
file(STRINGS "${SOURCE}/packaging/packages.txt" all REGEX "^[^#]")

# list_for(NAME TEXT): sets `listed` to the packages, `said` to what it said beside them, `failed` to its exit code.
function(list_for name text)
  file(WRITE "${WORK}/os-release-${name}" "${text}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env --unset=CMAKE_PREFIX_PATH --unset=Torch_DIR
            "UNLIT_OS_RELEASE=${WORK}/os-release-${name}" "${SOURCE}/dev" setup --list
    RESULT_VARIABLE failed OUTPUT_VARIABLE out ERROR_VARIABLE said OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REPLACE "\n" ";" listed "${out}")
  foreach(result failed listed said)
    set(${result} "${${result}}" PARENT_SCOPE)
  endforeach()
endfunction()

function(expect_whole_list name text words)
  list_for(${name} "${text}")
  if(failed OR NOT listed STREQUAL all)
    message(SEND_ERROR "${name}: not the whole list (${failed}): ${listed}")
  endif()
  if(words STREQUAL "" AND NOT said STREQUAL "" OR NOT said MATCHES "${words}")
    message(SEND_ERROR "${name}: said '${said}', not '${words}'")
  endif()
endfunction()

expect_whole_list(debian-12 "ID=debian\nVERSION_ID=\"12\"\nVERSION_CODENAME=bookworm\n" "")
expect_whole_list(debian-13 "ID=debian\nVERSION_ID=\"13\"\nVERSION_CODENAME=trixie\nDEBIAN_VERSION_FULL=13.7\n" "")
expect_whole_list(debian-testing "ID=debian\nVERSION_CODENAME=forky\n" "")
expect_whole_list(ubuntu-future "ID=ubuntu\nVERSION_ID=\"99.10\"\nID_LIKE=debian\n" "ubuntu 99.10.*not a system")
expect_whole_list(mint "ID=linuxmint\nVERSION_ID=\"22\"\nID_LIKE=\"ubuntu debian\"\n" "linuxmint 22.*comes from")

list_for(ubuntu-24.04 "NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"24.04\"\nVERSION_CODENAME=noble\n")
set(without ${all})
list(REMOVE_ITEM without libtorch-dev libgloo-dev)
if(failed OR NOT listed STREQUAL without)
  message(SEND_ERROR "Ubuntu 24.04 (${failed}): ${listed}")
endif()
if(NOT said MATCHES "no LibTorch.*CMAKE_PREFIX_PATH")
  message(SEND_ERROR "Ubuntu 24.04: does not say where LibTorch comes from: '${said}'")
endif()

list_for(fedora "ID=fedora\nVERSION_ID=44\n")
if(NOT failed OR listed OR NOT said MATCHES "Debian and Ubuntu only.*fedora 44.*packages.txt")
  message(SEND_ERROR "Fedora (${failed}): '${listed}' '${said}'")
endif()

# With CUDA, Debian's packages for it take the place of those that cannot be installed beside them.
set(ENV{UNLIT_TORCH} cuda)
list_for(cuda "ID=debian\nVERSION_ID=\"13\"\nVERSION_CODENAME=trixie\n")
set(with ${all})
list(TRANSFORM with REPLACE "^lib(torch|gloo)-dev$" "lib\\1-cuda-dev")
if(failed OR NOT listed STREQUAL with OR NOT said MATCHES "contrib and non-free")
  message(SEND_ERROR "Debian 13 with CUDA (${failed}): ${listed} '${said}'")
endif()
unset(ENV{UNLIT_TORCH})
