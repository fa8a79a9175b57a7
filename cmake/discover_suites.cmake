# Run after a test program is linked: writes one ctest test for each of its suites. A process for each single test would spend
# more time loading LibTorch than testing.
# cmake -D PROGRAM=… -D PREFIX=… -D TIMEOUT=… -D LABELS=… -D ENVIRONMENT="A=1|B=2" -D OUTPUT=FILE -P discover_suites.cmake
execute_process(COMMAND "${PROGRAM}" --gtest_list_tests
  OUTPUT_VARIABLE listing RESULT_VARIABLE result TIMEOUT 120)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} --gtest_list_tests: ${result}\n${listing}")
endif()

# A suite stands at the beginning of a line and ends with a dot; its tests follow, indented.
string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." suites "${listing}")
string(REPLACE "|" ";" environment "${ENVIRONMENT}")
set(properties "TIMEOUT ${TIMEOUT} LABELS [==[${LABELS}]==] ENVIRONMENT [==[${environment}]==]")
set(script "")
foreach(suite IN LISTS suites)
  string(STRIP "${suite}" suite)
  string(REGEX REPLACE "\\.$" "" suite "${suite}")
  string(APPEND script "add_test([==[${PREFIX}${suite}]==] [==[${PROGRAM}]==] [==[--gtest_filter=${suite}.*]==])\n"
                       "set_tests_properties([==[${PREFIX}${suite}]==] PROPERTIES ${properties})\n")
endforeach()
file(WRITE "${OUTPUT}" "${script}")
