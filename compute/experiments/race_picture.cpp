// States of a race as small pictures for its page: chosen points over a sample of the cloud, along the two widest axes.
#include <algorithm>
#include <array>

#include "compute/core/number_text.h"
#include "compute/experiments/plot.h"
#include "compute/experiments/race_table.h"

namespace arete {

namespace {

constexpr double kPictureWidth = 320, kMostHeight = 320, kLeastHeight = 120, kTitle = 34, kBorder = 8;
constexpr uint32_t kSample = 4000;
constexpr double kDot = 1.5, kChosen = 1.8, kRing = 5;
constexpr std::string_view kSampleId = "cloud", kCloud = "#b4bac2", kMissing = "#d55e00", kExtra = "#b00020";

std::string text(double value) { return fixedText(value, 1); }

/// From the cloud's coordinates onto the picture.
class Plane {
 public:
  explicit Plane(const PointCloud& cloud) : bounds_(cloud.bounds()) {
    for (int k = 1; k < cloud.dimension(); ++k) {
      if (bounds_.extent(k) > bounds_.extent(axes_[0])) axes_ = {k, axes_[0]};
      else if (axes_[1] < 0 || bounds_.extent(k) > bounds_.extent(axes_[1])) axes_[1] = k;
    }
    if (axes_[1] >= 0 && axes_[0] > axes_[1]) std::swap(axes_[0], axes_[1]);
    const double across = extent(0), up = extent(1);
    scale_ = std::min(across > 0 ? (kPictureWidth - 2 * kBorder) / across : 1e300, up > 0 ? (kMostHeight - 2 * kBorder) / up : 1e300);
    if (scale_ == 1e300) scale_ = 1;
    height_ = std::clamp(up * scale_ + 2 * kBorder, kLeastHeight, kMostHeight);
  }
  double height() const { return height_; }
  std::string place(const PointArray& points, uint32_t i) const {
    return text(kPictureWidth / 2 + scale_ * fromMiddle(points, i, 0)) + " " + text(kTitle + height_ / 2 - scale_ * fromMiddle(points, i, 1));
  }

 private:
  double extent(size_t axis) const { return axes_[axis] < 0 ? 0 : bounds_.extent(axes_[axis]); }
  double fromMiddle(const PointArray& points, uint32_t i, size_t axis) const {
    const int k = axes_[axis];
    return k < 0 ? 0 : points.coordinate(i, k) - (bounds_.minimum[size_t(k)] / 2 + bounds_.maximum[size_t(k)] / 2);
  }

  const Bounds bounds_;
  std::array<int, 2> axes_{0, -1};
  double scale_ = 1, height_ = kMostHeight;
};

/// Round dots: lines without length.
std::string dots(const Plane& plane, const PointArray& points, uint32_t step, std::string_view colour, double width, std::string_view id = {}) {
  std::string path;
  for (uint64_t i = 0; i < points.size(); i += step) path += "M" + plane.place(points, uint32_t(i)) + "h0";
  return "<path " + (id.empty() ? "" : "id='" + std::string(id) + "' ") + "d='" + path + "' stroke='" + std::string(colour) + "' stroke-width='" +
         text(width) + "' stroke-linecap='round' fill='none'/>";
}

std::string rings(const Plane& plane, const PointArray& points, const std::vector<uint32_t>& which, std::string_view colour) {
  std::string body;
  for (const uint32_t i : which) {
    const std::string at = plane.place(points, i);
    const size_t space = at.find(' ');
    body += "<circle cx='" + at.substr(0, space) + "' cy='" + at.substr(space + 1) + "' r='" + text(kRing) + "' fill='none' stroke='" +
            std::string(colour) + "'/>";
  }
  return body;
}

std::string lines(const Plane& plane, const PointArray& points, const std::vector<Edge>& edges, std::string_view colour) {
  std::string path;
  for (const Edge& edge : edges) path += "M" + plane.place(points, edge.a) + "L" + plane.place(points, edge.b);
  return path.empty() ? "" : "<path d='" + path + "' stroke='" + std::string(colour) + "' stroke-width='1.5' fill='none'/>";
}

std::string titleLines(const std::string& title, const std::string& below) {
  const auto line = [](double y, const std::string& content, std::string_view more) {
    return "<text x='" + text(kBorder) + "' y='" + text(y) + "' " + std::string(more) + ">" + escaped(content) + "</text>";
  };
  return line(15, title, "font-weight='bold'") + line(30, below, "fill='#555'");
}

std::string pictureOf(const Plane& plane, const std::string& title, const std::string& below, const std::string& body) {
  return "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + text(kPictureWidth) + " " + text(kTitle + plane.height()) +
         "' role='img' aria-label='" + escaped(title) + "'><g font-family='sans-serif' font-size='12' fill='#222'>" + body +
         titleLines(title, below) + "</g></svg>\n";
}

}  // namespace

std::vector<std::string> statePictures(const Race& race, std::optional<double> ms, bool withSample) {
  std::vector<std::string> pictures;
  if (race.racers.empty() || !race.racers.front().end) return pictures;
  const PointCloud& cloud = race.racers.front().end->cloud;
  const Plane plane(cloud);
  for (size_t i = 0; i < race.racers.size(); ++i) {
    const Racer& racer = race.racers[i];
    const uint32_t step = ms ? racer.stepAt(*ms) : uint32_t(racer.steps.size() - 1);
    const std::shared_ptr<const Frame>& state = racer.steps[step].state;
    std::string body = withSample && i == 0 ? dots(plane, cloud.points(), std::max(1u, cloud.size() / kSample), kCloud, kDot, kSampleId)
                                            : "<use href='#" + std::string(kSampleId) + "'/>";
    const std::string_view colour = plotColour(i);
    if (state) {
      body += lines(plane, state->chosen, state->curve.edges, colour) + dots(plane, state->chosen, 1, colour, 2 * kChosen);
      if (!ms && state->exact)
        body +=
            rings(plane, state->exact->chosen, state->difference.missing, kMissing) + rings(plane, state->chosen, state->difference.extra, kExtra);
    }
    pictures.push_back(pictureOf(plane, racer.entry.name, "step " + std::to_string(step) + " of " + std::to_string(racer.steps.size() - 1), body));
  }
  return pictures;
}

std::string placesPicture(const PointCloud& cloud, const PointArray& places, const std::string& title) {
  const Plane plane(cloud);
  const uint32_t step = std::max(1u, places.size() / kSample);
  const std::string below = std::to_string(places.size()) + (places.size() == 1 ? " point" : " points");
  return pictureOf(
      plane, title, below,
      dots(plane, cloud.points(), std::max(1u, cloud.size() / kSample), kCloud, kDot) + dots(plane, places, step, kMissing, 2 * kChosen));
}

}  // namespace arete
