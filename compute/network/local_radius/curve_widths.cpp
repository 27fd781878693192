#include "compute/network/local_radius/curve_widths.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace arete {

namespace {

/// Places in the order of their first coordinate: what lies within a distance of another place is a run of them.
class NearestSpread {
 public:
  explicit NearestSpread(const CloudRadius& seen) : sorted_(seen.spreads), widest_(seen.widest) {
    std::erase_if(sorted_, [this](const SpreadPlace& each) { return each.spread > widest_; });
    std::ranges::stable_sort(sorted_, {}, first);
  }

  /// The spread at the nearest place within `near` times its own.
  std::optional<double> at(const shared::Vector3& place, double near) const {
    const double reach = near * widest_;
    const SpreadPlace* nearest = nullptr;
    double least = HUGE_VAL;
    for (auto each = std::ranges::lower_bound(sorted_, place[0] - reach, {}, first); each != sorted_.end() && first(*each) <= place[0] + reach;
         ++each)
      if (const double squared = squaredDistance(each->place, place); squared < least) least = squared, nearest = &*each;
    if (!nearest || least > near * near * nearest->spread * nearest->spread) return {};
    return nearest->spread;
  }

 private:
  static double first(const SpreadPlace& each) { return each.place[0]; }

  std::vector<SpreadPlace> sorted_;
  double widest_;
};

}  // namespace

void lookAcrossCurves(const LocalRadiusInput& in, const CloudRadius& seen, std::span<double> radii, const StageContext& context) {
  constexpr size_t kGrain = 256;
  const NearestSpread near(seen);
  context.device.threads().forEachRange(radii.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i)
      if (radii[i] > 0)
        if (const auto spread = near.at(in.points.places[i], in.rules.spreadsNear)) radii[i] = std::max(radii[i], in.rules.spreadsSeen * *spread);
  });
}

}  // namespace arete
