#include "app/window/exporting.h"

#include <algorithm>

#include "app/offscreen/draw_offscreen.h"
#include "app/window/file_places.h"
#include "app/window/overlay_painter.h"
#include "app/window/vector_pdf.h"
#include "compute/engine/frame_bodies.h"
#include "compute/engine/step_frames.h"
#include "compute/files/text_file.h"
#include "compute/io/curve_page.h"
#include "compute/io/report.h"
#include "compute/io/write_curve.h"
#include "compute/io/write_points.h"
#include "compute/text/translate.h"
#include "render/measure.h"
#include "render/view_json.h"
#include "ui/window_words.h"

namespace arete {

namespace {

constexpr ExportKindInfo kKinds[] = {
    {ExportKind::curve, mark("Curve"), mark("The polylines through the chosen points, in the coordinates of the file."), "-curve"},
    {ExportKind::chosenPoints, mark("Chosen points"), mark("The chosen points at this step, with the cloud point that each started from."),
     "-chosen"},
    {ExportKind::report, mark("Report"), mark("Versions, parameters, counts and times of every step, and the hash of the result."), "-report"},
    {ExportKind::picture, mark("Picture"), mark("The picture as it is shown, in any size."), ""},
    {ExportKind::session, mark("Session"), mark("The file's name, all parameters and the view: opening it brings everything back."), ""},
    {ExportKind::script, mark("Script"),
     mark("What you have done since the program started, as commands: every detection that came to its end, and every file."), "-steps"},
};

template <class Table>
std::vector<ExportFormat> formatsOf(Table table) {
  std::vector<ExportFormat> formats;
  for (const auto& row : table) formats.push_back({std::string(row.id), std::string(row.label), std::string(row.extension), std::string(row.help)});
  return formats;
}

std::vector<std::string> exportChosen(const std::filesystem::path& path, const Controller& controller, const std::string& formatId) {
  const Frame& frame = *controller.frame();
  std::vector<Attribute> attributes{{"started_from", {frame.chosenOrigin.begin(), frame.chosenOrigin.end()}}};
  return writePoints(path, {.points = frame.chosen, .origin = frame.cloud.origin(), .attributes = attributes, .crs = controller.document().crs()},
                     formatId);
}

std::vector<std::string> exportCurve(const std::filesystem::path& path, const Controller& controller, const std::string& formatId, bool hiddenToo) {
  const Frame& frame = *controller.frame();
  CurveOptions options{.crs = controller.document().crs(), .swcCutsLoops = true};  // and a warning says where
  options.bodies = bodySource(frame, {});
  options.bodyColumns = hasBody(frame);
  if (!hiddenToo) options.leastSupport = controller.session().view.leastSupport;
  std::vector<std::string> warnings = writeCurve(path, frame, formatId, {}, options);
  if (!hiddenToo && hidesEdges(controller)) warnings.emplace_back("hidden edges are left out");
  return warnings;
}

std::vector<std::string> exportReport(const std::filesystem::path& path, const Controller& controller) {
  std::vector<std::pair<std::string, double>> figures;
  for (const QualityLine& row : controller.reference().quality()) figures.emplace_back(row.label, row.value);
  return writeReport(path, *controller.frame(), figures);
}

/// Notes in the journal the command that writes the same, for exports of a finished detection. Only the window can export an earlier step.
void note(ExportKind kind, const std::filesystem::path& path, const ExportFormat& format, Controller& controller, const PictureRequest& request) {
  if (kind == ExportKind::picture) {
    PictureWish wish;
    wish.picture = std::filesystem::absolute(path).string();
    return notePicture(std::move(wish), request, controller);
  }
  SessionFile session = controller.snapshot();
  if (session.resultHash.empty()) return;
  if (kind == ExportKind::curve) controller.journal().wrote(std::move(session), "--output", path, format.id);
  if (kind == ExportKind::chosenPoints) controller.journal().wrote(std::move(session), "--chosen", path);
  if (kind == ExportKind::report) controller.journal().wrote(std::move(session), "--report", path);
}

/// The present view in the size that is asked for.
struct Wished {
  View view;
  ImageOptions options;
  Overlay overlay;  ///< empty where none is asked for

