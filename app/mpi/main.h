// What main() of arete-mpi does.
#pragma once

#include <string_view>

namespace arete::mpi {

/// `version`: of this program. All ranks must have the same.
int runMain(int argc, char** argv, std::string_view version);

}  // namespace arete::mpi
