#include "render/view_json.h"

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "compute/core/enum_names.h"
#include "compute/core/error.h"
#include "compute/core/point_array.h"

namespace arete {

using Json = nlohmann::json;

static constexpr EnumNames<CameraMode, 3> kModes{"flat", "turntable", "trackball"};
static constexpr size_t kThemeCount = size_t(Theme::white) + 1, kMapCount = size_t(ColourMap::purpleOrange) + 1,
                        kLeftOutCount = size_t(LeftOut::hidden) + 1;
static std::string_view name(CameraMode mode) { return kModes(mode); }

static void put(Json& object, const char* key, std::initializer_list<double> numbers) {
  for (const double number : numbers)
    if (!std::isfinite(number)) return;
  object[key] = numbers;
}

static void put(Json& object, const char* key, double number) {
  if (std::isfinite(number)) object[key] = number;
}

static Json cameraToJson(const Camera& camera) {
  Json json{{"mode", name(camera.mode())}, {"perspective", camera.perspective()}};
  put(json, "field_of_view", camera.fieldOfView());
  put(json, "near_cut", camera.nearCut());
  put(json, "height", camera.height());
  put(json, "target", {camera.target().x, camera.target().y, camera.target().z});
  const glm::dquat& q = camera.orientation();
  put(json, "orientation", {q.w, q.x, q.y, q.z});
  if (const auto& pivot = camera.fixedPivot()) put(json, "pivot", {pivot->x, pivot->y, pivot->z});
  else json["pivot"] = nullptr;
  return json;
}

static Json styleJson(const LayerStyle& style) {
  Json json{{"visible", style.visible}, {"colour", nullptr}};
  if (style.colour) json["colour"] = style.colour->text();
  put(json, "size", style.size);
  return json;
}

std::string viewToJson(const View& view) {
  Json layerJson = Json::object();
  for (const LayerInfo& row : layers()) layerJson[std::string(row.key)] = styleJson(view.style(row.id));
  Json beside = Json::array();
  for (const BesideCloud& cloud : view.beside) {
    beside.push_back(styleJson(cloud.style));
    beside.back()["file"] = cloud.file;
  }
  Json measured = Json::array();
  for (const MeasuredLine& line : view.measured) {
    Json points = Json::array();
    for (const glm::dvec3& point : line.points) points.push_back({point.x, point.y, point.z});
    measured.push_back({{"axes", line.axes}, {"points", std::move(points)}});
  }
  Json limits = nullptr;
  if (view.colourLimits) limits = {view.colourLimits->low, view.colourLimits->high};
  const Json json{{"camera", cameraToJson(view.camera)},
                  {"axes", view.axes},
                  {"theme", name(view.theme)},
                  {"layers", layerJson},
                  {"beside", std::move(beside)},
                  {"measured", std::move(measured)},
                  {"colour_by", name(view.colourBy)},
                  {"attribute", view.attribute},
                  {"colour_range", std::move(limits)},
                  {"colour_map", name(view.colourMap)},
                  {"left_out", name(view.leftOut)},
                  {"curve", {{"colour_by", name(view.curveColour)}, {"least_support", view.leastSupport}}},
                  {"tiles", {{"colour_by", name(view.tiles.colourBy)}, {"level", view.tiles.level}, {"surroundings", view.tiles.surroundings}}}};
  constexpr int kIndent = 2;
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace);  // attribute names come from files and may be no UTF-8
}

namespace {

/// One object on the way in, and where it is in the text, for messages.
class Reader {
 public:
  Reader(const Json& json, std::string path) : json_(json), path_(std::move(path)) {
    if (!json.is_object()) fail({}, "an object");
  }

  const Json* find(const char* key) const {
    const auto found = json_.find(key);
    return found == json_.end() ? nullptr : &*found;
  }
  bool isNull(const char* key) const { return find(key) != nullptr && find(key)->is_null(); }
  Reader object(const char* key) const { return Reader(*find(key), pathOf(key)); }

  void read(const char* key, bool& value) const {
    const Json* json = find(key);
    if (json == nullptr) return;
    if (!json->is_boolean()) fail(key, "true or false");
    value = json->get<bool>();
  }

