#include "app/cli/search_estimate.h"

#include <algorithm>

namespace arete::cli {

double secondsOfAll(uint32_t all, uint32_t first, const std::function<double(uint32_t count)>& secondsOf) {
  constexpr double kTelling_s = 0.1;  // launches and copies take a thousandth of it
  constexpr uint64_t kGrowth = 8;
  for (uint64_t count = first;; count *= kGrowth) {
    const auto asked = uint32_t(std::clamp<uint64_t>(count, 1, all));
    const double seconds = secondsOf(asked);
    if (asked == all || seconds >= kTelling_s) return seconds * double(all) / asked;
  }
}

}  // namespace arete::cli
