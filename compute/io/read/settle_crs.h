// The coordinate system of a cloud that was read: what the user says, else what the file names, else what is in a .prj file beside it, else what
// the names of its columns say.
#pragma once

#include "compute/io/read/source.h"

namespace arete {

/// `file.crs` is what the file names. Leaves there what counts, with its words for people; what is not understood is a warning.
void settleCrs(const ReadOptions& options, const std::filesystem::path& path, CloudFile& file);

}  // namespace arete