  void read(const char* key, std::string& value) const {
    const Json* json = find(key);
    if (json == nullptr) return;
    if (!json->is_string()) fail(key, "a text");
    value = json->get<std::string>();
  }

  double number(const Json& json, const char* key, double low, double high) const {
    const double value = json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
    if (!(value >= low && value <= high)) fail(key, "a number from " + Json(low).dump() + " to " + Json(high).dump());
    return value;
  }

  void read(const char* key, double& value, double low, double high) const {
    if (const Json* json = find(key)) value = number(*json, key, low, high);
  }

  template <size_t N>
  bool read(const char* key, std::array<double, N>& values) const {
    const Json* json = find(key);
    if (json == nullptr) return false;
    if (!json->is_array() || json->size() != N) fail(key, "a list of " + std::to_string(N) + " numbers");
    constexpr double kLargest = 1e30;  // squares of it stay finite
    for (size_t i = 0; i < N; ++i) values[i] = number((*json)[i], key, -kLargest, kLargest);
    return true;
  }

  /// An enum of this count, by its names.
  template <size_t count, class T>
  void readName(const char* key, T& value) const {
    const Json* json = find(key);
    if (json == nullptr) return;
    const auto named = [](T each) { return name(each); };
    const auto found = json->is_string() ? enumNamed<T, count>(json->get_ref<const std::string&>(), named) : std::nullopt;
    if (!found) fail(key, "one of: " + enumNamesListed<T, count>(named));
    value = *found;
  }

  [[noreturn]] void fail(const char* key, const std::string& allowed) const {
    throw Error(ErrorKind::badInput, "cannot read the view", key ? pathOf(key) : path_, "it should be " + allowed, "correct or remove this value");
  }

 private:
  std::string pathOf(const char* key) const { return path_ + "." + key; }

  const Json& json_;
  std::string path_;
};

void readCamera(const Reader& in, Camera& camera) {
  CameraMode mode = camera.mode();
  bool perspective = camera.perspective();
  double fieldOfView = camera.fieldOfView(), height = camera.height();
  in.readName<kModes.names.size()>("mode", mode);
  in.read("perspective", perspective);
  in.read("field_of_view", fieldOfView, Camera::kSmallestFieldOfView, Camera::kLargestFieldOfView);
  double nearCut = camera.nearCut();
  in.read("near_cut", nearCut, 0, Camera::kLargestNearCut);
  camera.setNearCut(nearCut);
  in.read("height", height, Camera::kSmallestHeight, Camera::kLargestHeight);
  if (mode != camera.mode()) camera.setMode(mode);
  camera.setPerspective(perspective);
  camera.setFieldOfView(fieldOfView);
  camera.setHeight(height);
  if (std::array<double, 3> target{}; in.read("target", target)) camera.setTarget({target[0], target[1], target[2]});
  if (std::array<double, 4> q{}; in.read("orientation", q)) {
    constexpr double kTolerance = 1e-3;  // of a unit quaternion's length: more than that is not a rounding error
    const glm::dquat orientation(q[0], q[1], q[2], q[3]);
    if (std::abs(glm::length(orientation) - 1) > kTolerance) in.fail("orientation", "a unit quaternion w, x, y, z");
    camera.setOrientation(orientation);
  }
  if (in.isNull("pivot")) camera.setPivot({});
  else if (std::array<double, 3> pivot{}; in.read("pivot", pivot)) camera.setPivot(glm::dvec3(pivot[0], pivot[1], pivot[2]));
}

void readAxes(const Reader& in, std::array<int, 3>& axes) {
  const Json* json = in.find("axes");
  if (json == nullptr) return;
  bool good = json->is_array() && json->size() == axes.size();
  for (size_t i = 0; good && i < axes.size(); ++i) {
    const Json& axis = (*json)[i];
    good = axis.is_number_integer() && axis.get<double>() >= kNoAxis && axis.get<double>() < kMaxDimension;
    if (good) axes[i] = axis.get<int>();
  }
  if (!good) in.fail("axes", "a list of three coordinate numbers from 0 to " + std::to_string(kMaxDimension - 1) + ", or -1 for none");
}

void readLayer(const Reader& in, const LayerInfo& row, LayerStyle& style) {
  in.read("visible", style.visible);
  double size = style.size;
  in.read("size", size, row.minimumSize, row.maximumSize);
  style.size = float(size);
  if (in.isNull("colour")) style.colour.reset();
  else if (in.find("colour")) {
    std::string text;
    in.read("colour", text);
    style.colour = Colour::parse(text);
    if (!style.colour) in.fail("colour", "a colour like \"#ffa132\", or null for the theme's");
  }
}

void readBeside(const Reader& in, std::vector<BesideCloud>& beside) {
  constexpr size_t kMost = 64;
  const Json& list = *in.find("beside");
  if (!list.is_array() || list.size() > kMost) in.fail("beside", "a list of at most " + std::to_string(kMost) + " clouds");
  beside.clear();
  for (const Json& each : list) {
    const Reader cloud(each, "view.beside");
    cloud.read("file", beside.emplace_back().file);
    if (beside.back().file.empty() || beside.back().file.find('\0') != std::string::npos) cloud.fail("file", "the name of a cloud's file");
    readLayer(cloud, layerInfo(LayerId::cloud), beside.back().style);
  }
}

void readMeasured(const Reader& in, std::vector<MeasuredLine>& measured) {
  constexpr size_t kMost = 10'000;
  const Json& list = *in.find("measured");
  if (!list.is_array() || list.size() > kMost) in.fail("measured", "a list of at most " + std::to_string(kMost) + " lines");
  measured.clear();
  for (const Json& each : list) {
    const Reader line(each, "view.measured");
    MeasuredLine& read = measured.emplace_back();
    readAxes(line, read.axes);
    const Json* points = line.find("points");
    if (points == nullptr || !points->is_array() || points->empty() || points->size() > kMost)
      line.fail("points", "a list of 1 to " + std::to_string(kMost) + " points");
    for (const Json& point : *points) {
      const Json named{{"points", point}};
      std::array<double, 3> at{};
      Reader(named, "view.measured").read("points", at);
      read.points.emplace_back(at[0], at[1], at[2]);
    }
  }
}

}  // namespace

