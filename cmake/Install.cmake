# What `cmake --install` puts where, and the Debian packages that scripts/package makes of it. Components: `programs` with their files, `libraries` (the
# engine, and the library of the public headers), `development` (headers, find_package), `python`. Manual pages and completions are made by the programs
# themselves (target `manuals`), so they are installed where they were made before.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME programs)
set(made ${CMAKE_BINARY_DIR}/share)
set(installed_programs arete-cli)
if(TARGET arete)
  list(APPEND installed_programs arete)
endif()
foreach(program ${installed_programs})
  arete_looks_from(${program} ${CMAKE_INSTALL_BINDIR})
endforeach()
install(TARGETS ${installed_programs} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET arete-mpi)  # in no package: the ABI of MPI is the site's own
  arete_looks_from(arete-mpi ${CMAKE_INSTALL_BINDIR})
  set_target_properties(arete-mpi PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)  # and where the site's MPI lies
  install(TARGETS arete-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT mpi)
endif()
if(NOT ARETE_FUZZ)
  arete_looks_from(arete_library ${CMAKE_INSTALL_LIBDIR})
  install(TARGETS arete_compute LIBRARY DESTINATION ${ARETE_ENGINE_FOLDER} COMPONENT libraries NAMELINK_SKIP)
  install(TARGETS arete_library LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libraries NAMELINK_COMPONENT development)
  if(ARETE_HAVE_CUDA)
    install(FILES ${ARETE_CUDART} DESTINATION ${ARETE_ENGINE_FOLDER} COMPONENT libraries RENAME ${ARETE_CUDART_NAME})
  endif()
endif()

# find_package(Arete) and pkg-config: written out, as its only target is one library, and the engine behind it is nobody's to link.
include(CMakePackageConfigHelpers)
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Arete)
configure_package_config_file(cmake/AreteConfig.cmake.in ${CMAKE_BINARY_DIR}/AreteConfig.cmake INSTALL_DESTINATION ${config_folder}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/AreteConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/AreteConfig.cmake ${CMAKE_BINARY_DIR}/AreteConfigVersion.cmake DESTINATION ${config_folder} COMPONENT development)
string(REGEX REPLACE "[^/]+" ".." from_libraries ${CMAKE_INSTALL_LIBDIR})
configure_file(cmake/arete.pc.in ${CMAKE_BINARY_DIR}/arete.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/arete.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
install(DIRECTORY library/include/arete DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libarete-dev COMPONENT development)

# The module of Debian's Python, where Debian's packages have theirs.
set(ARETE_PYTHON_INSTALL_DIR lib/python3/dist-packages CACHE STRING "Where the Python module is installed, after the prefix")
if(TARGET arete_python)
  file(RELATIVE_PATH engine_from_python /${ARETE_PYTHON_INSTALL_DIR}/arete /${ARETE_ENGINE_FOLDER})
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/python-links)
  foreach(library libarete-engine.so.${PROJECT_VERSION} ${ARETE_CUDART_NAME})
    file(CREATE_LINK ${engine_from_python}/${library} ${CMAKE_BINARY_DIR}/python-links/${library} SYMBOLIC)
    install(FILES ${CMAKE_BINARY_DIR}/python-links/${library} DESTINATION ${ARETE_PYTHON_INSTALL_DIR}/arete COMPONENT python)
  endforeach()
  install(TARGETS arete_python LIBRARY DESTINATION ${ARETE_PYTHON_INSTALL_DIR}/arete COMPONENT python)
  install(FILES ${python_files} DESTINATION ${ARETE_PYTHON_INSTALL_DIR}/arete COMPONENT python)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/arete.egg-info CONTENT
"Metadata-Version: 2.1
Name: arete
Version: ${PROJECT_VERSION}
Summary: ${PROJECT_DESCRIPTION}
License: Apache-2.0
Requires-Python: >=3.9
Requires-Dist: numpy
")
  install(FILES ${CMAKE_BINARY_DIR}/arete.egg-info DESTINATION ${ARETE_PYTHON_INSTALL_DIR} COMPONENT python RENAME arete-${PROJECT_VERSION}.egg-info)
endif()

