# What a program was built of and for, as `arete-cli versions --check` tells it: generated/build_facts.cpp, looked at in every build and written where it
# changes, so that nothing else is compiled anew. The commit is empty where the sources come from no repository.
if(ARETE_BUILD_FACTS)  # as a script
  set(commit "")
  if(EXISTS ${SOURCE}/.git)
    execute_process(COMMAND git describe --always --dirty=+ --abbrev=12 --exclude=* WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit ERROR_QUIET
      OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
  file(CONFIGURE OUTPUT ${ARETE_BUILD_FACTS} CONTENT "// Made by cmake/BuildFacts.cmake.
#include \"compute/check/build_facts.h\"

namespace arete {

const BuildFacts kBuildFacts{.commit = \"${commit}\", .cuda = \"${CUDA}\"};

}  // namespace arete
")
  return()
endif()

# arete_build_facts(target)
function(arete_build_facts target)
  set(source ${CMAKE_BINARY_DIR}/generated/build_facts.cpp)
  add_custom_target(arete_build_facts BYPRODUCTS ${source} VERBATIM
    COMMAND ${CMAKE_COMMAND} -DARETE_BUILD_FACTS=${source} -DSOURCE=${PROJECT_SOURCE_DIR} -DCUDA=${CMAKE_CUDA_COMPILER_VERSION}
      -P ${PROJECT_SOURCE_DIR}/cmake/BuildFacts.cmake)
  add_dependencies(${target} arete_build_facts)
  target_sources(${target} PRIVATE ${source})
  set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()
