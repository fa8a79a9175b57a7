# Installs BUILD into a folder of its own, builds the example of docs/hooks.md against it as somebody else would, and trains with it.
cmake_minimum_required(VERSION 3.25)
set(work "${BUILD}/tests/hook package")
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}")
set(prefix "${work}/installed")
set(ENV{XDG_CONFIG_HOME} "${work}/config")
function(step)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${work}" RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE words)
  if(failed)
    message(FATAL_ERROR "${ARGN}\n${failed}: ${said}${words}")
  endif()
endfunction()
step(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${prefix}")
file(COPY "${prefix}/share/doc/unlit/examples/plateau_hook" DESTINATION "${work}")
step(${CMAKE_COMMAND} -S plateau_hook -B built "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_CXX_COMPILER=${COMPILER}")
step(${CMAKE_COMMAND} --build built)

set(unlit "${prefix}/bin/unlit")
step("${unlit}" model random model --like tiny --quiet)
step("${unlit}" dataset synthesize pairs --count 4 --size 32 --samples 1 --quiet)
file(WRITE "${work}/plateau.yaml" "model: {pretrained_path: model}
dataset: {train: {dir: pairs, filenames: filename_list.txt}}
dataloader: {effective_batch_size: 2, max_train_batch_size: 2, num_workers: 0}
trainer: {validation_period: 0, visualization_period: 0, save_period: 0, backup_period: 0}
max_iter: 6
run: {device: cpu}
hooks:
  - name: plateau
    shared_library: built/libplateau.so
    options: [patience=1, factor=0.5]
")
step("${unlit}" train --config plateau.yaml --quiet --allow-programs)
# Six steps of patience 1: the loss cannot fall at every one of them by chance alone, and the figure is there in any case.
file(STRINGS "${work}/output/plateau/metrics.jsonl" rows REGEX "plateau/waited")
list(LENGTH rows count)
if(NOT count EQUAL 6)
  message(FATAL_ERROR "the hook's figure stands in ${count} of 6 rows")
endif()
file(READ "${work}/output/plateau/checkpoint/latest/trainer_state.json" state)
string(JSON kept ERROR_VARIABLE missing GET "${state}" position hook_states plateau)
if(missing)
  message(FATAL_ERROR "the checkpoint has no state of the hook: ${missing}")
endif()

# What it does not know, or cannot be, is a sentence that names it.
foreach(wrong "options: [patienc=1]|did you mean patience" "options: [factor=2]|has to lie between 0 and 1"
    "options: [patience=long]|has to be a number")
  string(REPLACE "|" ";" wrong "${wrong}")
  list(GET wrong 0 line)
  list(GET wrong 1 wanted)
  file(READ "${work}/plateau.yaml" recipe)
  string(REGEX REPLACE "options: [^\n]*" "${line}" recipe "${recipe}")
  file(WRITE "${work}/wrong.yaml" "${recipe}")
  execute_process(COMMAND "${unlit}" train --config wrong.yaml --quiet WORKING_DIRECTORY "${work}" RESULT_VARIABLE failed ERROR_VARIABLE words)
  if(NOT failed EQUAL 1 OR NOT words MATCHES "${wanted}")
    message(FATAL_ERROR "${line}: ${failed} ${words}")
  endif()
endforeach()
file(REMOVE_RECURSE "${work}")
