// Estimates how long a search of many queries takes, without asking all of them when that is long.
#pragma once

#include <cstdint>
#include <functional>

namespace arete::cli {

/// Seconds for `all` queries. `secondsOf(n)` asks n of them: first `first`, then more, until they take long enough to extrapolate from;
/// a GPU answers a thousand in the time of one. A short search is asked for all of them.
double secondsOfAll(uint32_t all, uint32_t first, const std::function<double(uint32_t count)>& secondsOf);

}  // namespace arete::cli