View viewFromJson(std::string_view text, const View& base) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded())
    throw Error(ErrorKind::badInput, "cannot read the view", "", "the text is not JSON", "give what Copy View or a session file holds");
  View view = base;
  const Reader in(json, "view");
  if (in.find("camera")) readCamera(in.object("camera"), view.camera);
  readAxes(in, view.axes);
  in.readName<kThemeCount>("theme", view.theme);
  in.readName<kColourByCount>("colour_by", view.colourBy);
  in.read("attribute", view.attribute);
  if (in.isNull("colour_range")) view.colourLimits.reset();
  else if (std::array<double, 2> limits{}; in.read("colour_range", limits)) {
    if (!(limits[0] < limits[1])) in.fail("colour_range", "two numbers, the smaller first, or null");
    view.colourLimits = ColourLimits{limits[0], limits[1]};
  }
  in.readName<kMapCount>("colour_map", view.colourMap);
  in.readName<kLeftOutCount>("left_out", view.leftOut);
  if (in.find("curve")) {
    const Reader curve = in.object("curve");
    curve.readName<kCurveColourCount>("colour_by", view.curveColour);
    curve.read("least_support", view.leastSupport, 0, 1);
  }
  if (in.find("tiles")) {
    const Reader tiles = in.object("tiles");
    double level = view.tiles.level;
    tiles.readName<kTileColourCount>("colour_by", view.tiles.colourBy);
    tiles.read("level", level, TileLook::kLeaves, kDeepestTileLevel);
    tiles.read("margins", view.tiles.surroundings);  // its name in sessions of the first versions
    tiles.read("surroundings", view.tiles.surroundings);
    view.tiles.level = int(level);
  }
  if (in.find("beside")) readBeside(in, view.beside);
  if (in.find("measured")) readMeasured(in, view.measured);
  if (in.find("layers")) {
    const Reader all = in.object("layers");
    for (const LayerInfo& row : layers())
      if (const std::string key(row.key); all.find(key.c_str())) readLayer(all.object(key.c_str()), row, view.style(row.id));
  }
  return view;
}

}  // namespace arete
