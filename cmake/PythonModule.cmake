# The Python module `arete`, complete in <build>/python: for PYTHONPATH, the tests and setup.py. It is made of the very objects that the programs are made
# of; python/process_data.cpp says why that works. Left out, with one line that says why, where something is missing.
option(ARETE_PYTHON "Build the Python module (needs pybind11 and the headers of Python)" ON)
set(ARETE_PYTHON_PROGRAM "" CACHE FILEPATH "The Python to build the module for; else Debian's, or the first that is found")
set(ARETE_HAVE_PYTHON OFF)

# arete_python_missing(RESULT): why the module cannot be built; "" where it can.
function(arete_python_missing result)
  set(why "")
  if(NOT ARETE_PYTHON)
    set(why "ARETE_PYTHON is off")
  elseif(ARETE_SANITIZE)
    set(why "Python itself is not built with sanitizers")
  elseif(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(why "it is made with GCC on Linux")
  elseif(NOT TARGET arete_cli)
    set(why "arete_cli is not built")
  elseif(NOT Python3_Development.Module_FOUND)
    set(why "Python's headers were not found (python3-dev)")
  elseif(NOT pybind11_FOUND)
    set(why "pybind11 was not found (pybind11-dev)")
  elseif(NOT ARETE_PROGRAMS_ARE_PIE AND NOT CMAKE_POSITION_INDEPENDENT_CODE)
    set(why "the compiler makes no position-independent objects; set CMAKE_POSITION_INDEPENDENT_CODE")
  endif()
  set(${result} ${why} PARENT_SCOPE)
endfunction()

if(ARETE_PYTHON)
  if(ARETE_PYTHON_PROGRAM)
    set(Python3_EXECUTABLE ${ARETE_PYTHON_PROGRAM})
  elseif(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python3_EXECUTABLE /usr/bin/python3)  # the one that Debian's packages are for, whatever PATH says
  endif()
  find_package(Python3 QUIET COMPONENTS Interpreter Development.Module)
  set(PYBIND11_NOPYTHON ON)  # its headers are all that is needed of it
  find_package(pybind11 2.9 CONFIG QUIET)
  include(CheckCXXSourceCompiles)
  check_cxx_source_compiles("#if !defined(__PIE__) && !defined(__PIC__)\n#error\n#endif\nint main() {}" ARETE_PROGRAMS_ARE_PIE)
endif()

arete_python_missing(why)
if(why)
  message(STATUS "The Python module is left out: ${why}")
  return()
endif()
set(ARETE_HAVE_PYTHON ON)
set(ARETE_PYTHON_FOLDER ${CMAKE_BINARY_DIR}/python)

file(GLOB python_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/*.cpp)
set_source_files_properties(${PROJECT_SOURCE_DIR}/python/process_data.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
add_library(arete_python MODULE ${python_sources})
if(TARGET arete_offscreen)
  set(near_data ${CMAKE_CURRENT_BINARY_DIR}/python-near/epoxy.cpp)
  add_custom_command(OUTPUT ${near_data} DEPENDS arete_render arete_offscreen ${PROJECT_SOURCE_DIR}/cmake/NearData.cmake VERBATIM
    COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} "-DARCHIVES=$<TARGET_FILE:arete_render>;$<TARGET_FILE:arete_offscreen>" "-DNAMES=^epoxy_(gl|egl)[A-Z]"
      -DOUTPUT=${near_data} -P ${PROJECT_SOURCE_DIR}/cmake/NearData.cmake)
  set_source_files_properties(${near_data} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  target_sources(arete_python PRIVATE ${near_data})
endif()
# CUDA's runtime as a library beside the module: linked into it, it would need more of the memory that each thread has for such things than a running
# program may still give away. It is there without a driver too.
if(ARETE_HAVE_CUDA)
  file(REAL_PATH ${CUDA_cudart_LIBRARY} cudart)
  get_filename_component(cudart_name ${cudart} NAME)
  string(REGEX REPLACE "^(libcudart\\.so\\.[0-9]+).*$" "\\1" cudart_name ${cudart_name})
  target_link_libraries(arete_python PRIVATE -Wl,--push-state,--no-as-needed ${cudart} -Wl,--pop-state)
  add_custom_command(TARGET arete_python POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${cudart} $<TARGET_FILE_DIR:arete_python>/${cudart_name})
endif()
target_link_libraries(arete_python PRIVATE arete_cli pybind11::headers Python3::Module)
arete_precompile(arete_python <pybind11/numpy.h> <pybind11/stl.h> <CLI/CLI.hpp>)
target_compile_options(arete_python PRIVATE $<$<CONFIG:Release>:-O2>)
target_link_options(arete_python PRIVATE -static-libstdc++ -Wl,--version-script=${PROJECT_SOURCE_DIR}/python/exports.map)
set_target_properties(arete_python PROPERTIES PREFIX "" OUTPUT_NAME _arete SUFFIX ".${Python3_SOABI}.so" LINKER_LANGUAGE CXX BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN"
  LIBRARY_OUTPUT_DIRECTORY ${ARETE_PYTHON_FOLDER}/arete POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
  LINK_DEPENDS ${PROJECT_SOURCE_DIR}/python/exports.map)

# What is written in Python, beside it.
file(GLOB python_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/arete/*.py ${PROJECT_SOURCE_DIR}/python/arete/*.pyi
  ${PROJECT_SOURCE_DIR}/python/arete/py.typed)
set(python_copies "")
foreach(file ${python_files})
  get_filename_component(name ${file} NAME)
  set(copy ${ARETE_PYTHON_FOLDER}/arete/${name})
  add_custom_command(OUTPUT ${copy} COMMAND ${CMAKE_COMMAND} -E copy ${file} ${copy} DEPENDS ${file})
  list(APPEND python_copies ${copy})
endforeach()
add_custom_target(arete_python_files ALL DEPENDS ${python_copies})
add_dependencies(arete_python arete_python_files)
