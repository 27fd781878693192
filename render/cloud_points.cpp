#include "render/cloud_points.h"

#include <algorithm>
#include <cmath>

namespace arete {

static constexpr size_t kGrain = 1 << 15;
static constexpr size_t kTableOfCategories = 256;  // values that need no look at names: classes, numbers of returns, files

CloudPoints::CloudPoints(PointCloud cloud, const std::array<int, 3>& axes)
    : cloud_(std::move(cloud)),
      bounds_(cloud_.bounds()),
      axes_(axes),
      box_(boundsOf(cloud_, axes)),
      centre_(box_.centre()),
      size_(cloud_.size()),
      order_(size_) {}

CloudPoints::CloudPoints(PointCloud cloud, std::shared_ptr<const PointList> some, const Bounds& bounds, const std::array<int, 3>& axes)
    : cloud_(std::move(cloud)),
      some_(std::move(some)),
      bounds_(bounds),
      axes_(axes),
      box_(boundsOf(bounds_, cloud_.dimension(), axes)),
      centre_(box_.centre()),
      size_(uint32_t(some_->size())),
      order_(size_) {}

CloudPoints::CloudPoints(std::shared_ptr<const DrawnCloud> all, std::shared_ptr<const PointSelection> selection, bool others, const Bounds& bounds)
    : cloud_(all->points->cloud_),
      some_(others ? nullptr : selection->list()),
      all_(std::move(all)),
      selection_(std::move(selection)),
      others_(others),
      bounds_(bounds),
      axes_(all_->points->axes_),
      box_(boundsOf(bounds_, cloud_.dimension(), axes_)),
      centre_(all_->points->centre_ + glm::dvec3(glm::vec3(box_.centre() - all_->points->centre_))),
      size_(uint32_t(others ? all_->places.size() - selection_->list()->size() : selection_->list()->size())),
      order_(size_) {}

DrawnCloud::DrawnCloud(std::shared_ptr<const CloudPoints> ready, ThreadPool& threads) : points(std::move(ready)), places(points->size()) {
  threads.forEachRange(places.size(), kGrain, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end; ++i) places[i] = points->cloudIndex(uint32_t(i));
  });
}

CloudPoints CloudPoints::onAxes(const std::array<int, 3>& axes) const {
  if (others_) return CloudPoints(cloud_, std::make_shared<const PointList>(selection_->others()), bounds_, axes);
  return some_ ? CloudPoints(cloud_, some_, bounds_, axes) : CloudPoints(cloud_, axes);
}

uint32_t CloudPoints::cloudIndex(uint32_t drawn) const {
  if (!all_) return order_(drawn);
  const uint32_t place = placeOfDrawn(drawn);
  return others_ ? place : selection_->numberOf(place);
}

/// Goes on through the drawing order of all points, some at a time: which of them are wanted is found first, so that threads know where to write.
void CloudPoints::copyReady(uint32_t count, ThreadPool& threads) {
  const CloudPoints& all = *all_->points;
  const glm::vec3 shift(centre_ - all.centre_);
  const double perPoint = double(all.size_) / double(size_);  // looked at for one that is wanted
  LargeVector<uint8_t> wanted;
  while (ready() < count) {
    const uint32_t first = next_,
                   end = uint32_t(std::min<uint64_t>(all.size_, first + std::max<uint64_t>(kGrain, uint64_t(double(count - ready()) * perPoint))));
    const size_t ranges = (end - first + kGrain - 1) / kGrain;
    wanted.resize(end - first);
    std::vector<uint32_t> before(ranges + 1, 0);
    threads.forEachRange(wanted.size(), kGrain, [&](size_t begin, size_t last, int) {
      const uint32_t* const places = all_->places.data() + first;
      for (size_t at = begin; at < last; at += kGrain) {
        uint32_t found = 0;
        for (size_t i = at; i < std::min(last, at + kGrain); ++i) found += wanted[i] = uint8_t(selection_->has(places[i]) != others_);
        before[at / kGrain + 1] = found;
      }
    });
    before[0] = ready();
    for (size_t i = 0; i < ranges; ++i) before[i + 1] += before[i];
    for (auto& values : coordinates_) values.resize(before.back());
    drawnOfAll_.resize(before.back());
    threads.forEachRange(wanted.size(), kGrain, [&](size_t begin, size_t last, int) {
      uint32_t to = before[begin / kGrain];
      for (size_t i = begin; i < last; ++i) {
        if (wanted[i] == 0) continue;
        drawnOfAll_[to] = first + uint32_t(i);
        for (int k = 0; k < 3; ++k) coordinates_[size_t(k)][to] = all.coordinates_[size_t(k)][first + i] - shift[k];
        ++to;
      }
    });
    next_ = end;
  }
}

