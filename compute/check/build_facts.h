// What the program was built of and for: cmake/BuildFacts.cmake writes it down.
#pragma once

#include <string_view>

namespace arete {

struct BuildFacts {
  std::string_view commit;  ///< "864dcf05b1a2", with a + where sources were changed since; "" where unknown
  std::string_view cuda;    ///< nvcc's version; "" where CUDA was left out
};

extern const BuildFacts kBuildFacts;

}  // namespace arete
