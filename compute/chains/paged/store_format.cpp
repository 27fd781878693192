#include "compute/chains/paged/store_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>

#include "compute/chains/evolve/strip_file.h"

namespace arete::cpu {

static_assert(std::endian::native == std::endian::little, "stores are little endian");

static constexpr uint64_t kAlignment = 4096, kUnit = 8;
static_assert(sizeof(StoreHeader) <= kAlignment && sizeof(StoreHeader) % kUnit == 0);

uint64_t sumOf(const StoreHeader& header) { return blockSum(std::as_bytes(std::span(&header, 1)).first(offsetof(StoreHeader, sum))); }
static uint64_t roundedUp(uint64_t bytes, uint64_t unit) { return (bytes + unit - 1) / unit * unit; }

std::string textOf(const StoreLabel& label) {
  std::string all;
  const auto put = [&all](const std::string& text) {
    const auto size = uint32_t(text.size());
    all.append(reinterpret_cast<const char*>(&size), sizeof size).append(text);
  };
  for (const std::string& text : label.input) put(text);
  put(label.about);
  all.resize(roundedUp(all.size(), sizeof(uint32_t)));
  return all;
}

std::optional<StoreLabel> labelFrom(std::string_view all, uint32_t inputs) {
  std::vector<std::string> texts;
  for (uint64_t i = 0; i <= inputs; ++i) {
    uint32_t size = 0;
    if (all.size() < sizeof size) return {};
    std::copy_n(all.data(), sizeof size, reinterpret_cast<char*>(&size));
    all.remove_prefix(sizeof size);
    if (all.size() < size) return {};
    texts.emplace_back(all.substr(0, size));
    all.remove_prefix(size);
  }
  StoreLabel label{.input = {}, .about = std::move(texts.back())};
  texts.pop_back();
  label.input = std::move(texts);
  return label;
}

StoreHeader headerOf(const StoreHead& head) {
  StoreHeader header;
  header.scalarBytes = head.facts.scalar == Scalar::float32 ? sizeof(float) : sizeof(double);
  header.dimension = uint32_t(head.facts.dimension);
  header.cells = head.cells, header.chosen = head.chosen, header.inputs = uint32_t(head.label.input.size());
  header.points = head.facts.count;
  header.textBytes = textOf(head.label).size();
  header.r1 = head.r1;
  const auto d = size_t(head.facts.dimension);
  std::copy_n(head.facts.origin.begin(), d, header.origin.begin());
  std::copy_n(head.facts.bounds.minimum.begin(), d, header.minimum.begin());
  std::copy_n(head.facts.bounds.maximum.begin(), d, header.maximum.begin());
  header.axes = uint32_t(head.shape.axes);
  std::ranges::copy(head.shape.axis, header.axis.begin());
  header.count = head.shape.count;
  header.gridOrigin = head.shape.origin, header.inverseEdge = head.shape.inverseEdge, header.last = head.shape.last;
  return header;
}

template <size_t N>
static bool areFinite(const std::array<double, N>& values) {
  return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
}

std::string_view impossible(const StoreHeader& header) {
  if (header.scalarBytes != sizeof(float) && header.scalarBytes != sizeof(double)) return "its coordinates are of no known type";
  if (header.dimension < 1 || header.dimension > kMaxDimension) return "its points have no possible number of coordinates";
  if (header.points < 1 || header.points >= UINT32_MAX) return "it has no possible number of points";
  if (header.cells < 1 || header.cells > header.points || header.chosen > header.points) return "it has more cells or chosen points than points";
  if (!(header.r1 > 0) || !std::isfinite(header.r1)) return "its R1 is no radius";
  if (!(header.scalarBytes == sizeof(float) ? gridSuits<float>(header.r1) : gridSuits<double>(header.r1))) return "no grid of cells suits its R1";
  if (!areFinite(header.origin) || !areFinite(header.minimum) || !areFinite(header.maximum)) return "its bounds are not finite";
  for (size_t k = 0; k < header.dimension; ++k)
    if (header.minimum[k] > header.maximum[k]) return "its bounds are upside down";
  if (header.axes > GridShape::kAxes || header.axes > header.dimension) return "its cells have too many axes";
  if (!areFinite(header.gridOrigin) || !areFinite(header.inverseEdge)) return "its cells are nowhere";
  for (size_t a = 0; a < GridShape::kAxes; ++a) {
    if (header.count[a] < 1 || header.count[a] > (a < header.axes ? GridShape::kLargestCount : 1)) return "its cells have an impossible number";
    if (!(header.last[a] >= 0 && header.last[a] < double(header.count[a]))) return "its last cell is outside";
    if (a >= header.axes) continue;
    if (header.axis[a] >= header.dimension) return "its cells lie along an axis that points do not have";
    if (!(header.inverseEdge[a] > 0)) return "its cells have no length";
    for (size_t b = 0; b < a; ++b)
      if (header.axis[a] == header.axis[b]) return "its cells lie along one axis twice";
  }
  return {};
}

StoreHead headFrom(const StoreHeader& header) {
  StoreHead head;
  head.facts = {.count = header.points,
                .dimension = int(header.dimension),
                .scalar = header.scalarBytes == sizeof(float) ? Scalar::float32 : Scalar::float64,
                .origin = header.origin,
                .bounds = {header.minimum, header.maximum},
                .distancesInRange = true,
                .scale = {}};
  head.facts.scale = makeFixedScale(head.facts);
  head.r1 = header.r1;
  head.shape = {.axes = int(header.axes),
                .axis = {},
                .origin = header.gridOrigin,
                .inverseEdge = header.inverseEdge,
                .count = header.count,
                .last = header.last};
  std::ranges::copy(header.axis, head.shape.axis.begin());
  head.cells = header.cells, head.chosen = header.chosen;
  return head;
}

StorePlaces::StorePlaces(const StoreHead& head, uint64_t textBytes) {
  const uint64_t place = uint64_t(head.facts.dimension) * (head.facts.scalar == Scalar::float32 ? sizeof(float) : sizeof(double));
  coordinates = roundedUp(texts + textBytes, kAlignment);
  cells = roundedUp(coordinates + head.facts.count * place, kUnit);
  chosen = roundedUp(cells + head.cells * kCellWords * sizeof(uint32_t), kUnit);
  sums = roundedUp(chosen + head.chosen * (sizeof(uint64_t) + place), kUnit);
}

uint64_t StoreHead::aboutBytes() const {
  const StorePlaces places(*this);
  return places.sums + ((places.cells - places.coordinates) / kBlockBytes + 1) * sizeof(uint64_t);
}

}  // namespace arete::cpu
