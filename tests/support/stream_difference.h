// A file read piece by piece against the same file read whole: one verdict, the same points to the bit. Tests and fuzz targets share this.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "compute/core/error.h"
#include "compute/io/file_stream.h"

namespace arete::test {

/// A stream passes over what is not needed for the points; what it says of it depends on whether that comes before them.
inline bool isOfWhatStreamsPassOver(const std::string& warning) {
  return warning.starts_with("Element ") || warning.starts_with("There is more in the file after its last element") ||
         (warning.starts_with("Of ") && warning.find(" attributes the first ") != warning.npos);
}

/// The points from `from` on; "" when they are those of the cloud.
inline std::string pointDifference(const FileStream& stream, const PointCloud& cloud, uint64_t from) {
  std::string difference;
  auto next = uint32_t(from);
  stream.read(from,
              [&](const PointArray& block, uint64_t first) {
                if (first != next) difference = "a block begins at point " + std::to_string(first) + " instead of " + std::to_string(next);
                for (uint32_t i = 0; difference.empty() && i < block.size(); ++i)
                  for (int k = 0; k < block.dimension(); ++k)
                    if (std::bit_cast<uint64_t>(block.coordinate(i, k)) != std::bit_cast<uint64_t>(cloud.points().coordinate(uint32_t(first + i), k)))
                      difference = "coordinate " + std::to_string(k) + " of point " + std::to_string(first + i) + " is another";
                next += block.size();
              },
              {});
  if (difference.empty() && next != cloud.size()) difference = "it ends after " + std::to_string(next) + " points";
  return difference;
}

inline std::string cloudDifference(const FileStream& stream, const CloudFile& whole) {
  const CloudFile& about = stream.about();
  const PointCloud& cloud = whole.cloud;
  if (about.format != whole.format) return "format " + about.format;
  if (about.pointsInFile != whole.pointsInFile || about.nonFinite != whole.nonFinite) return "points in the file";
  if (stream.size() != cloud.size() || stream.dimension() != cloud.dimension()) return "number of points or coordinates";
  if (stream.scalar() != cloud.scalar() || stream.origin() != cloud.origin()) return "type or origin";
  if (stream.bounds({}).minimum != cloud.bounds().minimum || stream.bounds({}).maximum != cloud.bounds().maximum) return "bounds";
  const auto ofBoth = [](std::vector<std::string> warnings) {
    std::erase_if(warnings, isOfWhatStreamsPassOver);
    return warnings;
  };
  if (ofBoth(about.warnings) != ofBoth(whole.warnings)) return "warnings";
  for (const uint64_t from : {uint64_t(0), uint64_t(stream.size() / 2), uint64_t(stream.size())})
    if (const std::string difference = pointDifference(stream, cloud, from); !difference.empty()) return difference;
  return "";
}

/// What differs; "" when nothing does. A file of a kind that is only read whole is no difference.
inline std::string streamDifference(const std::filesystem::path& path, const ReadOptions& options = {}) {
  std::optional<CloudFile> whole;
  std::string refusal;
  try {
    whole = readCloud(path, options);
  } catch (const Error& error) {
    refusal = error.what();
  }
  try {
    const FileStream stream(path, options, {});
    return whole ? cloudDifference(stream, *whole) : "the stream takes what is refused whole: " + refusal;
  } catch (const Error& error) {
    if (error.reason().find("is read whole, not piece by piece") != std::string::npos) return "";
    return whole                     ? std::string("the stream refuses what is read whole: ") + error.what()
           : error.what() != refusal ? std::string("the reasons differ: ") + error.what() + " and " + refusal
                                     : "";
  }
}

}  // namespace arete::test
