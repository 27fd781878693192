// The coordinate system in a file beside another one, for formats that have no place for it: programs of Esri, QGIS and our own reader look for it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compute/crs/crs.h"

namespace arete::write {

/// Beside the file that was written, with the ending .prj. One that is there already stays, and that is a warning. Throws Error(io).
void prjBeside(const std::filesystem::path& path, const Crs& crs, std::vector<std::string>& warnings);

}  // namespace arete::write
