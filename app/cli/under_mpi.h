// A program that was started many times over by mpirun or srun, and does not know of the others.
#pragma once

namespace arete::cli {

/// Throws Error(wrongUse) where mpirun started this process as one of several: each would do all of the work, and write the same files.
void refuseUnderMpi();

}  // namespace arete::cli
