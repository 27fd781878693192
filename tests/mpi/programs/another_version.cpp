// arete-mpi as if it had been built from other sources.
#include "app/guarded_main.h"
#include "app/mpi/main.h"

int main(int argc, char** argv) {
  return arete::guardedMain([&] { return arete::mpi::runMain(argc, argv, "0.0.1"); });
}