  Wished(PictureWidget& picture, const Controller& controller, const PictureRequest& request) {
    options.viewport = {request.width, request.height, request.scale};
    options.transparentBackground = request.transparent;
    options.progress = request.progress;
    view = controller.document().viewFor(options.viewport);
    view.theme = request.theme;
    if (!request.labels) return;
    overlay = picture.scene().overlay(view, options.viewport);
  }
};

/// The page shows the step that is shown, or the cloud alone.
std::string pageOf(const Controller& controller) {
  StepFrames frames;
  if (const auto frame = controller.frame(); frame && frame->curveKnown) frames.push_back(frame);
  return curvePage(controller.document().cloud(), frames);
}

std::vector<std::string> writePicture(const std::filesystem::path& path, const std::string& format, const Controller& controller,
                                      PictureWidget& picture, const PictureRequest& request) {
  if (format == "html") return savePage(path, pageOf(controller));
  if (format == "png") return savePicture(path, drawPicture(picture, controller, request));
  const Wished wished(picture, controller, request);
  const VectorPicture vectors = picture.renderVectors(wished.view, wished.options);
  return (format == "svg" ? saveSvg : savePdf)(path, vectors, wished.overlay, request.theme);
}

std::vector<std::string> write(ExportKind kind, const std::filesystem::path& path, const ExportFormat& format, Controller& controller,
                               PictureWidget& picture, const PictureRequest& request, bool hiddenToo) {
  switch (kind) {
    case ExportKind::curve: return exportCurve(path, controller, format.id, hiddenToo);
    case ExportKind::chosenPoints: return exportChosen(path, controller, format.id);
    case ExportKind::report: return exportReport(path, controller);
    case ExportKind::picture: return writePicture(path, format.id, controller, picture, request);
    case ExportKind::session: return controller.saveSession(path);
    case ExportKind::script: return controller.journal().write(path);
  }
  return {};
}

}  // namespace

std::span<const ExportKindInfo> exportKinds() { return kKinds; }

std::vector<ExportFormat> exportFormats(ExportKind kind) {
  switch (kind) {
    case ExportKind::curve: return formatsOf(curveFormats());
    case ExportKind::chosenPoints: return formatsOf(pointFormats());
    case ExportKind::report:
      return {{"json", "JSON", "json", mark("For programs.")},
              {"csv", "CSV", "csv", mark("For spreadsheets: a row per figure, then a row per step.")}};
    case ExportKind::picture: return formatsOf(pictureFormats());
    case ExportKind::session: return {{"arete", mark("Arete session"), "arete", mark("Opens with File > Open.")}};
    case ExportKind::script:
      return {{"sh", mark("Shell script"), "sh", mark("Running it detects the same and writes the same files, by <code>arete-cli</code>.")}};
  }
  return {};
}

bool hidesEdges(const Controller& controller) {
  const Frame* frame = controller.frame().get();
  const double least = controller.session().view.leastSupport;
  return frame != nullptr && frame->support && std::ranges::any_of(frame->support->edgeSupport, [&](double each) { return each < least; });
}

std::string exportObstacle(ExportKind kind, const Controller& controller) {
  const Frame* frame = controller.frame().get();
  if (kind == ExportKind::script) return controller.journal().empty() ? mark("Nothing was detected to its end yet: press End.") : "";
  if (controller.cloud().empty()) return mark("No cloud is open.");
  if (kind == ExportKind::picture || kind == ExportKind::session) return "";
  if (frame == nullptr) return mark("Nothing is computed yet: press End.");
  if (kind == ExportKind::curve && frame->curve.edges.empty()) return mark("There is no curve at this step: press End, or change R1.");
  return "";
}

void notePicture(PictureWish wish, const PictureRequest& request, Controller& controller) {
  SessionFile session = controller.snapshot();
  View view = controller.session().view;
  view.theme = request.theme;
  session.view = viewToJson(view);
  wish.width = request.width, wish.height = request.height;
  wish.scale = request.scale;
  wish.transparent = request.transparent;
  controller.journal().drew(std::move(session), request.labels, outputWords(wish));
}

std::filesystem::path suggestedPath(ExportKind kind, const ExportFormat& format, const Controller& controller) {
  const std::filesystem::path& cloud = controller.session().file;
  const std::string name = cloud.stem().string() + std::string(kKinds[size_t(kind)].suffix) + "." + format.extension;
  return std::filesystem::path(folderFor(QString::fromStdString(cloud.string())).toStdString()) / name;
}

Image drawPicture(PictureWidget& picture, const Controller& controller, const PictureRequest& request) {
  const Wished wished(picture, controller, request);
  Image image = picture.renderPicture(wished.view, wished.options);
  if (request.labels) paintOverlay(image, wished.overlay, request.theme, request.scale);
  return image;
}

std::vector<std::string> exportTo(ExportKind kind, const std::filesystem::path& path, const ExportFormat& format, Controller& controller,
                                  PictureWidget& picture, const PictureRequest& request, bool hiddenToo) {
  if (const std::string obstacle = exportObstacle(kind, controller); !obstacle.empty())
    throw Error(ErrorKind::wrongUse, "cannot export", path.string(), obstacle);
  if (kind != ExportKind::session) controller.guardOutputs({&path, 1});  // saving a session looks at that itself
  std::vector<std::string> warnings = write(kind, path, format, controller, picture, request, hiddenToo);
  const bool partOfCurve = kind == ExportKind::curve && !hiddenToo && hidesEdges(controller);  // which no command writes
  if (!partOfCurve) note(kind, path, format, controller, request);
  return warnings;
}

QString writeOrSayWhy(const std::function<void()>& write) {
  try {
    write();
    return {};
  } catch (const Cancelled&) {
    return tr("Cancelled; nothing was written.");
  } catch (const Error& error) {
    return toQt(textInWindow(error));
  } catch (const std::bad_alloc&) {
    return tr("Not enough memory for a picture of this size; choose a smaller one.");
  }
}

}  // namespace arete
