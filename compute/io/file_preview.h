// The first rows of a file of any format, as reading it would take them, for whoever asks how it is to be read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "compute/io/read_cloud.h"

namespace arete {

struct FilePreview {
  const FormatInfo* format = nullptr;     ///< never null
  std::optional<TextPreview> text;        ///< of a table of text; the rest is then empty
  std::vector<std::string> names;         ///< of the coordinates, `dimension` of them, then of the attributes
  size_t dimension = 0;                   ///< how many coordinates a point has in the file
  std::vector<std::vector<double>> rows;  ///< the first points, in file coordinates: a number for each name, NaN where there is none
  bool tooLarge = false;                  ///< its rows are known when it is read whole, which would take too long
};

inline constexpr size_t kPreviewRows = 20;

/// Reads the beginning of a file, or all of a small one. Throws like readCloud.
FilePreview previewFile(const std::filesystem::path& path, const ReadOptions& options = {});

}  // namespace arete
