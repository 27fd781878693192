#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>

#include "compute/io/write_points.h"

namespace arete {

std::optional<LasGrid> lasGridOf(const std::filesystem::path& path) {
  constexpr size_t kHead = 227, kScaleAt = 131, kOffsetAt = 155, kEncodingAt = 6;
  std::array<char, kHead> head{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(head.data(), head.size()) || std::string_view(head.data(), 4) != "LASF") return {};
  LasGrid grid;
  std::memcpy(grid.scale.data(), head.data() + kScaleAt, sizeof grid.scale);
  std::memcpy(grid.offset.data(), head.data() + kOffsetAt, sizeof grid.offset);
  grid.adjustedTime = (head[kEncodingAt] & 1) != 0;
  for (size_t k = 0; k < grid.scale.size(); ++k)
    if (!(grid.scale[k] > 0) || !std::isfinite(grid.scale[k]) || !std::isfinite(grid.offset[k])) return {};
  return grid;
}

}  // namespace arete
