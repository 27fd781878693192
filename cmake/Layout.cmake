# Where things lie, and where programs and libraries look for each other: the build folder is laid out as what is installed, so one RUNPATH serves both.
# CMake would write another one at the installation, and ends that of the build with colons to have room for it. An element between two colons, or after
# the last one, is the current folder to the loader: a library that lies beside a cloud would run when the cloud is opened there.
include(GNUInstallDirs)
# Private libraries: found by the programs, the library and the Python module, by where these lie. Two minor versions can be installed side by side.
set(ARETE_ENGINE_FOLDER ${CMAKE_INSTALL_LIBDIR}/arete-${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(ARETE_ENGINE_BUILT ${CMAKE_BINARY_DIR}/${ARETE_ENGINE_FOLDER})
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${CMAKE_INSTALL_BINDIR})
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)  # of tests, which are not installed

# arete_looks_in(target folders...): the RUNPATH of what is installed.
function(arete_looks_in target)
  set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${ARGN}")
endfunction()

# arete_looks_from(target folder): for the engine, from this folder. Where /proc is missing a program does not know its own, so that of the Debian
# package follows.
function(arete_looks_from target folder)
  file(RELATIVE_PATH engine /${folder} /${ARETE_ENGINE_FOLDER})
  arete_looks_in(${target} $ORIGIN/${engine} /usr/${ARETE_ENGINE_FOLDER})
endfunction()
