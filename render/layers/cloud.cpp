#include "render/layers/cloud.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "render/gl.h"

namespace arete {

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

void CloudLayer::draw(const DrawContext& context, const SceneContent& content, const Backdrop& backdrop) {
  const float size = context.pixels(context.view.style(LayerId::cloud).size);
  const RasterTarget target{context.tile.width, context.tile.height, context.toClipFrom(content.points.centre()),
                            std::clamp(int(std::lround(size)), 1, PointRasteriser::kLargestPoint)};
  pointMilliseconds_ = 0;
  const bool sameImage = target == target_ && pointsRevision_ == content.pointsRevision;
  if (!sameImage) start(target, content);

  if (const auto measured = image_->measured()) cost_.record(measured->points, measured->milliseconds);
  const uint32_t left = content.points.size() - drawn_;
  const bool rest = sameImage && context.options.moving;  // a pause of the hand: keep what is there
  if (left > 0 && !rest) {
    constexpr double kLeastShare = 0.25;  // of the budget, for points, whatever the rest of the picture costs
    const double budget = std::max(context.options.budgetMilliseconds - otherMilliseconds_, kLeastShare * context.options.budgetMilliseconds);
    const uint32_t count = context.options.everything ? left : std::min(left, cost_.affordable(budget));
    const auto before = std::chrono::steady_clock::now();
    const uint32_t wanted = drawn_ + count;
    do {
      const uint32_t end = image_->stopAfter(drawn_, wanted);
      image_->add(drawn_, end);
      drawn_ = end;
    } while (context.options.everything && drawn_ < wanted);
    pointMilliseconds_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
    if (const auto measured = image_->measured()) cost_.record(measured->points, measured->milliseconds);
  }
  if (drawn_ == 0) return;

  if (!context.flat()) {  // depths must be written, and GL writes them only with the test on
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_ALWAYS);
  } else {
    glDisable(GL_DEPTH_TEST);
  }
  glDisable(GL_BLEND);
  image_->show(shading(context, content), context.flat(), backdrop);
}

void CloudLayer::colour(const View& view, const SceneContent& content) {
  ColourKey key{view.colourBy, view.attribute, view.colourMap, view.theme, content.pointsRevision, 0};
  if (view.colourBy == ColourBy::chosen) key.frame = content.frameRevision;
  if (coloured_ && *coloured_ == key) return;
  if (view.colourBy == ColourBy::depth) {
    const ColourTable table(view.colourMap);
    colours_.assign(table.entries().rbegin(), table.entries().rend());  // near is bright
  } else {
    colours_ = content.points.colours(view, content.frame, threads_);
  }
  ++coloursRevision_;
  coloured_ = key;
}

Shading CloudLayer::shading(const DrawContext& context, const SceneContent& content) {
  const View& view = context.view;
  colour(view, content);
  Shading shading;
  shading.mode = colours_.empty() ? Shading::Mode::uniform : view.colourBy == ColourBy::depth ? Shading::Mode::depth : Shading::Mode::perPoint;
  shading.uniform = view.colour(LayerId::cloud);
  shading.uniform.a = 255;  // points hide each other; there is nothing to mix with
  if (shading.mode == Shading::Mode::uniform) return shading;
  shading.colours = colours_;
  shading.coloursRevision = coloursRevision_;
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
