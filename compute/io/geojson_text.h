// What both readers of GeoJSON (RFC 7946) need: the text as nested values, of a depth that is bounded, and members that may be missing.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace arete {

/// `name`: of the file, in errors; `cannot`, `hint`: what fails and what to do, there too. Throws Error(badInput), with the byte where the text is no
/// JSON.
nlohmann::json parseGeoJson(std::string_view text, const std::string& name, std::string_view cannot, std::string_view hint);

/// Null where `object` is no object or has no such member.
const nlohmann::json* member(const nlohmann::json& object, const char* key);

}  // namespace arete
