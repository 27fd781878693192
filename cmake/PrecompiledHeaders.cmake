# Headers that are read once for all sources of a target: reading them takes most of the time that most of our sources need to compile.
# Sources include what they use all the same; the presets of clang compile without these, and each source alone, and find what is missing.

set(ARETE_STANDARD_HEADERS <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <cstdint> <cstring> <filesystem> <functional> <limits> <map> <memory>
  <mutex> <numeric> <optional> <span> <stop_token> <string> <string_view> <thread> <utility> <variant> <vector>)

# arete_precompile(target headers...): the standard ones and these.
function(arete_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARETE_STANDARD_HEADERS} ${ARGN})
  arete_keep_precompiled(${target})
endfunction()

# arete_precompile_like(target other): those of another target, whose flags must be the same.
function(arete_precompile_like target other)
  target_precompile_headers(${target} REUSE_FROM ${other})
  arete_keep_precompiled(${target})
endfunction()

# ccache needs the name of the precompiled header in what was preprocessed.
function(arete_keep_precompiled target)
  if(CCACHE_PROGRAM AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  endif()
endfunction()
