# What `cmake --install` puts where, and the Debian package that scripts/package makes of it. Manual pages and completions are made by the
# programs themselves (target `manuals`), so they are installed where they were made before.
include(GNUInstallDirs)
set(made ${CMAKE_BINARY_DIR}/share)
set(installed_programs arete-cli)
if(TARGET arete)
  list(APPEND installed_programs arete)
endif()
install(TARGETS ${installed_programs} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY assets/clouds DESTINATION ${CMAKE_INSTALL_DATADIR}/arete)
if(TARGET arete)
  install(FILES assets/desktop/arete.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES assets/desktop/arete.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
  install(FILES assets/icons/arete.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
install(FILES assets/desktop/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/arete)
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
set(CPACK_PACKAGE_NAME arete)
set(CPACK_PACKAGE_VENDOR "The Arete authors")
set(CPACK_PACKAGE_CONTACT "${ARETE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "find curves in point clouds by ridge detection, step by step")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Arete opens a point cloud, shows how ridge detection finds the curve in it,
lets its parameters be changed live, shows nearest neighbours, and exports
curves, networks with junctions, and timings. It computes on CPU threads and
on NVIDIA GPUs, with the same bits. The package has the window (arete) and
the command line (arete-cli).")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-dejavu-core")  # the panels' font
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libproj25, proj-data")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
include(CPack)
