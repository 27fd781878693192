// How the edges of a curve are coloured and which are shown: one list for the picture, its legend and the panels.
#pragma once

#include <optional>
#include <vector>

#include "compute/engine/curve_explanation.h"
#include "render/overlay.h"
#include "render/view.h"

namespace arete {

/// What of a view decides about them.
struct CurveLook {
  CurveColour by = CurveColour::uniform;
  double leastSupport = 0;
  ColourMap map = ColourMap::viridis;
  Colour colour;  ///< of the layer
  Theme theme = Theme::dark;

  explicit CurveLook(const View& view);
  CurveLook() = default;
  /// What can be shown of this frame: one colour where neither it nor what is known of its curve says what is asked for.
  CurveColour shown(const Frame& frame, const CurveExplanation* explanation = nullptr) const;
  friend bool operator==(const CurveLook&, const CurveLook&) = default;
};

/// By support: from faint over doubted, half of the resamples, to the layer's colour.
ColourRange supportColours(const CurveLook& look);

/// For each edge, whether it is drawn: with at least the support that is asked for, and of the consensus where there is one.
std::vector<bool> shownEdges(const Frame& frame, const CurveLook& look);
/// For each edge, the colours at its two ends, packed.
struct EdgeColours {
  uint32_t a, b;
};
/// `explanation`: shown where it is of this frame; may be nullptr.
std::vector<EdgeColours> edgeColours(const Frame& frame, const CurveLook& look, const CurveExplanation* explanation = nullptr);
/// What they mean, where they stand for numbers.
std::optional<ColourBar> curveBar(const Frame& frame, const CurveLook& look, const CurveExplanation* explanation = nullptr);

/// Whether such colours are those of a colour map.
bool isOfNumbers(CurveColour by);
/// Whether the view shows what only a CurveExplanation says: of the cloud's points or of the curve's edges.
bool needsExplanation(const View& view);

/// What the marks of a network mean: those of which this frame has some.
std::vector<KeyEntry> networkKey(const Frame& frame, const View& view, bool junctionsMarked);

}  // namespace arete
