#include "compute/generate/shapes.h"

#include <array>
#include <string>
#include <vector>

#include "compute/core/error.h"
#include "compute/core/point_array.h"
#include "compute/core/portable_math.h"
#include "compute/text/suggest.h"

namespace arete {

static constexpr double kLargestSize = 1e6;

static constexpr ParamInfo kSpiralA{.id = "a",
                                    .label = "Largest t (a)",
                                    .unit = "rad",
                                    .minimum = 0.01,
                                    .maximum = 1000,
                                    .defaultValue = 22.52,
                                    .help = "The spiral's parameter t runs from 0 to a; 2 pi is one turn.",
                                    .logarithmic = true};
static constexpr ParamInfo kSpiralB{.id = "b",
                                    .label = "Growth (b)",
                                    .unit = "",
                                    .minimum = 0.001,
                                    .maximum = kLargestSize,
                                    .defaultValue = 11.31,
                                    .help = "Distance from the centre at t is b t; neighbouring turns are 2 pi b apart.",
                                    .logarithmic = true};
static constexpr ParamInfo kLength{.id = "length",
                                   .label = "Length",
                                   .unit = "",
                                   .minimum = 0.001,
                                   .maximum = kLargestSize,
                                   .defaultValue = 100,
                                   .help = "Length of the segment, or of each arm.",
                                   .logarithmic = true};
static constexpr ParamInfo kRadius{.id = "radius",
                                   .label = "Radius",
                                   .unit = "",
                                   .minimum = 0.001,
                                   .maximum = kLargestSize,
                                   .defaultValue = 100,
                                   .help = "Largest distance of the curve from its axis.",
                                   .logarithmic = true};
static constexpr ParamInfo kSeparation{.id = "separation",
                                       .label = "Separation",
                                       .unit = "",
                                       .minimum = 0,
                                       .maximum = kLargestSize,
                                       .defaultValue = 250,
                                       .help = "Distance between the centres of the two rings."};
static constexpr ParamInfo kAngle{
    .id = "angle", .label = "Angle", .unit = "deg", .minimum = 1, .maximum = 179, .defaultValue = 60, .help = "Angle at which the two lines cross."};
static constexpr ParamInfo kTurns{.id = "turns",
                                  .label = "Turns",
                                  .unit = "",
                                  .minimum = 0.1,
                                  .maximum = 1000,
                                  .defaultValue = 4,
                                  .help = "Turns of the helix.",
                                  .logarithmic = true};
static constexpr ParamInfo kPitch{.id = "pitch",
                                  .label = "Pitch",
                                  .unit = "",
                                  .minimum = 0,
                                  .maximum = kLargestSize,
                                  .defaultValue = 60,
                                  .help = "How far the helix rises in one turn."};

static constexpr const ParamInfo* kSpiralParams[] = {&kSpiralA, &kSpiralB};
static constexpr const ParamInfo* kArmParams[] = {&kLength};
static constexpr const ParamInfo* kRoundParams[] = {&kRadius};
static constexpr const ParamInfo* kRingsParams[] = {&kRadius, &kSeparation};
static constexpr const ParamInfo* kCrossingParams[] = {&kLength, &kAngle};
static constexpr const ParamInfo* kHelixParams[] = {&kRadius, &kTurns, &kPitch};

namespace {

using Parameters = std::span<const double>;
using Point = std::span<double>;

void spiral(Parameters p, int, double s, Point x) {
  const double t = p[0] * s, radius = p[1] * t;
  const auto [sine, cosine] = shared::sinCos(t);
  x[0] = radius * cosine;
  x[1] = radius * sine;
  if (x.size() > 2) x[2] = radius;
}

void segment(Parameters p, int, double s, Point x) { x[0] = p[0] * s; }

void circle(Parameters p, int, double s, Point x) {
  const auto [sine, cosine] = shared::sinCosTurns(s);
  x[0] = p[0] * cosine;
  x[1] = p[0] * sine;
}

void rings(Parameters p, int part, double s, Point x) {
  circle(p, 0, s, x);
  x[0] += (part == 0 ? -0.5 : 0.5) * p[1];
}

/// From the origin outwards.
void arm(double length, double turns, double s, Point x) {
  const auto [sine, cosine] = shared::sinCosTurns(turns);
  x[0] = length * s * cosine;
  x[1] = length * s * sine;
}

void letterY(Parameters p, int part, double s, Point x) {
  constexpr double kUp[] = {1.0 / 12, 5.0 / 12, 3.0 / 4};  // 30, 150 and 270 degrees
  arm(p[0], kUp[part], s, x);
}

void crossing(Parameters p, int part, double s, Point x) {
  const double half = p[1] / 720;  // half the angle, in turns
  const double turns[] = {half, 0.5 - half, 0.5 + half, 1 - half};
  arm(p[0], turns[part], s, x);
}

void helix(Parameters p, int, double s, Point x) {
  circle(p, 0, p[1] * s, x);
  x[2] = p[2] * p[1] * s;
}

void trefoil(Parameters p, int, double s, Point x) {
  const double scale = p[0] / 3;  // sin + 2 sin reaches 3
  const auto [sin1, cos1] = shared::sinCosTurns(s);
  const auto [sin2, cos2] = shared::sinCosTurns(2 * s);
  x[0] = scale * (sin1 + 2 * sin2);
  x[1] = scale * (cos1 - 2 * cos2);
  x[2] = -scale * shared::sinCosTurns(3 * s).sin;
}

}  // namespace

static constexpr double kDefaultNoise = 4;

static constexpr std::array kShapes = std::to_array<ShapeInfo>({
    {"spiral", "Spiral", "Archimedean spiral (b t cos t, b t sin t), in 3D a cone's with z = b t; t is drawn evenly from (0, a).", 2, kMaxDimension,
     1, false, 4.17, kSpiralParams, spiral},
    {"segment", "Segment", "A straight line along the first axis, in any dimension.", 1, kMaxDimension, 1, false, 2.17, kArmParams, segment},
    {"circle", "Circle", "One closed ring.", 2, kMaxDimension, 1, true, kDefaultNoise, kRoundParams, circle},
    {"rings", "Two rings", "Two closed rings side by side: two components, two loops.", 2, kMaxDimension, 2, true, kDefaultNoise, kRingsParams,
     rings},
    {"y", "Y", "Three arms that meet in one junction.", 2, kMaxDimension, 3, false, kDefaultNoise, kArmParams, letterY},
    {"crossing", "Crossing", "Two straight lines that cross: four arms, one junction.", 2, kMaxDimension, 4, false, kDefaultNoise, kCrossingParams,
     crossing},
    {"helix", "Helix", "A screw line about the third axis.", 3, kMaxDimension, 1, false, kDefaultNoise, kHelixParams, helix},
    {"trefoil", "Trefoil knot", "A closed curve that cannot be untied.", 3, kMaxDimension, 1, true, kDefaultNoise, kRoundParams, trefoil},
});

std::span<const ShapeInfo> shapes() { return kShapes; }

const ShapeInfo& findShape(std::string_view id) {
  std::vector<std::string_view> ids;
  for (const ShapeInfo& shape : kShapes) {
    if (shape.id == id) return shape;
    ids.push_back(shape.id);
  }
  throw Error(ErrorKind::wrongUse, "no such shape", id, "no curve of that name can be generated", "known, closest first: " + closestFirst(id, ids));
}

}  // namespace arete
