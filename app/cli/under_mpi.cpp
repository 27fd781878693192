#include "app/cli/under_mpi.h"

#include <cstdlib>
#include <string>

#include "compute/core/error.h"

namespace arete::cli {

void refuseUnderMpi() {
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})  // Open MPI; MPICH, and srun --mpi=pmi2
    if (const char* const size = std::getenv(name); size != nullptr && std::atoi(size) > 1)
      throw Error(ErrorKind::wrongUse, "cannot detect in several processes", "arete-cli",
                  std::string(size) + " of them were started by mpirun or srun, and each would find the whole curve",
                  "start arete-mpi instead, which shares the work");
}

}  // namespace arete::cli
