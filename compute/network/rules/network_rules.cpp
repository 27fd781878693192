#include "compute/network/rules/network_rules.h"

#include <cmath>
#include <string>

#include "compute/core/error.h"

namespace arete {

NetworkRules networkRules(NetworkProfile profile, int dimension) {
  const bool isMap = profile == NetworkProfile::map;
  if (dimension != 2 && dimension != 3)
    throw Error(ErrorKind::wrongUse, "cannot detect a network", std::to_string(dimension) + " dimensions", "networks are found in 2 or 3 dimensions",
                "choose two or three columns of the file, or detect chains");
  if (dimension != (isMap ? 2 : 3))
    throw Error(ErrorKind::wrongUse, "cannot detect a network", std::to_string(dimension) + " dimensions",
                isMap ? "maps have 2 dimensions" : "surfaces, spheres and wires have 3 dimensions", "choose another profile");
  NetworkRules rules;
  rules.fit(profile);
  return rules;
}

NetworkRules networkRules(int dimension) { return networkRules(dimension == 2 ? NetworkProfile::map : NetworkProfile::surface, dimension); }

NetworkRules rulesInForce(NetworkRules asked, const Circumstances& at) {
  asked.fit(at);
  return asked;
}

double steppedRadius(double r1, int step) {
  constexpr double kQuarters[] = {1, 1.189207115002721, 1.4142135623730951, 1.681792830507429};  // powers of 2^(1/4)
  return std::ldexp(r1 * kQuarters[step % 4], step / 4);
}

}  // namespace arete
