#include "compute/io/geojson_text.h"

#include <nlohmann/json.hpp>

#include "compute/core/error.h"

namespace arete {

using Json = nlohmann::json;

Json parseGeoJson(std::string_view text, const std::string& name, std::string_view cannot, std::string_view hint) {
  constexpr int kDeepest = 64;
  const auto refuse = [&](const std::string& where, std::string_view reason) { throw Error(ErrorKind::badInput, cannot, where, reason, hint); };
  try {
    return Json::parse(text, [&](int depth, Json::parse_event_t, Json&) {
      if (depth > kDeepest) refuse(name, "it is nested deeper than 64 levels");
      return true;
    });
  } catch (const Json::parse_error& error) {
    refuse(name + " byte " + std::to_string(error.byte), "it is not valid JSON");
  } catch (const Json::exception& error) {
    refuse(name, error.what());
  }
  return {};
}

const Json* member(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

}  // namespace arete
