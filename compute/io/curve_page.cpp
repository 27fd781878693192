#include "compute/io/curve_page.h"

#include <openssl/evp.h>

#include <array>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "compute/core/number_text.h"
#include "page_parts.h"

namespace arete {

namespace {

using nlohmann::json;
using Place = std::array<double, 3>;

static_assert(std::endian::native == std::endian::little, "pages hold numbers with the lowest byte first");

template <class T>
std::string packed(const std::vector<T>& values) {
  constexpr size_t kPiece = 3 << 20;  // bytes: no padding between pieces
  const auto* const bytes = reinterpret_cast<const unsigned char*>(values.data());
  const size_t count = values.size() * sizeof(T);
  std::string text;
  text.reserve(count / 3 * 4 + 8);
  std::vector<unsigned char> encoded(kPiece / 3 * 4 + 1);
  for (size_t at = 0; at < count; at += kPiece) {
    const int length = EVP_EncodeBlock(encoded.data(), bytes + at, int(std::min(kPiece, count - at)));
    text.append(reinterpret_cast<const char*>(encoded.data()), size_t(length));
  }
  return text;
}

/// In file coordinates; 0 on axes that there are not.
Place placeIn(const PointArray& points, uint32_t i, const PointCloud::Origin& origin) {
  Place place{};
  for (int k = 0; k < std::min(points.dimension(), 3); ++k) place[size_t(k)] = points.coordinate(i, k) + origin[size_t(k)];
  return place;
}

/// Around all that the page shows.
struct PageBox {
  Place low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  void add(const Place& place) {
    for (size_t k = 0; k < 3; ++k) low[k] = std::min(low[k], place[k]), high[k] = std::max(high[k], place[k]);
  }
  double half() const {
    double half = 0;
    for (size_t k = 0; k < 3; ++k) half = std::max(half, (high[k] - low[k]) / 2);
    return half > 0 ? half : 1;
  }
};

template <class Visit>
void forEachNode(const Frame& frame, const Visit& visit) {
  for (uint32_t i = 0; i < frame.curve.nodes.size(); ++i) visit(placeIn(frame.curve.nodes, i, frame.cloud.origin()));
}

std::string packedPoints(const PointCloud& cloud, uint32_t every, const PageBox& box) {
  constexpr double kMost = 65535;
  std::vector<uint16_t> values;
  for (uint64_t i = 0; i < cloud.size(); i += every) {
    const Place place = placeIn(cloud.points(), uint32_t(i), cloud.origin());
    for (size_t k = 0; k < 3; ++k) {
      const double extent = box.high[k] - box.low[k];
      values.push_back(extent > 0 ? uint16_t(std::lround((place[k] - box.low[k]) / extent * kMost)) : 0);
    }
  }
  return packed(values);
}

json frameJson(const Frame& frame, const PageBox& box) {
  std::vector<float> nodes, support;
  forEachNode(frame, [&](const Place& place) {
    for (size_t k = 0; k < 3; ++k) nodes.push_back(float((place[k] - (box.low[k] + box.high[k]) / 2) / box.half()));
  });
  std::vector<uint32_t> edges;
  for (const Edge& edge : frame.curve.edges) edges.insert(edges.end(), {edge.a, edge.b});
  if (frame.support) support.assign(frame.support->edgeSupport.begin(), frame.support->edgeSupport.end());
  return {{"nodes", packed(nodes)},
          {"edges", packed(edges)},
          {"support", frame.support ? json(packed(support)) : json()},
          {"name", std::to_string(frame.step) + ": " + std::string(name(frame.record().stage))}};
}

std::string aboutText(const PointCloud& cloud, uint32_t every, const Frame* shown) {
  constexpr int kDigits = 6;
  std::string text = std::to_string(cloud.size()) + " points";
  if (every > 1) text += ", one of " + std::to_string(every) + " shown";
  if (shown == nullptr) return text;
  const Curve& curve = shown->curve;
  text += " · " + std::to_string(curve.nodes.size()) + " nodes, " + std::to_string(curve.edges.size()) + " edges";
  if (shown->job.curveKind() == CurveKind::network) text += ", " + std::to_string(curve.junctions) + " junctions";
  return text + ", length " + numberText(curve.length, kDigits) + " · R1 " + numberText(shown->job.r1(), kDigits);
}

}  // namespace

std::string curvePage(const PointCloud& cloud, std::span<const std::shared_ptr<const Frame>> frames, uint32_t mostPoints) {
  const uint32_t every = std::max(1u, uint32_t((uint64_t(cloud.size()) + mostPoints - 1) / mostPoints));
  PageBox box;
  for (uint64_t i = 0; i < cloud.size(); i += every) box.add(placeIn(cloud.points(), uint32_t(i), cloud.origin()));
  for (const auto& frame : frames) forEachNode(*frame, [&](const Place& place) { box.add(place); });
  if (box.low[0] > box.high[0]) box.add({});
  json data = {{"dimension", std::min(cloud.dimension(), 3)},
               {"low", box.low},
               {"high", box.high},
               {"points", packedPoints(cloud, every, box)},
               {"every", every},
               {"frames", json::array()},
               {"about", aboutText(cloud, every, frames.empty() ? nullptr : frames.back().get())}};
  for (const auto& frame : frames) data["frames"].push_back(frameJson(*frame, box));
  std::string page = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">";
  page.append("<title>Arete</title><style>\n").append(page_parts::text("style.css")).append("</style></head><body>\n");
  page.append(page_parts::text("body.html")).append("<script type=\"application/json\" id=\"data\">");
  for (const char c : data.dump()) c == '<' ? page.append("\\u003c") : page.append(1, c);  // no tag ends the data
  return page.append("</script>\n<script>").append(page_parts::text("view.js")).append("</script></body></html>\n");
}

}  // namespace arete
