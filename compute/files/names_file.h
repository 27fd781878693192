// Whether a name still belongs to an open file.
#pragma once

#include <filesystem>

namespace arete {

/// Whether `name` is the file that is open as `descriptor`: another program may have moved, removed or replaced it meanwhile.
bool namesFile(const std::filesystem::path& name, int descriptor);

}  // namespace arete
