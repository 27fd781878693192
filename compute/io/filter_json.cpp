#include "compute/io/filter_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "compute/core/asprs_classes.h"
#include "compute/core/error.h"
#include "compute/core/point_array.h"
#include "compute/filter/expression.h"

namespace arete {

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void fail(std::string_view key, std::string_view due) {
  throw Error(ErrorKind::badInput, "cannot read the filter", key, std::string(due) + " is expected here");
}

double number(std::string_view key, const Json& value) {
  if (!value.is_number() || !std::isfinite(value.get<double>())) fail(key, "a number");
  return value.get<double>();
}

const Json& need(std::string_view key, const Json& object, const char* name) {
  if (!object.is_object() || !object.contains(name)) fail(key, std::string("an object with '") + name + "'");
  return object[name];
}

const Json& list(std::string_view key, const Json& value) {
  if (!value.is_array()) fail(key, "a list");
  return value;
}

std::string text(std::string_view key, const Json& value) {
  if (!value.is_string()) fail(key, "text in quotes");
  return value.get<std::string>();
}

std::vector<double> numbers(std::string_view key, const Json& value) {
  std::vector<double> result;
  for (const Json& each : list(key, value)) result.push_back(number(key, each));
  return result;
}

std::vector<int> classesFrom(const Json& value) {
  std::vector<int> classes;
  for (const Json& each : list("classes", value)) {
    if (!each.is_number_integer() || each.get<double>() < 0 || each.get<double>() >= kMostClasses) fail("classes", "a list of numbers from 0 to 255");
    classes.push_back(each.get<int>());
  }
  std::ranges::sort(classes);
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return classes;
}

FilterBox boxFrom(const Json& value) {
  FilterBox box{numbers("box", need("box", value, "minimum")), numbers("box", need("box", value, "maximum"))};
  if (box.minimum.size() != box.maximum.size() || box.minimum.empty() || box.minimum.size() > size_t(kMaxDimension))
    fail("box", "a corner of 1 to 16 numbers, twice,");
  return box;
}

/// An end that is not there is open.
FilterRange rangeFrom(const Json& value) {
  FilterRange range;
  range.column = text("ranges", need("ranges", value, "column"));
  if (value.contains("low")) range.low = number("ranges", value["low"]);
  if (value.contains("high")) range.high = number("ranges", value["high"]);
  return range;
}

Region regionFrom(const Json& value) {
  constexpr std::string_view kKey = "regions";
  Region region;
  region.source = text(kKey, need(kKey, value, "source"));
  const Json& keep = need(kKey, value, "keep");
  if (!keep.is_boolean()) fail(kKey, "keep: true or false");
  region.keep = keep.get<bool>();
  if (value.contains("projection")) region.projection = numbers(kKey, value["projection"]);
  for (const Json& polygon : list(kKey, need(kKey, value, "polygons"))) {
    Polygon& into = region.polygons.emplace_back();
    for (const Json& ring : list(kKey, polygon)) {
      Ring& corners = into.rings.emplace_back();
      for (const Json& corner : list(kKey, ring)) {
        const std::vector<double> two = numbers(kKey, corner);
        if (two.size() != 2) fail(kKey, "a corner of two numbers");
        corners.push_back({two[0], two[1]});
      }
    }
  }
  return region;
}

Json regionJson(const Region& region) {
  Json json = {{"source", region.source}, {"keep", region.keep}};
  if (!region.projection.empty()) json["projection"] = region.projection;
  Json& polygons = json["polygons"] = Json::array();
  for (const Polygon& polygon : region.polygons) polygons.push_back(polygon.rings);
  return json;
}

}  // namespace

Json filterJson(const Filter& filter) {
  Json json = Json::object();
  if (!filter.where.empty()) json["where"] = filter.where;
  if (filter.classes) json["classes"] = *filter.classes;
  if (filter.box) json["box"] = {{"minimum", filter.box->minimum}, {"maximum", filter.box->maximum}};
  for (const FilterRange& range : filter.ranges) {
    Json entry = {{"column", range.column}};
    if (std::isfinite(range.low)) entry["low"] = range.low;
    if (std::isfinite(range.high)) entry["high"] = range.high;
    json["ranges"].push_back(std::move(entry));
  }
  if (filter.order == PointOrder::scattered) json["order"] = kScattered;
  if (filter.every > 1) json["every"] = filter.every;
  if (filter.thin > 0) json["thin"] = filter.thin;
  for (const Region& region : filter.regions) json["regions"].push_back(regionJson(region));
  return json;
}

Filter filterFromJson(const Json& json, std::vector<std::string>& unknown) {
  if (!json.is_object()) fail("", "an object {…}");
  Filter filter;
  for (const auto& [key, value] : json.items()) {
    if (key == "where") filter.where = text(key, value);
    else if (key == "classes") filter.classes = classesFrom(value);
    else if (key == "box") filter.box = boxFrom(value);
    else if (key == "ranges")
      for (const Json& each : list(key, value)) filter.ranges.push_back(rangeFrom(each));
    else if (key == "regions")
      for (const Json& each : list(key, value)) filter.regions.push_back(regionFrom(each));
    else if (key == "order") {
      if (const std::string name = text(key, value); name == kScattered) filter.order = PointOrder::scattered;
      else if (name != kFileOrder) fail(key, "file or scattered");
    } else if (key == "every") {
      if (!value.is_number_integer() || value.get<double>() < 1 || value.get<double>() > double(UINT32_MAX)) fail(key, "a whole number of 1 or more");
      filter.every = value.get<uint32_t>();
    } else if (key == "thin") {
      filter.thin = number(key, value);
      if (!(filter.thin > 0)) fail(key, "a distance above 0");
    } else unknown.push_back(key);
  }
  if (!filter.where.empty()) {
    try {
      const Expression checked(filter.where);
    } catch (const Error& error) {
      throw Error(ErrorKind::badInput, error.failed(), "where", error.reason(), error.hint());
    }
  }
  return filter;
}

}  // namespace arete
