# arete-mpi, for clusters: built where CMake finds MPI. The package has it for Debian's Open MPI; with a site's own MPI, whose ABI may be another, it is
# built where it runs.
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
# arete_mpi_program(suffix mpi): arete_mpi<suffix> and arete-mpi<suffix> with the MPI of that target.
function(arete_mpi_program suffix mpi)
  file(GLOB mpi_sources CONFIGURE_DEPENDS compute/mpi/*.cpp app/mpi/*.cpp)
  list(FILTER mpi_sources EXCLUDE REGEX "/main.cpp$")
  add_library(arete_mpi${suffix} STATIC ${mpi_sources})  # a library, so that a test can be another version of the program
  arete_together(arete_mpi${suffix})
  target_link_libraries(arete_mpi${suffix} PUBLIC arete_cli ${mpi})
  add_executable(arete-mpi${suffix} app/mpi/main.cpp app/guarded_main.cpp)
  target_link_libraries(arete-mpi${suffix} PRIVATE arete_mpi${suffix})
endfunction()

# MPICH beside the MPI that was found, as Debian has them side by side: for tests only.
set(ARETE_HAVE_MPICH OFF)
if(ARETE_HAVE_MPI)
  arete_mpi_program("" MPI::MPI_CXX)
  find_program(ARETE_MPICH_CXX mpicxx.mpich)
  find_program(ARETE_MPICH_EXEC mpiexec.mpich)
  if(ARETE_MPICH_CXX AND ARETE_MPICH_EXEC AND NOT MPI_CXX_COMPILER MATCHES "mpich" AND NOT ARETE_SANITIZE)
    execute_process(COMMAND ${ARETE_MPICH_CXX} -show OUTPUT_VARIABLE mpich_command OUTPUT_STRIP_TRAILING_WHITESPACE)
    separate_arguments(mpich_words UNIX_COMMAND "${mpich_command}")
    set(mpich_folders ${mpich_words})
    list(FILTER mpich_folders INCLUDE REGEX "^-I")
    list(TRANSFORM mpich_folders REPLACE "^-I" "")
    list(FILTER mpich_words INCLUDE REGEX "^(-[lL]|-Wl,)")
    list(FILTER mpich_words EXCLUDE REGEX "mpichcxx")  # the C++ bindings
    add_library(arete_mpich INTERFACE)
    target_include_directories(arete_mpich SYSTEM INTERFACE ${mpich_folders})
    target_compile_definitions(arete_mpich INTERFACE MPICH_SKIP_MPICXX=1)
    target_link_libraries(arete_mpich INTERFACE ${mpich_words})
    arete_mpi_program(_mpich arete_mpich)
    set_target_properties(arete_mpi_mpich arete-mpi_mpich PROPERTIES EXCLUDE_FROM_ALL ON)
    set_target_properties(arete-mpi_mpich PROPERTIES OUTPUT_NAME arete-mpi RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/mpich)
    set(ARETE_HAVE_MPICH ON)
  endif()
endif()
