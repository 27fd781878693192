#include "compute/wires/clearance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "compute/core/asprs_classes.h"
#include "compute/core/error.h"

namespace arete {

using shared::Vector3;

namespace {

constexpr const char* kCannotMeasure = "cannot measure the clearance";

void checkOptions(const ClearanceOptions& options) {
  const auto refuse = [](const char* where, const char* reason, const char* hint) {
    throw Error(ErrorKind::wrongUse, kCannotMeasure, where, reason, hint);
  };
  if (!(options.limit > 0) || !std::isfinite(options.limit)) refuse("limit", "it is no distance", "give metres above 0");
  if (!std::isfinite(options.extraSag)) refuse("extra sag", "it is no length", "give metres");
  if (!(options.swing >= 0) || options.swing > std::numbers::pi / 2) refuse("swing", "it is no angle of a wire that hangs", "give 0 to 90 degrees");
  if (!(options.own >= 0) || !(options.apart >= 0)) refuse("own", "it is no distance", "give metres, or 0");
}

std::vector<Catenary> curvesOf(std::span<const Span> spans, double extraSag) {
  std::vector<Catenary> curves;
  for (const Span& span : spans) curves.push_back(span.curve.withExtraSag(extraSag));
  return curves;
}

std::vector<double> startsOf(std::span<const Catenary> curves) {
  std::vector<double> starts;
  for (const Catenary& curve : curves) starts.push_back(curve.from);
  return starts;
}

}  // namespace

std::vector<uint8_t> pointClasses(const PointCloud& cloud) {
  for (const Attribute& attribute : cloud.attributes()) {
    if (!isClassColumn(attribute.name)) continue;
    std::vector<uint8_t> classes(attribute.values.size());
    size_t i = 0;
    for (const double value : attribute.values) classes[i++] = value >= 0 && value < kMostClasses ? uint8_t(value) : 0;
    return classes;
  }
  return {};
}

Clearance::Clearance(std::span<const Span> spans, const ClearanceOptions& options, const WireBox& box, const StageContext& context)
    : options_(options), curves_(curvesOf(spans, options.extraSag)), tally_(startsOf(curves_)), leastSquared_(INFINITY) {
  checkOptions(options);
  if (spans.empty()) throw Error(ErrorKind::wrongUse, kCannotMeasure, "the spans", "there is none", "give the spans of the wires");
  search_.emplace(curves_, options.swing, box, context);
  if (options.own > 0 && (options.extraSag != 0 || options.swing > 0)) hanging_.emplace(curvesOf(spans, 0), 0, box, context);
}

double Clearance::least() const { return std::sqrt(leastSquared_); }

/// Where the wire is nearest: where it swings, turned as far as it goes towards the point.
Vector3 Clearance::wirePlace(const NearestWire& near, const Vector3& point) const {
  const Catenary& curve = curves_[near.span];
  if (options_.swing == 0) return curve.at(near.along);
  const Vector3 axis = unit(curve.end() - curve.start()), from = point - curve.start();
  const Vector3 right = curve.normal(), below = cross(axis, right);
  const double angle = std::atan2(-dot(from, right), dot(from, below));  // to the left, from below the chord
  return curve.swung(std::clamp(angle, -options_.swing, options_.swing)).at(near.along);
}

/// Points beyond the limit are not told, whoever's they are.
bool Clearance::isOwn(const NearestWire& near, const Vector3& point) const {
  const double own = options_.own * options_.own;
  if (!hanging_) return near.squared < own;
  return own > 0 && near.squared < options_.limit * options_.limit && hanging_->nearest(point).squared < own;
}

void Clearance::measure(const Block& block, const StageContext& context) {
  constexpr size_t kGrain = 1 << 13;
  const NearestWire nowhere{NearestWire::kNone, INFINITY, 0};
  std::vector<uint64_t> looked(size_t(context.device.threads().size())), own(looked.size());
  withScalarType(block.points.scalar(), [&]<class T>() {
    const PointsView<T> view = block.points.view<T>();
    context.device.threads().forEachRange(block.end - block.begin, kGrain, [&](size_t begin, size_t end, int thread) {
      context.checkStop();
      uint64_t ofThese = 0, ofOwn = 0;
      for (size_t k = begin; k < end; ++k) {
        const size_t i = block.begin + k;
        near_[k] = nowhere;
        if (!block.classes.empty() && !block.left.empty() && block.left[block.classes[i]] != 0) continue;
        ++ofThese;
        const Vector3 point{double(view.at(i, 0)), double(view.at(i, 1)), double(view.at(i, 2))};
        const NearestWire near = search_->nearest(point);
        if (isOwn(near, point)) ++ofOwn;
        else near_[k] = near;
      }
      looked[size_t(thread)] += ofThese, own[size_t(thread)] += ofOwn;
    });
  });
  for (const uint64_t each : looked) looked_ += each;
  for (const uint64_t each : own) own_ += each;
}

std::span<const NearestWire> Clearance::add(const Block& block, const StageContext& context) {
  near_.resize(block.end - block.begin);
  measure(block, context);
  const double limitSquared = options_.limit * options_.limit;
  for (size_t k = 0; k < near_.size(); ++k) {
    leastSquared_ = std::min(leastSquared_, near_[k].squared);
    if (!(near_[k].squared < limitSquared)) continue;
    const size_t i = block.begin + k;
    const Vector3 point{block.points.coordinate(i, 0), block.points.coordinate(i, 1), block.points.coordinate(i, 2)};
    tally_.add(near_[k], point, wirePlace(near_[k], point), block.first + i, block.classes.empty() ? -1 : block.classes[i]);
  }
  return near_;
}

}  // namespace arete
