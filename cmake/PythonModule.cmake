# The Python module `arete`, complete in <build>/python: for PYTHONPATH, the tests and setup.py. It takes the engine's library and what else programs are
# made of. Left out, with one line that says why, where something is missing.
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
  elseif(ARETE_FUZZ)
    set(why "the engine is no shared library where faults are looked for")
  elseif(NOT TARGET arete_cli)
    set(why "arete_cli is not built")
  elseif(NOT Python3_Development.Module_FOUND)
    set(why "Python's headers were not found (python3-dev)")
  elseif(NOT pybind11_FOUND)
    set(why "pybind11 was not found (pybind11-dev)")
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
endif()

arete_python_missing(why)
if(why)
  message(STATUS "The Python module is left out: ${why}")
  return()
endif()
set(ARETE_HAVE_PYTHON ON)
set(ARETE_PYTHON_FOLDER ${CMAKE_BINARY_DIR}/python)

file(GLOB python_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/*.cpp)
add_library(arete_python MODULE ${python_sources})
# The libraries beside it, the only place where it looks for them: links here and in what is installed, copies in what setup.py packs.
arete_looks_in(arete_python $ORIGIN)
add_custom_command(TARGET arete_python POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE:arete_compute> $<TARGET_FILE_DIR:arete_python>/$<TARGET_FILE_NAME:arete_compute>)
if(ARETE_HAVE_CUDA)
  add_custom_command(TARGET arete_python POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E create_symlink ${ARETE_CUDART} $<TARGET_FILE_DIR:arete_python>/${ARETE_CUDART_NAME})
endif()
target_link_libraries(arete_python PRIVATE arete_cli pybind11::headers Python3::Module)
arete_precompile(arete_python <pybind11/numpy.h> <pybind11/stl.h> <CLI/CLI.hpp>)
# Here -O1 compiles a quarter faster; two sources go through whole arrays and are compiled as the engine is.
target_compile_options(arete_python PRIVATE $<$<CONFIG:Release>:-O1>)
set_source_files_properties(${PROJECT_SOURCE_DIR}/python/arrays.cpp ${PROJECT_SOURCE_DIR}/python/neighbours.cpp PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O3>;-fno-math-errno"
  SKIP_PRECOMPILE_HEADERS ON)  # roots of whole registers
arete_together(arete_python)
target_link_options(arete_python PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/python/exports.map)
set_target_properties(arete_python PROPERTIES PREFIX "" OUTPUT_NAME _arete SUFFIX ".${Python3_SOABI}.so" LINKER_LANGUAGE CXX
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
