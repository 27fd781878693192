// Programs of others, which are run by their full names.
#pragma once

#include <filesystem>

namespace arete {

/// "" where there is none. Folders of PATH that are named from the current one are left out: what lies beside a cloud is not run.
std::filesystem::path findProgram(const char* name);

}  // namespace arete
