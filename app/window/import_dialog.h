// Asks how to read a file, if the user wants to choose: columns and separators of text with a preview, the dimension of raw rows.
#pragma once

#include <optional>

#include <QString>

#include "compute/io/read_cloud.h"

class QWidget;

namespace arete {

/// Empty when cancelled.
std::optional<ReadOptions> askImportOptions(QWidget* parent, const QString& path);

}  // namespace arete