install(DIRECTORY assets/clouds DESTINATION ${CMAKE_INSTALL_DATADIR}/arete)
if(TARGET arete)
  install(FILES assets/desktop/arete.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES assets/desktop/arete.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
  install(FILES assets/icons/arete.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
install(FILES assets/desktop/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/arete)
foreach(other development:libarete-dev python:python3-arete)
  string(REPLACE ":" ";" other ${other})
  list(GET other 0 component)
  list(GET other 1 package)
  if(TARGET arete_python OR NOT component STREQUAL python)
    install(FILES assets/desktop/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
    install(FILES ${made}/doc/arete/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component} OPTIONAL)
  endif()
endforeach()
install(DIRECTORY ${made}/man ${made}/doc ${made}/bash-completion ${made}/zsh ${made}/fish DESTINATION ${CMAKE_INSTALL_DATADIR} OPTIONAL)

list(TRANSFORM installed_programs REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE program_files)
set(complete ${CMAKE_COMMAND} -E env $<TARGET_FILE:arete-cli> completion)
add_custom_target(manuals
  COMMAND ${CMAKE_COMMAND} -E make_directory ${made}/bash-completion/completions ${made}/zsh/vendor-completions ${made}/fish/vendor_completions.d
    ${made}/doc/arete ${made}/man/man1
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/make-manuals ${program_files} ${made}/man/man1
  COMMAND find ${made}/man/man1 -name *.1 -exec gzip -9nf {} +
  COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md > ${made}/doc/arete/CHANGELOG.md.gz
  COMMAND gzip -9nc ${CMAKE_BINARY_DIR}/debian-changelog > ${made}/doc/arete/changelog.gz
  COMMAND ${complete} bash > ${made}/bash-completion/completions/arete-cli
  COMMAND ${complete} zsh > ${made}/zsh/vendor-completions/_arete-cli
  COMMAND ${complete} fish > ${made}/fish/vendor_completions.d/arete-cli.fish
  DEPENDS ${installed_programs} VERBATIM COMMENT "Manual pages and completions")

set(ARETE_MAINTAINER "The Arete authors <authors@arete.example.org>" CACHE STRING "Who the Debian package says to write to")
string(TIMESTAMP made_on "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/debian-changelog CONTENT
"arete (${PROJECT_VERSION}) stable; urgency=medium

  * See CHANGELOG.md.gz.

 -- ${ARETE_MAINTAINER}  ${made_on}
")
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL programs libraries development)
set(CPACK_COMPONENT_PROGRAMS_GROUP arete)
set(CPACK_COMPONENT_LIBRARIES_GROUP arete)
set(CPACK_PACKAGE_NAME arete)
set(CPACK_PACKAGE_VENDOR "The Arete authors")
set(CPACK_PACKAGE_CONTACT "${ARETE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "find curves in point clouds by ridge detection, step by step")
set(CPACK_DEBIAN_ARETE_PACKAGE_NAME arete)
set(CPACK_DEBIAN_ARETE_DESCRIPTION "Arete opens a point cloud, shows how ridge detection finds the curve in it,
lets its parameters be changed live, shows nearest neighbours, and exports
curves, networks with junctions, and timings. It computes on CPU threads and
on NVIDIA GPUs, with the same bits. The package has the window (arete), the
command line (arete-cli) and the libraries that they share.")
set(CPACK_DEBIAN_ARETE_PACKAGE_SECTION science)
set(CPACK_DEBIAN_ARETE_PACKAGE_DEPENDS "fonts-dejavu-core")  # the panels' font
set(CPACK_DEBIAN_ARETE_PACKAGE_RECOMMENDS "libproj25, proj-data")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/debian/triggers CONTENT "activate-noawait ldconfig\n")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/debian/shlibs CONTENT "libarete ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} arete (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_ARETE_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/debian/triggers ${CMAKE_BINARY_DIR}/debian/shlibs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libarete-dev)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "The headers of the library arete, what find_package(Arete) needs, and an
example: read clouds, detect curves and networks step by step or at once,
search nearest neighbours, write curves.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "arete (= ${PROJECT_VERSION})")
if(TARGET arete_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  math(EXPR next_minor "${Python3_VERSION_MINOR} + 1")
  set(python_fits "python3 (>= ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}~), python3 (<< ${Python3_VERSION_MAJOR}.${next_minor})")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-arete)
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "The module arete of Python 3: detects curves and networks in NumPy arrays, step
by step or at once, searches nearest neighbours, reads and writes point clouds
and curves. It has the functions of arete-cli as keywords and the same bits.")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "arete (= ${PROJECT_VERSION}), ${python_fits}, python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-networkx")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-scipy")
  # What Debian's own packages of Python modules do: modules are compiled when they are installed, and what that made goes with them.
  foreach(script postinst prerm)
    configure_file(assets/desktop/python3-arete.${script} ${CMAKE_BINARY_DIR}/debian/python/${script} COPYONLY)
  endforeach()
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/debian/python/postinst ${CMAKE_BINARY_DIR}/debian/python/prerm)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION ON)
endif()
foreach(component DEVELOPMENT PYTHON)
  set(CPACK_DEBIAN_${component}_PACKAGE_SOURCE arete)  # the library folder that the module looks in has this name
endforeach()
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)  # code for many GPUs is packed ten times smaller, by gzip not five times
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${ARETE_ENGINE_BUILT})  # the engine is no package's
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
include(CPack)
