// How long a search of many queries takes, without asking all of them where that is long.
#pragma once

#include <cstdint>
#include <functional>

namespace arete::cli {

/// Seconds for `all` queries. `secondsOf(n)` asks n of them: few first, `first`, then more until they take long enough for the rest to take as
/// long each; a GPU answers a thousand in the time of one. A search that is short is asked for all of them.
double secondsOfAll(uint32_t all, uint32_t first, const std::function<double(uint32_t count)>& secondsOf);

}  // namespace arete::cli
