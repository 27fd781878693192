# arete-mpi, for clusters: built where CMake finds MPI. The ABI of MPI is the site's own, so it is built where it runs, and no package has it.
# Another MPI than the one that is found first: -DMPI_CXX_COMPILER=mpicxx.mpich
option(ARETE_MPI "Build arete-mpi where there is MPI" ON)
set(ARETE_HAVE_MPI OFF)
if(ARETE_MPI AND NOT ARETE_FUZZ)
  set(MPI_CXX_SKIP_MPICXX ON)  # the C++ bindings, which MPI 3 removed
  find_package(MPI 3.1 QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    set(ARETE_HAVE_MPI ON)
  else()
    message(STATUS "arete-mpi is left out: MPI was not found (libopenmpi-dev, or libmpich-dev)")
  endif()
endif()
if(ARETE_HAVE_MPI)
  file(GLOB mpi_sources CONFIGURE_DEPENDS compute/mpi/*.cpp app/mpi/*.cpp)
  list(FILTER mpi_sources EXCLUDE REGEX "/main.cpp$")
  add_library(arete_mpi STATIC ${mpi_sources})  # a library, so that a test can be another version of the program
  arete_together(arete_mpi)
  target_link_libraries(arete_mpi PUBLIC arete_cli MPI::MPI_CXX)
  add_executable(arete-mpi app/mpi/main.cpp app/guarded_main.cpp)
  target_link_libraries(arete-mpi PRIVATE arete_mpi)
endif()
