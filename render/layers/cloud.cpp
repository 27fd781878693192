#include "render/layers/cloud.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "render/gl.h"

namespace arete {

using Clock = std::chrono::steady_clock;

static double millisecondsSince(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

void CloudLayer::start(const RasterTarget& target, const SceneContent& content) {
  if (pointsRevision_ != content.pointsRevision) image_->setPoints(content.points);
  pointsRevision_ = content.pointsRevision;
  target_ = target;
  drawn_ = 0;
  image_->begin(target);
}

void CloudLayer::setImage(std::unique_ptr<PointsImage> image) {
  image_ = std::move(image);
  pointsRevision_ = UINT64_MAX;
  target_ = {};
  cost_ = {};
  drawn_ = 0;
}

RasterTarget CloudLayer::targetOf(const DrawContext& context, const SceneContent& content) {
  const float size = context.pixels(context.view.style(LayerId::cloud).size);
  return {context.part.width, context.part.height, context.toClipFrom(content.points.centre()),
          std::clamp(int(std::lround(size)), 1, PointRasteriser::kLargestPoint)};
}

void CloudLayer::drawHidden(const DrawContext& context, const SceneContent& content, const Backdrop& backdrop) {
  if (target_.width != context.part.width || target_.height != context.part.height) start(targetOf(context, content), content);
  image_->show({.mode = Shading::Mode::hidden}, context.flat(), backdrop);
}

void CloudLayer::draw(const DrawContext& context, const SceneContent& content, const Backdrop& backdrop) {
  const RasterTarget target = targetOf(context, content);
  const Clock::time_point before = Clock::now();
  bool sameImage = target == target_ && pointsRevision_ == content.pointsRevision;
  if (chooseColours(context.view, content)) sameImage = false;  // no point has a colour yet
  if (!sameImage) start(target, content);

  if (const auto measured = image_->measured()) cost_.record(measured->points, measured->milliseconds);
  constexpr double kLeastShare = 0.25;  // of the budget is for points, whatever the rest of the picture costs
  const double budget =
      context.options.everything
          ? INFINITY
          : std::max(context.options.budgetMilliseconds - otherMilliseconds_, kLeastShare * context.options.budgetMilliseconds) * share_;
  recolour(budget);
  const bool rest = sameImage && context.options.moving;  // a pause of the hand: keep what is there
  if (!rest) add(content, budget - millisecondsSince(before), context.options);
  pointMilliseconds_ = millisecondsSince(before);
  if (drawn_ == 0 && !isPicture()) return;

  if (!context.flat() || among_) {  // depths must be written, and GL writes them only with the test on
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(among_ ? GL_LESS : GL_ALWAYS);
  } else {
    glDisable(GL_DEPTH_TEST);
  }
  glDisable(GL_BLEND);
  image_->show(shading(context, content), context.flat(), backdrop);
}

void CloudLayer::add(const SceneContent& content, double budget, const DrawOptions& options) {
  constexpr uint32_t kPiece = 1 << 20;  // of everything: some ten milliseconds
  const bool coloured = pointColours_.any(), stale = coloured && coloured_ < colours_.size();
  const uint32_t most = stale ? uint32_t(colours_.size()) : content.points.size();  // new colours come where the old ones are renewed
  if (drawn_ >= most) return;
  const double colouring = coloured && !stale ? colourCost_.millisecondsPerPoint() : 0;
  const uint32_t ready = std::min(most, content.points.ready()) - std::min({most, content.points.ready(), drawn_});
  uint32_t count = std::min(most - drawn_, cost_.affordable(budget, colouring));
  if (count > ready) {
    const double left = budget - ready * (cost_.millisecondsPerPoint() + colouring);
    count = std::min(most - drawn_, ready + (left > 0 || ready == 0 ? cost_.affordable(left, colouring + readyCost_.millisecondsPerPoint()) : 0));
  }
  const uint32_t wanted = drawn_ + count;
  do {
    if (options.amid) options.amid();
    const uint32_t end = image_->stopAfter(drawn_, options.everything ? std::min(wanted, drawn_ + kPiece) : wanted);
    makeReady(content.points, end);
    image_->add(drawn_, end);
    drawn_ = end;
    if (coloured && colours_.size() < drawn_) makeColours(drawn_);
  } while (options.everything && drawn_ < wanted);
  if (const auto measured = image_->measured()) cost_.record(measured->points, measured->milliseconds);
}

void CloudLayer::makeReady(CloudPoints& points, uint32_t end) {
  if (points.ready() >= end) return;
  const Clock::time_point before = Clock::now();
  const uint32_t begin = points.ready();
  points.makeReady(end, threads_);
  readyCost_.record(points.ready() - begin, millisecondsSince(before));
}

void CloudLayer::makeColours(uint32_t end) {
  const Clock::time_point before = Clock::now();
  if (colours_.capacity() < end) colours_.reserve(pointCount_);
  pointColours_.make(coloured_, end, colours_, threads_);
  colourCost_.record(end - coloured_, millisecondsSince(before));
  fresh_ = {coloured_, end};
  coloured_ = end;
  ++coloursRevision_;
}

/// Old colours stay until they are replaced, so that a step of the detection does not clear the picture.
void CloudLayer::recolour(double budget) {
  if (!pointColours_.any() || coloured_ >= colours_.size()) return;
  makeColours(coloured_ + std::min(uint32_t(colours_.size()) - coloured_, colourCost_.affordable(budget)));
}

/// True when points that are drawn have no colour: the image must begin anew.
bool CloudLayer::chooseColours(const View& view, const SceneContent& content) {
  ColourKey key{view.colourBy, view.attribute, view.colourMap, view.colourLimits, view.theme, content.pointsRevision, 0};
  if (view.colourBy == ColourBy::chosen) key.frame = content.frameRevision;
  if (isOfCurve(view.colourBy)) key.frame = content.explanationRevision;
  if (chosenColours_ && *chosenColours_ == key) return false;
  const bool samePoints = chosenColours_ && chosenColours_->points == key.points && pointColours_.any();
  chosenColours_ = key;
  pointColours_ = PointColours(content.points, view, content.frame, content.explanation);
  pointCount_ = content.points.size();
  coloured_ = 0;
  if (!samePoints || !pointColours_.any()) colours_.clear();
  if (view.colourBy == ColourBy::depth) {
    const ColourTable table(view.colourMap);
    colours_.assign(table.entries().rbegin(), table.entries().rend());  // near is bright
  }
  ++coloursRevision_;
  fresh_ = {0, uint32_t(colours_.size())};
  return pointColours_.any() && colours_.empty();
}

Shading CloudLayer::shading(const DrawContext& context, const SceneContent& content) {
  const View& view = context.view;
  Shading shading;
  shading.mode = colours_.empty() ? Shading::Mode::uniform : view.colourBy == ColourBy::depth ? Shading::Mode::depth : Shading::Mode::perPoint;
  shading.uniform = view.colour(LayerId::cloud);
  shading.uniform.a = 255;  // points hide each other; there is nothing to mix with
  if (shading.mode == Shading::Mode::uniform) return shading;
  shading.colours = colours_;
  shading.coloursRevision = coloursRevision_;
  shading.mostColours = shading.mode == Shading::Mode::perPoint ? pointCount_ : uint32_t(colours_.size());
  shading.freshBegin = fresh_.begin;
  shading.freshEnd = fresh_.end;
  if (shading.mode != Shading::Mode::depth) return shading;
  shading.nearest = float(context.nearest);
  shading.farthest = float(context.farthest);
  shading.perspective = view.camera.perspective();
  const Box& box = content.points.box();
  shading.first = INFINITY;
  shading.last = -INFINITY;
  for (int i = 0; i < 8; ++i) {
    const float distance = float(glm::dot(view.camera.eye() - box.corner(i), view.camera.backward()));
    shading.first = std::min(shading.first, distance);
    shading.last = std::max(shading.last, distance);
  }
  if (!(shading.last > shading.first)) shading.first -= 1, shading.last += 1;  // all at one depth: the middle of the colours
  return shading;
}

}  // namespace arete
