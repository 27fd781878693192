#include "compute/measures/projection/contract.h"

#include <algorithm>
#include <limits>

namespace arete {

std::vector<PathProfile> profilesOf(const CurveEdges& curve, std::span<const CurvePlace> places, double reach, double step) {
  std::vector<PathProfile> profiles;
  for (uint32_t path = 0; path < curve.paths.size(); ++path) {
    const double length = curve.paths[path].length;
    const auto count = size_t(std::clamp(std::ceil(length / step), 1.0, double(kMostBins)));
    PathProfile& profile = profiles.emplace_back(PathProfile{path, std::vector<ProfileBin>(count)});
    for (size_t i = 0; i < count; ++i)
      profile.bins[i].from = length * double(i) / double(count), profile.bins[i].to = length * double(i + 1) / double(count);
  }
  for (const CurvePlace& place : places) {
    if (place.edge == CurvePlace::kNowhere || place.distance() > reach) continue;
    const CurveEdge& edge = curve.edges[place.edge];
    std::vector<ProfileBin>& bins = profiles[edge.path].bins;
    const double length = curve.paths[edge.path].length, share = length > 0 ? arcLength(place, edge) / length : 0;
    ProfileBin& bin = bins[std::min(size_t(share * double(bins.size())), bins.size() - 1)];
    ++bin.points;
    bin.offset += place.offset;
    bin.width += place.offset * place.offset;
  }
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (PathProfile& profile : profiles)
    for (ProfileBin& bin : profile.bins) {
      const auto points = double(bin.points);
      bin.density = bin.to > bin.from ? points / (bin.to - bin.from) : kNone;
      bin.offset = bin.points > 0 ? bin.offset / points : kNone;
      bin.width = bin.points > 0 ? std::sqrt(bin.width / points) : kNone;
    }
  return profiles;
}

}  // namespace arete
