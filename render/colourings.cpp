#include "render/colourings.h"

#include <algorithm>

namespace arete {

std::vector<Colouring> colouringsOf(const PointCloud& cloud) {
  std::vector<Colouring> colourings;
  for (size_t i = 0; i < kColourByCount; ++i)
    if (ColourBy(i) != ColourBy::attribute) colourings.push_back({ColourBy(i), {}});
  for (const Attribute& attribute : cloud.attributes()) colourings.push_back({ColourBy::attribute, attribute.name});
  return colourings;
}

View withKnownColours(View view, const PointCloud& cloud) {
  const bool known = std::ranges::any_of(cloud.attributes(), [&](const Attribute& attribute) { return attribute.name == view.attribute; });
  if (known && view.colourBy == ColourBy::uniform) view.colourBy = ColourBy::attribute;
  if (!known && view.colourBy == ColourBy::attribute) view.colourBy = ColourBy::uniform;
  return view;
}

View withNextColouring(View view, const PointCloud& cloud, int by) {
  const std::vector<Colouring> colourings = colouringsOf(cloud);
  const auto present = std::ranges::find_if(colourings, [&](const Colouring& each) { return each.isOf(view); });
  const auto count = int(colourings.size());
  const int from = present == colourings.end() ? 0 : int(present - colourings.begin());
  const Colouring& next = colourings[size_t(((from + by) % count + count) % count)];
  view.colourCloudBy(next.by, next.attribute);
  return view;
}

}  // namespace arete
