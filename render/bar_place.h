// Where the bars of colours stand: at the upper right, or in another corner where they would lie on fewer points. No GL.
#pragma once

#include "render/cloud_points.h"
#include "render/overlay.h"

namespace arete {

/// In another corner than the upper right one of what no panel covers where, of a fair sample of the points and of the nodes of the curve, clearly
/// fewer lie there. The same for the same view: a saved picture has its bars where the window has them. `frame`: may be null.
BarPlace barPlace(const Overlay& overlay, const CloudPoints& points, const Frame* frame, const View& view, const Viewport& viewport);

}  // namespace arete
