#include "render/cloud_points.h"

#include <algorithm>
#include <cmath>

namespace arete {

static constexpr size_t kGrain = 1 << 15;

CloudPoints::CloudPoints(PointCloud cloud, const std::array<int, 3>& axes, ThreadPool& threads)
    : cloud_(std::move(cloud)), axes_(axes), box_(boundsOf(cloud_, axes)), order_(cloud_.size()) {
  for (auto& values : coordinates_) values.resize(size());
  const glm::dvec3 middle = centre();
  withScalarType(cloud_.scalar(), [&]<class T>() {
    const PointsView<T> view = cloud_.view<T>();
    threads.forEachRange(size(), kGrain, [&](size_t begin, size_t end, int) {
      for (size_t i = begin; i < end; ++i) {
        const uint32_t point = order_(uint32_t(i));
        for (int k = 0; k < 3; ++k) {
          const int axis = axes_[size_t(k)];
          coordinates_[size_t(k)][i] = axis < 0 || axis >= view.dimension ? 0.0f : float(double(view.at(point, axis)) - middle[k]);
        }
      }
    });
  });
}

glm::dvec3 CloudPoints::position(uint32_t cloudIndex) const {
  glm::dvec3 position(0);
  for (int k = 0; k < 3; ++k)
    if (axes_[size_t(k)] >= 0 && axes_[size_t(k)] < cloud_.dimension()) position[k] = cloud_.points().coordinate(cloudIndex, axes_[size_t(k)]);
  return position;
}

/// The axis that "height" goes along: the last one drawn.
static int heightAxis(const std::array<int, 3>& axes, int dimension) {
  for (int k = 2; k > 0; --k)
    if (axes[size_t(k)] >= 0 && axes[size_t(k)] < dimension) return k;
  return 0;
}

static const Attribute* findAttribute(const PointCloud& cloud, const std::string& name) {
  for (const Attribute& attribute : cloud.attributes())
    if (attribute.name == name) return &attribute;
  return nullptr;
}

std::optional<ColourBar> CloudPoints::colourBar(const View& view) const {
  if (cloud_.empty()) return {};
  if (view.colourBy == ColourBy::height) {
    static constexpr const char* kNames[] = {"x", "y", "z"};
    const int k = heightAxis(axes_, cloud_.dimension());
    const double origin = axes_[size_t(k)] < 0 ? 0 : cloud_.origin()[size_t(axes_[size_t(k)])];
    return ColourBar{kNames[k], box_.minimum[k] + origin, box_.maximum[k] + origin, view.colourMap};
  }
  const Attribute* attribute = view.colourBy == ColourBy::attribute ? findAttribute(cloud_, view.attribute) : nullptr;
  if (attribute == nullptr) return {};
  // Few far outliers must not take all the colours: the range spans the middle 99 % of a sample.
  constexpr uint32_t kSample = 100'000;
  constexpr size_t kCutOneIn = 200;
  std::vector<double> sampled;
  for (uint32_t i = 0; i < std::min(size(), kSample); ++i)
    if (const double value = attribute->values[order_(i)]; std::isfinite(value)) sampled.push_back(value);
  if (sampled.empty()) return ColourBar{attribute->name, 0, 0, view.colourMap};
  std::sort(sampled.begin(), sampled.end());
  const size_t cut = sampled.size() / kCutOneIn;
  return ColourBar{attribute->name, sampled[cut], sampled[sampled.size() - 1 - cut], view.colourMap};
}

std::vector<uint32_t> CloudPoints::colours(const View& view, const Frame* frame, ThreadPool& threads) const {
  std::vector<uint32_t> colours;
  const auto fill = [&](const auto& colourOf) {
    colours.resize(size());
    threads.forEachRange(size(), kGrain, [&](size_t begin, size_t end, int) {
      for (size_t i = begin; i < end; ++i) colours[i] = colourOf(uint32_t(i));
    });
  };
  if (view.colourBy == ColourBy::chosen && frame != nullptr && frame->assignment.size() == size()) {
    const Colour nobody = view.theme == Theme::dark ? Colour{70, 76, 84} : Colour{200, 204, 208};
    std::vector<uint32_t> ofChosen(frame->chosen.size());
    for (size_t i = 0; i < ofChosen.size(); ++i)  // by where they started from: a chosen point keeps its colour from step to step
      ofChosen[i] = categoryColour(i < frame->chosenOrigin.size() ? frame->chosenOrigin[i] : uint32_t(i)).packed();
    fill([&](uint32_t i) {
      const uint32_t chosen = frame->assignment[order_(i)];
      return chosen < ofChosen.size() ? ofChosen[chosen] : nobody.packed();
    });
    return colours;
  }
  const std::optional<ColourBar> bar = colourBar(view);
  if (!bar) return colours;
  const ColourTable table(view.colourMap);
  if (view.colourBy == ColourBy::height) {
    const int k = heightAxis(axes_, cloud_.dimension());
    const double low = box_.minimum[k] - centre()[k], width = box_.extent()[k];
    fill([&](uint32_t i) { return table.at(width > 0 ? (double(coordinates_[size_t(k)][i]) - low) / width : 0.5); });
  } else {
    const std::vector<double>& values = findAttribute(cloud_, view.attribute)->values;
    const double low = bar->minimum, width = bar->maximum - low;
    fill([&](uint32_t i) {
      const double value = values[order_(i)];
      return table.at(width > 0 ? (value - low) / width : value - low + 0.5);  // all equal: the middle; NaN stays NaN
    });
  }
  return colours;
}

}  // namespace arete
