# The Python module `arete`, complete in <build>/python: for PYTHONPATH, the tests and setup.py. It takes the engine's library and what else programs are
# made of. Left out, with one line that says why, where something is missing.
option(ARETE_PYTHON "Build the Python module (needs pybind11 and the headers of Python)" ON)
set(ARETE_PYTHON_PROGRAM "" CACHE FILEPATH "The Python to build the module for; else Debian's, or the first that is found")
set(ARETE_MORE_PYTHONS "" CACHE STRING "Folders of Python.h of further Pythons, for each of which the target arete_python_more makes a module too")
set(ARETE_MORE_PYBIND11 "" CACHE PATH "The folder of pybind11's headers for these; else the same")
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

# arete_python_module(target abi libraries...): the compiled module of one Python, whose headers are among the libraries.
function(arete_python_module target abi)
  add_library(${target} MODULE ${python_sources})
  arete_looks_in(${target} $ORIGIN)
  target_link_libraries(${target} PRIVATE arete_cli ${ARGN})
  arete_precompile(${target} <pybind11/numpy.h> <pybind11/stl.h> <CLI/CLI.hpp>)
  # Here -O1 compiles a quarter faster; two sources go through whole arrays and are compiled as the engine is.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  arete_together(${target})
  target_link_options(${target} PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/python/exports.map)
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME _arete SUFFIX ".${abi}.so" LINKER_LANGUAGE CXX
    LIBRARY_OUTPUT_DIRECTORY ${ARETE_PYTHON_FOLDER}/arete POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    LINK_DEPENDS ${PROJECT_SOURCE_DIR}/python/exports.map)
endfunction()

set_source_files_properties(${PROJECT_SOURCE_DIR}/python/arrays.cpp ${PROJECT_SOURCE_DIR}/python/neighbours.cpp PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O3>;-fno-math-errno"
  SKIP_PRECOMPILE_HEADERS ON)  # roots of whole registers
arete_python_module(arete_python ${Python3_SOABI} pybind11::headers Python3::Module)
# The libraries beside it, the only place where it looks for them: links here and in what is installed, copies in what setup.py packs.
add_custom_command(TARGET arete_python POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE:arete_compute> $<TARGET_FILE_DIR:arete_python>/$<TARGET_FILE_NAME:arete_compute>)
if(ARETE_HAVE_CUDA)
  add_custom_command(TARGET arete_python POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E create_symlink ${ARETE_CUDART} $<TARGET_FILE_DIR:arete_python>/${ARETE_CUDART_NAME})
endif()

# For one wheel that serves several Pythons (scripts/wheel). Their headers are all that is needed of them, and are of no version that find_package knows.
add_custom_target(arete_python_more)
foreach(headers ${ARETE_MORE_PYTHONS})
  file(STRINGS ${headers}/patchlevel.h told REGEX "^#define PY_(MAJOR|MINOR)_VERSION")
  string(REGEX MATCHALL "[0-9]+" told "${told}")
  list(JOIN told "" number)
  set(target arete_python_${number})
  add_library(${target}_headers INTERFACE)
  target_include_directories(${target}_headers SYSTEM INTERFACE ${headers} ${ARETE_MORE_PYBIND11})
  target_compile_options(${target}_headers INTERFACE "SHELL:-idirafter ${headers}/..")  # Debian's pyconfig.h names the one of the architecture from there
  arete_python_module(${target} cpython-${number}-${CMAKE_LIBRARY_ARCHITECTURE} ${target}_headers $<$<STREQUAL:${ARETE_MORE_PYBIND11},>:pybind11::headers>)
  add_dependencies(${target} arete_python)
  add_dependencies(arete_python_more ${target})
endforeach()

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
