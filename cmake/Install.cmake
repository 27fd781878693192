# What `cmake --install` puts where. Components, of which cmake/Packages.cmake makes a Debian package each: `libraries` (the library of the public headers,
# and the engine behind it), `development` (headers, find_package, pkg-config), `cli`, `window`, `mpi`, `python`. Manual pages, completions and what is in
# share/doc are made by the target `manuals`, so they are installed where it was built before.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME cli)
set(made ${CMAKE_BINARY_DIR}/share)
set(package_of_libraries libarete${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(package_of_development libarete-dev)
set(package_of_cli arete-cli)
set(package_of_window arete)
set(package_of_mpi arete-mpi)
set(package_of_python python3-arete)
set(program_of_cli arete-cli)
set(program_of_window arete)
set(program_of_mpi arete-mpi)
set(components libraries development cli)
set(programs "")
foreach(component cli window mpi)
  set(program ${program_of_${component}})
  if(TARGET ${program})
    list(APPEND components ${component})
    list(APPEND programs ${program})
    arete_looks_from(${program} ${CMAKE_INSTALL_BINDIR})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component})
  endif()
endforeach()
list(REMOVE_DUPLICATES components)
if(TARGET arete-mpi)  # and where the site's MPI lies; that of Debian is found without
  set(mpi_folders ${MPI_CXX_LIBRARIES})
  list(TRANSFORM mpi_folders REPLACE "/[^/]+$" "")
  list(FILTER mpi_folders EXCLUDE REGEX "^/(usr/)?lib")
  list(REMOVE_DUPLICATES mpi_folders)
  set_property(TARGET arete-mpi APPEND PROPERTY INSTALL_RPATH ${mpi_folders})
endif()
if(NOT ARETE_FUZZ)
  arete_looks_from(arete_library ${CMAKE_INSTALL_LIBDIR})
  install(TARGETS arete-version-worker RUNTIME DESTINATION ${ARETE_ENGINE_FOLDER} COMPONENT libraries)
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
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR ARETE_ENGINE_FOLDER)
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
  list(APPEND components python)
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

# arete_metainfo(file homepage): for software centres. Pictures must have an address: those of docs/pictures, in the folder pictures of the home page.
function(arete_metainfo file homepage)
  file(READ ${PROJECT_SOURCE_DIR}/assets/desktop/org.example.arete.metainfo.xml text)
  if(homepage)
    set(shown "  <url type=\"homepage\">${homepage}</url>\n  <screenshots>\n")
    foreach(picture " type=\"default\"|network|A network: the streets that shuttle buses drove in Chicago" "|window|Plate boundaries in half a year of earthquakes"
        "|race-time|Versions of a stage, side by side")
      string(REPLACE "|" ";" picture "${picture}")
      list(GET picture 0 kind)
      list(GET picture 1 name)
      list(GET picture 2 caption)
      string(APPEND shown "    <screenshot${kind}>\n      <caption>${caption}</caption>\n      <image>${homepage}/pictures/${name}.png</image>\n    </screenshot>\n")
    endforeach()
    string(REPLACE "  <icon " "${shown}  </screenshots>\n  <icon " text "${text}")
  endif()
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()

set(ARETE_HOMEPAGE "" CACHE STRING "The address that packages and software centres name; none where it is empty")
set(metainfo ${CMAKE_BINARY_DIR}/metainfo/org.example.arete.metainfo.xml)
if(TARGET arete)
  arete_metainfo(${metainfo} "${ARETE_HOMEPAGE}")
  install(DIRECTORY assets/clouds DESTINATION ${CMAKE_INSTALL_DATADIR}/arete COMPONENT window)
  install(FILES assets/desktop/arete.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT window)
  install(FILES ${metainfo} DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT window)
  install(FILES assets/desktop/arete.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT window)
  install(FILES assets/icons/arete.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT window)
endif()
foreach(component ${components})
  install(DIRECTORY ${made}/${component}/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT ${component} OPTIONAL)
endforeach()

# Below ${made}, a folder for each component, as it lies in share.
set(ARETE_MAINTAINER "The Arete authors <authors@arete.example.org>" CACHE STRING "Who the Debian packages say to write to")
set(cuda_licence "")
if(ARETE_HAVE_CUDA)
  set(cuda_licence --cuda ${ARETE_CUDART})
endif()
set(make_documents "")
foreach(component ${components})
  set(folder ${made}/${component}/doc/${package_of_${component}})
  list(APPEND make_documents
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/make-copyright ${cuda_licence} ${component} > ${folder}/copyright
    COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md > ${folder}/CHANGELOG.md.gz
    COMMAND gzip -9nc ${CMAKE_BINARY_DIR}/debian/changelog > ${folder}/changelog.gz)
endforeach()
set(make_pages "")
foreach(component cli window mpi)
  if(TARGET ${program_of_${component}})
    list(APPEND make_pages
      COMMAND ${PROJECT_SOURCE_DIR}/scripts/make-manuals $<TARGET_FILE:${program_of_${component}}> ${made}/${component}/man/man1
      COMMAND find ${made}/${component}/man/man1 -name *.1 -exec gzip -9nf {} +)
  endif()
endforeach()
set(complete ${CMAKE_COMMAND} -E env $<TARGET_FILE:arete-cli> completion)
add_custom_target(manuals
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${made}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${made}/cli/bash-completion/completions ${made}/cli/zsh/vendor-completions ${made}/cli/fish/vendor_completions.d
  ${make_pages}
  COMMAND ${complete} bash > ${made}/cli/bash-completion/completions/arete-cli
  COMMAND ${complete} zsh > ${made}/cli/zsh/vendor-completions/_arete-cli
  COMMAND ${complete} fish > ${made}/cli/fish/vendor_completions.d/arete-cli.fish
  COMMAND ${CMAKE_COMMAND} -DVERSION=${PROJECT_VERSION} -DMAINTAINER=${ARETE_MAINTAINER} -DCHANGELOG=${CMAKE_BINARY_DIR}/debian/changelog
    -P ${PROJECT_SOURCE_DIR}/cmake/DebianChangelog.cmake
  ${make_documents}
  DEPENDS ${programs} VERBATIM COMMENT "Manual pages, completions, copyright")
include(Packages)
