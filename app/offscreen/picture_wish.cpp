#include "app/offscreen/picture_wish.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "app/offscreen/beside_files.h"
#include "compute/core/enum_names.h"
#include "compute/core/error.h"
#include "compute/engine/engine.h"
#include "compute/files/text_file.h"

namespace arete {

namespace {

[[noreturn]] void refuse(const std::string& text, std::string_view why, std::string_view hint) {
  throw Error(ErrorKind::wrongUse, "'" + text + "' " + std::string(why), "", "", hint);
}

double positive(const std::string& text) {
  const auto value = numberFrom<double>(text);
  if (!value || !(*value > 0) || !(*value < 1e30)) refuse(text, "is not a number above 0", "give one like 8.34");
  return *value;
}

uint32_t stepFrom(const std::string& text) {
  if (text == "end") return Engine::kToTheEnd;
  const auto step = numberFrom<uint32_t>(text);
  if (!step) refuse(text, "is not a step", "give a number or 'end'");
  return *step;
}

template <class Rows, class NameOf>
std::string listed(const Rows& rows, NameOf nameOf) {
  std::string list;
  for (const auto& row : rows) list += (list.empty() ? "" : ", ") + std::string(nameOf(row));
  return list;
}

std::string layerKeys() {
  return listed(layers(), [](const LayerInfo& info) { return info.key; });
}

std::string layerFrom(const std::string& text) {
  const auto known = layers();
  if (std::none_of(known.begin(), known.end(), [&](const LayerInfo& info) { return info.key == text; }))
    refuse(text, "is not a layer", "there are " + layerKeys());
  return text;
}

std::string_view presetName(CameraPreset preset) { return name(preset); }
std::string presetNames() { return enumNamesListed<CameraPreset, kCameraPresetCount>(presetName); }

CameraPreset presetFrom(const std::string& text) {
  if (const auto preset = enumNamed<CameraPreset, kCameraPresetCount>(text, presetName)) return *preset;
  refuse(text, "is not a direction to look from", "there are " + presetNames());
}

CurveKind curveFrom(const std::string& text) {
  ParamValues values;
  values.setText(kCurveParam, text);
  return CurveKind(int(values.get(kCurveParam)));
}

std::string curveColourNames() {
  std::string names;
  for (size_t i = 0; i < kCurveColourCount; ++i) names.append(i == 0 ? "" : ", ").append(name(CurveColour(i)));
  return names;
}

CurveColour curveColourFrom(const std::string& text) {
  for (size_t i = 0; i < kCurveColourCount; ++i)
    if (name(CurveColour(i)) == text) return CurveColour(i);
  refuse(text, "is no way to colour the curve", "give one of: " + curveColourNames());
}

std::string colourMapNames() {
  return listed(colourMaps(), [](const ColourMapInfo& info) { return info.name; });
}

ColourMap colourMapFrom(const std::string& text) {
  for (const ColourMapInfo& info : colourMaps())
    if (info.name == text) return info.map;
  refuse(text, "is no colour map", "give one of: " + colourMapNames());
}

/// Those that need no name of an attribute.
std::string colouringNames() {
  std::string names;
  for (size_t i = 0; i < kColourByCount; ++i)
    if (ColourBy(i) != ColourBy::attribute) names.append(names.empty() ? "" : ", ").append(name(ColourBy(i)));
  return names;
}

uint32_t everyFrom(const std::string& text) {
  const auto every = numberFrom<uint32_t>(text);
  if (!every || *every == 0) refuse(text, "is not a number of steps", "give a whole number from 1 on");
  return *every;
}

/// Of frames in a second, seconds, degrees: finite, and within what makes sense.
double within(const std::string& text, double least, double most) {
  const auto value = numberFrom<double>(text);
  if (!value || !(*value >= least) || !(*value <= most))
    refuse(text, "is not a number that makes sense here", "give one from " + formatNumber(least) + " to " + formatNumber(most));
  return *value;
}

constexpr double kLeastDots = 20, kMostDots = 2400;

std::pair<double, double> paperFrom(const std::string& text) {
  constexpr double kLeast_mm = 1, kMost_mm = 5000;
  const size_t cross = text.find('x');
  if (cross == text.npos) refuse(text, "is not a size", "give one like 160x100");
  return {within(text.substr(0, cross), kLeast_mm, kMost_mm), within(text.substr(cross + 1), kLeast_mm, kMost_mm)};
}

/// Whichever of the two flags comes first.
void settlePaper(PictureWish& wish) {
  const double dots = wish.dotsPerInch > 0 ? wish.dotsPerInch : kPrintDotsPerInch;
  wish.scale = dots / kScreenDotsPerInch;
  if (wish.width_mm <= 0) return;
  wish.width = pixelsOf(wish.width_mm, dots);
  wish.height = pixelsOf(wish.height_mm, dots);
}

using Told = std::vector<std::string>;

Told unlessEmpty(const std::string& text) { return text.empty() ? Told{} : Told{text}; }

/// What a number of a wish says as a flag: nothing where it is what it is without one.
template <class Number>
std::function<Told(const PictureWish&)> toldOf(Number (*number)(const PictureWish&)) {
  return [number](const PictureWish& wish) {
    Told told;
    if (number(wish) != number({})) withNumberText(number(wish), [&](std::string_view text) { told.emplace_back(text); });
    return told;
  };
}

Told toldAnimation(const PictureWish& wish) {
  const AnimationWish& animation = wish.animation;
  return !animation.wanted() ? Told{} : Told{animation.steps && animation.turn ? "both" : animation.steps ? "steps" : "turn"};
}

void takeAnimation(AnimationWish& wish, const std::string& text) {
  if (text != "steps" && text != "turn" && text != "both") refuse(text, "cannot be animated", "give steps, turn, or both");
  wish.steps = text != "turn";
  wish.turn = text != "steps";
}

std::vector<PictureFlag> makeAnimationFlags() {
  using Wish = PictureWish;
  using Text = const std::string&;
  static constexpr double kMostTurn = 36'000, kMostTime = 3600, kLeastRate = 0.1, kMostRate = 240;
  std::vector<PictureFlag> flags = {
      {{"animation"},
       "WHAT",
       "Draw many pictures: the steps of the detection, a turn of the camera, or both.",
       false,
       [](Wish& wish, Text text) { takeAnimation(wish.animation, text); },
       toldAnimation},
      {{"frames"},
       "FOLDER",
       "Write the animation as numbered pictures (PNG) into a new folder.",
       false,
       [](Wish& wish, Text text) { wish.animation.folder = text; },
       [](const Wish& wish) { return unlessEmpty(wish.animation.folder); },
       true},
      {{"mp4"},
       "FILE",
       "Write the animation as a film (MP4); needs the program ffmpeg.",
       false,
       [](Wish& wish, Text text) { wish.animation.film = text; },
       [](const Wish& wish) { return unlessEmpty(wish.animation.film); },
       true},
      {{"fps"},
       "RATE",
       "Pictures of the animation in a second; 25 if not given.",
       false,
       [](Wish& wish, Text text) { wish.animation.framesPerSecond = within(text, kLeastRate, kMostRate); },
       toldOf(+[](const Wish& wish) { return wish.animation.framesPerSecond; })},
      {{"every-step"},
       "K",
       "Show every K-th step, and the last.",
       false,
       [](Wish& wish, Text text) { wish.animation.every = everyFrom(text); },
       toldOf(+[](const Wish& wish) { return wish.animation.every; })},
      {{"hold"},
       "SECONDS",
       "How long the last step stays; 1 if not given.",
       false,
       [](Wish& wish, Text text) { wish.animation.hold = within(text, 0, kMostTime); },
       toldOf(+[](const Wish& wish) { return wish.animation.hold; })},
      {{"degrees"},
       "ANGLE",
       "How far the camera turns; 360 if not given, below 0 the other way round.",
       false,
       [](Wish& wish, Text text) { wish.animation.degrees = within(text, -kMostTurn, kMostTurn); },
       toldOf(+[](const Wish& wish) { return wish.animation.degrees; })},
      {{"seconds"},
       "TIME",
       "How long the turn takes; 8 if not given.",
       false,
       [](Wish& wish, Text text) { wish.animation.seconds = within(text, 1 / kMostRate, kMostTime); },
       toldOf(+[](const Wish& wish) { return wish.animation.seconds; })},
  };
  return flags;
}

std::vector<PictureFlag> makeFlags() {
  using Wish = PictureWish;
  using Text = const std::string&;
  std::vector<PictureFlag> flags = {
      {{"r1"},
       "RADIUS",
       "Radius of choose and evolve, in the cloud's units; suggested from the data if not given.",
       false,
       [](Wish& wish, Text text) { wish.r1 = positive(text); }},
      {{"r2"}, "RADIUS", "Radius of decimate and order; twice R1 if not given.", false, [](Wish& wish, Text text) { wish.r2 = positive(text); }},
      {{"curve"},
       "CHOICE",
       "What is found: chains, or a network with junctions.",
       false,
       [](Wish& wish, Text text) { wish.curve = curveFrom(text); }},
      {{"run-to"}, "STEP", "Go to a step, or to the 'end', after opening.", false, [](Wish& wish, Text text) { wish.runTo = stepFrom(text); }},
      {{"o", "picture"},
       "FILE",
       "Save the picture and quit: PNG, or by the extension SVG or PDF, in which curve and marks are lines.",
       false,
       [](Wish& wish, Text text) { wish.picture = text; },
       [](const Wish& wish) { return unlessEmpty(wish.picture); },
       true},
      {{"picture-size"},
       "WIDTHxHEIGHT",
       "Size of the picture in pixels; may be larger than the screen.",
       false,
       [](Wish& wish, Text text) { std::tie(wish.width, wish.height) = sizeFrom(text); },
       [](const Wish& wish) { return wish.width == 0 ? Told{} : Told{std::to_string(wish.width) + "x" + std::to_string(wish.height)}; }},
      {{"scale"},
       "FACTOR",
       "Factor by which points, lines and text of the picture are enlarged.",
       false,
       [](Wish& wish, Text text) { wish.scale = positive(text); },
       toldOf(+[](const Wish& wish) { return wish.scale; })},
      {{"size-mm"},
       "WIDTHxHEIGHT",
       "Size of the picture on paper in millimetres, instead of --picture-size and --scale.",
       false,
       [](Wish& wish, Text text) { std::tie(wish.width_mm, wish.height_mm) = paperFrom(text), settlePaper(wish); }},
      {{"dpi"},
       "DOTS",
       "Dots per inch of a picture for print, instead of --scale; 300 if only --size-mm is given.",
       false,
       [](Wish& wish, Text text) { wish.dotsPerInch = within(text, kLeastDots, kMostDots), settlePaper(wish); }},
      {{"white"}, "", "White background, for print.", false, [](Wish& wish, Text) { wish.whiteTheme = true; }},
      {{"transparent"},
       "",
       "No background: what is behind the picture shines through.",
       false,
       [](Wish& wish, Text) { wish.transparent = true; },
       [](const Wish& wish) { return wish.transparent ? Told{""} : Told{}; }},
      {{"show"},
       "LAYER",
       "Show a layer: " + layerKeys() + ". May be repeated.",
       true,
       [](Wish& wish, Text text) { wish.show.push_back(layerFrom(text)); }},
      {{"hide"}, "LAYER", "Hide a layer. May be repeated.", true, [](Wish& wish, Text text) { wish.hide.push_back(layerFrom(text)); }},
      {{"beside"},
       "FILE",
       "Show another cloud in the same scene. May be repeated.",
       true,
       [](Wish& wish, Text text) { wish.beside.push_back(text); },
       {},
       false,
       true},
      {{"colour-by"},
       "WHAT",
       "Colour the cloud by " + colouringNames() + ", or an attribute's name.",
       false,
       [](Wish& wish, Text text) { wish.colourBy = text; }},
      {{"curve-colour"},
       "WHAT",
       "Colour the curve by " + curveColourNames() + ".",
       false,
       [](Wish& wish, Text text) { wish.curveColour = curveColourFrom(text); }},
      {{"colour-map"},
       "NAME",
       "Colours for numbers: " + colourMapNames() + ".",
       false,
       [](Wish& wish, Text text) { wish.colourMap = colourMapFrom(text); }},
      {{"look"}, "FROM", "Look from " + presetNames() + ".", false, [](Wish& wish, Text text) { wish.look = presetFrom(text); }},
      {{std::string(kGpuParam.id)},
       "N",
       std::string(kGpuParam.help) + " 0: " + std::string(kGpuParam.zeroText) + ".",
       false,
       [](Wish& wish, Text text) { wish.device.setText(kGpuParam, text); }},
      {{"no-interop"},
       "",
       "Pass what CUDA draws to OpenGL through the host, for comparison.",
       false,
       [](Wish& wish, Text) { wish.mayShare = false; }},
  };
  flags.insert(flags.end(), animationFlags().begin(), animationFlags().end());
  for (const ParamInfo* info : bootstrapParameters())
    flags.push_back({{std::string(info->id)},
                     info->kind == ParamKind::integer ? "N" : "SHARE",
                     std::string(info->help) + " 0: " + std::string(info->zeroText) + ".",
                     false,
                     [info](Wish& wish, Text text) { wish.support.setText(*info, text); }});
  for (const PointsPathInfo& info : pointsPaths())
    if (info.path != PointsPath::automatic)
      flags.push_back(
          {{std::string(info.name) + "-points"}, "", std::string(info.help), false, [path = info.path](Wish& wish, Text) { wish.points = path; }});
  return flags;
}

}  // namespace

const std::vector<PictureFlag>& animationFlags() {
  static const std::vector<PictureFlag> flags = makeAnimationFlags();
  return flags;
}

const std::vector<PictureFlag>& pictureFlags() {
  static const std::vector<PictureFlag> flags = makeFlags();
  return flags;
}

std::pair<int, int> sizeFrom(const std::string& text) {
  const size_t cross = text.find('x');
  const auto width = numberFrom<int>(std::string_view(text).substr(0, cross));
  const auto height = cross == text.npos ? std::nullopt : numberFrom<int>(std::string_view(text).substr(cross + 1));
  if (!width || !height || *width < 1 || *height < 1) refuse(text, "is not a size", "give one like 1920x1080");
  return {*width, *height};
}

Job wantedJob(const PictureWish& wish, Job job) {
  if (wish.r1) job.params.set(kR1Param, *wish.r1);
  if (wish.r2) job.params.set(kR2Param, *wish.r2);
  if (wish.curve) job.params.set(kCurveParam, double(*wish.curve));
  for (const ParamInfo* info : bootstrapParameters())
    if (wish.support.get(*info) != info->defaultValue) job.params.set(*info, wish.support.get(*info));
  if (wish.device != ParamValues()) job.params.set(kGpuParam, wish.device.get(kGpuParam));
  return job;
}

View wantedView(const PictureWish& wish, View view, const std::filesystem::path& cloud) {
  if (wish.whiteTheme) view.theme = Theme::white;
  for (const LayerInfo& layer : layers()) {
    const auto names = [&](const std::vector<std::string>& keys) { return std::find(keys.begin(), keys.end(), layer.key) != keys.end(); };
    if (names(wish.show)) view.style(layer.id).visible = true;
    if (names(wish.hide)) view.style(layer.id).visible = false;
  }
  for (const std::string& file : wish.beside) view.beside.push_back(besideOf(cloud, file, view));
  if (wish.curveColour) view.curveColour = *wish.curveColour;
  if (wish.colourMap) view.colourMap = *wish.colourMap;
  if (wish.colourBy.empty()) return view;
  for (size_t i = 0; i < kColourByCount; ++i)
    if (ColourBy(i) != ColourBy::attribute && name(ColourBy(i)) == wish.colourBy) return view.colourCloudBy(ColourBy(i)), view;
  view.colourCloudBy(ColourBy::attribute, wish.colourBy);
  return view;
}

}  // namespace arete
