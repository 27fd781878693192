// How to show it: a value that is compared, undone and saved in sessions. What can be shown is one table of layers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/engine/frame.h"
#include "render/camera.h"
#include "render/colour.h"

namespace arete {

enum class Theme : uint8_t { dark, white };  ///< white is for print
std::string_view name(Theme theme);

/// In drawing order, except for axes and coasts, which come first.
enum class LayerId : uint8_t { cloud, balls, tiles, links, removed, exact, trails, bands, tubes, curve, chosen, junctions, differing, coasts, axes };
inline constexpr size_t kLayerCount = 15;

/// The user's settings of a layer. A value.
struct LayerStyle {
  bool visible = true;
  std::optional<Colour> colour;  ///< not set: the theme's
  float size = 1;                ///< logical pixels: diameter of points, width of lines
  friend bool operator==(const LayerStyle&, const LayerStyle&) = default;
};

/// Another cloud in the scene, to look at: nothing is detected in it. A value.
struct BesideCloud {
  std::string file;  ///< from the folder of the cloud that is open, or absolute
  LayerStyle style;
  friend bool operator==(const BesideCloud&, const BesideCloud&) = default;
};

/// One row of the table of layers: what the layer list, the session file and the menus are made from.
struct LayerInfo {
  LayerId id;
  std::string_view key;                  ///< in session files
  std::string_view label;                ///< for the layer list
  std::string_view help;                 ///< one sentence, the tooltip
  bool visible;                          ///< by default
  Colour dark, white;                    ///< the themes' colours
  float size, minimumSize, maximumSize;  ///< default and range, logical pixels
};

/// Rows in the order of LayerId.
std::span<const LayerInfo> layers();
inline const LayerInfo& layerInfo(LayerId id) { return layers()[size_t(id)]; }

/// What a colour means that is not a layer's: each has one of its own, which no control has.
enum class Sign : uint8_t {
  uncertain,  ///< most bootstrap runs lack it
  selected,
  measured
};
Colour colourOf(Sign sign, Theme theme);

/// What gives a cloud point its colour.
enum class ColourBy : uint8_t {
  uniform,    ///< the layer's colour
  height,     ///< the last axis drawn: z, in flat clouds y
  depth,      ///< distance from the viewer, near to far
  attribute,  ///< a named attribute of the cloud
  chosen,     ///< the chosen point it is assigned to: the Voronoi cells within R1
  distance,   ///< how far it is from the curve: what no curve explains stands out
  arcLength,  ///< of its nearest place on the curve, along the path
  offset,     ///< as the distance; in flat clouds with its side
  component,  ///< of the curve that it is nearest to
};
inline constexpr size_t kColourByCount = 9;
/// Whether only a CurveExplanation says what the colours are.
constexpr bool isOfCurve(ColourBy by) { return by >= ColourBy::distance; }
std::string_view name(ColourBy by);
std::string_view label(ColourBy by);

/// What gives the curve its colour, edge by edge.
enum class CurveColour : uint8_t {
  uniform,    ///< the layer's colour
  support,    ///< the share of resamples that have the edge: what is doubted fades
  spread,     ///< how far the networks of resamples lie from it
  degree,     ///< edges at its nodes: 1 at ends, 3 and more at junctions
  radius,     ///< the local radius of its nodes
  component,  ///< the connected piece that it belongs to
  length,     ///< of the line between ends or junctions that it belongs to
  density,    ///< points per length
  width,      ///< how far the points around it are from it
  body,       ///< the radius of the body around it
};
inline constexpr size_t kCurveColourCount = 10;
std::string_view name(CurveColour colour);
std::string_view label(CurveColour colour);
std::string_view help(CurveColour colour);

/// The values that get the first and the last colour.
struct ColourLimits {
  double low = 0, high = 1;  ///< low < high
  friend bool operator==(const ColourLimits&, const ColourLimits&) = default;
};

/// How the points look that a filter leaves out.
enum class LeftOut : uint8_t {
  dimmed,  ///< faint, below all others
  hidden
};
std::string_view name(LeftOut look);

/// What gives a tile its colour.
enum class TileColour : uint8_t {
  count,  ///< how many points are in it
  level,  ///< its level in the tree
  state   ///< whether its chosen points move, stand still, or are none
};
inline constexpr size_t kTileColourCount = 3;
std::string_view name(TileColour colour);

/// Which tiles are shown and how. A value.
struct TileLook {
  static constexpr int kLeaves = -1;

