// Point files: generated clouds and chosen points. One row per format, as for curves. Large clouds are written piece by piece.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/crs/crs.h"
#include "compute/files/text_file.h"

namespace arete {

/// How LAS keeps coordinates: as whole numbers of steps from an offset, by axis.
struct LasGrid {
  std::array<double, 3> scale{}, offset{};
  bool adjustedTime = false;  ///< GPS times are counted from 2011 on, not within a week
};

/// Of a LAS or LAZ file; empty for any other. Throws nothing: reading the file says what is wrong with it.
std::optional<LasGrid> lasGridOf(const std::filesystem::path& path);

/// What is written: local points, the origin that is added to them in double, and columns of the same length.
struct PointsInput {
  const PointArray& points;
  PointCloud::Origin origin{};
  std::span<const Attribute> attributes = {};
  std::optional<LasGrid> grid = {};  ///< LAS: to be kept where all coordinates fit; else one is found that keeps most of them
  Crs crs = {};                      ///< of the coordinates
  std::stop_token stop = {};
  std::function<void(double fraction)> progress = {};  ///< 0…1; may be empty

  /// In file coordinates.
  double coordinate(size_t i, int k) const { return points.coordinate(i, k) + origin[size_t(k)]; }
  /// The type that holds every file coordinate to the bit: float only for float points without an origin.
  Scalar exactScalar() const;
};

struct PointFormat {
  std::string_view id;
  std::string_view label;                                            ///< for dialogs
  std::string_view extension;                                        ///< without the dot
  std::string_view help;                                             ///< one sentence: what is in the file and who reads it
  bool attributes;                                                   ///< whether it has room for them
  bool prjBeside;                                                    ///< whether the coordinate system goes into a file beside it
  std::vector<std::string> (*write)(const PointsInput&, TextFile&);  ///< returns warnings; throws Cancelled
};

std::span<const PointFormat> pointFormats();
/// The row of a format, or of a path's extension where `formatId` is empty; CSV for a stream without one. Throws Error(wrongUse) on `what`.
const PointFormat& pointFormat(const std::filesystem::path& path, std::string_view formatId, std::string_view what);

/// Writes points in file coordinates, all or nothing, as writeCurve does. Returns warnings: what the format could not take.
/// Throws Error(wrongUse), Error(io), Cancelled.
std::vector<std::string> writePoints(const std::filesystem::path& path, const PointsInput& input, std::string_view formatId = {});

}  // namespace arete
