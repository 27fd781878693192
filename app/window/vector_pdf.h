// A picture of vectors as PDF, by Qt.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "render/vector_picture.h"

namespace arete {

/// One page as large as the picture; text with the fonts within. All or nothing; returns warnings. Throws Error.
std::vector<std::string> savePdf(const std::filesystem::path& path, const VectorPicture& picture, const Overlay& overlay, Theme theme);

}  // namespace arete
