// One dialog for everything that can be written: what, format, name, and for pictures their size.
#pragma once

#include "app/window/exporting.h"

class QWidget;

namespace arete {

class MainWindow;

/// Asks and writes; errors are shown in the dialog, which stays open. Returns the file written, empty when cancelled.
std::filesystem::path showExportDialog(QWidget& parent, Controller& controller, PictureWidget& picture, ExportKind first);

}  // namespace arete