  TileColour colourBy = TileColour::count;
  int level = kLeaves;        ///< of the tree, with the leaves above it; or all leaves
  bool surroundings = false;  ///< also show what extended tiles see around them
  bool shows(const TileTree& tree, uint32_t node) const;
  friend bool operator==(const TileLook&, const TileLook&) = default;
};

/// What happens in a tile at a step.
enum class TileState : uint8_t { empty, atRest, moving };
/// By leaf of the frame's tiles.
std::vector<TileState> statesOf(const Frame& frame);

/// A line between points that were clicked, to know how long it is. A value.
struct MeasuredLine {
  std::array<int, 3> axes{0, 1, 2};  ///< of the view in which it was made: only there it is drawn
  std::vector<glm::dvec3> points;    ///< on these axes
  friend bool operator==(const MeasuredLine&, const MeasuredLine&) = default;
};

/// Axis number in `View::axes` for a coordinate that the cloud does not have: drawn as 0.
inline constexpr int kNoAxis = -1;

struct View {
  Camera camera;
  std::array<int, 3> axes{0, 1, 2};  ///< which coordinates of the cloud are drawn as x, y, z; kNoAxis for none
  Theme theme = Theme::dark;
  std::array<LayerStyle, kLayerCount> layerStyles;  ///< by LayerId
  ColourBy colourBy = ColourBy::uniform;
  std::string attribute;                     ///< name, for ColourBy::attribute; with ColourBy::uniform: wanted again where a cloud has it, or ""
  std::optional<ColourLimits> colourLimits;  ///< of the cloud's colours; not set: as its values are spread
  ColourMap colourMap = ColourMap::viridis;
  CurveColour curveColour = CurveColour::support;  ///< one colour where nothing is known of that
  double leastSupport = 0;                         ///< edges of less support are hidden, where it is known
  TileLook tiles;
  LeftOut leftOut = LeftOut::dimmed;  ///< where they are known: pictures without a window have only what is kept
  std::vector<BesideCloud> beside;    ///< drawn below the cloud's points where both are in one place
  std::vector<MeasuredLine> measured;

  View();  ///< every layer as the table says

  /// Another colouring has other values: limits are forgotten.
  void colourCloudBy(ColourBy by, std::string ofAttribute = {});
  LayerStyle& style(LayerId id) { return layerStyles[size_t(id)]; }
  const LayerStyle& style(LayerId id) const { return layerStyles[size_t(id)]; }
  Colour colour(LayerId id) const;             ///< set or the theme's
  Colour colourOfBeside(size_t number) const;  ///< set, or one of its own
  friend bool operator==(const View&, const View&) = default;
};

/// Whether the frame's curve is drawn. Until decimate has thinned the chosen points, order joins each of them to all around it, and witnesses
/// support more pairs of nodes than the spanner joins: such a mesh is no curve yet and hides the cloud, unless its gaps are wide enough on the
/// screen to look through.
bool showsCurve(const Frame& frame, const View& view, const Viewport& viewport);
/// Whether the junctions and ends of a network are marked: what the spanner leaves at first has so many that they would hide its lines.
bool showsJunctions(const Frame& frame, const View& view, const Viewport& viewport);

/// Axes and camera for a cloud that has just been opened: flat when it has 1 or 2 axes of non-zero extent, else a turntable seen from
/// (1, −1, 1); fitted. Everything else is kept from `style`.
View viewOf(const PointCloud& cloud, const Viewport& viewport, const View& style = {});

/// The cloud's bounds on the axes that are drawn: what Camera::fit wants.
Box boundsOf(const PointCloud& cloud, const std::array<int, 3>& axes);
/// What a picture of the cloud shows at first: without points far away from all others (compute/core/strays.h).
Box shownBounds(const PointCloud& cloud, const std::array<int, 3>& axes);
Box boundsOf(const Bounds& bounds, int dimension, const std::array<int, 3>& axes);

}  // namespace arete
