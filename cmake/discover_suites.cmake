# Run after a test program is linked: writes one ctest test for a few of its suites each, with all their names. A process for each
# suite would spend more time loading LibTorch than testing; one for all of them would leave processors idle at the end.
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
set(at_once 5)
list(LENGTH suites count)
set(first 0)
while(first LESS count)
  list(SUBLIST suites ${first} ${at_once} group)
  math(EXPR first "${first} + ${at_once}")
  list(TRANSFORM group STRIP)
  list(TRANSFORM group REPLACE "\\.$" "")
  list(JOIN group "+" name)
  list(JOIN group ".*:" filter)
  string(APPEND script "add_test([==[${PREFIX}${name}]==] [==[${PROGRAM}]==] [==[--gtest_filter=${filter}.*]==])\n"
                       "set_tests_properties([==[${PREFIX}${name}]==] PROPERTIES ${properties})\n")
endwhile()
file(WRITE "${OUTPUT}" "${script}")
