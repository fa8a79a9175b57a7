# Installs BUILD into a folder of its own and looks whether what the system and the programs look for is there.
set(prefix "${BUILD}/tests/installation")
file(REMOVE_RECURSE "${prefix}")
execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILD}" --prefix "${prefix}"
  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE words)
if(failed)
  message(FATAL_ERROR "cannot be installed: ${words}")
endif()

function(require file)
  if(NOT EXISTS "${prefix}/${file}")
    message(SEND_ERROR "${file} was not installed")
  endif()
endfunction()

set(programs unlit)
set(files bin/unlit share/man/man1/unlit.1.gz share/bash-completion/completions/unlit
  share/zsh/vendor-completions/_unlit share/fish/vendor_completions.d/unlit.fish share/doc/unlit/copyright
  share/unlit/configs/layers.yaml)
if(HAS_STUDIO)
  list(APPEND programs unlit-studio)
  list(APPEND files bin/unlit-studio share/man/man1/unlit-studio.1.gz share/mime/packages/io.github.unlit.studio.xml
    share/metainfo/io.github.unlit.studio.metainfo.xml)
  # The names in the desktop file lead somewhere.
  file(STRINGS "${prefix}/share/applications/io.github.unlit.studio.desktop" lines REGEX "^(Exec|Icon)=")
  foreach(line ${lines})
    if(line MATCHES "^Exec=([^ ]+)")
      list(APPEND files bin/${CMAKE_MATCH_1})
    elseif(line MATCHES "^Icon=(.+)")
      list(APPEND files share/icons/hicolor/scalable/apps/${CMAKE_MATCH_1}.svg)
    endif()
  endforeach()
endif()
foreach(file ${files})
  require(${file})
endforeach()
foreach(program ${programs})
  execute_process(COMMAND "${prefix}/bin/${program}" --version RESULT_VARIABLE failed OUTPUT_VARIABLE said)
  if(failed OR NOT said MATCHES "^${program} [0-9]")
    message(SEND_ERROR "${program} --version: ${failed} ${said}")
  endif()
endforeach()
file(REMOVE_RECURSE "${prefix}")
