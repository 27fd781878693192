# The engine, all of `compute`, is one shared library: its kernels are 15 MB and more, and programs, tests and the Python module would each have a copy.
# It is private: its name has the exact version, it lies where only our programs look, and what it exports may change with every commit. Others link
# the library `arete` (library/). Where clang looks for faults it is static: libFuzzer counts what is covered in the program.
set(ARETE_ENGINE_KIND SHARED)
if(ARETE_FUZZ)
  set(ARETE_ENGINE_KIND STATIC)
endif()

# arete_engine(target): calls within the library go straight to their target, and are inlined, as in a program: no other library may put functions of its
# own in the place of the engine's.
function(arete_engine target)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME arete-engine VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION}
    LIBRARY_OUTPUT_DIRECTORY ${ARETE_ENGINE_BUILT} VISIBILITY_INLINES_HIDDEN ON)
  arete_looks_in(${target} $ORIGIN)
  arete_binds_its_own(${target})
  # In position-independent code GCC 12 sees that bug in other words, too.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
  endif()
endfunction()

# arete_binds_its_own(target): of a shared library.
function(arete_binds_its_own target)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-semantic-interposition> $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fno-semantic-interposition>)
  target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions)
  if(NOT ARETE_SANITIZE AND NOT ARETE_FUZZ)  # sanitizers' own functions are in the program
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
endfunction()
