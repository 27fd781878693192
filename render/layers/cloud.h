// The cloud: an image of points that is completed over several frames within a time budget, as long as the view stands still. What a
// point needs, coordinates on the drawn axes and perhaps a colour of its own, is made when it is first drawn, within the same budget.
#pragma once

#include <functional>

#include "render/cost_model.h"
#include "render/layers/layer.h"
#include "render/points/points_image.h"

namespace arete {

class CloudLayer {
 public:
  /// `among`: other points are there already, and depths decide; the image is then not the picture.
  CloudLayer(std::unique_ptr<PointsImage> image, ThreadPool& threads, bool among = false)
      : image_(std::move(image)), threads_(threads), among_(among) {}

  /// Draws and shows as much as the budget allows; `drawn`: the number of points then in the picture.
  void draw(const DrawContext& context, const SceneContent& content, const Backdrop& backdrop);
  /// Shows the picture without its points; only where isPicture(). The image of the points stays.
  void drawHidden(const DrawContext& context, const SceneContent& content, const Backdrop& backdrop);
  /// Whether these two make the whole picture, see PointsImage::show().
  bool isPicture() const { return image_->isPicture(); }
  uint32_t drawn() const { return drawn_; }
  /// All points are there in their colours.
  bool complete(uint32_t points) const { return drawn_ == points && (!pointColours_.any() || coloured_ >= drawn_); }
  double pointMilliseconds() const { return pointMilliseconds_; }  ///< that adding points took in the last draw()
  /// Tells the time of the whole picture, for which the budget is.
  void frameTook(double milliseconds) { otherMilliseconds_ = milliseconds - pointMilliseconds_; }
  /// The part of the time for points that is this layer's, where another draws points too; 1 for all of it.
  void setShare(double share) { share_ = share; }
  /// Words as PointRasteriser's around a pixel, rows from the bottom; empty when nothing was drawn.
  PointsImage& image() { return *image_; }
  /// Another way to draw points; what was drawn is forgotten.
  void setImage(std::unique_ptr<PointsImage> image);
  const RasterTarget& target() const { return target_; }

 private:
  static RasterTarget targetOf(const DrawContext& context, const SceneContent& content);
  void start(const RasterTarget& target, const SceneContent& content);
  Shading shading(const DrawContext& context, const SceneContent& content);
  bool chooseColours(const View& view, const SceneContent& content);
  void recolour(double budget);
  void add(const SceneContent& content, double budget, const DrawOptions& options);
  void makeReady(CloudPoints& points, uint32_t end);
  void makeColours(uint32_t end);

  /// What the colours were made from.
  struct ColourKey {
    ColourBy by = ColourBy::uniform;
    std::string attribute;
    ColourMap map = ColourMap::viridis;
    std::optional<ColourLimits> limits;
    Theme theme = Theme::dark;
    uint64_t points = 0, frame = 0;  ///< frame: of what the colours are besides, where they are of more than the points
    friend bool operator==(const ColourKey&, const ColourKey&) = default;
  };

  std::unique_ptr<PointsImage> image_;
  ThreadPool& threads_;
  const bool among_;
  CostModel cost_, colourCost_, readyCost_;
  double share_ = 1;
  double pointMilliseconds_ = 0, otherMilliseconds_ = 0;  // of the last frame: adding points, everything else
  RasterTarget target_;
  uint64_t pointsRevision_ = UINT64_MAX;
  uint32_t drawn_ = 0;
  std::vector<uint32_t> colours_;
  uint64_t coloursRevision_ = 0;
  std::optional<ColourKey> chosenColours_;
  PointColours pointColours_;  ///< for `chosenColours_`
  uint32_t pointCount_ = 0;    ///< that they colour
  uint32_t coloured_ = 0;      ///< so many of `colours_` are by `pointColours_`, the rest by those before
  struct {
    uint32_t begin = 0, end = 0;
  } fresh_;  ///< what the last revision changed
};

}  // namespace arete
