// Rows of text, one a line and as many as a header declares: parsed by all threads while nothing is wrong with them.
#pragma once

#include <functional>

#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/lines.h"

namespace arete {

/// Where a reader goes on by itself, and what was passed on the way.
struct SoundRows {
  uint64_t rows = 0;
  uint64_t firstExtra = 0;  ///< as TextLines counts
};

/// Adds rows, one a line, that all threads parse: whole pieces of at most `most` rows, as long as nothing is wrong with them. `lines` stands behind
/// the last of them afterwards, and the reader goes on row by row, so that it alone decides what is wrong, and what comes after the rows. `parse`
/// adds all rows of its lines to the collector, returns SoundPiece::firstExtra, and throws Error where a row is not sound.
using ParseRows = std::function<uint64_t(TextLines& lines, RowCollector& collector)>;
SoundRows addSoundRows(const Source& source, CloudBuilder& builder, TextLines& lines, uint64_t textBegin, uint64_t most,
                       const std::function<ParseRows()>& parserForThread);

}  // namespace arete
