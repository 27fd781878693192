// A filter as a value of a session file:
//   where, classes [numbers], box {minimum, maximum}, ranges [{column, low, high}], every, thin,
//   regions [{source, keep, projection, polygons [[ring [[u, v] …] …] …]}]; what keeps all is left out
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

#include "compute/filter/filter.h"

namespace arete {

nlohmann::ordered_json filterJson(const Filter& filter);

/// Throws Error(badInput) whose where() is the key and reason() what is expected there. Unknown keys go into `unknown`.
Filter filterFromJson(const nlohmann::ordered_json& json, std::vector<std::string>& unknown);

}  // namespace arete
