// What a picture made without interaction shows, and the one list of flags that say so: those of `arete`, with and without a
// window, and of `arete-cli render`. No Qt.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/offscreen/animation_plan.h"
#include "compute/core/flag.h"
#include "compute/engine/job.h"
#include "render/scene.h"

namespace arete {

struct PictureWish {
  std::optional<double> r1, r2;
  std::optional<CurveKind> curve;
  std::optional<uint32_t> runTo;       ///< a step, or Engine::kToTheEnd
  std::string picture;                 ///< file to save to
  int width = 0, height = 0;           ///< pixels; 0: as shown
  double scale = 1;                    ///< of points, lines and text
  double dotsPerInch = 0;              ///< of a printed picture; 0: not given
  double width_mm = 0, height_mm = 0;  ///< on paper; 0: not given
  bool whiteTheme = false, transparent = false;
  std::vector<std::string> show, hide;  ///< keys of layers
  std::vector<std::string> beside;      ///< files of clouds beside the one that is detected in
  std::string colourBy;                 ///< name of a colouring or of an attribute
  std::optional<CurveColour> curveColour;
  std::optional<ColourMap> colourMap;
  std::optional<CameraPreset> look;
  ParamValues support;  ///< bootstrapParameters()
  ParamValues device;   ///< kGpuParam
  PointsPath points = PointsPath::automatic;
  AnimationWish animation;
  bool mayShare = true;  ///< see Scene::setMaySharePoints
};

/// How a picture is written, by the extension of its file.
enum class PictureFormat : uint8_t { png, svg, pdf, html };
struct PictureFormatInfo {
  PictureFormat format;
  std::string_view id, label, extension, help;
};
/// In the order of PictureFormat.
std::span<const PictureFormatInfo> pictureFormats();
/// The format that a name says: PNG for none, and for a stream without an extension. Throws Error(wrongUse) where the extension is of no format.
PictureFormat pictureFormat(const std::filesystem::path& path);

using PictureFlag = Flag<PictureWish>;

/// In the order of --help.
const std::vector<PictureFlag>& pictureFlags();
/// Those of them that say what is animated, and where that goes.
const std::vector<PictureFlag>& animationFlags();

/// The flags that say what is written, and how large: what is shown is a session's.
std::vector<std::string> outputWords(const PictureWish& wish);

/// Throws Error(wrongUse) where the wish names nothing to write, an animation nowhere to go, or files for an animation that it does not ask for.
void checkOutputs(const PictureWish& wish);

/// Pixels of a length on paper.
int pixelsOf(double millimetres, double dotsPerInch);
/// At which logical pixels are those that a screen has: text of 12 of them is 9 points high.
inline constexpr double kScreenDotsPerInch = 96, kPrintDotsPerInch = 300;

/// "1920x1080". Throws Error(wrongUse).
std::pair<int, int> sizeFrom(const std::string& text);

/// Puts the wish's radii, kind of curve and GPU in place of the job's. Throws Error(wrongUse) as ParamValues::set.
Job wantedJob(const PictureWish& wish, Job job);

/// Puts the wish's layers, colours and theme in place of the view's, and its clouds beside `cloud`; the camera stays.
View wantedView(const PictureWish& wish, View view, const std::filesystem::path& cloud = {});

}  // namespace arete
