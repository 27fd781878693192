#include "compute/cuda/launch_shapes.h"

#include <array>
#include <charconv>

#include "compute/stages/evolve.h"

namespace arete::cuda {

namespace {

struct Tuned {
  int capability;
  Scalar scalar;
  int dimension;
  LaunchShape shape;
};

// By capability, coordinate type, dimension.
constexpr std::array kTuned = std::to_array<Tuned>({
    {75, Scalar::float32, 1, {256, 4}},
    {75, Scalar::float64, 1, {256, 2}},
});

int chosenNumber(const ParamValues& params, const ParamInfo& info, int otherwise) {
  const std::string_view text = info.choices[size_t(params.get(info))];
  int number = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), number);  // "tuned" is none
  return number;
}

}  // namespace

LaunchShape launchShape(const ParamValues& params, int capability, Scalar scalar, int dimension) {
  LaunchShape shape;
  for (const Tuned& each : kTuned)
    if (each.capability <= capability && each.scalar == scalar && each.dimension <= dimension) shape = each.shape;
  return {chosenNumber(params, kBlockSizeParam, shape.block), chosenNumber(params, kPointsPerThreadParam, shape.points)};
}

}  // namespace arete::cuda
