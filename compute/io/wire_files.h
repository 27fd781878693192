// Spans, pylons and places of danger as layers of files, and spans back from them.
#pragma once

#include "compute/io/write_features.h"
#include "compute/wires/span_columns.h"

namespace arete {

inline constexpr const char* kSpanLayer = "spans";

/// In file coordinates. Spans are drawn as lines that leave their curves by at most a centimetre.
FeatureLayer spanLayer(const WireSpans& wires);
FeatureLayer pylonLayer(const WireSpans& wires);
/// With the names of the span: line, bay, circuit, position and conductor.
FeatureLayer placeLayer(std::span<const DangerPlace> places, std::span<const Span> spans);
/// The curves as they were measured: with more sag.
FeatureLayer curveLayer(std::span<const Catenary> curves, std::span<const Span> spans);

/// Lengths of wires are metres. Throws Error(wrongUse) for a system of degrees; of another unit a sentence that warns of it, else an empty one.
std::string checkWireUnits(const Crs& crs);

/// Curves and numbers of spans that writeFeatures() wrote, as .gpkg or .csv. `crs`: of the file, where it says it. Throws what readFeatureTable()
/// throws, and Error(badInput) where a column is missing.
std::vector<Span> readSpans(const std::filesystem::path& path, Crs& crs);

}  // namespace arete
