// Writes results to files, for the export dialog and the command line, without widgets.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <QString>

#include "app/offscreen/picture_wish.h"
#include "app/window/controller.h"
#include "app/window/picture_widget.h"

namespace arete {

enum class ExportKind : uint8_t { curve, chosenPoints, report, picture, session, script };

struct ExportFormat {
  std::string id, label, extension, help;
};

struct ExportKindInfo {
  ExportKind kind;
  std::string_view label, help;
  std::string_view suffix;  ///< of the suggested file name
};

std::span<const ExportKindInfo> exportKinds();
/// From the tables of the writers, in their order.
std::vector<ExportFormat> exportFormats(ExportKind kind);
/// Why it cannot be exported now; "" when it can.
std::string exportObstacle(ExportKind kind, const Controller& controller);
/// "name-curve.ply" beside the cloud, or where folderFor() says.
std::filesystem::path suggestedPath(ExportKind kind, const ExportFormat& format, const Controller& controller);

struct PictureRequest {
  int width = 1920, height = 1080;
  double scale = 1;  ///< of points, lines and text
  bool transparent = false, labels = true;
  Theme theme = Theme::dark;
  std::function<void(double fraction)> progress;  ///< may be empty; throw Cancelled to stop
};

/// The present view, with its numbers, in any size, as pixels; throws like renderImage.
Image drawPicture(PictureWidget& picture, const Controller& controller, const PictureRequest& request);

/// Says in the journal that the present view was drawn: `wish` names the files, and what is animated.
void notePicture(PictureWish wish, const PictureRequest& request, Controller& controller);

/// Whether the picture leaves out edges of the curve that have too little support.
bool hidesEdges(const Controller& controller);

/// Writes, all or nothing; returns warnings. Throws Error, Cancelled. `request` is for pictures, `hiddenToo` for curves: edges that are hidden.
std::vector<std::string> exportTo(ExportKind kind, const std::filesystem::path& path, const ExportFormat& format, Controller& controller,
                                  PictureWidget& picture, const PictureRequest& request, bool hiddenToo = false);

/// For dialogs: "" when `write` went through, else why nothing was written, as a sentence.
QString writeOrSayWhy(const std::function<void()>& write);

}  // namespace arete
