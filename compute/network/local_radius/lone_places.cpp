#include "compute/network/local_radius/lone_places.h"

#include <algorithm>
#include <vector>

#include "compute/network/look/ball_look.h"

namespace arete {

void dropLonePlaces(const LocalRadiusInput& in, std::span<double> radii, const StageContext& context) {
  constexpr size_t kGrain = 256;
  if (in.points.isSurface()) return;
  std::vector<uint32_t> far;
  double widest = in.r1;
  for (uint32_t i = 0; i < radii.size(); ++i)
    if (radii[i] > in.r1) far.push_back(i), widest = std::max(widest, radii[i]);
  if (far.empty()) return;
  const double half = in.rules.ball / 2;
  const cpu::BallLook look(in.points, half * in.r1, half * widest, context);
  context.device.threads().forEachRange(far.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (const uint32_t i : std::span(far).subspan(begin, end - begin))
      if (!look.holds(in.points.places[i], half * radii[i], in.points.weights[i] + 1)) radii[i] = 0;
  });
}

}  // namespace arete
