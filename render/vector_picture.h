// A picture for print: what lies beneath as an image, the curve and what is marked on it as lines and discs, in the projection of the view.
#pragma once

#include <string>
#include <vector>

#include "render/image.h"
#include "render/overlay.h"
#include "render/vector_mark.h"

namespace arete {

struct VectorPicture {
  Image beneath;  ///< cloud, grid and all else that lies below
  std::vector<VectorMark> marks;
};

/// As renderImage(), and throws what that throws.
VectorPicture renderVectorPicture(Scene& scene, const View& view, const ImageOptions& options);

/// An SVG file that stands alone: the image within, a group of paths for each layer, text as text. As large on paper as the PNG of the same size.
std::string svgOf(const VectorPicture& picture, const Overlay& overlay, Theme theme);

}  // namespace arete
