# One place for what every target shares: flags, warnings, ccache, and the helpers that declare a module or a test.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# Results must not depend on the compiler's mood: no contraction, no fast-math, baseline instruction set.
# Wider instructions are used only in files that are compiled for them and chosen at run time.
add_library(yure_flags INTERFACE)
target_compile_options(yure_flags INTERFACE
  -ffp-contract=off -fno-math-errno
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Werror)
if(YURE_SANITIZE)
  # GCC takes the checks that sanitizers add for uses of what is not set (its own <regex> among them).
  target_compile_options(yure_flags INTERFACE -fsanitize=${YURE_SANITIZE} -fno-omit-frame-pointer
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(yure_flags INTERFACE -fsanitize=${YURE_SANITIZE})
  if(YURE_SANITIZE MATCHES undefined)
    target_compile_options(yure_flags INTERFACE -fno-sanitize-recover=undefined)
  endif()
endif()
if(YURE_FUZZ)
  target_compile_options(yure_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# yure_module(NAME LAYER_DIR SOURCES ... LINK ... PRIVATE_LINK ...)
# A static library `yure_NAME` whose public headers are those of its layer's include folder.
function(yure_module name)
  cmake_parse_arguments(M "" "INCLUDE" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(yure_${name} STATIC ${M_SOURCES})
  target_include_directories(yure_${name} PUBLIC ${M_INCLUDE})
  target_link_libraries(yure_${name} PUBLIC ${M_LINK} PRIVATE yure_flags ${M_PRIVATE_LINK})
endfunction()

# yure_test(NAME SOURCES ... LINK ... LABELS ...)
# One Catch2 program; CTest runs it once. Label `long` keeps it out of the plain `./run test`.
function(yure_test name)
  cmake_parse_arguments(T "" "" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(${name} ${T_SOURCES})
  target_link_libraries(${name} PRIVATE yure_flags yure_test_support ${T_LINK})
  target_compile_options(${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1>)  # what is measured is in the libraries
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 900)
  if(T_LABELS)
    set_tests_properties(${name} PROPERTIES LABELS "${T_LABELS}")
  endif()
endfunction()
