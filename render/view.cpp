#include "render/view.h"

#include <algorithm>

#include "compute/core/enum_names.h"
#include "compute/core/strays.h"

namespace arete {

static constexpr std::array<LayerInfo, kLayerCount> kLayers{{
    {LayerId::cloud, "cloud", "Cloud", "The points of the file.", true, {122, 139, 160}, {130, 144, 160}, 1, 1, 8},
    {LayerId::balls,
     "balls",
     "Balls of R1",
     "The reach of each chosen point: only cloud points within R1, in networks within the local radius, pull at it.",
     false,
     {96, 165, 250},
     {37, 99, 175},
     1.25f,
     0.5f,
     4},
    {LayerId::tiles, "tiles", "Tiles", "The boxes that a detection in tiles works in.", true, {122, 162, 214}, {70, 110, 170}, 1.25f, 0.5f, 6},
    {LayerId::links,
     "links",
     "Links",
     "Lines from points to their nearest neighbours, coloured by distance unless a colour is chosen.",
     false,
     {120, 200, 190},
     {0, 120, 110},
     1.5f,
     0.5f,
     8},
    {LayerId::removed,
     "removed",
     "Removed points",
     "Chosen points that the last decimate sweep removed; they fade out.",
     true,
     {239, 83, 80},
     {210, 25, 50},
     7,
     2,
     24},
    {LayerId::exact,
     "exact",
     "Exact answer",
     "The exact answer with which an inexact result is compared: its curve, and rings where the two differ.",
     false,
     {74, 222, 128},
     {22, 140, 70},
     2.5f,
     0.5f,
     12},
    {LayerId::trails, "trails", "Trails", "The last move of each chosen point.", true, {196, 188, 104}, {146, 132, 40}, 2, 0.5f, 8},
    {LayerId::bands,
     "bands",
     "Spread",
     "How far networks of resampled points lie from the curve: a wide band is a place to doubt. Size: times the spread, to either side.",
     true,
     {56, 66, 110},
     {205, 214, 244},
     1,
     0.5f,
     8},
    {LayerId::tubes,
     "tubes",
     "Tubes",
     "The lines in space as tubes, as thick as the points lie around them, in the colours of the curve. Size: times that radius.",
     false,
     {222, 226, 232},
     {150, 158, 168},
     1,
     0.1f,
     8},
    {LayerId::curve, "curve", "Curve", "The detected lines: the result.", true, {255, 255, 255}, {17, 20, 24}, 2.5f, 0.5f, 12},
    {LayerId::chosen, "chosen", "Chosen points", "The points that move towards the ridge.", true, {245, 235, 90}, {160, 140, 20}, 6, 2, 24},
    {LayerId::junctions,
     "junctions",
     "Junctions and ends",
     "Where branches of a network meet (discs) and where they end (rings).",
     true,
     {56, 189, 248},
     {2, 118, 176},
     9,
     2,
     24},
    {LayerId::differing,
     "differing",
     "Differing points",
     "Where your version gives another answer than the reference; a ring marks the one whose difference is told.",
     true,
     {255, 0, 128},
     {255, 0, 128},
     7,
     2,
     24},
    {LayerId::coasts,
     "coasts",
     "Coasts",
     "The world's coasts under points whose coordinates are degrees, or whose coordinate system is known (Natural Earth, 1:110 million).",
     true,
     {104, 122, 84},
     {150, 160, 120},
     1.25f,
     0.5f,
     4},
    {LayerId::axes, "axes", "Axes and grid", "Coordinates of the file: grid, axes and scale.", true, {170, 185, 205}, {60, 70, 80}, 1, 0.5f, 4},
}};

std::span<const LayerInfo> layers() { return kLayers; }

Colour colourOf(Sign sign, Theme theme) {
  static constexpr Colour kDark[] = {{240, 92, 190}, {163, 230, 53}, {120, 240, 200}}, kWhite[] = {{176, 20, 120}, {70, 120, 10}, {20, 130, 90}};
  return (theme == Theme::dark ? kDark : kWhite)[size_t(sign)];
}

static constexpr EnumNames<Theme, 2> kThemes{"dark", "white"};
static constexpr EnumNames<TileColour, kTileColourCount> kTileColours{"count", "level", "state"};
static constexpr EnumNames<LeftOut, 2> kLeftOut{"dimmed", "hidden"};

std::string_view name(Theme theme) { return kThemes(theme); }

struct ColourByRow {
  std::string_view name, label;
};
static constexpr std::array<ColourByRow, kColourByCount> kColourBy{{{"uniform", "One colour"},
                                                                    {"height", "Height"},
                                                                    {"depth", "Distance to camera"},
                                                                    {"attribute", "Attribute"},
                                                                    {"chosen", "Nearest chosen point"},
                                                                    {"distance", "Distance to the curve"},
                                                                    {"arc_length", "Arc length"},
                                                                    {"offset", "Offset from the curve"},
                                                                    {"component", "Component of the curve"}}};

std::string_view name(ColourBy by) { return kColourBy[size_t(by)].name; }
std::string_view label(ColourBy by) { return kColourBy[size_t(by)].label; }

struct CurveColourRow {
  std::string_view name, label, help;
};
static constexpr std::array<CurveColourRow, kCurveColourCount> kCurveColours{
    {{"uniform", "One colour", "The colour of the layer."},
     {"support", "Confidence", "The share of bootstrap runs that have an edge: what few of them have is drawn as uncertain, and fades."},
     {"spread", "Spread", "How far the networks of resamples lie from an edge."},
     {"degree", "Degree", "How many edges a node has: 1 at ends, 2 along the way, 3 and more at junctions."},
     {"radius", "Local radius", "How far a node had to look to see enough points: large where they are sparse."},
     {"component", "Component", "Each connected piece in a colour of its own."},
     {"length", "Length", "How long the line is that an edge belongs to, between ends or junctions: short ones are often spurs."},
     {"density", "Points per length", "How many points within 2 R1 support an edge, by its length."},
     {"width", "Width", "How far the points within 2 R1 are from an edge, by the root mean square."},
     {"body", "Radius", "How thick its body is: the radius of the circle through the wall around it, else as the width."}}};

std::string_view name(CurveColour colour) { return kCurveColours[size_t(colour)].name; }
std::string_view label(CurveColour colour) { return kCurveColours[size_t(colour)].label; }
std::string_view help(CurveColour colour) { return kCurveColours[size_t(colour)].help; }

std::string_view name(TileColour colour) { return kTileColours(colour); }
std::string_view name(LeftOut look) { return kLeftOut(look); }

bool TileLook::shows(const TileTree& tree, uint32_t node) const {
  const TileNode& tile = tree.nodes[node];
  if (tile.size() == 0) return false;
  return level == kLeaves ? tile.isLeaf() : int(tile.level) == level || (tile.isLeaf() && int(tile.level) < level);
}

std::vector<TileState> statesOf(const Frame& frame) {
  std::vector<TileState> states(frame.tiles->leaves.size(), TileState::empty);
  for (uint32_t i = 0; i < frame.chosenTile.size(); ++i) {
    TileState& state = states[frame.chosenTile[i]];
    bool moved = false;
    for (int k = 0; k < frame.chosen.dimension() && frame.previous.size() == frame.chosen.size(); ++k)
      moved = moved || frame.chosen.coordinate(i, k) != frame.previous.coordinate(i, k);
    state = std::max(state, moved ? TileState::moving : TileState::atRest);
  }
  return states;
}

void View::colourCloudBy(ColourBy by, std::string ofAttribute) {
  if (by != colourBy || ofAttribute != attribute) colourLimits.reset();
  colourBy = by;
  attribute = std::move(ofAttribute);
}

View::View() {
  for (const LayerInfo& info : kLayers) style(info.id) = {info.visible, {}, info.size};
}

Colour View::colour(LayerId id) const {
  const LayerInfo& info = layerInfo(id);
  return style(id).colour.value_or(theme == Theme::dark ? info.dark : info.white);
}

Colour View::colourOfBeside(size_t number) const {
  // Violet, green and brown, which no layer has in either theme; then those of categories from where these have no names.
  static constexpr std::array<Colour, 3> kOwn{{{170, 90, 230}, {0, 158, 115}, {165, 70, 20}}};
  constexpr size_t kNamed = 8;
  if (beside[number].style.colour) return *beside[number].style.colour;
  return number < kOwn.size() ? kOwn[number] : categoryColour(uint32_t(kNamed + number));
}

/// Whether an unfinished frame has so many junctions that they are in each other's way, as the screen shows them.
static bool isCrowded(const Frame& frame, const View& view, const Viewport& viewport) {
  constexpr double kMesh = 0.1;        // share of the nodes with three edges or more; a curve has few
  constexpr double kRoom_pixels = 40;  // logical; nodes are half of R2 apart or a little more, discs and lines 6 and 2.5 pixels wide
  const double pixel = view.camera.unitsPerPixel(viewport) * viewport.devicePixelRatio;
  return !frame.finished && frame.curve.junctions > kMesh * frame.chosen.size() && frame.job.r2() < kRoom_pixels * pixel;
}

bool showsCurve(const Frame& frame, const View& view, const Viewport& viewport) {
  if (!frame.curveKnown) return false;
  const bool mayBeMesh = frame.job.curveKind() != CurveKind::network || frame.finished || frame.record().stage == Stage::witnesses;
  return !mayBeMesh || !isCrowded(frame, view, viewport);
}

bool showsJunctions(const Frame& frame, const View& view, const Viewport& viewport) {
  return frame.curveKnown && frame.job.curveKind() == CurveKind::network && !isCrowded(frame, view, viewport);
}

Box boundsOf(const Bounds& bounds, int dimension, const std::array<int, 3>& axes) {
  Box box;
  for (int i = 0; i < 3; ++i) {
    if (axes[size_t(i)] < 0 || axes[size_t(i)] >= dimension) continue;
    box.minimum[i] = bounds.minimum[size_t(axes[size_t(i)])];
    box.maximum[i] = bounds.maximum[size_t(axes[size_t(i)])];
  }
  return box;
}

Box boundsOf(const PointCloud& cloud, const std::array<int, 3>& axes) { return boundsOf(cloud.bounds(), cloud.dimension(), axes); }

Box shownBounds(const PointCloud& cloud, const std::array<int, 3>& axes) { return boundsOf(straysOf(cloud).rest, cloud.dimension(), axes); }

/// Small clouds get larger points: 15 thousand single pixels are hard to see, and one is lost.
static float pointSizeFor(uint32_t points) {
  constexpr uint32_t kFewPoints = 200'000, kSingle = 100;
  return points < kSingle ? 6 : points < kFewPoints ? 2 : 1;
}

static bool isStandardSize(float size) {
  return std::ranges::any_of(std::array<uint32_t, 3>{0, 1000, UINT32_MAX}, [=](uint32_t points) { return size == pointSizeFor(points); });
}

View viewOf(const PointCloud& cloud, const Viewport& viewport, const View& style) {
  View view = style;
  view.leastSupport = 0;  // what is hidden of one cloud says nothing about the next
  if (float& size = view.style(LayerId::cloud).size; isStandardSize(size)) size = pointSizeFor(cloud.size());  // unless the user chose one
  std::vector<int> wide;
  for (int k = 0; k < cloud.dimension(); ++k)
    if (cloud.bounds().extent(k) > 0) wide.push_back(k);
  const bool flat = wide.size() <= 2;
  for (int k = 0; k < cloud.dimension() && wide.size() < 2; ++k)  // a line or a point: take what there is
    if (std::find(wide.begin(), wide.end(), k) == wide.end()) wide.push_back(k);
  std::sort(wide.begin(), wide.end());
  view.axes = {kNoAxis, kNoAxis, kNoAxis};
  for (size_t i = 0; i < std::min<size_t>(wide.size(), flat ? 2 : 3); ++i) view.axes[i] = wide[i];
  view.camera.setPivot({});
  view.camera.setMode(flat ? CameraMode::flat : CameraMode::turntable);
  view.camera.look(viewport, CameraPreset::isometric);
  view.camera.fit(viewport, shownBounds(cloud, view.axes));
  return view;
}

}  // namespace arete
