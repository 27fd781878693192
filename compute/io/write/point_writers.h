// One function per point format, and what they share.
#pragma once

#include "compute/io/write_points.h"

namespace arete::write {

std::vector<std::string> plyPoints(const PointsInput& input, TextFile& file);
std::vector<std::string> csvPoints(const PointsInput& input, TextFile& file);
std::vector<std::string> xyzPoints(const PointsInput& input, TextFile& file);
std::vector<std::string> npyPoints(const PointsInput& input, TextFile& file);
std::vector<std::string> rawFloatPoints(const PointsInput& input, TextFile& file);
std::vector<std::string> rawDoublePoints(const PointsInput& input, TextFile& file);

/// Goes through all points in pieces, looking at the stop token and reporting progress after each: `body(begin, end)`.
void forEachPiece(const PointsInput& input, const std::function<void(size_t begin, size_t end)>& body);

}  // namespace arete::write
