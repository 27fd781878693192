#include "compute/core/distance_range.h"

#include <cmath>

#include "compute/core/error.h"
#include "compute/core/number_text.h"
#include "compute/core/underflow_search.h"

namespace arete {

namespace {

/// The range of the largest coordinate in which fixed-point means and squared radii also keep all their digits.
struct Sizes {
  double smallest, largest;
};
template <class T>
constexpr Sizes sizesOf() {
  return sizeof(T) == 4 ? Sizes{0x1p-32, 0x1p60} : Sizes{0x1p-480, 0x1p500};
}

template <class T>
std::string typeName() {
  return sizeof(T) == 4 ? "float" : "double";
}

/// The hint: always the same for floats, `ofDoubles` for doubles.
template <class T>
std::string hint(std::string_view ofDoubles) {
  return std::string(sizeof(T) == 4 ? "read the cloud as doubles: --scalar double, or no --scalar" : ofDoubles);
}

constexpr std::string_view kScaleUp = "multiply all coordinates by a power of ten, such as 1e150";

struct Known {};  // thrown to end a pass over the rows

/// The first point with the largest coordinate, and that coordinate.
std::pair<uint64_t, double> farthest(const RowSurvey& survey, const RowBlocks& rows) {
  const auto d = size_t(survey.dimension());
  const double largest = survey.largest();
  uint64_t index = 0;
  std::optional<std::pair<uint64_t, double>> found;
  rows([&](std::span<const double> block) {
    for (size_t i = 0; i < block.size(); ++i, ++index)
      if (!found && std::abs(block[i] - survey.origin()[i % d]) >= largest) found = {index / d, block[i]};
  });
  return found.value_or(std::pair<uint64_t, double>{});
}

template <class T>
std::optional<OutOfRange> underflow(const RowSurvey& survey, const RowBlocks& rows) {
  UnderflowSearch<T> search(survey.dimension(), survey.origin(), survey.largest(), survey.count());
  const auto pass = [&](const auto& step) {
    try {
      rows([&](std::span<const double> block) {
        if (step(block)) throw Known{};
      });
    } catch (const Known&) {
    }
  };
  pass([&](std::span<const double> block) { return search.keep(block); });
  if (!search.gaveUp() && !search.compareKept()) pass([&](std::span<const double> block) { return search.compare(block); });
  if (search.gaveUp())
    return OutOfRange{"",
                      "it has too many coordinates near " + numberText(survey.smallest(), 3) + ", whose squares a " + typeName<T>() + " cannot hold",
                      hint<T>(kScaleUp)};
  if (!search.found()) return {};
  const auto [a, b] = *search.found();
  return OutOfRange{"points " + std::to_string(a) + " and " + std::to_string(b),
                    "they lie so close together that a " + typeName<T>() + " cannot hold the square of their distance",
                    hint<T>("make such points equal, or " + std::string(kScaleUp))};
}

template <class T>
std::optional<OutOfRange> outOfRange(const RowSurvey& survey, const RowBlocks& rows) {
  const double largest = survey.largest();
  if (survey.count() == 0 || !std::isfinite(largest)) return {};  // non-finite points are refused elsewhere
  if (largest > sizesOf<T>().largest) {
    const auto [point, coordinate] = farthest(survey, rows);
    return OutOfRange{
        "point " + std::to_string(point),
        "its coordinate " + numberText(coordinate, 3) + " lies so far out that a " + typeName<T>() + " cannot hold squares of distances",
        hint<T>("leave stray points out of the file, or scale it down")};
  }
  if (largest > 0 && largest < sizesOf<T>().smallest)
    return OutOfRange{"", "its largest coordinate is " + numberText(largest, 3) + ": a " + typeName<T>() + " cannot hold squares of such distances",
                      hint<T>(kScaleUp)};
  if (survey.smallest() >= UnderflowLimits<T>::kSmall) return {};
  return underflow<T>(survey, rows);
}

}  // namespace

bool floatIsFineEnough(double error, double extent) {
  constexpr double kLargestShare = 1e-6;
  return error <= kLargestFloatError && (extent == 0 || error <= kLargestShare * extent);
}

bool distancesSurelyInRange(Scalar scalar, double smallest, double largest) {
  return withScalarType(scalar, [&]<class T>() {
    return smallest >= UnderflowLimits<T>::kSmall && largest <= sizesOf<T>().largest && (largest == 0 || largest >= sizesOf<T>().smallest);
  });
}

std::optional<OutOfRange> coordinateOutOfRange(const RowSurvey& survey) {
  double farthest = 0;
  for (size_t k = 0; k < size_t(survey.dimension()); ++k)
    for (const double x : {survey.bounds().minimum[k], survey.bounds().maximum[k]})
      if (std::abs(x) > std::abs(farthest)) farthest = x;
  if (survey.count() == 0 || !std::isfinite(farthest) || std::abs(farthest) <= kLargestCoordinate) return {};
  return OutOfRange{"", "the coordinate " + numberText(farthest) + " is too large: distances beyond 1e150 cannot be squared",
                    "take such points out, or scale the cloud"};
}

std::optional<OutOfRange> distancesOutOfRange(Scalar scalar, int dimension, const RowBlocks& rows) {
  RowSurvey survey(dimension);
  rows([&](std::span<const double> block) { survey.add(block); });
  return withScalarType(scalar, [&]<class T>() { return outOfRange<T>(survey, rows); });
}

void visitRows(const PointArray& points, const std::function<void(std::span<const double>)>& visit) {
  constexpr uint32_t kBlock = 1 << 14;
  withScalarType(points.scalar(), [&]<class T>() {
    const PointsView<T> view = points.view<T>();
    std::vector<double> block;
    for (uint32_t begin = 0; begin < view.count; begin += kBlock) {
      block.clear();
      for (uint32_t i = begin; i < std::min(view.count, begin + kBlock); ++i)
        for (int k = 0; k < view.dimension; ++k) block.push_back(double(view.at(i, k)));
      visit(block);
    }
  });
}

std::optional<OutOfRange> distancesOutOfRange(std::span<const PointArray* const> points) {
  return distancesOutOfRange(points.front()->scalar(), points.front()->dimension(), [&](const auto& visit) {
    for (const PointArray* const each : points) visitRows(*each, visit);
  });
}

Scalar chooseScalar(std::optional<Scalar> wanted, const RowSurvey& survey, const RowBlocks& rows) {
  if (!wanted && floatIsFineEnough(survey.largestError(), survey.largestExtent()) && !outOfRange<float>(survey, rows)) return Scalar::float32;
  const Scalar scalar = wanted.value_or(Scalar::float64);
  const auto why = withScalarType(scalar, [&]<class T>() { return outOfRange<T>(survey, rows); });
  if (why) throw Error(ErrorKind::badInput, "not a cloud", why->place, why->reason, why->hint);
  return scalar;
}

}  // namespace arete
