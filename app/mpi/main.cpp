// arete-mpi: detections over the processes that mpirun or srun starts. Kept apart from run_main.cpp so that a test can be another version of it.
#include "app/mpi/main.h"
#include "app/guarded_main.h"

int main(int argc, char** argv) {
  return arete::guardedMain([&] { return arete::mpi::runMain(argc, argv, ARETE_VERSION); });
}
