// The ways to colour the points of a cloud, in the order in which lists and keys offer them.
#pragma once

#include <string>
#include <vector>

#include "render/view.h"

namespace arete {

struct Colouring {
  ColourBy by = ColourBy::uniform;
  std::string attribute;  ///< its name, for ColourBy::attribute

  std::string text() const { return by == ColourBy::attribute ? attribute : std::string(label(by)); }
  bool isOf(const View& view) const { return by == view.colourBy && (by != ColourBy::attribute || attribute == view.attribute); }
};

/// Those that need no attribute, then the cloud's attributes.
std::vector<Colouring> colouringsOf(const PointCloud& cloud);

/// The view for a cloud that may lack the attribute used for colours: then one colour; View::attribute stays for a cloud that has it.
View withKnownColours(View view, const PointCloud& cloud);

/// The view in the colouring `by` places after its present one, around the end; before it when `by` is negative.
View withNextColouring(View view, const PointCloud& cloud, int by);

}  // namespace arete
