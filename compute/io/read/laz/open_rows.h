// The points of a LAZ file as rows of the columns that somebody wants.
#pragma once

#include <memory>

#include "compute/io/read/column.h"
#include "compute/io/read/laz/chunk_table.h"
#include "compute/io/read/row_source.h"

namespace arete::laz {

/// `columns`: of a record; of these `unpacked` are unpacked and `kept` are in the rows, where their offsets and strides become those within the rows.
/// Refuses what cannot be read; a warning for what can be read all the same.
std::unique_ptr<RowSource> openRows(LazPoints points, std::span<Column> columns, size_t unpacked, size_t kept, std::vector<std::string>& warnings);

}  // namespace arete::laz
