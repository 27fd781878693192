// The points of a LAZ file as rows of the wanted columns.
#pragma once

#include <memory>

#include "compute/io/read/column.h"
#include "compute/io/read/laz/chunk_table.h"
#include "compute/io/read/row_source.h"

namespace arete::laz {

/// `chunks`: findChunks(), or as many of them as are wanted, which are then all that `points` counts. `columns`: of a record; of these `unpacked` are
/// unpacked and `kept` are in the rows, where their offsets and strides become those within the rows.
std::unique_ptr<RowSource> openRows(LazPoints points, std::vector<Chunk> chunks, std::span<Column> columns, size_t unpacked, size_t kept);

}  // namespace arete::laz
