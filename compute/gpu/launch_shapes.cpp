#include "compute/gpu/launch_shapes.h"

#include <array>
#include <charconv>

#include "compute/core/gpu_params.h"

namespace arete::cuda {

namespace {

struct Tuned {
  uint32_t capability;
  Scalar scalar;
  int dimension;
  LaunchShape shape;
};

// By capability, coordinate type, dimension. 90: H200, one million points, 700 chosen ones. Older ones have the default: none was measured.
constexpr std::array kTuned = std::to_array<Tuned>({
    {90, Scalar::float32, 1, {512, 8}},
    {90, Scalar::float32, 2, {1024, 4}},
    {90, Scalar::float32, 3, {1024, 4}},
    {90, Scalar::float32, 4, {1024, 4}},
    {90, Scalar::float32, 5, {1024, 4}},
    {90, Scalar::float32, 6, {1024, 4}},
    {90, Scalar::float32, 7, {1024, 2}},
    {90, Scalar::float32, 8, {512, 4}},
    {90, Scalar::float32, 9, {512, 2}},
    {90, Scalar::float64, 1, {256, 2}},
    {90, Scalar::float64, 2, {256, 2}},
    {90, Scalar::float64, 3, {256, 4}},
    {90, Scalar::float64, 4, {128, 2}},
    {90, Scalar::float64, 5, {1024, 2}},
    {90, Scalar::float64, 6, {256, 4}},
    {90, Scalar::float64, 7, {256, 4}},
    {90, Scalar::float64, 8, {256, 4}},
    {90, Scalar::float64, 9, {128, 2}},
});

int chosenNumber(const ParamValues& params, const ParamInfo& info, int otherwise) {
  const std::string_view text = info.choices[size_t(params.get(info))];
  int number = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), number);  // "tuned" is none
  return number;
}

}  // namespace

LaunchShape launchShape(const ParamValues& params, uint32_t capability, Scalar scalar, int dimension) {
  LaunchShape shape;
  for (const Tuned& each : kTuned)
    if (each.capability <= capability && each.scalar == scalar && each.dimension <= dimension) shape = each.shape;
  return {chosenNumber(params, kBlockSizeParam, shape.block), chosenNumber(params, kPointsPerThreadParam, shape.points)};
}

}  // namespace arete::cuda