void CloudPoints::makeReady(uint32_t count, ThreadPool& threads) {
  const size_t first = coordinates_[0].size();
  if (count <= first) return;
  for (auto& values : coordinates_) values.reserve(size());  // at once: growing would copy
  if (all_) return drawnOfAll_.reserve(size()), copyReady(count, threads);
  for (auto& values : coordinates_) values.resize(count);
  const glm::dvec3 middle = centre();
  withScalarType(cloud_.scalar(), [&]<class T>() {
    const PointsView<T> view = cloud_.view<T>();
    threads.forEachRange(count - first, kGrain, [&](size_t begin, size_t end, int) {
      for (size_t i = first + begin; i < first + end; ++i) {
        const uint32_t point = placeOf(order_(uint32_t(i)));
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
    if (axes_[size_t(k)] >= 0 && axes_[size_t(k)] < cloud_.dimension())
      position[k] = cloud_.points().coordinate(placeOf(cloudIndex), axes_[size_t(k)]);
  return position;
}

/// The axis of "height": the last one drawn.
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

/// Of a column whose values are known at some points.
static ColourBar barOf(const std::string& column, std::vector<double> sampled, ColourMap map) {
  if (sampled.empty()) return {column, 0, 0, map};
  if (std::vector<Category> categories = categoriesOf(column, sampled); !categories.empty())
    return {column, categories.front().value, categories.back().value, map, std::move(categories)};
  constexpr size_t kCutOneIn = 200;  // a few far outliers must not use up the colours: the range spans the middle 99 %
  std::sort(sampled.begin(), sampled.end());
  const size_t cut = sampled.size() / kCutOneIn;
  return {column, sampled[cut], sampled[sampled.size() - 1 - cut], map};
}

/// What a curve says of each point, as numbers; null where it says none, or of other points.
static const LargeVector<float>* numbersOfCurve(ColourBy by, const CurveExplanation* explanation, uint32_t points) {
  if (explanation == nullptr || explanation->distances.size() != points) return nullptr;
  if (by == ColourBy::distance) return &explanation->distances;
  if (by == ColourBy::offset) return &explanation->offsets;
  return by == ColourBy::arcLength ? &explanation->arcLengths : nullptr;
}

std::vector<double> CloudPoints::sampledValues(const View& view, uint32_t count, const CurveExplanation* explanation) const {
  std::vector<double> sampled;
  const Attribute* attribute = view.colourBy == ColourBy::attribute ? findAttribute(cloud_, view.attribute) : nullptr;
  const LargeVector<float>* const ofCurve = numbersOfCurve(view.colourBy, explanation, size());
  const int axis = axes_[size_t(heightAxis(axes_, cloud_.dimension()))];
  const bool height = view.colourBy == ColourBy::height && axis >= 0 && axis < cloud_.dimension();
  for (uint32_t i = 0; i < std::min(size(), count) && (attribute != nullptr || ofCurve != nullptr || height); ++i) {
    const uint32_t point = order_(i);  // whether or not it is ready
    const double value = attribute != nullptr ? attribute->values[placeOf(point)]
                         : ofCurve != nullptr ? double((*ofCurve)[point])
                                              : cloud_.points().coordinate(placeOf(point), axis) + cloud_.origin()[size_t(axis)];
    if (std::isfinite(value)) sampled.push_back(value);
  }
  return sampled;
}

std::optional<ColourBar> CloudPoints::ownBar(const View& view, const CurveExplanation* explanation) const {
  if (cloud_.empty()) return {};
  if (view.colourBy == ColourBy::height) {
    static constexpr const char* kNames[] = {"x", "y", "z"};
    const int k = heightAxis(axes_, cloud_.dimension());
    const double origin = axes_[size_t(k)] < 0 ? 0 : cloud_.origin()[size_t(axes_[size_t(k)])];
    return ColourBar{kNames[k], box_.minimum[k] + origin, box_.maximum[k] + origin, view.colourMap};
  }
  if (numbersOfCurve(view.colourBy, explanation, size()) != nullptr) {
    constexpr double kReaches = 2;  // what the curve just explains is in the middle of the colours
    const double reach = explanation->figures.reach;
    if (view.colourBy == ColourBy::distance) return ColourBar{"distance", 0, kReaches * reach, view.colourMap};
    if (view.colourBy == ColourBy::offset) return ColourBar{"offset", cloud_.dimension() == 2 ? -reach : 0, reach, view.colourMap};
    double longest = 0;
    for (const CurvePath& path : explanation->edges.paths) longest = std::max(longest, path.length);
    return ColourBar{"arc length", 0, longest, view.colourMap};
  }
  constexpr uint32_t kSample = 20'000;
  const Attribute* attribute = view.colourBy == ColourBy::attribute ? findAttribute(cloud_, view.attribute) : nullptr;
  if (attribute == nullptr) return {};
  return barOf(attribute->name, sampledValues(view, kSample), view.colourMap);
}

std::optional<ColourBar> CloudPoints::colourBar(const View& view, const CurveExplanation* explanation) const {
  std::optional<ColourBar> bar = ownBar(view, explanation);
  if (bar && view.colourLimits && bar->categories.empty()) bar->minimum = view.colourLimits->low, bar->maximum = view.colourLimits->high;
  return bar;
}

/// Of points that belong to nothing.
static uint32_t nobodyColour(Theme theme) { return (theme == Theme::dark ? Colour{70, 76, 84} : Colour{200, 204, 208}).packed(); }

PointColours::PointColours(const CloudPoints& points, const View& view, const Frame* frame, const CurveExplanation* explanation)
    : points_(&points), table_(view.colourMap) {
  const PointCloud& cloud = points.cloud_;
  if (view.colourBy == ColourBy::chosen) {
    if (frame == nullptr || frame->assignment.size() != points.size()) return;
    source_ = Source::chosen;
    assignment_ = frame->assignment;
    nobody_ = nobodyColour(view.theme);
    ofChosen_.resize(frame->chosen.size());
    for (size_t i = 0; i < ofChosen_.size(); ++i)  // by where they started from: a chosen point keeps its colour from step to step
      ofChosen_[i] = categoryColour(i < frame->chosenOrigin.size() ? uint32_t(frame->chosenOrigin[i]) : uint32_t(i)).packed();
    return;
  }
  if (view.colourBy == ColourBy::component) {
    if (explanation == nullptr || explanation->components.size() != points.size()) return;
    source_ = Source::chosen;
    assignment_ = explanation->components;
    nobody_ = nobodyColour(view.theme);
    for (uint32_t i = 0; i < explanation->edges.components; ++i) ofChosen_.push_back(categoryColour(i).packed());
    return;
  }
  const std::optional<ColourBar> bar = points.colourBar(view, explanation);
  if (!bar) return;
  if (view.colourBy == ColourBy::height) {
    const int k = heightAxis(points.axes_, cloud.dimension());
    source_ = Source::height;
    heights_ = &points.coordinates_[size_t(k)];
    low_ = points.box_.minimum[k] - points.centre()[k];
    width_ = points.box_.extent()[k];
    if (const auto& limits = view.colourLimits; limits && points.axes_[size_t(k)] >= 0) {
      low_ = limits->low - cloud.origin()[size_t(points.axes_[size_t(k)])] - points.centre()[k];
      width_ = limits->high - limits->low;
    }
  } else if (isOfCurve(view.colourBy)) {
    source_ = Source::curve;
    ofCurve_ = numbersOfCurve(view.colourBy, explanation, points.size());
    low_ = bar->minimum;
    width_ = bar->maximum - low_;
  } else if (!bar->categories.empty()) {
    source_ = Source::category;
    column_ = view.attribute;
    values_ = &findAttribute(cloud, view.attribute)->values;
    ofChosen_.resize(kTableOfCategories);
    for (size_t i = 0; i < ofChosen_.size(); ++i) ofChosen_[i] = colourOfCategory(column_, double(i)).packed();
    nobody_ = table_.at(NAN);
  } else {
    source_ = Source::attribute;
    values_ = &findAttribute(cloud, view.attribute)->values;
    low_ = bar->minimum;
    width_ = bar->maximum - low_;
  }
}

void PointColours::make(uint32_t begin, uint32_t end, std::vector<uint32_t>& colours, ThreadPool& threads) const {
  if (colours.size() < end) colours.resize(end);
  const auto fill = [&](const auto& colourOf) {
    threads.forEachRange(end - begin, kGrain, [&](size_t first, size_t last, int) {
      for (size_t i = begin + first; i < begin + last; ++i) colours[i] = colourOf(uint32_t(i));
    });
  };
  switch (source_) {
    case Source::none: break;
    case Source::height: fill([&](uint32_t i) { return table_.at(width_ > 0 ? (double((*heights_)[i]) - low_) / width_ : 0.5); }); break;
    case Source::attribute:
      values_->visit([&](auto values) {
        fill([&](uint32_t i) {
          const auto value = double(values[points_->placeOfDrawn(i)]);
          return table_.at(width_ > 0 ? (value - low_) / width_ : value - low_ + 0.5);  // all equal: the middle; NaN stays NaN
        });
      });
      break;
    case Source::curve:
      fill([&](uint32_t i) { return table_.at(width_ > 0 ? (double((*ofCurve_)[points_->cloudIndex(i)]) - low_) / width_ : 0.5); });
      break;
    case Source::category:
      values_->visit([&](auto values) {
        fill([&](uint32_t i) {
          const auto value = double(values[points_->placeOfDrawn(i)]);
          if (!(value >= 0 && value < double(ofChosen_.size()))) return std::isfinite(value) ? colourOfCategory(column_, value).packed() : nobody_;
          return ofChosen_[size_t(value)];
        });
      });
      break;
    case Source::chosen:
      fill([&](uint32_t i) {
        const uint32_t chosen = assignment_[points_->cloudIndex(i)];
        return chosen < ofChosen_.size() ? ofChosen_[chosen] : nobody_;
      });
      break;
  }
}

}  // namespace arete
