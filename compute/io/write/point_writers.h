// One function per point format, and what they share.
#pragma once

#include "compute/io/write_points.h"

namespace arete::write {

std::vector<std::string> plyPoints(const PointsInput& input, TextFile& file);
std::vector<std::string> csvPoints(const PointsInput& input, TextFile& file);
std::vector<std::string> lasPoints(const PointsInput& input, TextFile& file);
std::vector<std::string> xyzPoints(const PointsInput& input, TextFile& file);
std::vector<std::string> npyPoints(const PointsInput& input, TextFile& file);
std::vector<std::string> rawFloatPoints(const PointsInput& input, TextFile& file);
std::vector<std::string> rawDoublePoints(const PointsInput& input, TextFile& file);

/// Calls `body(begin, end)` for all points in pieces, checking the stop token and reporting progress after each.
void forEachPiece(const PointsInput& input, const std::function<void(size_t begin, size_t end)>& body);

}  // namespace arete::write
