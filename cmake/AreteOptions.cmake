# One INTERFACE target with the options that every part is compiled with.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# ccache finds again what another clone of the same text compiled; it keeps nothing that a precompiled header goes into without the sloppiness.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()

add_library(arete_options INTERFACE)
target_include_directories(arete_options INTERFACE ${PROJECT_SOURCE_DIR})
# -ffp-contract=off: a fused multiply-add would change the bits that every version must agree on.
target_compile_options(arete_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off -Wall -Wextra -Wno-missing-field-initializers>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-ffp-contract=off>)
# Two checkouts make the same files: no path of this one gets into them.
target_compile_options(arete_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=> $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=>)
# GCC 12 sees copies that overlap or do not fit in "text" + std::string (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(arete_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread>)
endif()
# GCC collects its garbage whenever 128 MB have come together, which the precompiled headers nearly fill: a tenth of all compile time.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(arete_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=524288>)
endif()
target_compile_definitions(arete_options INTERFACE ARETE_VERSION="${PROJECT_VERSION}")
# Hardening against memory errors, in addition to the position-independent programs that Debian's compilers make; of CUDA sources it is the host's part.
# Control-flow protection covers our code: the C library's start files of Debian 12 are not marked for it, so the linker cannot mark whole programs.
if(NOT ARETE_SANITIZE)
  set(hardened -fstack-protector-strong -fstack-clash-protection)
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-fcf-protection=full ARETE_HAS_CF_PROTECTION)
  if(ARETE_HAS_CF_PROTECTION)
    list(APPEND hardened -fcf-protection=full)
  endif()
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")  # needs the optimiser
    list(APPEND hardened -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  endif()
  list(JOIN hardened "," of_host)
  target_compile_options(arete_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${hardened}>" $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${of_host}>)
endif()
target_link_options(arete_options INTERFACE -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
if(ARETE_SANITIZE)
  target_compile_options(arete_options INTERFACE -fsanitize=${ARETE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(arete_options INTERFACE -fsanitize=${ARETE_SANITIZE})
endif()
if(ARETE_FUZZ)
  target_compile_options(arete_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
