# The Debian packages that scripts/package makes of what is installed: one for each component of cmake/Install.cmake.
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_PACKAGE_NAME arete)
set(CPACK_PACKAGE_VENDOR "The Arete authors")
set(CPACK_PACKAGE_CONTACT "${ARETE_MAINTAINER}")
set(CPACK_PACKAGE_HOMEPAGE_URL "${ARETE_HOMEPAGE}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each has its own, its first line
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)  # code for many GPUs is packed ten times smaller, by gzip not five times
set(CPACK_THREADS 0)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${ARETE_ENGINE_BUILT})  # the engine has no version that others could ask for
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)

# CUDA's runtime is not free software, and the engine has it with it: what Debian calls non-free, and contrib what needs that.
set(area_of_libraries "")
set(area_of_others "")
if(ARETE_HAVE_CUDA)
  set(area_of_libraries non-free/)
  set(area_of_others contrib/)
endif()

# arete_package(component section description DEPENDS... [RECOMMENDS...] [SUGGESTS...])
function(arete_package component section description)
  cmake_parse_arguments(given "" "" "DEPENDS;RECOMMENDS;SUGGESTS" ${ARGN})
  string(TOUPPER ${component} COMPONENT)
  set(area ${area_of_others})
  if(component STREQUAL libraries)
    set(area ${area_of_libraries})
  endif()
  set(CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME ${package_of_${component}} PARENT_SCOPE)
  set(CPACK_DEBIAN_${COMPONENT}_PACKAGE_SOURCE arete PARENT_SCOPE)  # the folder of the engine begins with this name
  set(CPACK_DEBIAN_${COMPONENT}_PACKAGE_SECTION ${area}${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${COMPONENT}_DESCRIPTION "${description}" PARENT_SCOPE)
  foreach(kind DEPENDS RECOMMENDS SUGGESTS)
    list(JOIN given_${kind} ", " named)
    set(CPACK_DEBIAN_${COMPONENT}_PACKAGE_${kind} "${named}" PARENT_SCOPE)
  endforeach()
endfunction()

set(find_curves "Arete finds the curve in a point cloud by ridge detection: lines without
branches, or networks with junctions, ends and loops. It computes on CPU
threads and on NVIDIA GPUs, with the same bits.")
set(this_engine "${package_of_libraries} (= ${PROJECT_VERSION})")
set(opengl libegl1 libgl1-mesa-dri)  # only to draw, and much on a machine without a screen
arete_package(libraries libs "curves in point clouds: library for C and C++
${find_curves}
.
This package has the library, and the engine that all programs of Arete share."
  RECOMMENDS libproj25 proj-data)
arete_package(development libdevel "curves in point clouds: headers for C and C++
${find_curves}
.
This package has the headers of libarete, files for find_package(Arete) and
pkg-config, and an example: read clouds, detect curves and networks step by
step or at once, search nearest neighbours, write curves."
  DEPENDS ${this_engine} SUGGESTS cmake pkg-config)
arete_package(cli science "curves in point clouds: command line
${find_curves}
.
This package has arete-cli, which reads, filters, detects, compares, measures
and draws without a window."
  DEPENDS ${this_engine} SUGGESTS arete ffmpeg ${opengl})
arete_package(window science "find curves in point clouds by ridge detection, step by step
${find_curves}
.
This package has the window: it shows each step of the detection, lets its
parameters be changed live, edits the curve and exports it."
  DEPENDS ${this_engine} fonts-dejavu-core  # the panels' font
  RECOMMENDS arete-cli qt6-translations-l10n  # the names of Qt's own buttons and file dialogs in other languages
  SUGGESTS ffmpeg)
if(TARGET arete-mpi)
  arete_package(mpi science "curves in point clouds: over many machines
${find_curves}
.
This package has arete-mpi, which shares a cloud among the processes of mpirun
or srun. It is built for Debian's Open MPI."
    DEPENDS ${this_engine} RECOMMENDS openmpi-bin)
endif()
if(TARGET arete_python)
  math(EXPR next_minor "${Python3_VERSION_MINOR} + 1")
  set(python_fits "python3 (>= ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}~)" "python3 (<< ${Python3_VERSION_MAJOR}.${next_minor})")
  arete_package(python python "curves in point clouds: module of Python 3
${find_curves}
.
This package has the module arete, with the functions of arete-cli as keywords,
on arrays of NumPy and on those of GPUs."
    DEPENDS ${this_engine} ${python_fits} python3-numpy SUGGESTS arete ffmpeg python3-networkx python3-scipy ${opengl})
  # What Debian's own packages of Python modules do: modules are compiled when they are installed, and what that made goes with them.
  foreach(script postinst prerm)
    configure_file(assets/desktop/python3-arete.${script} ${CMAKE_BINARY_DIR}/debian/python/${script} COPYONLY)
  endforeach()
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/debian/python/postinst ${CMAKE_BINARY_DIR}/debian/python/prerm)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION ON)
endif()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/debian/triggers CONTENT "activate-noawait ldconfig\n")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/debian/shlibs CONTENT
  "libarete ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} ${package_of_libraries} (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/debian/triggers ${CMAKE_BINARY_DIR}/debian/shlibs)
include(CPack)
